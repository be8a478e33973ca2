"""The column functions as expressions, which see a whole column and its auxiliary columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

import entrostream as es
from entrostream._core import repr_short
from entrostream.measure_names import names_of
from entrostream.polars.durations import Duration

__all__ = ["divergence", "mutual_information", "one_value", "row_values"]

Named = dict[str, Any]  # columns by argument; None for those that are not given


def one_value(column: Any, function: Callable[..., Any], auxiliary: Named, **options: Any) -> Any:
    """Return one value of all rows of a column."""

    def value(labels: pl.Series, **others: Any) -> Any:
        result = function(labels, **others, **options)
        return pl.Series([None if math.isnan(result) else result], dtype=pl.Float64)

    labels = example_labels(options)
    examples = {"weights": pl.Series([1.0]), "y": labels, "reference": labels}
    given = {name: examples[name] for name, each in auxiliary.items() if each is not None}
    result = apply_to_columns(
        column,
        value,
        auxiliary,
        pl.Float64(),
        one_value=True,
        trial={"labels": labels, **given},
    )
    return result.item() if isinstance(result, pl.Series) else result


def row_values(
    column: Any,
    function: Callable[..., Any],
    measures: str | Sequence[str],
    window: dict[str, Any],
    *,
    by: Any = None,
    group_by: Any = None,
    weights: Any = None,
    **options: Any,
) -> Any:
    """Return the values of all rows: of one measure, or of several as a struct."""
    one = isinstance(measures, str)
    names = names_of(measures)

    def values(labels: pl.Series, **others: Any) -> Any:
        arguments = with_times(window, others)
        result = function(labels, measures=names, **arguments, **options)
        return result.to_series() if one else result.to_struct()

    kind = pl.Float64() if one else pl.Struct(dict.fromkeys(names, pl.Float64()))
    auxiliary = {"times": by, "group_by": group_by, "weights": weights}
    return apply_to_columns(column, values, auxiliary, kind, trial=example_row(window, options))


def mutual_information(
    column: Any,
    other: Any,
    window: dict[str, Any],
    *,
    by: Any = None,
    group_by: Any = None,
    **options: Any,
) -> Any:
    """Return the mutual information of two columns for all rows."""

    def values(labels: pl.Series, **others: Any) -> Any:
        return es.rolling_mutual_information(labels, **with_times(window, others), **options)

    auxiliary = {"y": other, "times": by, "group_by": group_by}
    trial = {**example_row(window, options), "y": pl.Series(["a"])}
    return apply_to_columns(column, values, auxiliary, pl.Float64(), trial=trial)


def divergence(
    column: Any,
    reference: Any,
    window: dict[str, Any],
    *,
    by: Any = None,
    group_by: Any = None,
    **options: Any,
) -> Any:
    """Return how far the window of each row is from a reference."""

    def values(labels: pl.Series, **others: Any) -> Any:
        arguments = with_times(window, others)
        sample = arguments.pop("reference", reference)
        return es.rolling_divergence(labels, reference=sample, **arguments, **options)

    is_expression = isinstance(reference, pl.Expr)
    auxiliary = {
        "reference": reference if is_expression else None,
        "times": by,
        "group_by": group_by,
    }
    trial = example_row(window, options)
    if is_expression or not isinstance(reference, str):
        trial["reference"] = example_labels(options)
    return apply_to_columns(column, values, auxiliary, pl.Float64(), trial=trial)


def apply_to_columns(
    column: Any,
    function: Callable[..., pl.Series],
    auxiliary: Named,
    kind: pl.DataType,
    *,
    one_value: bool = False,
    trial: Named | None = None,
) -> Any:
    """Apply a function to a column and its auxiliary columns: now, or when the expression runs.

    Invalid arguments are refused when the expression is written: the function is tried on one row.
    """
    names, others = flatten(auxiliary)

    def on_columns(columns: Sequence[pl.Series]) -> pl.Series:
        labels, *rest = columns
        require_labels(labels)
        return function(labels, **unflatten(names, rest)).alias(labels.name)

    if isinstance(column, pl.Series):
        return with_polars_names(lambda: on_columns([column, *map(require_series, others)]))
    if trial is not None:
        with_polars_names(lambda: function(**trial))
    return pl.map_batches(
        [column, *others], on_columns, return_dtype=kind, returns_scalar=one_value
    )


def example_labels(options: dict[str, Any]) -> pl.Series:
    """Return a column with one label: a number if labels are bins."""
    return pl.Series(["a"] if options.get("bins") is None else [0.0])


def example_row(window: dict[str, Any], options: dict[str, Any]) -> Named:
    """Return one row to try a function on."""
    trial: Named = {"labels": example_labels(options)}
    for value in window.values():
        if isinstance(value, Duration):
            trial["times"] = value.example()
    return trial


def with_polars_names(work: Callable[[], Any]) -> Any:
    """Let errors have the names that arguments have in Polars."""
    try:
        return work()
    except ValueError as error:
        raise ValueError(str(error).replace("min_periods", "min_samples")) from None


def with_times(window: dict[str, Any], auxiliary: Named) -> dict[str, Any]:
    """Return all arguments, durations and times as the column functions read them."""
    arguments = {**window, **auxiliary}
    for name, value in window.items():
        if isinstance(value, Duration):
            arguments["times"] = value.times(arguments["times"])
            arguments[name] = value.length
    return arguments


def flatten(auxiliary: Named) -> tuple[list[str], list[Any]]:
    """Return the columns that are given in one list, and the argument of each."""
    names: list[str] = []
    columns: list[Any] = []
    for name, given in auxiliary.items():
        for column in given if isinstance(given, list | tuple) else [given]:
            if column is not None:
                names.append(name)
                columns.append(column)
    return names, columns


def unflatten(names: list[str], columns: Sequence[pl.Series]) -> Named:
    """Return the columns by argument; there may be several keys."""
    pairs = list(zip(names, columns, strict=True))
    keys = tuple(column for name, column in pairs if name == "group_by")
    return {**dict(pairs), "group_by": groups_of(keys)} if keys else dict(pairs)


def groups_of(keys: tuple[pl.Series, ...]) -> tuple[pl.Series, ...]:
    """Return keys that make the groups of `.over(keys)`, whatever they hold.

    The column functions have the groups of pandas, which leave out null and NaN. Where those of
    Polars may differ, Polars numbers them: by the first row of each.
    """
    if all(makes_the_same_groups(key) for key in keys):
        return keys
    frame = pl.DataFrame([key.alias(str(place)) for place, key in enumerate(keys)])
    first = pl.col("row").first().over(frame.columns)
    return (frame.with_row_index("row").select(first).to_series(),)


def makes_the_same_groups(key: pl.Series) -> bool:
    """Say whether the column functions make the same groups of these keys as Polars."""
    kind = key.dtype
    is_plain = kind.is_integer() or kind.is_temporal() or kind in (pl.String, pl.Boolean)
    return is_plain and key.null_count() == 0


def require_labels(column: pl.Series) -> None:
    """Refuse columns of nested values."""
    if column.dtype.is_nested():
        raise TypeError(
            f"labels are plain values, and {repr_short(column.name)} is "
            f"{column.dtype}: take a field "
            "of it, or explode it"
        )


def require_series(column: Any) -> pl.Series:
    """Refuse names and expressions where there is no frame."""
    if not isinstance(column, pl.Series):
        raise TypeError(f"auxiliary columns of a Series must be Series, got {repr_short(column)}")
    return column
