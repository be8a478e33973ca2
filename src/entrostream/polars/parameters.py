"""What the methods of the namespace have in common: the descriptions of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from entrostream.columns.parameters import PER_ROW
from entrostream.docstrings import complete_methods, entries, parameters_of

__all__ = [
    "FADING",
    "FADING_BY_TIME",
    "FROM_ONE_ROW",
    "ONE_VALUE",
    "PARAMETERS",
    "methods_of_entro",
]

Class = TypeVar("Class", bound=type)

# What differs from the column functions: the words of Polars.
PARAMETERS = PER_ROW | entries(
    """
    other : column
        The labels of the same rows in another column.
    by : column
        The time of each row: Datetime, Date, or integers. Times may be in any order.
    window_size : int
        The number of rows of a window.
    min_samples : int, optional
        Null where fewer rows of the window have a label; by default `window_size`, as in Polars.
    center : bool, default False
        Whether the window lies around its row, as in Polars.
    closed : {"left", "right", "both", "none"}, default "right"
        Which ends belong to the window, as in Polars.
    group_by : column or list of columns, optional
        Windows hold only rows of the same key. The same as `.over(...)`, but in one pass: for
        many groups.
    weights : column, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `entrostream.quantile_edges`.
    missing : {"skip", "raise", "label"}, default "skip"
        A null occupies a row of the window and adds nothing; or is an error; or is a label. NaN
        is treated like null.
    measures : name or several names
        The fields of the struct: "entropy", "gini", "n", "distinct", "nats", "evenness",
        "perplexity", "renyi2" and "inverse_simpson"; one name gives a column of numbers.
    reference : Series, list, expression or "previous"
        A sample of labels; or for each row the window before its window.
    fading_factor : float, optional
        The weight of a row relative to the next one, above 0 and at most 1; it is 1 - alpha of
        `ewm_mean`. Exactly one of fading_factor and half_life is given.
    """
)

# Of windows of time, and of all rows so far.
FROM_ONE_ROW = PARAMETERS | entries(
    """
    window_size : str or timedelta
        As in Polars: "10m" is ten minutes, "1h30m", "1d" is 24 hours, "1mo" goes by the
        calendar; "5i" for integers.
    min_samples : int, default 1
        Null where fewer rows of the window have a label.
    """
)

FADING = FROM_ONE_ROW | entries(
    """
    half_life : float, optional
        After how many rows a row has lost half its weight, as in `ewm_mean`.
    measures : name or several names
        The fields of the struct: those of `rolling_measures`, and "effective_size".
    """
)

FADING_BY_TIME = FADING | entries(
    """
    half_life : str or timedelta
        In which time a row loses half its weight, as in `ewm_mean_by`: "10m" is ten minutes.
    """
)

ONE_VALUE = """\
expression, or a number for a Series
    One value, an aggregation; null (None) where no label is left.
"""
VALUE_PER_ROW = """\
expression, or a Series for a Series
    A value for each row; null where a window holds too few labels.
"""
STRUCT_PER_ROW = """\
expression, or a Series for a Series
    A struct for each row with a field for each measure; null where a window holds too
    few labels.
"""


def methods_of_entro(
    parameters: Mapping[str, str], *, returns: str = VALUE_PER_ROW
) -> Callable[[Class], Class]:
    """Return a decorator for a part of the namespace, which completes its docstrings."""

    def of_method(method: Callable[..., Any]) -> str:
        return STRUCT_PER_ROW if "measures" in parameters_of(method) else returns

    return complete_methods(parameters, of="Entro", returns=of_method)
