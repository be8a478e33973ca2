"""What cannot be had chunk by chunk is refused, in words that say why and what to do."""

import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import entrostream as es

FRAME = pd.DataFrame({"x": list("abcab"), "t": [0, 1, 2, 3, 4], "k": list("uvuvu")})


def refused(error, message, work):
    """Check that an error says this and nothing else."""
    with pytest.raises(error, match="^" + re.escape(message) + "$"):
        work()


@pytest.mark.parametrize(
    ("error", "message", "options"),
    [
        (
            ValueError,
            "bins=4 needs all numbers at once: over chunks give edges, such as "
            "es.quantile_edges(sample, bins)",
            {"bins": 4},
        ),
        (
            TypeError,
            "group_by= over chunks must name a column of them, got ndarray; let the chunks be "
            "frames",
            {"group_by": np.arange(5)},
        ),
        (
            TypeError,
            "weights= over chunks must name a column of them, got list; let the chunks be frames",
            {"weights": [1.0]},
        ),
        (
            ValueError,
            "center= and group_by= do not go together over chunks: the last rows of each group "
            "would hold back all that follow until the end",
            {"group_by": "k", "center": True},
        ),
        (
            ValueError,
            "step= of rows and group_by= do not go together: rows of which group would count?",
            {"group_by": "k", "step": 2},
        ),
        (ValueError, "threads must be a positive integer, got 0", {"threads": 0}),
        (ValueError, "missing must be one of skip, raise, label, got 'no'", {"missing": "no"}),
    ],
)
def test_before_anything_is_read(error, message, options):
    """The call itself fails, not the first step of the loop."""

    def unread():
        raise AssertionError("a chunk was read")
        yield

    refused(error, message, lambda: es.rolling_entropy(unread(), 3, **options))


@pytest.mark.parametrize(
    ("error", "message", "chunks", "options"),
    [
        (
            TypeError,
            "an iterator must give chunks of rows, columns or frames; chunk 0 is str (for one "
            "column of labels pass a list)",
            "abc",
            {},
        ),
        (
            TypeError,
            "an iterator must give chunks of rows, columns or frames; chunk 1 is int (for one "
            "column of labels pass a list)",
            [[1, 2], 3],
            {},
        ),
        (
            ValueError,
            "chunk 1 is a column of Polars, the first was a column of NumPy: chunks must be alike",
            [["a"], pl.Series(["a"])],
            {},
        ),
        (
            ValueError,
            "chunk 1 is a frame of Pandas with ['t', 'x'], the first was a frame of Pandas with "
            "['k', 't', 'x']: chunks must be alike",
            [FRAME, FRAME[["x", "t"]]],
            {},
        ),
        (
            ValueError,
            "chunk 1, which begins with row 2: label is missing (None at position 1); pass "
            'missing="skip" or missing="label"',
            [["a", "b"], ["a", None]],
            {"missing": "raise"},
        ),
        (
            ValueError,
            "chunk 0, which begins with row 0: the frame has no column 'z'; it has ['x', 't', 'k']",
            [FRAME],
            {"group_by": "z"},
        ),
        (
            ValueError,
            "chunk 0, which begins with row 0: group_by='z' names a column, but there is no frame "
            "to find it in",
            [["a"]],
            {"group_by": "z"},
        ),
        (
            ValueError,
            "chunk 1, which begins with row 5: weight must be 0 or a positive number, got -1.0 at "
            "position 3",
            [FRAME.assign(w=1.0), FRAME.assign(w=[1, 1, 1, -1.0, 1])],
            {"weights": "w"},
        ),
    ],
)
def test_chunks_that_are_none(error, message, chunks, options):
    """A chunk that cannot be is named, and rows are counted from its first."""
    refused(error, message, lambda: list(es.rolling_entropy(iter(chunks), 3, **options)))


@pytest.mark.parametrize("options", [{}, {"center": True}, {"group_by": "k"}])
@pytest.mark.parametrize("missing", [None, 1])
def test_times_that_go_back(options, missing):
    """Rows in memory are sorted; over chunks the row is named."""
    chunks = [FRAME.copy(), FRAME.assign(t=[4, 5, 6, 5, 7])]
    if missing is not None:
        chunks[0].loc[missing, "x"] = None
    message = (
        "times must not go back over chunks, as that of row 8 does; pass lateness=, or sort first"
    )
    refused(
        ValueError,
        message,
        lambda: list(es.rolling_entropy(iter(chunks), "3s", times="t", **options)),
    )

    results = es.rolling_entropy(iter([FRAME, FRAME]), "3s", times="t", closed="left")
    next(results)
    message = (
        "times must not go back over chunks, as that of row 5 does; pass lateness=, or sort first"
    )
    refused(ValueError, message, lambda: next(results))


def test_clocks_that_change():
    """Seconds in one chunk and dates in the next cannot be compared."""
    chunks = [FRAME, FRAME.assign(t=pd.date_range("2024", periods=5))]
    with pytest.raises(TypeError, match="seconds"):
        list(es.rolling_entropy(iter(chunks), "3s", times="t", group_by="k"))


def test_groups_of_polars_that_would_wait():
    """The error says what would serve."""
    frame = pl.DataFrame({"x": ["a"], "t": [1], "k": ["u"]})
    refused(
        ValueError,
        "group_by= over chunks of Polars with a span of time: rows of the same time may still "
        'come, and would hold back all that follow; take closed="left", or chunks of Arrow',
        lambda: list(es.rolling_entropy(iter([frame]), "3s", times="t", group_by="k")),
    )


def test_spans_without_times():
    """A span needs times, whichever way the rows come."""
    message = (
        "chunk 0, which begins with row 0: a window of '3s' needs times=, the time of each row"
    )
    refused(ValueError, message, lambda: list(es.rolling_entropy(iter([["a"]]), "3s")))


def test_pairs_need_frames():
    """Names are names of columns."""
    message = "chunk 0, which begins with row 0: 'x', 'y' name columns: chunks must be frames"
    refused(
        TypeError, message, lambda: es.information_gain("x", "y", frame=iter([pa.array(["a"])]))
    )
    refused(
        TypeError,
        "frame must be a frame or chunks of frames, got list",
        lambda: es.information_gain("x", "y", frame=["a"]),
    )


def test_errors_in_whole_columns_name_the_chunk():
    """One number for all rows, or a sentence where it failed."""
    message = (
        "chunk 1, which begins with row 1: label is missing (None at position 0); pass "
        'missing="skip" or missing="label"'
    )
    refused(ValueError, message, lambda: es.entropy(iter([["a"], [None]]), missing="raise"))
