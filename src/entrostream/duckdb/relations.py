"""The rows of a query with columns of measures appended, as a relation."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import duckdb
import numpy as np

from entrostream._core import repr_short
from entrostream.columns.frames import are_columns_or_names
from entrostream.measure_names import names_of

__all__ = ["append_measures"]

pa: Any = import_module("pyarrow")  # it has no type hints

AUXILIARY = ("times", "group_by", "weights")  # arguments that name columns


def append_measures(
    function: Callable[..., Any], given: dict[str, Any], measure: str | None = None
) -> duckdb.DuckDBPyRelation:
    """Return the rows of a query with columns of measures appended.

    `given` are the arguments of the function that was called, with the connection and the query.
    """
    options = dict(given)
    con: duckdb.DuckDBPyConnection = options.pop("con")
    query, column = options.pop("query"), options.pop("column")
    measures = names_of(options.pop("measures", measure))
    relation = con.sql(query) if isinstance(query, str) else query
    if relation is None:
        raise ValueError(f"the query gives no rows: {repr_short(query)}")
    table = relation.to_arrow_table()
    label = _label_column(table, column, options)
    if options.get("every") is not None:
        return con.from_arrow(_measure_intervals(table, function, measures, label, options))
    options |= {name: _named_columns(table, options[name]) for name in AUXILIARY if name in options}
    if options["group_by"] is not None:
        options["group_by"] = _groups(con, options["group_by"])
    result = function(table.column(label), measures=measures, **options)
    for name in measures:
        table = table.append_column(_free_name(name, table), result.column(name))
    return con.from_arrow(table)


def _measure_intervals(
    table: Any,
    function: Callable[..., Any],
    measures: tuple[str, ...],
    label: str,
    options: dict[str, Any],
) -> Any:
    """Return the times of intervals and their measures, after the keys if there are any."""
    names = [label, *_auxiliary_names(options)]
    chosen = table.select([_known(table, name) for name in dict.fromkeys(names)])
    result = function(chosen, measures=measures, **options)
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
