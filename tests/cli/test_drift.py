"""`entrostream drift`: the changes that an adaptive window finds, in each format."""

import csv
import io
import json

import numpy as np
import pytest

import entrostream as es
from tests.cli.running import entrostream

RANDOM = np.random.default_rng(3)
LABELS = [
    *RANDOM.choice(["a", "b"], 1500, p=[0.9, 0.1]).tolist(),
    *RANDOM.choice(["a", "\x1b[31mred", "[/]"], 1500, p=[0.2, 0.5, 0.3]).tolist(),
]


def expected():
    """Return the changes that the library finds."""
    window = es.AdaptiveWindow()
    window.update_many(LABELS)
    assert window.n_changes > 0
    return window.changes


@pytest.fixture
def path(tmp_path):
    """Return a file with the labels and times."""
    path = tmp_path / "x.jsonl"
    lines = [json.dumps({"x": label, "at": 10 * row}) for row, label in enumerate(LABELS)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_changes_are_those_of_the_library(path):
    """To the last bit, as JSON and as CSV."""
    changes = expected()
    as_json = [
        json.loads(line)
        for line in entrostream("drift", path, "-f", "x", "-o", "jsonl", "-q").out.splitlines()
    ]
    as_csv = list(
        csv.DictReader(io.StringIO(entrostream("drift", path, "-f", "x", "-o", "csv", "-q").out))
    )
    for rows in (as_json, as_csv):
        assert [int(row["event"]) for row in rows] == [each.position for each in changes]
        assert [float(row["severity"]) for row in rows] == [each.severity for each in changes]
        assert [float(row["entropy_after"]) for row in rows] == [
            each.entropy_after for each in changes
        ]
    assert [each["label"] for each in as_json[0]["labels"]] == [
        each.label for each in changes[0].labels
    ]


def test_text_is_one_line_per_change(path):
    """Labels are shown as text."""
    done = entrostream("drift", path, "-f", "x", "-q")
    assert len(done.out.splitlines()) == len(expected())
    assert "\x1b" not in done.out
    assert "x1b[31mred" in done.out
    assert done.out.startswith("x  event ")


@pytest.mark.parametrize("form", ["text", "jsonl", "csv"])
def test_times(path, form):
    """When there are times, changes have them."""
    done = entrostream("drift", path, "-f", "x", "--time-field", "at", "-o", form, "-q")
    assert done.code == 0
    assert "1970-01-01T0" in done.out


def test_season(path):
    """It needs times, and takes them."""
    done = entrostream("drift", path, "-f", "x", "--season", "1h", "--time-field", "at", "-q")
    assert done.code == 0
    done = entrostream("drift", path, "-f", "x", "--season", "1h", "-q")
    assert done.code == 2
    assert done.err.startswith("entrostream: --season 1h needs the time of each event in ")


def test_exit_code(path):
    """3 if there is a change and that is wanted."""
    assert entrostream("drift", path, "-f", "x", "-q").code == 0
    assert entrostream("drift", path, "-f", "x", "--fail-on-change", "-q").code == 3
    same = entrostream("drift", "--fail-on-change", pieces=[b"a\nb\n" * 500])
    assert (same.code, same.out) == (0, "")


def test_order_by_severity(path):
    """The most severe first, of all fields."""
    command = ("drift", path, "-f", "x", "-f", "x+x", "--sort", "severity", "-o", "jsonl", "-q")
    severities = [json.loads(line)["severity"] for line in entrostream(*command).out.splitlines()]
    assert severities == sorted(severities, reverse=True)
    assert len(severities) > 1


def test_small_changes_can_be_left_out(path):
    """By the share of the events that they move."""
    assert entrostream("drift", path, "-f", "x", "--min-shift", "0.95", "-q").out == ""


def test_recurring_changes_are_skipped_and_counted(tmp_path):
    """A note says how many, and how to see them."""
    shares = np.array([[0.9, 0.1], [0.5, 0.5]])
    labels = np.concatenate([RANDOM.choice(2, 10_000, p=shares[i % 2]) for i in range(25)])
    path = tmp_path / "regimes.csv"
    path.write_text("x\n" + "\n".join(map(str, labels.tolist())), encoding="utf-8")
    window = es.AdaptiveWindow()
    window.update_many(labels)
    skipped = window.n_recurring
    assert skipped > 0

    done = entrostream("drift", path, "-f", "x")
    reported = entrostream("drift", path, "-f", "x", "--recurring", "report")

    assert len(done.out.splitlines()) == window.n_changes
    assert f"recurring changes skipped: {skipped}, no more severe than what is usual" in done.err
    assert len(reported.out.splitlines()) == window.n_changes + skipped
    assert "skipped" not in reported.err


def test_summary_lists_changes(path):
    """By severity."""
    done = entrostream("compute", path, "-f", "x", "--summary", "-q")
    assert f"changes: {len(expected())}, the most severe first" in done.out
    assert "\x1b" not in done.out


@pytest.mark.parametrize("size", [100, 1000])
def test_pieces_change_nothing(path, size):
    """The same changes, with the same numbers, through a pipe."""
    data = path.read_bytes()
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    whole = entrostream("drift", path, "-f", "x", "-o", "jsonl", "-q")
    assert entrostream("drift", "-f", "x", "-o", "jsonl", "-q", pieces=pieces) == whole
