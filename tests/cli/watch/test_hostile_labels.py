"""Nothing in the data acts on the terminal, or is read as markup, wherever it is shown."""

import pytest

from entrostream.streaming.printable import printable
from tests.cli.watch.headless import LARGE, SMALL, drive
from tests.cli.watch.samples import HOSTILE, alarm, field, label, snapshot

HIDDEN = [text for text in HOSTILE if text != ""]


def with_text(text):
    """Return a snapshot with the same text wherever there can be one."""
    return snapshot(
        [field(text, top=[label(text)], alarm=text)],
        [alarm(1, text, text)],
        title=text,
        note=text,
    )


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "200x50"])
def test_text_is_shown_escaped(text, size):
    """As title, note, field, label, alarm."""

    async def story(view):
        assert all(line.isprintable() for line in view.lines)
        assert len(view.lines) == size[1]
        assert view.text.count(printable(text)) >= 6

    drive(with_text(text), story, size)


@pytest.mark.parametrize("text", HIDDEN, ids=ascii)
def test_segments_have_no_control_characters(text):
    """What goes to the terminal as text is text, and nothing else is sent along."""

    async def story(view):
        segments = [segment for strip in view.strips for segment in strip]
        assert all(segment.text.isprintable() and not segment.control for segment in segments)

    drive(with_text(text), story)


def test_filter_finds_the_escaped_text():
    """A user types what is on the screen."""

    async def story(view):
        await view.press("slash", *"x1b", "enter")
        assert sum("\\x1b" in line for line in view.lines) == 1
        assert "[red]" not in view.text

    drive(snapshot([field("f", top=map(label, HOSTILE))]), story)


def test_filter_with_markup():
    """The filter is data too."""

    async def story(view):
        await view.press("slash", *"[red]", "enter")
        assert view.lines[-1].startswith("Filter: [red] ")
        assert "[red]markup" in view.text

    drive(snapshot([field("f", top=map(label, HOSTILE))]), story)


def test_empty_label_is_visible():
    async def story(view):
        assert view.line_with("(empty)")

    drive(snapshot([field("f", top=[label("")])]), story)
