"""With lateness= times over chunks may go back: the values are those of the rows in order."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.chunk_data import bits, joined_bits
from tests.examples import examples
from tests.refusals import refused
from tests.sequences import sequences

rows_of = sequences(["a", "b", "c", None], ["u", "v", None], range(6), range(4), max_size=30)
WAYS = {
    "span": lambda frame, **more: es.rolling_gini(frame, "4s", times="t", **more),
    "closed": lambda frame, **more: es.rolling_gini(frame, "4s", times="t", closed="left", **more),
    "centred": lambda frame, **more: es.rolling_gini(frame, "4s", times="t", center=True, **more),
    "fading": lambda frame, **more: es.fading_gini(frame, half_life="4s", times="t", **more),
    "divergence": lambda frame, **more: es.rolling_divergence(
        frame, "4s", times="t", reference=["a", "b"], **more
    ),
    "weights": lambda frame, **more: es.rolling_gini(
        frame.assign(w=1.5), "4s", times="t", weights="w", **more
    ),
}


def frame_of(rows):
    """Return rows whose times go back by three seconds at most."""
    frame = pd.DataFrame(rows, columns=["x", "k", "wait", "late"]).astype({"x": object})
    times = np.cumsum(frame["wait"].to_numpy(np.int64)) - frame.pop("late").to_numpy(np.int64)
    return frame.drop(columns="wait").assign(t=times.astype("M8[s]"))


def chunks_of(frame, size):
    """Yield `size` rows at once."""
    for first in range(0, len(frame), size):
        yield frame[first : first + size]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
@examples(30)
@given(rows=rows_of, size=st.integers(1, 9))
def test_values_are_those_of_the_column_in_memory(way, rows, size):
    """Bit for bit, in the order of the rows; in memory too."""
    frame = frame_of(rows)[["x", "t"]]
    if not len(frame):
        return

    expected = bits(way(frame)["x"])

    assert joined_bits(way(each, lateness="3s") for each in [frame]) == {"x": expected}
    if way is WAYS["weights"]:
        return
    parts = list(way(chunks_of(frame, size), lateness="3s"))
    assert [len(part) for part in parts] == [len(part) for part in chunks_of(frame, size)]
    assert joined_bits(parts) == {"x": expected}


@examples(30)
@given(rows=rows_of, size=st.integers(1, 9))
def test_groups(rows, size):
    """Rows without a key get nothing and hold nobody back."""
    frame = frame_of(rows)
    if not len(frame):
        return
    options = {"times": "t", "group_by": "k"}

    expected = bits(es.rolling_gini(frame, "4s", **options)["x"])

    parts = es.rolling_gini(chunks_of(frame, size), "4s", lateness="3s", **options)
    assert joined_bits(parts) == {"x": expected}


@examples(30)
@given(rows=rows_of, size=st.integers(1, 9))
def test_intervals(rows, size):
    """The same intervals with the same values."""
    frame = frame_of(rows)[["x", "t"]]
    if not len(frame):
        return
    options = {"times": "t", "every": "5s"}

    expected = es.rolling_gini(frame, "7s", **options)

    parts = es.rolling_gini(chunks_of(frame, size), "7s", lateness="3s", **options)
    pd.testing.assert_frame_equal(pd.concat(parts), expected, check_freq=False)


def test_polars_rows_of_equal_times_stay_together():
    """As in memory, where a window holds all rows of its time."""
    frame = pl.DataFrame({"x": list("abcab"), "t": [3, 1, 3, 2, 3]})

    result = es.rolling_gini(iter([frame[:2], frame[2:]]), "2s", times="t", lateness="2s")

    assert (
        pl.concat(result)["x"].to_list() == es.rolling_gini(frame, "2s", times="t")["x"].to_list()
    )


def test_later_rows_are_refused_or_dropped():
    """By the latest time before them, as in a TimeWindow."""
    frame = pd.DataFrame({"x": list("abcd"), "t": [1, 9, 5, 8]})
    chunks = [frame[:2], frame[2:]]
    text = (
        "the time of row 2 is too late for lateness='3s': pass a larger lateness, or late=\"drop\""
    )
    for given_ in (iter(chunks), frame):
        with refused(ValueError, text):
            list(es.rolling_gini(given_, "20s", times="t", lateness="3s"))
    pairs = frame.assign(y=list("uvuv"))
    for given_ in (iter([pairs[:2], pairs[2:]]), pairs):
        with refused(ValueError, text):
            list(
                es.rolling_mutual_information(
                    "x", "y", "20s", frame=given_, times="t", lateness="3s"
                )
            )
    parts = es.rolling(iter(chunks), "20s", times="t", lateness="3s", late="drop", measures=("n",))
    assert bits(pd.concat(parts)["x_n"]) == bits([1.0, 3.0, np.nan, 2.0])


def test_arguments():
    """A length of time, with times; raise or drop."""
    with refused(ValueError, "lateness= needs times=, by which rows can be late"):
        es.rolling_gini(["a"], 2, lateness="3s")
    with pytest.raises(ValueError, match="lateness must be 0 or a positive length of time"):
        es.rolling_gini(["a"], "2s", times=[1], lateness="-1s")
    assert es.rolling_gini(["a"], "2s", times=[1], lateness="0s").tolist() == [0.0]
    with refused(ValueError, 'late must be "raise" or "drop", got \'keep\''):
        es.rolling_gini(["a"], "2s", times=[1], lateness="3s", late="keep")
