"""`entrostream state`: what parts saved, merged, has the bytes of one run over the whole."""

import json

import numpy as np
import pytest

import entrostream as es
from entrostream.streaming import SavedState, save_states
from tests.cli.running import entrostream

ROWS = 300
RANDOM = np.random.default_rng(7)
LINES = [
    json.dumps({"x": str(x), "g": str(g), "w": int(w), "at": 5 * number})
    for number, (x, g, w) in enumerate(
        zip(
            RANDOM.choice(list("abcdef"), ROWS),
            RANDOM.choice(list("uv"), ROWS),
            RANDOM.integers(1, 9, ROWS),
            strict=True,
        )
    )
]
RULES = {
    "Tally": [],
    "groups": ["-g", "g"],
    "WeightedTally": ["--weight", "w"],
    "TimeWindow": ["--window", "10min", "--time-field", "at"],
    "several": ["-f", "g", "-f", "x+g", "-f", "w:log2"],
}


def saved(folder, name, lines, options):
    """Return the file with the states of some lines."""
    data, states = folder / f"{name}.jsonl", folder / f"{name}.states"
    data.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    done = entrostream("compute", data, "-f", "x", *options, "--save", states, "-q")
    assert (done.code, done.err) == (0, "")
    return states


@pytest.mark.parametrize(("name", "options"), RULES.items())
@pytest.mark.parametrize("order", [1, -1])
def test_ten_parts_give_the_bytes_of_the_whole(tmp_path, name, options, order):
    """Hosts that took turns, merged in any order."""
    whole = saved(tmp_path, "whole", LINES, options)
    parts = [saved(tmp_path, f"part{each}", LINES[each::10], options) for each in range(10)]
    merged = tmp_path / "merged.states"

    done = entrostream("state", "merge", *parts[::order], "--out", merged)

    assert done.code == 0
    assert done.err.endswith(" of 10 files\n")
    assert merged.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("every", [[], ["--every", "1min"], ["--every", "50"]])
@pytest.mark.parametrize("cut", [1, 5, 31, 299])
def test_parts_of_a_day_with_groups_that_end_early(tmp_path, every, cut):
    """A window by time is that at the last event of all parts: what is over is over."""
    options = ["-g", "g", "--window", "10min", "--time-field", "at", *every]
    lines = [json.dumps({"x": "a", "g": "early", "at": 0}), *LINES]
    whole = saved(tmp_path, "whole", lines, options)
    parts = [saved(tmp_path, name, part, options) for name, part in
             (("first", lines[:cut]), ("second", lines[cut:]))]  # fmt: skip
    merged = tmp_path / "merged.states"
    for order in (1, -1):
        assert entrostream("state", "merge", *parts[::order], "--out", merged).code == 0
        assert merged.read_bytes() == whole.read_bytes()
        assert b"early" not in merged.read_bytes()


def test_show(tmp_path):
    """Measures and the most common labels of each, as text."""
    path = tmp_path / "x.states"
    hostile = es.Tally(["\x1b[31mred"] * 3 + ["[/]"])
    save_states(
        str(path), [SavedState("x", {"g": "[b]"}, hostile), SavedState("y", {}, es.Tally())]
    )
    done = entrostream("state", "show", path)
    assert done.code == 0
    assert "\x1b" not in done.out
    assert f"{path}: x, g=[b] (Tally)" in done.out
    assert r"\x1b[31mred       3  75.0%" in done.out
    assert f"{path}: y (Tally)" in done.out
    assert "75.0%" not in entrostream("state", "show", path, "--top", "0").out


def test_show_has_all_summaries(tmp_path):
    """Windows and decay, too."""
    for number, options in enumerate(
        (["--window", "5"], ["--decay", "5"], ["--window", "adaptive"], *RULES.values())
    ):
        path = saved(tmp_path, str(number), LINES, options)
        assert entrostream("state", "show", path).code == 0
        assert entrostream("state", "verify", path).code == 0


def test_verify(tmp_path):
    """Each file is judged; one that is damaged is named, and the exit code is 1."""
    good = saved(tmp_path, "good", LINES, [])
    bad = tmp_path / "bad.states"
    bad.write_bytes(good.read_bytes()[:-1])
    assert entrostream("state", "verify", good) == (0, f"{good}: 1 state, undamaged\n", "")
    done = entrostream("state", "verify", bad, good, tmp_path / "none")
    assert done.code == 1
    assert done.out == f"{good}: 1 state, undamaged\n"
    assert done.err.splitlines() == [
        f"entrostream: {bad}: it is damaged or was cut: its SHA-256 differs",
        f"entrostream: cannot open {tmp_path / 'none'}: no such file or directory",
    ]


@pytest.mark.parametrize("command", [["show"], ["merge", "--out", "x"]])
def test_damaged_files_are_refused(tmp_path, command):
    """With their names; nothing is merged."""
    good = saved(tmp_path, "good", LINES, [])
    bad = tmp_path / "bad.states"
    bad.write_bytes(b"hello\n")
    done = entrostream("state", *command, good, bad)
    assert done.code == 1
    assert done.err == f"entrostream: {bad}: it is no file of states, or it was cut\n"


def test_unlike_states_are_refused(tmp_path):
    """A window of events has no order between two streams."""
    first = saved(tmp_path, "1", LINES, ["--window", "5"])
    second = saved(tmp_path, "2", LINES, ["--window", "5"])
    other = saved(tmp_path, "3", LINES, [])
    done = entrostream("state", "merge", first, second, "--out", tmp_path / "x")
    assert done.code == 1
    assert done.err.startswith(f"entrostream: {second}: x: SlidingWindow cannot merge: ")
    done = entrostream("state", "merge", first, other, "--out", tmp_path / "x")
    assert done.err == (f"entrostream: {other}: x is a Tally, in earlier files a SlidingWindow\n")
    assert not (tmp_path / "x").exists()
