"""A CVFDT whose window has a length of time: every row has its time."""

import datetime as dt

import numpy as np
import pytest

from entrostream.tree import CVFDTClassifier, VFDTClassifier, prequential
from tests.refusals import refused

ROWS = 3000
RNG = np.random.default_rng(19)
COLUMNS = {"x": RNG.random(ROWS), "c": RNG.choice(list("abc"), ROWS)}
LABELS = np.where(np.arange(ROWS) < ROWS // 2, COLUMNS["x"] > 0.5, COLUMNS["c"] == "a")
TIMES = np.cumsum(RNG.integers(0, 3, ROWS)).astype(float)


def rows():
    """Yield the rows one by one: attributes, class, time."""
    for x, c, label, at in zip(*COLUMNS.values(), LABELS.tolist(), TIMES.tolist(), strict=True):
        yield {"x": float(x), "c": str(c)}, label, at


def one_by_one(window="5min"):
    """Return a tree that has learned all rows."""
    tree = CVFDTClassifier(window=window)
    for x, label, at in rows():
        tree.learn_one(x, label, at=at)
    return tree


def test_window_holds_the_rows_of_the_last_five_minutes():
    """Of the times above now less the length."""
    assert one_by_one().window_size == np.sum(TIMES[-1] - 300 < TIMES)


@pytest.mark.parametrize("window", ["5min", "300s", dt.timedelta(minutes=5)])
def test_rows_in_bulk_make_the_tree_of_single_rows(window):
    """However the length is written."""
    tree = CVFDTClassifier(window=window)
    tree.learn_many(COLUMNS, LABELS, times=TIMES)

    assert tree == one_by_one()
    assert tree.get_params()["window"] == "5min"
    assert CVFDTClassifier.from_bytes(tree.to_bytes()) == tree


def test_prequential_runs_with_times():
    """By column or by name, in one piece or in chunks."""
    whole, named, chunked = (CVFDTClassifier(window="5min") for _ in range(3))
    table = {**COLUMNS, "label": LABELS, "t": TIMES}
    chunks = ({k: v[i : i + 700] for k, v in table.items()} for i in range(0, ROWS, 700))

    run = prequential(whole, COLUMNS, LABELS, times=TIMES)
    assert prequential(named, table, "label", times="t").accuracy[-1] == run.accuracy[-1]
    assert prequential(chunked, chunks, "label", times="t").accuracy[-1] == run.accuracy[-1]
    assert whole == named == chunked == one_by_one()


def test_instants_are_times_too():
    """Datetimes, in order."""
    start = np.datetime64("2026-01-01T00:00:00", "ns")
    instants = start + (TIMES * 1e9).astype("timedelta64[ns]")
    tree = CVFDTClassifier(window="5min")
    tree.learn_many(COLUMNS, LABELS, times=instants)

    assert tree.window_size == one_by_one().window_size


@pytest.mark.parametrize(
    ("at", "error", "message"),
    [
        (None, ValueError, "at is missing: the window has a length of time"),
        (-5.0, ValueError, "the times of rows must not go back"),
        (float("nan"), ValueError, None),
        ("2026-01-01", TypeError, "time is a datetime, but earlier times were numbers of seconds"),
    ],
)
def test_bad_times_are_refused_and_nothing_is_learned(at, error, message):
    """The tree is as it was."""
    tree = one_by_one()
    before = tree.to_bytes()

    with pytest.raises(error) if message is None else refused(error, message):
        tree.learn_one({"x": 0.5, "c": "a"}, True, at=at)
    assert tree.to_bytes() == before


def test_times_that_go_back_within_a_batch_are_refused():
    """The message has the row."""
    tree = CVFDTClassifier(window="5min")
    times = TIMES.copy()
    times[7] = -1

    with pytest.raises(ValueError, match="times must not go back at position 7"):
        tree.learn_many(COLUMNS, LABELS, times=times)
    assert tree.n == 0


def test_times_are_for_windows_with_a_length_of_time():
    """Other trees say so."""
    with pytest.raises(ValueError, match="at is for windows with a length of time"):
        VFDTClassifier().learn_one({"x": 1.0}, 0, at=1)
    with pytest.raises(ValueError, match="times is for windows with a length of time"):
        CVFDTClassifier().learn_many({"x": [1.0]}, [0], times=[1])
    with pytest.raises(ValueError, match="times is for windows with a length of time"):
        prequential(VFDTClassifier(), {"x": [1.0]}, [0], times=[1])
