"""The times of the rows: from the index or a column, in the order of the rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from entrostream._core import column_times
from entrostream.columns.libraries import require_rows

__all__ = ["in_row_order", "name_of_times", "times_of_index"]


def times_of_index(data: Any, what: str, argument: str) -> Any:
    """Return the index as times, or refuse one that holds none; `argument` is the way out."""
    index = data.index
    if isinstance(index, pd.PeriodIndex):
        return index.to_timestamp()
    if isinstance(index, pd.TimedeltaIndex):
        return index + pd.Timestamp(0)
    if isinstance(index, pd.DatetimeIndex):
        return index
    raise ValueError(f"{what} needs an index of times, or {argument}= with the time of each row")


def name_of_times(on: Any) -> str:
    """Return the name of the times in messages, as in pandas: the index, or the column's name."""
    if on is None:
        return "index"
    return str(on) if isinstance(on, Hashable) and not isinstance(on, tuple) else "on"


def in_row_order(times: Any, keys: Any, name: str) -> Any:
    """Return times that ascend in the order of the rows, with the same windows as in pandas.

    Where times decrease, pandas measures how far they have decreased: they are negated, in each
    group separately.
    """
    is_column = hasattr(times, "__len__") and not isinstance(times, str)
    if not is_column or pd.Index(times).is_monotonic_increasing:
        return times  # or refused, by the column functions
    read, _, _ = column_times(times, len(times))
    groups = np.zeros(len(read), np.int64) if keys is None else group_numbers(keys, len(read))
    order = np.argsort(groups, kind="stable")
    same_group = groups[order][1:] == groups[order][:-1]
    steps = np.where(same_group, np.sign(np.diff(read[order])), 0)
    of_group = groups[order][1:]
    rises, falls = (np.isin(groups, of_group[steps == sign]) for sign in (1, -1))
    if np.any(rises & falls & (groups >= 0)):
        each = "" if keys is None else " of each group"
        raise ValueError(
            f"{name} values{each} must be monotonic, as in pandas: sort the rows, or use "
            "es.rolling, which takes them in the order of their times"
        )
    return np.where(falls, -read, read).view("datetime64[ns]")


def group_numbers(keys: Any, rows: int) -> Any:
    """Return the number of the group of each row, -1 for none."""
    several = keys if isinstance(keys, tuple) else (keys,)
    for key in several:
        require_rows(key, rows, "group_by")
    grouped = pd.Series(0, range(rows)).groupby(
        [np.asarray(key) for key in several], sort=False, observed=True
    )
    return grouped.ngroup().to_numpy()
