"""SQL functions over lists, which a connection registers."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from importlib import import_module
from typing import Any
from uuid import uuid4

import duckdb
import numpy as np

import entrostream as es

__all__ = ["register"]

pa: Any = import_module("pyarrow")  # it has no type hints

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
