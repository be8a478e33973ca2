"""DuckDB: SQL functions over lists, and queries with columns of results added.

>>> import duckdb, entrostream.duckdb
>>> con = duckdb.connect()
>>> entrostream.duckdb.register(con)
>>> con.sql("SELECT exact_entropy(list(x)) FROM (VALUES ('a'), ('b'), ('b')) t(x)").fetchall()
[(0.9182958340544896,)]
>>> query = "SELECT * FROM (VALUES (1, 'a'), (2, 'b'), (3, 'b')) t(i, x) ORDER BY i"
>>> entrostream.duckdb.rolling_entropy(con, query, 2, column="x").fetchall()
[(1, 'a', None), (2, 'b', 1.0), (3, 'b', 0.0)]
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any
from uuid import uuid4

import numpy as np

import entrostream as es
from entrostream._core import repr_short
from entrostream.columns.frames import are_columns_or_names
from entrostream.columns.options import Closed, Measure, Missing
from entrostream.columns.parameters import PER_ROW
from entrostream.columns.rolling import MEASURES
from entrostream.docstrings import complete, entries

try:
    import duckdb

    pa: Any = import_module("pyarrow")  # it has no type hints
except ImportError as error:
    raise ImportError(
        'entrostream.duckdb needs DuckDB and PyArrow: pip install "entrostream[duckdb]"'
    ) from error

__all__ = [
    "expanding_entropy",
    "expanding_gini",
    "register",
    "rolling",
    "rolling_entropy",
    "rolling_gini",
]

AUXILIARY = ("times", "group_by", "weights")  # arguments that name columns


PRIVATE = "_entrostream_"  # DuckDB has no functions of any type: macros cast, these compute


def register(con: duckdb.DuckDBPyConnection) -> None:
    """Add functions over lists to a connection.

    `exact_entropy(list)` and `exact_gini(list)` give a number, `rolling_entropy(list, w)`,
    `rolling_gini(list, w)`, `expanding_entropy(list)` and `expanding_gini(list)` a list with a
    value for each element. Elements count as their text, NULL is missing; a NULL list and one
    without labels give NULL. Entropies are in bits: divide them by `log2(10)` for base 10. DuckDB
    hands a function 2048 rows at a time, so a window over rows cannot be one: collect them with
    `list(x ORDER BY t)`, or use the functions of this module.

    The functions are temporary macros: each connection and each cursor registers its own, any
    number of times; a transaction that is rolled back removes them.

    Parameters
    ----------
    con : DuckDBPyConnection
        The connection, or a cursor.

    Raises
    ------
    duckdb.Error
        If the connection is closed, or its transaction was aborted.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> entrostream.duckdb.register(con)
    >>> con.sql("SELECT rolling_gini(['a', 'b', 'b'], 2)").fetchall()
    [([None, 0.5, 0.0],)]
    """
    for name, (function, returns, *more) in _FUNCTIONS.items():
        private = _private_function(con, PRIVATE + name, function, returns, more)
        arguments = ", size" if more else ""
        con.execute(
            f"CREATE OR REPLACE TEMP MACRO {name}(labels{arguments}) AS "
            f"{private}(labels::VARCHAR[]{arguments})"
        )


def _private_function(
    con: duckdb.DuckDBPyConnection, name: str, function: Any, returns: str, more: list[str]
) -> str:
    """Return the name of the function over lists of strings: an existing one, or a new one.

    All connections to a database share its functions. Only the connection that created a function
    can remove it; one that created it in a transaction that was rolled back can neither remove nor
    create it again; and one that another transaction created but did not commit blocks its name.
    So no function is ever removed, and each new one has a unique name.
    """
    known = con.execute(
        "SELECT function_name FROM duckdb_functions() WHERE database_name = 'system' "
        "AND function_type = 'scalar' AND regexp_full_match(function_name, ?)",
        [f"{name}_[0-9a-f]{{32}}"],
    ).fetchone()
    if known is not None:
        return str(known[0])
    unique = f"{name}_{uuid4().hex}"
    create: Any = con.create_function  # whose types name all types but lists
    create(unique, function, ["VARCHAR[]", *more], returns, type="arrow", null_handling="special")
    return unique


def _value_per_list(expanding: Callable[..., Any]) -> Callable[[Any], Any]:
    """Return a function that gives one value per list: the last of the expanding values."""

    def values(lists: Any) -> Any:
        labels, ends, owners = _flatten(lists)
        within = np.asarray(expanding(labels, group_by=owners))
        # A list without elements has no last one.
        result = np.append(within, np.nan)[np.where(np.diff(ends, prepend=0) > 0, ends - 1, -1)]
        return pa.array(result, mask=_nulls(lists) | np.isnan(result))

    return values


def _values_per_list(function: Callable[..., Any], *window: int) -> Callable[[Any], Any]:
    """Return a function that gives a list of values per list."""

    def values(lists: Any) -> Any:
        labels, ends, owners = _flatten(lists)
        result = pa.array(np.asarray(function(labels, *window, group_by=owners)), from_pandas=True)
        offsets = pa.array(np.concatenate(([0], ends)), mask=np.append(_nulls(lists), False))
        return pa.ListArray.from_arrays(offsets.cast(pa.int32()), result)

    return values


def _rolling_lists(rolling: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """Return the same function for windows whose size is a second column."""

    def values(lists: Any, sizes: Any) -> Any:
        chosen_sizes = sizes.to_numpy()
        if sizes.null_count or not len(chosen_sizes):
            raise ValueError("size must be a positive integer, got NULL")
        if np.all(chosen_sizes == chosen_sizes[0]):
            return _values_per_list(rolling, int(chosen_sizes[0]))(lists)
        each = [
            _values_per_list(rolling, int(size))(lists.slice(row, 1))
            for row, size in enumerate(chosen_sizes)
        ]
        return pa.concat_arrays(each)

    return values


def _nulls(lists: Any) -> Any:
    return np.asarray(lists.is_null())


def _flatten(lists: Any) -> tuple[Any, Any, Any]:
    """Return all elements, the end of each list among them, and the list of each element."""
    array = lists.combine_chunks() if isinstance(lists, pa.ChunkedArray) else lists
    lengths = np.asarray(array.value_lengths().fill_null(0))
    owners = np.repeat(np.arange(len(lengths)), lengths)
    return array.flatten(), np.cumsum(lengths), owners


_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "exact_entropy": (_value_per_list(es.expanding_entropy), "DOUBLE"),
    "exact_gini": (_value_per_list(es.expanding_gini), "DOUBLE"),
    "expanding_entropy": (_values_per_list(es.expanding_entropy), "DOUBLE[]"),
    "expanding_gini": (_values_per_list(es.expanding_gini), "DOUBLE[]"),
    "rolling_entropy": (_rolling_lists(es.rolling_entropy), "DOUBLE[]", "BIGINT"),
    "rolling_gini": (_rolling_lists(es.rolling_gini), "DOUBLE[]", "BIGINT"),
}
# DuckDB calls them by their addresses, also after the connection that registered them was closed
# or rolled back: they must live until the interpreter exits, even if this module is reloaded.
atexit.register(len, _FUNCTIONS)


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
    """
)
ALL_ROWS = PARAMETERS | entries(
    """
    min_periods : int, default 1
        NULL where fewer rows so far have a label.
    """
)
of_windows = complete(PARAMETERS)
of_all_rows = complete(ALL_ROWS)


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
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the entropy of the window of each in bits, as a relation.

    Returns
    -------
    DuckDBPyRelation
        The rows of the query, in its order (say ORDER BY), with a new column named after the
        measure. NULL where a window holds too few labels.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.rolling_entropy(con, rows, 2, column="x").fetchall()
    [(0, 0, None), (1, 1, 1.0), (2, 0, 1.0), (3, 1, 1.0)]
    """
    options = {
        "times": times,
        "min_periods": min_periods,
        "every": every,
        "center": center,
        "closed": closed,
        "group_by": group_by,
        "weights": weights,
        "bins": bins,
        "missing": missing,
        "base": base,
        "threads": threads,
    }
    return _append_measures(con, query, es.rolling, (window,), ("entropy",), column, options)


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
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with the Gini index of the window of each, as a relation.

    Returns
    -------
    DuckDBPyRelation
        The rows of the query, in its order (say ORDER BY), with a new column named after the
        measure. NULL where a window holds too few labels.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.rolling_gini(con, rows, 2, column="x").fetchall()
    [(0, 0, None), (1, 1, 0.5), (2, 0, 0.5), (3, 1, 0.5)]
    """
    options = {
        "times": times,
        "min_periods": min_periods,
        "every": every,
        "center": center,
        "closed": closed,
        "group_by": group_by,
        "weights": weights,
        "bins": bins,
        "missing": missing,
        "threads": threads,
    }
    return _append_measures(con, query, es.rolling, (window,), ("gini",), column, options)


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
) -> duckdb.DuckDBPyRelation:
    """Give the rows of a query with several measures of the window of each, as a relation.

    Returns
    -------
    DuckDBPyRelation
        The rows of the query, in its order (say ORDER BY), with a new column for each
        measure. NULL where a window holds too few labels.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> measures = ["n", "distinct"]
    >>> both = entrostream.duckdb.rolling(con, rows, 2, column="x", measures=measures)
    >>> both.fetchall()
    [(0, 0, None, None), (1, 1, 2.0, 2.0), (2, 0, 2.0, 2.0), (3, 1, 2.0, 2.0)]
    """
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    options = {
        "times": times,
        "min_periods": min_periods,
        "every": every,
        "center": center,
        "closed": closed,
        "group_by": group_by,
        "weights": weights,
        "bins": bins,
        "missing": missing,
        "base": base,
        "threads": threads,
    }
    return _append_measures(con, query, es.rolling, (window,), names, column, options)


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

    Returns
    -------
    DuckDBPyRelation
        The rows of the query, in its order (say ORDER BY), with a new column named after the
        measure. NULL where a window holds too few labels.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.expanding_entropy(con, rows, column="x").fetchall()[:2]
    [(0, 0, 0.0), (1, 1, 1.0)]
    """
    options = {
        "min_periods": min_periods,
        "group_by": group_by,
        "weights": weights,
        "bins": bins,
        "missing": missing,
        "base": base,
        "threads": threads,
    }
    return _append_measures(con, query, es.expanding, (), ("entropy",), column, options)


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

    Returns
    -------
    DuckDBPyRelation
        The rows of the query, in its order (say ORDER BY), with a new column named after the
        measure. NULL where a window holds too few labels.

    Examples
    --------
    >>> con = duckdb.connect()
    >>> rows = con.sql("SELECT i, i % 2 AS x FROM range(4) t(i) ORDER BY i")
    >>> entrostream.duckdb.expanding_gini(con, rows, column="x").fetchall()[:2]
    [(0, 0, 0.0), (1, 1, 0.5)]
    """
    options = {
        "min_periods": min_periods,
        "group_by": group_by,
        "weights": weights,
        "bins": bins,
        "missing": missing,
        "threads": threads,
    }
    return _append_measures(con, query, es.expanding, (), ("gini",), column, options)


def _append_measures(
    con: duckdb.DuckDBPyConnection,
    query: Any,
    function: Callable[..., Any],
    window: tuple[Any, ...],
    measures: tuple[str, ...],
    column: str | None,
    options: dict[str, Any],
) -> duckdb.DuckDBPyRelation:
    """Return the rows of the query with columns of measures appended."""
    relation = con.sql(query) if isinstance(query, str) else query
    if relation is None:
        raise ValueError(f"the query gives no rows: {repr_short(query)}")
    table = relation.to_arrow_table()
    if options.get("every") is not None:
        label = _label_column(table, column, options)
        return con.from_arrow(_measure_intervals(table, function, window, measures, label, options))
    given: dict[str, Any] = options | {
        name: _named_columns(table, options[name]) for name in AUXILIARY if name in options
    }
    if given["group_by"] is not None:
        given["group_by"] = _groups(con, given["group_by"])
    labels = table.column(_label_column(table, column, options))
    result = function(labels, *window, measures=measures, **given)
    for name in measures:
        table = table.append_column(_free_name(name, table), result.column(name))
    return con.from_arrow(table)


def _measure_intervals(
    table: Any,
    function: Callable[..., Any],
    window: tuple[Any, ...],
    measures: tuple[str, ...],
    label: str,
    options: dict[str, Any],
) -> Any:
    """Return the times of intervals and their measures, after the keys if there are any."""
    names = [label, *_auxiliary_names(options)]
    chosen = table.select([_known(table, name) for name in dict.fromkeys(names)])
    result = function(chosen, *window, measures=measures, **options)
    keys = result.num_columns - len(measures)
    return result.rename_columns([*result.column_names[:keys], *measures])


def _named_columns(table: Any, given: Any) -> Any:
    """Return the columns that a value names, or the value itself."""
    if isinstance(given, str):
        return table.column(_known(table, given))
    if isinstance(given, tuple) or (isinstance(given, list) and _are_several(given)):
        return tuple(_named_columns(table, one) for one in given)
    return given


def _are_several(given: list[Any]) -> bool:
    """Say whether a list holds names or columns rather than the keys of the rows."""
    return are_columns_or_names(given) or all(isinstance(one, str) for one in given)


def _groups(con: duckdb.DuckDBPyConnection, group_by: Any) -> Any:
    """Return a key that makes the groups of PARTITION BY, whatever the columns hold.

    The column functions have the groups of pandas, which leave out NULL and NaN. Where those of
    DuckDB may differ, DuckDB numbers them: by the first row of each.
    """
    keys = group_by if isinstance(group_by, tuple) else (group_by,)
    if not all(isinstance(key, pa.ChunkedArray) for key in keys):
        return group_by  # not columns of the query
    if all(_makes_the_same_groups(key) for key in keys):
        return group_by
    rows = len(keys[0])
    names = [f"k{place}" for place in range(len(keys))]
    table = pa.table([*keys, pa.array(np.arange(rows))], [*names, "i"])
    first = f"min(i) OVER (PARTITION BY {', '.join(names)})"
    return con.from_arrow(table).project(f"i, {first} AS g").order("i").to_arrow_table().column("g")


def _makes_the_same_groups(key: Any) -> bool:
    """Say whether the column functions make the same groups of these keys as DuckDB."""
    kinds = pa.types
    plain = (kinds.is_integer, kinds.is_string, kinds.is_boolean, kinds.is_date, kinds.is_timestamp)
    return key.null_count == 0 and any(is_kind(key.type) for is_kind in plain)


def _known(table: Any, name: str) -> str:
    if name not in table.column_names:
        raise ValueError(
            f"the query has no column {repr_short(name)}; it has {repr_short(table.column_names)}"
        )
    return name


def _label_column(table: Any, column: str | None, options: dict[str, Any]) -> str:
    """Return the name of the column to measure: the one named, or the only one left."""
    if column is not None:
        return _known(table, column)
    used = _auxiliary_names(options)
    left = [name for name in table.column_names if name not in used]
    if len(left) != 1:
        raise ValueError(f"column= must name the labels: one of {repr_short(left)}")
    return str(left[0])


def _auxiliary_names(options: dict[str, Any]) -> list[str]:
    """Return the names of the auxiliary columns: times, keys, weights."""
    result: list[str] = []
    for argument in AUXILIARY:
        given = options.get(argument)
        several = given if isinstance(given, list | tuple) else [given]
        result += [name for name in several if isinstance(name, str)]
    return result


def _free_name(name: str, table: Any) -> str:
    """Return a name that no column has yet."""
    return name if name not in table.column_names else _free_name(f"{name}_", table)


def __dir__() -> list[str]:
    return __all__
