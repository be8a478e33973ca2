"""The column of a namespace, from which each of its methods computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from entrostream.docstrings import parameters_of
from entrostream.polars.expressions import one_value, row_values

__all__ = ["Column"]


class Column:
    """A column with the ways to call a column function.

    A method passes its arguments by name, as `locals()`: its signature is all there is to write.
    """

    def __init__(self, column: Any) -> None:
        self._column = column

    def _one_value(self, function: Callable[..., Any], given: dict[str, Any]) -> Any:
        """Give one value of all rows."""
        arguments = without_self(given)
        auxiliary = {"weights": arguments.pop("weights", None), "y": arguments.pop("other", None)}
        if isinstance(arguments.get("reference"), pl.Expr):
            auxiliary["reference"] = arguments.pop("reference")
        return one_value(self._column, function, auxiliary, **arguments)

    def _measures(
        self,
        function: Callable[..., Any],
        window: Callable[..., dict[str, Any]],
        given: dict[str, Any],
        measure: str | None = None,
    ) -> Any:
        """Give one measure of the window of each row, or those that the arguments name."""
        named = {} if measure is None else {"measures": measure}
        return self._per_row(row_values, window, {**given, **named, "function": function})

    def _per_row(
        self,
        compute: Callable[..., Any],
        window: Callable[..., dict[str, Any]],
        given: dict[str, Any],
    ) -> Any:
        """Call `compute` with the window that some of the arguments say, and with the others."""
        arguments = without_self(given)
        size = {name: arguments.pop(name) for name in parameters_of(window)}
        return compute(self._column, window=window(**size), **arguments)


def without_self(given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a method."""
    return {name: value for name, value in given.items() if name != "self"}
