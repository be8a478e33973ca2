"""Rolling entropy as dataframes and SQL engines give it: each window computed anew.

Every function takes a column (codes or strings as NumPy holds them) and the window, and returns
the entropy in bits of each row's window, those that are not yet full included or left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import chdb
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from rolling import Entropy

from benchmarks.rivals import numba_window

Engine = Callable[[np.ndarray, int], np.ndarray]


def pandas_apply(column: np.ndarray, window: int) -> np.ndarray:
    """Codes, since `rolling.apply` takes numbers alone."""
    codes = pd.Series(pd.factorize(column)[0].astype(np.float64))
    return codes.rolling(window).apply(_entropy_of_codes, raw=True).to_numpy()


def _entropy_of_codes(codes: np.ndarray) -> float:
    counts = np.bincount(codes.astype(np.int64))
    shares = counts[counts > 0] / len(codes)
    return -float(np.sum(shares * np.log2(shares)))


def polars_rolling(column: np.ndarray, window: int) -> np.ndarray:
    frame = pl.DataFrame({"i": np.arange(len(column)), "x": column})
    counts = pl.col("x").unique_counts()
    return frame.rolling("i", period=f"{window}i").agg(counts.entropy(base=2))["x"].to_numpy()


def duckdb_window(column: np.ndarray, window: int) -> np.ndarray:
    rows = pa.table({"i": np.arange(len(column)), "x": column})  # noqa: F841, named in the query
    query = f"SELECT entropy(x) OVER (ORDER BY i ROWS {window - 1} PRECEDING) AS h FROM rows"
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        return connection.sql(query).to_arrow_table()["h"].to_numpy()


def chdb_window(column: np.ndarray, window: int) -> np.ndarray:
    rows = pa.table({"i": np.arange(len(column)), "x": column})  # noqa: F841, named in the query
    frame = f"ROWS BETWEEN {window - 1} PRECEDING AND CURRENT ROW"
    query = f"SELECT entropy(x) OVER (ORDER BY i {frame}) AS h FROM Python(rows) ORDER BY i"
    return chdb.query(query + " SETTINGS max_threads = 1", "ArrowTable")["h"].to_numpy()


def polars_frame(column: np.ndarray, window: int) -> np.ndarray:
    """As all that follow: the last window alone, as often as there are rows beyond it."""
    values = pl.Series("x", column)
    rows = len(column) - window
    return np.array(
        [values[row : row + window].unique_counts().entropy(base=2) for row in range(1, rows + 1)]
    )


def duckdb_frame(column: np.ndarray, window: int) -> np.ndarray:
    rows = pa.table({"x": column[-window:]})
    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        connection.register("rows", rows)
        query = "SELECT entropy(x) FROM rows"
        return np.array([connection.execute(query).fetchall()[0][0] for _ in column[window:]])


def chdb_frame(column: np.ndarray, window: int) -> np.ndarray:
    rows = pa.table({"x": column[-window:]})  # noqa: F841, named in the query
    query = "SELECT entropy(x) AS h FROM Python(rows) SETTINGS max_threads = 1"
    return np.array([chdb.query(query, "ArrowTable")["h"][0].as_py() for _ in column[window:]])


def rolling_package(column: np.ndarray, window: int) -> np.ndarray:
    return np.array(list(Entropy(column.tolist(), window)))


def numba_loop(column: np.ndarray, window: int) -> np.ndarray:
    """Run the loop that one writes first, strings through factorize."""
    codes = column if column.dtype.kind in "iu" else pd.factorize(column)[0]
    labels = int(codes.max()) + 1
    return numba_window.plain(codes, labels, window, numba_window.steps(window))


def true_entropy(column: np.ndarray) -> float:
    """Return the entropy of one window, to check what the engines say."""
    _, counts = np.unique(column, return_counts=True)
    return -math.fsum(c / len(column) * math.log2(c / len(column)) for c in counts)
