"""Entropy, Gini index and other measures over time, change points marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.drawing import LINES
from entrostream.measure_names import names_of
from entrostream.plot.changes import mark_changes, read_changes
from entrostream.plot.lines import draw_line
from entrostream.plot.panels import given_panels, new_panels
from entrostream.plot.timeline import read_timeline

Columns = dict[str, NDArray[np.float64]]


def trace(
    values: Any,
    *,
    measures: str | Iterable[str] | None = None,
    times: Any = None,
    changes: Any = None,
    ax: Any = None,
    title: str | None = None,
) -> NDArray[Any]:
    """Draw measures over time or event number, one panel each, change points marked.

    Takes what `summary.trace` returns, or a frame of measures. NaN is a gap. A long
    trace is downsampled without a visible difference: every spike is still there.

    Parameters
    ----------
    values : dict of columns, frame, or one column
        A dict as `summary.trace` gives, a pandas or Polars DataFrame, an Arrow table; or
        one array or Series.
    measures : name or names, optional
        Which to draw, in this order. By default entropy and gini, those of them that are
        there; all there are if neither is. For one array, its name.
    times : column, optional
        The time of each row: datetime64, datetimes, a column of pandas, Polars or Arrow,
        or numbers of seconds. By default the dates in the index of a pandas frame, or
        else the number of the event, from 0.
    changes : list or dict, optional
        Where to draw a dashed line: event numbers if there are no times, or else times;
        with dates, an int is an event number. A dict or pairs add labels: `{50: "scan"}`.
        Or the changes that a window or ADWIN found in all these events: a line where each began,
        thicker if it is more severe, and a triangle where it was found; of more than 60
        changes, the most severe.
    ax : Axes or several, optional
        Where to draw, one for each measure. A single one gets a second y axis for the
        second measure. By default a new figure.
    title : str, optional
        Written above.

    Returns
    -------
    numpy.ndarray of Axes
        One for each measure.

    Raises
    ------
    TypeError
        If `values` is no column, if `measures` is no name or iterable of names, if a time is of
        no valid kind, if `changes` has no places, or if `ax` is not Matplotlib axes.
    ValueError
        If there is no measure to draw or one is unknown, if the values are no columns of
        numbers, if the columns, or values and times, differ in length, or if a time cannot be
        read or is before the one in front of it.

    Examples
    --------
    >>> window = es.SlidingWindow(3)
    >>> entropy, gini = plot.trace(window.trace("aaabcbccc"), changes={4: "mixed"})
    >>> entropy.lines[0].get_ydata()[:4].tolist()
    [0.0, 0.0, 0.0, 0.9182958340544896]
    """
    columns = _select(_read_columns(values, measures), measures)
    rows = _common_length(columns)
    timeline = read_timeline(_dates_of(values) if times is None else times, rows, "values")
    marks = read_changes(changes, timeline)
    count = len(columns)
    panels = new_panels([2.1] * count) if ax is None else given_panels(ax, count)
    parts = zip(panels.axes, columns.items(), _colours(count), strict=True)
    for panel, (name, column), colour in parts:
        draw_line(panel, name, timeline.ticks, column, timeline, colour)
        if panels.twins:
            panel.yaxis.label.set_color(colour)
    mark_changes(panels.axes, marks, timeline)
    panels.finish(timeline, title)
    return np.array(panels.axes)


def _colours(count: int) -> list[str]:
    return [LINES[place % len(LINES)] for place in range(count)]


def _read_columns(values: Any, measures: Any) -> dict[str, Any]:
    """Return all columns by name, not yet as arrays."""
    if isinstance(values, Mapping):
        return dict(values)
    names = getattr(values, "column_names", None)  # Arrow; its `columns` are the columns
    if names is None:
        names = getattr(values, "columns", None)
    if names is not None:
        return {str(name): values[name] for name in names}
    named = measures if isinstance(measures, str) else getattr(values, "name", None)
    return {str(named or "value"): values}


def _select(columns: dict[str, Any], measures: str | Iterable[str] | None) -> Columns:
    """Return the columns to draw, in the requested order."""
    names: list[str]
    if measures is None:
        names = [name for name in ("entropy", "gini") if name in columns] or list(columns)
    else:
        names = list(names_of(measures, columns))
    unknown = [name for name in names if name not in columns]
    if unknown:
        raise ValueError(
            f"measure must be one of {', '.join(columns)}, got {repr_short(unknown[0])}"
        )
    if not names:
        raise ValueError("nothing to draw: there is no measure")
    return {name: _read_numbers(name, columns[name]) for name in names}


def _read_numbers(name: str, column: Any) -> NDArray[np.float64]:
    if isinstance(column, np.ma.MaskedArray):
        column = np.ma.filled(column.astype(np.float64), np.nan)
    numbers = np.asarray(column, dtype=np.float64)
    if numbers.ndim != 1:
        raise ValueError(f"{name} must be one column, got an array of shape {numbers.shape}")
    return numbers


def _common_length(columns: Columns) -> int:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"measures differ in length: {lengths}")
    rows = next(iter(lengths.values()))
    if rows == 0:
        raise ValueError("nothing to draw: values has no rows")
    return rows


def _dates_of(values: Any) -> Any:
    """Return the index of a pandas frame or Series if it is one of dates."""
    index = getattr(values, "index", None)
    return index if getattr(getattr(index, "dtype", None), "kind", "") == "M" else None
