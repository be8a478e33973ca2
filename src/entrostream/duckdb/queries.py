"""Queries with the measures of windows as new columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

import entrostream as es
from entrostream.columns.options import Closed, Late, Measure, Missing
from entrostream.columns.parameters import PER_ROW
from entrostream.columns.rolling import MEASURES
from entrostream.docstrings import complete, entries
from entrostream.duckdb.relations import append_measures

__all__ = ["expanding_entropy", "expanding_gini", "rolling", "rolling_entropy", "rolling_gini"]

# What differs from the column functions: columns are named, and missing values are NULL.
PARAMETERS = PER_ROW | entries(
    """
    con : DuckDBPyConnection
        Where the query is run, and the relation lives.
    query : str or relation
        What to measure. A query of a Python variable needs `con.sql`: DuckDB finds variables
        where it is called.
    column : str, optional
        The column of labels; not needed if only one column is not an auxiliary one.
    times : str, optional
        The column with the time of each row, for a span. Times may be in any order.
    every : span, optional
        For a window that is a span: the rows of the result are not those of the query but the
        multiples of a length of time ("10min"), each with the measure of the window that ends
        there; rows without a key belong to no group then.
    group_by : str or list of str, optional
        Columns of keys: windows hold only rows of the same group, those of PARTITION BY. NULLs
        are one group.
    weights : str, optional
        The column with the weight of each row. A row of weight 0 is treated like one without a
        label.
    lateness : span, optional
        The rows of the query are events in the order of their arrival (ORDER BY the time of
        arrival), and `times` may go back so far ("1h"), as in a `TimeWindow`. Without it they
        may be in any order.
    late : {"raise", "drop"}, default "raise"
        Rows whose times go back further raise an error, or are ignored and get NULL.
    """
)
ALL_ROWS = PARAMETERS | entries(
    """
    min_periods : int, default 1
        NULL where fewer rows so far have a label.
    """
)
RELATION = """\
DuckDBPyRelation
    The rows of the query, in its order (say ORDER BY), with a new column for each measure, named
    after it. NULL where a window holds too few labels.
"""
of_windows = complete(PARAMETERS, returns=RELATION)
of_all_rows = complete(ALL_ROWS, returns=RELATION)


@of_windows
def rolling_entropy(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    window: Any,
    *,
    column: str | None = None,
    times: Any = None,
    min_periods: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the entropy of the window of each in bits, as a relation.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.rolling_entropy(con, rows, 2, column="x").fetchall()
    [(0, 0, None), (1, 1, 1.0), (2, 0, 1.0), (3, 1, 1.0)]
    """
    return append_measures(es.rolling, locals(), "entropy")


@of_windows
def rolling_gini(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    window: Any,
    *,
    column: str | None = None,
    times: Any = None,
    min_periods: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the Gini index of the window of each, as a relation.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.rolling_gini(con, rows, 2, column="x").fetchall()
    [(0, 0, None), (1, 1, 0.5), (2, 0, 0.5), (3, 1, 0.5)]
    """
    return append_measures(es.rolling, locals(), "gini")


@of_windows
def rolling(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    window: Any,
    *,
    column: str | None = None,
    measures: Measure | Sequence[Measure] = MEASURES,
    times: Any = None,
    min_periods: int | None = None,
    every: Any = None,
    center: bool = False,
    closed: Closed | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
    lateness: Any = None,
    late: Late = "raise",
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with several measures of the window of each, as a relation.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> measures = ["n", "distinct"]
    >>> both = entrostream.duckdb.rolling(con, rows, 2, column="x", measures=measures)
    >>> both.fetchall()
    [(0, 0, None, None), (1, 1, 2.0, 2.0), (2, 0, 2.0, 2.0), (3, 1, 2.0, 2.0)]
    """
    return append_measures(es.rolling, locals())


@of_all_rows
def expanding_entropy(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    *,
    column: str | None = None,
    min_periods: int | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    base: float = 2,
    threads: int | None = None,
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the entropy of all rows up to each in bits, as a relation.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.expanding_entropy(con, rows, column="x").fetchall()[:2]
    [(0, 0, 0.0), (1, 1, 1.0)]
    """
    return append_measures(es.expanding, locals(), "entropy")


@of_all_rows
def expanding_gini(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    *,
    column: str | None = None,
    min_periods: int | None = None,
    group_by: Any = None,
    weights: Any = None,
    bins: Any = None,
    missing: Missing = "skip",
    threads: int | None = None,
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the Gini index of all rows up to each, as a relation.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.expanding_gini(con, rows, column="x").fetchall()[:2]
    [(0, 0, 0.0), (1, 1, 0.5)]
    """
    return append_measures(es.expanding, locals(), "gini")
