"""The view shows a snapshot at every size, and its keys do what the help says."""

import pytest
from rich.cells import cell_len

from entrostream.cli.watch import view as module
from entrostream.cli.watch.help_screen import HELP
from tests.cli.watch.headless import LARGE, SMALL, drive, screen
from tests.cli.watch.samples import (
    TWO_FIELDS,
    addresses,
    alarm,
    field,
    label,
    snapshot,
    wave,
)

both_sizes = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x50"])


def lines_with(words, lines):
    return [line for line in lines if words in line]


# ------------------------------------------------------------------ what is shown


@both_sizes
def test_header(size):
    """Where the data come from, and how many lines came."""
    first = screen(TWO_FIELDS, size=size)[0]

    assert first.startswith("access.log ")
    assert first.endswith("1,500 lines/s  1,234 lines  3 bad  2 late")
    assert len(first) == size[0]


def test_long_title_leaves_room_for_the_counts():
    first = screen(snapshot(title="/var/log/" + "x" * 200 + "/access.log"))[0]

    assert first.startswith("/var/log/x")
    assert first.endswith("1,500 lines/s  1,234 lines  3 bad  2 late")


@both_sizes
def test_row_of_a_field(size):
    """All measures, and the history in the width that is left."""
    lines = screen(snapshot([field("src", history=wave(0))]), size=size)
    (row,) = lines_with(">", lines)
    (names,) = lines_with("evenness", lines)

    assert row.split()[:7] == [">", "src", "2.5000", "0.8333", "0.7500", "8", "1,000"]
    assert names.split() == ["field", "entropy", "evenness", "Gini", "distinct", "n", "history"]
    assert len(row) == size[0]
    assert row.index("0.7500") + 6 == names.index("Gini") + 4


@both_sizes
def test_labels_of_the_selected_field(size):
    """With share, change in points, and a bar."""
    lines = screen(TWO_FIELDS, size=size)
    (first,) = lines_with(" 10.0.0.1  ", lines)
    (second,) = lines_with(" 10.0.0.2  ", lines)

    assert first.split()[:4] == ["10.0.0.1", "50.0", "%", "+25.0"]
    assert second.split()[:4] == ["10.0.0.2", "12.5", "%", "-2.0"]
    assert second.count("█") == first.count("█") // 4


@both_sizes
def test_alarms_newest_first(size):
    """In the order of the snapshot."""
    lines = screen(TWO_FIELDS, size=size)
    (newest,) = lines_with("/login rose", lines)
    (oldest,) = lines_with("10.0.0.1 rose", lines)

    assert lines.index(newest) < lines.index(oldest)
    assert newest[newest.index("12:00:02") :].split()[:3] == ["12:00:02", "0.250", "path"]


def test_field_in_alarm_is_marked():
    """By a character: colours may be off."""
    (row,) = lines_with("!path", screen(TWO_FIELDS))

    assert row.startswith(" !path")
    assert lines_with("! a flood", screen(TWO_FIELDS)) == []
    assert lines_with("! a flood", screen(TWO_FIELDS, "down")) != []


@both_sizes
def test_no_fields_yet(size):
    """The view waits, and no key breaks it."""
    keys = ["down", "up", "pagedown", "end", "tab", "down", "tab", "end", "p", "p"]
    text = "\n".join(screen(snapshot(), *keys, size=size))

    assert "no values yet" in text
    assert "no labels yet" in text
    assert "no alarms" in text


def test_fields_appear_and_disappear():
    """The selection stays on a name, or goes to the first field."""

    async def story(view):
        await view.show(snapshot([field("a"), field("b"), field("c")]))
        await view.press("down", "down")
        await view.show(snapshot([field("new"), field("a"), field("c"), field("d")]))
        assert view.line_with("> ").split()[1] == "c"
        await view.show(snapshot([field("a"), field("d")]))
        assert view.line_with("> ").split()[1] == "a"
        await view.show(snapshot())
        assert "no values yet" in view.text

    drive(snapshot(), story)


def test_table_grows_with_the_fields():
    """As long as there is room, all are shown."""

    async def story(view):
        await view.show(snapshot([field(name) for name in "abcdef"]))
        assert len(lines_with("2.5000", view.lines)) == 6
        await view.show(snapshot([field("a")]))
        assert view.lines.index(view.line_with("Labels of")) == 4

    drive(snapshot([field("a")]), story)


@both_sizes
def test_hundred_fields(size):
    """They scroll; labels and alarms keep their room."""
    many = [field(f"field{number}", top=addresses(5)) for number in range(100)]

    async def story(view):
        assert "field0 " in view.text
        await view.press("end")
        assert view.line_with("> ").split()[1] == "field99"
        assert view.line_with("Labels of field99")
        await view.press("home")
        assert view.line_with("> ").split()[1] == "field0"
        await view.press("pagedown")
        assert view.line_with("> ").split()[1] != "field1"
        assert sum("10.0.0." in line for line in view.lines) >= 3

    drive(snapshot(many, [alarm(1)]), story, size)


@both_sizes
def test_hundreds_of_alarms(size):
    """The last one can be reached."""
    many = [alarm(number, text=f"alarm number {number}") for number in range(700)]

    async def story(view):
        assert "alarm number 0" in view.text
        await view.press("tab", "tab", "end")
        assert "alarm number 699" in view.text
        await view.press("home")
        assert "alarm number 0" in view.text

    drive(snapshot([field("src")], many), story, size)


@both_sizes
def test_long_alarm_is_wrapped(size):
    """Nothing of it is cut."""
    words = [f"word{number}" for number in range(20)]
    lines = screen(snapshot([field("src")], [alarm(1, text=" ".join(words))]), size=size)
    shown = " ".join(lines).split()

    assert [word for word in shown if word.startswith("word")] == words


@both_sizes
def test_labels_longer_than_the_screen(size):
    """Both ends are shown, and the numbers."""
    long = "/" + "x" * 5000 + "/end"
    (line,) = lines_with(
        "50.0 %", screen(snapshot([field("path", top=[label(long, 0.5)])]), size=size)
    )

    assert line.startswith("  /xx")
    assert "/end " in line
    assert len(line) <= size[0]


def test_long_field_names_leave_room_for_the_numbers():
    (row,) = lines_with(">", screen(snapshot([field("n" * 300, history=wave(0))])))

    assert "2.5000" in row
    assert len(row) == 80
    assert "…" in row


def test_wide_characters_keep_the_columns():
    rows = lines_with("2.5000", screen(snapshot([field("a"), field("東京")])))
    starts = [cell_len(row[: row.index("2.5000")]) for row in rows]

    assert len(rows) == 2
    assert starts[0] == starts[1]


def test_end_of_the_input_is_shown():
    """And the view stays until q."""

    async def story(view):
        assert "ended" not in view.text
        await view.show(snapshot([field("src")], ended=True))
        assert view.lines[0].endswith("ENDED")
        assert "The input ended; q quits." in view.text
        await view.press("down")
        assert view.app.is_running

    drive(snapshot([field("src")]), story)


def test_note():
    """It takes a line only if there is one."""

    async def story(view):
        assert view.lines[1].startswith("waiting for access.log")
        await view.show(snapshot())
        assert "Fields" in view.lines[1]

    drive(snapshot(note="waiting for access.log"), story)


# ------------------------------------------------------------------ keys


@pytest.mark.parametrize(("down", "up"), [("down", "up"), ("j", "k")])
def test_selecting_a_field(down, up):
    """It stops at the ends."""

    async def story(view):
        for key, name in [(down, "path"), (down, "path"), (up, "src"), (up, "src")]:
            await view.press(key)
            assert view.line_with(f"Labels of {name}")

    drive(TWO_FIELDS, story)


def test_tab_moves_between_panes():
    """The one with the keyboard has a heavy rule, in both directions."""

    def focused(view):
        return view.line_with("━").split()[1]

    async def story(view):
        names = []
        for key in ["tab", "tab", "tab", "shift+tab"]:
            names.append(focused(view))
            await view.press(key)
        assert [*names, focused(view)] == ["Fields", "Labels", "Alarms", "Fields", "Alarms"]

    drive(TWO_FIELDS, story)


def test_labels_scroll():
    """Until another field is selected."""
    fields = [field(name, top=addresses(50)) for name in ("a", "b")]

    async def story(view):
        await view.press("tab", "down", "j")
        assert "10.0.0.1 " not in view.text
        assert view.line_with("Labels of a").endswith("of 50")
        await view.press("end")
        assert "10.0.0.49 " in view.text
        await view.show(snapshot(fields))
        assert "10.0.0.49 " in view.text
        await view.press("shift+tab", "down")
        assert "10.0.0.0 " in view.text

    drive(snapshot(fields), story)


def test_filter():
    """It acts on labels and alarms while it is typed, whatever the case; Escape ends it."""

    async def story(view):
        await view.press("down", "slash", *"LOG")
        assert view.lines[-1] == "/LOG"
        assert "/login rose" in view.text
        assert "/index.html" not in view.text
        assert "10.0.0.1 rose" not in view.text
        await view.press("enter")
        assert view.lines[-1].startswith("Filter: LOG ")
        assert "/index.html" not in view.text
        await view.press("escape")
        assert view.lines[-1].startswith("q quit")
        assert "/index.html" in view.text
        assert "10.0.0.1 rose" in view.text

    drive(TWO_FIELDS, story)


def test_keys_are_text_while_a_filter_is_typed():
    """Also those that mean something else, and a second slash."""

    async def story(view):
        await view.press("slash", "q", "slash", "question_mark", "p", "j")
        assert view.lines[-1] == "/q/?pj"
        assert view.app.is_running
        assert not view.app.paused

    drive(TWO_FIELDS, story)


@pytest.mark.parametrize("key", ["enter", "tab"])
def test_keyboard_returns_to_the_pane(key):
    """After the filter, keys act where they did before."""

    async def story(view):
        await view.press("tab", "slash", "1", key)
        assert view.line_with("━").split()[1] == "Labels"
        await view.press("slash", "0", key)
        assert view.lines[-1].startswith("Filter: 10 ")

    drive(TWO_FIELDS, story)


def test_escape_while_typing():
    """The filter is given up."""

    async def story(view):
        await view.press("slash", *"login", "escape")
        assert view.lines[-1].startswith("q quit")
        assert "10.0.0.1 rose" in view.text

    drive(TWO_FIELDS, story)


def test_filter_without_a_match():
    """The view says so."""
    text = "\n".join(screen(TWO_FIELDS, "slash", *"zzz", "enter"))

    assert "no label matches the filter" in text
    assert "no alarm matches the filter" in text


@both_sizes
def test_help(size):
    """All of it fits; several keys close it; snapshots go on meanwhile."""

    async def story(view):
        for key in ["question_mark", "escape", "q", "enter"]:
            await view.press("question_mark")
            assert all(line in view.text for line in HELP.splitlines())
            await view.show(TWO_FIELDS)
            await view.press(key)
            assert "this help" not in view.text
        assert view.app.is_running

    drive(TWO_FIELDS, story, size)


def test_pause():
    """The screen stays, fields can be selected; then the newest snapshot is shown at once."""

    async def story(view):
        await view.press("p")
        calls = view.source.calls
        await view.show(snapshot([field("src"), field("path")], lines=5678))
        assert view.source.calls == calls
        assert "1,234 lines" in view.text
        assert view.lines[0].endswith("PAUSED")
        await view.press("down")
        assert view.line_with("Labels of path")
        await view.press("p")
        assert "5,678 lines" in view.text
        assert "PAUSED" not in view.text

    drive(TWO_FIELDS, story)


@pytest.mark.parametrize(
    "keys",
    [
        ["q"],
        ["ctrl+c"],
        ["question_mark", "ctrl+c"],
        ["question_mark", "q", "q"],
        ["slash", "a", "ctrl+c"],
        ["slash", "a", "enter", "q"],
    ],
    ids="-".join,
)
def test_quit(keys):
    """From everywhere, and if the keys come at once."""

    async def story(view):
        view.send(*keys)
        await view.until_exit()
        assert view.app.return_code == 0

    drive(TWO_FIELDS, story)


def test_resize():
    """Nothing is lost on the way to small sizes and back."""
    many = snapshot(
        [field(f"field{number}", top=addresses(30), history=wave(number)) for number in range(20)],
        [alarm(number) for number in range(30)],
    )

    async def story(view):
        await view.press("end")
        before = view.text
        for size in [(200, 50), (40, 10), (10, 3), (1, 1), (500, 100), SMALL]:
            await view.resize(*size)
            assert len(view.lines) == size[1]
            assert max(strip.cell_length for strip in view.strips) <= size[0]
        assert view.text == before

    drive(many, story)


def test_wide_screen_has_labels_next_to_alarms():
    async def story(view):
        assert "Alarms" not in view.line_with("Labels of")
        await view.resize(*LARGE)
        assert "Alarms" in view.line_with("Labels of")
        await view.resize(*SMALL)
        assert "Alarms" not in view.line_with("Labels of")

    drive(TWO_FIELDS, story)


# ------------------------------------------------------------------ the source


def test_failure_of_the_source_ends_the_view():
    """It is kept for the caller."""

    async def story(view):
        view.app.next_snapshot = fail
        view.app.poll()
        await view.until_exit()
        assert str(view.app.failure) == "the disk is gone"

    drive(TWO_FIELDS, story)


def fail():
    raise OSError("the disk is gone")


@pytest.fixture
def run_options(monkeypatch):
    """Return the options that the app is run with; it polls once and ends."""
    seen = []

    def run(app, **options):
        seen.append(options)
        app.poll()

    monkeypatch.setattr(module, "require_terminal", lambda: None)
    monkeypatch.setattr(module.WatchApp, "run", run)
    monkeypatch.setattr(module.WatchApp, "show", lambda app: None)
    return seen


def test_run_watch_raises_what_the_source_raised(run_options):
    """After the terminal was restored."""
    with pytest.raises(OSError, match=r"^the disk is gone$"):
        module.run_watch(fail)


def test_run_watch_leaves_the_mouse_to_the_terminal(run_options):
    """Text can be selected and copied as usual."""
    module.run_watch(lambda: TWO_FIELDS)
    assert run_options == [{"mouse": False}]
