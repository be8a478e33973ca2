"""Columns and frames cut into chunks, and results put together again."""

from itertools import pairwise

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from hypothesis import strategies as st

from tests.sequences import sequences

LABELS = ["a", "b", "c", None]
KINDS = {
    "list": (list, lambda parts: np.concatenate(parts)),
    "numpy": (lambda rows: np.array(rows, dtype=object), lambda parts: np.concatenate(parts)),
    "pandas": (pd.Series, lambda parts: pd.concat(parts)),
    "polars": (lambda rows: pl.Series("x", rows, pl.String), lambda parts: pl.concat(parts)),
    "arrow": (lambda rows: pa.array(rows, pa.string()), lambda parts: pa.chunked_array(parts)),
}


@st.composite
def rows_and_cuts(draw, most=40):
    """Rows of a frame in the order of their times, and where to cut them."""
    rows = draw(sequences(LABELS, LABELS, LABELS, range(4), max_size=most))
    x, y, keys, waits = ([row[place] for row in rows] for place in range(4))
    times = np.cumsum(np.array(waits, dtype=np.int64)).astype("M8[s]").astype("M8[us]")
    weights = [1.0 + (index * 7 % 5) / 4 for index in range(len(rows))]
    frame = {"x": x, "y": y, "k": keys, "t": times, "w": weights}
    cuts = draw(st.lists(st.integers(0, len(rows)), max_size=5))
    return frame, [0, *sorted(cuts), len(rows)]


def pieces_of(column, cuts):
    """Return the parts of a column between the cuts."""
    cut = getattr(column, "iloc", column)
    return [cut[first:last] for first, last in pairwise(cuts)]


def frame_of(kind, frame):
    """Return columns as a frame of a library."""
    strings = [(name, pa.string()) for name in "xyk"]
    schema = pa.schema([*strings, ("t", pa.timestamp("us")), ("w", pa.float64())])
    table = pa.table(frame, schema=schema)
    make = {"pandas": pa.Table.to_pandas, "polars": pl.from_arrow, "arrow": lambda table: table}
    return make[kind](table)


def bits(values):
    """Return the bits of floats, of a column or a frame of any library."""
    if isinstance(values, dict):
        return {name: bits(column) for name, column in values.items()}
    if isinstance(values, pa.Table | pa.RecordBatch):
        return {name: bits(values.column(name)) for name in values.schema.names}
    if isinstance(values, pd.DataFrame | pl.DataFrame):
        return {str(name): bits(values[name]) for name in values.columns}
    if isinstance(values, pa.Array | pa.ChunkedArray):
        values = values.to_pandas()
    if isinstance(values, pl.Series):
        values = values.to_numpy()
    values = np.asarray(values, dtype=np.float64)
    return [None if np.isnan(value) else float(value).hex() for value in values.ravel()]


def joined_bits(results):
    """Return the bits of results one after the other."""
    values = [bits(result) for result in results]
    if values and isinstance(values[0], dict):
        return {name: [bit for each in values for bit in each[name]] for name in values[0]}
    return [bit for each in values for bit in each]
