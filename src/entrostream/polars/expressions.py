"""The column functions as expressions: they see the whole column and those beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

import entrostream as es
from entrostream._core import repr_short
from entrostream.polars.durations import Duration

__all__ = ["divergence", "mutual_information", "one_value", "row_values"]

Named = dict[str, Any]  # columns by what they are for; those that are None are not there


def one_value(column: Any, function: Callable[..., Any], beside: Named, **options: Any) -> Any:
    """Return one value of a whole column."""

    def value(labels: pl.Series, **others: Any) -> Any:
        found = function(labels, **others, **options)
        return pl.Series([found], dtype=pl.Float64)

    found = mapped(column, value, beside, pl.Float64(), one_value=True)
    return found.item() if isinstance(found, pl.Series) else found


def row_values(
    column: Any,
    function: Callable[..., Any],
    measures: str | Sequence[str],
    window: dict[str, Any],
    *,
    by: Any = None,
    partition_by: Any = None,
    weights: Any = None,
    **options: Any,
) -> Any:
    """Return the values of all rows: of one measure, or of several as a struct."""
    one = isinstance(measures, str)
    names = (measures,) if isinstance(measures, str) else tuple(measures)

    def values(labels: pl.Series, **others: Any) -> Any:
        arguments = in_time(window, others)
        found = function(labels, measures=names, **arguments, **options)
        return found.to_series() if one else found.to_struct()

    kind = pl.Float64() if one else pl.Struct(dict.fromkeys(names, pl.Float64()))
    beside = {"times": by, "by": partition_by, "weights": weights}
    return mapped(column, values, beside, kind, trial=trial_of(window, options))


def mutual_information(
    column: Any,
    other: Any,
    window: dict[str, Any],
    *,
    by: Any = None,
    partition_by: Any = None,
    **options: Any,
) -> Any:
    """Return the mutual information of two columns for all rows."""

    def values(labels: pl.Series, **others: Any) -> Any:
        return es.rolling_mutual_information(labels, **in_time(window, others), **options)

    beside = {"y": other, "times": by, "by": partition_by}
    trial = {**trial_of(window, options), "y": pl.Series(["a"])}
    return mapped(column, values, beside, pl.Float64(), trial=trial)


def divergence(
    column: Any,
    reference: Any,
    window: dict[str, Any],
    *,
    by: Any = None,
    partition_by: Any = None,
    **options: Any,
) -> Any:
    """Return how far the window of each row is from a reference."""

    def values(labels: pl.Series, **others: Any) -> Any:
        arguments = in_time(window, others)
        sample = arguments.pop("reference", reference)
        return es.rolling_divergence(labels, reference=sample, **arguments, **options)

    is_expression = isinstance(reference, pl.Expr)
    beside = {"reference": reference if is_expression else None, "times": by, "by": partition_by}
    sample = [0.0] if options.get("bins") is not None else ["a"]
    trial = trial_of(window, options)
    if is_expression or not isinstance(reference, str):
        trial["reference"] = pl.Series(sample)
    return mapped(column, values, beside, pl.Float64(), trial=trial)


def mapped(
    column: Any,
    function: Callable[..., pl.Series],
    beside: Named,
    kind: pl.DataType,
    *,
    one_value: bool = False,
    trial: Named | None = None,
) -> Any:
    """Apply a function to a column and those beside it: now, or when the expression is run.

    What is wrong with an expression is said when it is written: it is tried on one row.
    """
    names, others = flat(beside)

    def on_columns(columns: Sequence[pl.Series]) -> pl.Series:
        labels, *rest = columns
        require_labels(labels)
        return function(labels, **named(names, rest)).alias(labels.name)

    if isinstance(column, pl.Series):
        return in_words_of_polars(lambda: on_columns([column, *map(require_series, others)]))
    if trial is not None:
        in_words_of_polars(lambda: function(**trial))
    return pl.map_batches(
        [column, *others], on_columns, return_dtype=kind, returns_scalar=one_value
    )


def trial_of(window: dict[str, Any], options: dict[str, Any]) -> Named:
    """Return one row to try a function on."""
    trial: Named = {"labels": pl.Series(["a"] if options.get("bins") is None else [0.0])}
    for value in window.values():
        if isinstance(value, Duration):
            trial["times"] = value.example()
    return trial


def in_words_of_polars(work: Callable[[], Any]) -> Any:
    """Let errors name the arguments as they are called here."""
    try:
        return work()
    except ValueError as error:
        raise ValueError(str(error).replace("min_periods", "min_samples")) from None


def in_time(window: dict[str, Any], beside: Named) -> dict[str, Any]:
    """Return all arguments together, durations and times as the column functions know them."""
    arguments = {**window, **beside}
    for name, value in window.items():
        if isinstance(value, Duration):
            arguments["times"] = value.times(arguments["times"])
            arguments[name] = value.length
    return arguments


def flat(beside: Named) -> tuple[list[str], list[Any]]:
    """Return the columns that are there one after the other, and what each is for."""
    names: list[str] = []
    columns: list[Any] = []
    for name, given in beside.items():
        for column in given if isinstance(given, list | tuple) else [given]:
            if column is not None:
                names.append(name)
                columns.append(column)
    return names, columns


def named(names: list[str], columns: Sequence[pl.Series]) -> Named:
    """Put the columns together again; there may be several keys."""
    pairs = list(zip(names, columns, strict=True))
    keys = tuple(column for name, column in pairs if name == "by")
    return {**dict(pairs), "by": groups_of(keys)} if keys else dict(pairs)


def groups_of(keys: tuple[pl.Series, ...]) -> tuple[pl.Series, ...]:
    """Return keys that make the groups of `.over(keys)`, whatever they hold.

    The column functions know as many groups as pandas, in none of which a null or NaN is.
    Where Polars may know others it says itself which rows go together, by the first of them.
    """
    if all(makes_the_same_groups(key) for key in keys):
        return keys
    frame = pl.DataFrame([key.alias(str(place)) for place, key in enumerate(keys)])
    first = pl.col("row").first().over(frame.columns)
    return (frame.with_row_index("row").select(first).to_series(),)


def makes_the_same_groups(key: pl.Series) -> bool:
    """Say whether the column functions tell these keys apart as Polars does."""
    kind = key.dtype
    is_plain = kind.is_integer() or kind.is_temporal() or kind in (pl.String, pl.Boolean)
    return is_plain and key.null_count() == 0


def require_labels(column: pl.Series) -> None:
    """Refuse columns whose rows are no plain values."""
    if column.dtype.is_nested():
        raise TypeError(
            f"labels are plain values, and {repr_short(column.name)} is "
            f"{column.dtype}: take a field "
            "of it, or explode it"
        )


def require_series(column: Any) -> pl.Series:
    """Refuse names and expressions where there is no frame."""
    if not isinstance(column, pl.Series):
        raise TypeError(f"beside a Series stand other Series, got {repr_short(column)}")
    return column
