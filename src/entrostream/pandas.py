"""The accessor `entro` of pandas: `series.entro.rolling(1000).entropy()`.

>>> import pandas as pd
>>> import entrostream.pandas
>>> series = pd.Series(["a", "b", "b", None], index=pd.date_range("2024-01-01", periods=4))
>>> series.entro.rolling(2).entropy().tolist()
[nan, 1.0, 0.0, nan]
>>> series.entro.rolling("3D").agg(["gini", "n"]).round(3)
             gini    n
2024-01-01  0.000  1.0
2024-01-02  0.500  2.0
2024-01-03  0.444  3.0
2024-01-04  0.000  2.0

Windows have the names (`rolling`, `expanding`) and the edges of those of pandas; results have the
index and the names of the data. Exponential decay is called `fading`, not `ewm`: `alpha` is the
weight that remains, in pandas the weight that is lost.

`df.groupby("key")["x"]` can have no accessor. `by=` does the same, and the result has the index
of the rows:

>>> df = pd.DataFrame({"key": [1, 2, 1, 2], "x": ["a", "u", "b", "u"]})
>>> df.entro.expanding(by="key").entropy()
     x
0  0.0
1  0.0
2  1.0
3  0.0
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

import entrostream as es
from entrostream._core import column_times, repr_short
from entrostream.columns.aggregate import Grouping, compute_by_group
from entrostream.columns.calendar import calendar_span
from entrostream.columns.frames import is_column
from entrostream.columns.libraries import require_rows

try:
    import pandas as pd
except ImportError as error:
    raise ImportError(
        'entrostream.pandas needs pandas: pip install "entrostream[pandas]"'
    ) from error

__all__ = ["Entro", "Rolling", "Windows"]


def __dir__() -> list[str]:
    return __all__


TimesColumn = tuple[int, Hashable, Any]  # its place in the frame, its name, and the column


class Entro:
    """`series.entro` and `frame.entro`: entropy and Gini index of labels.

    A frame is measured column by column. An auxiliary column (`on`, `by`, `weights`) may be given
    by its name in the frame, and is not measured then.
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def entropy(
        self, *, by: Any = None, weights: Any = None, bins: Any = None, missing: str = "skip"
    ) -> Any:
        """Give the Shannon entropy in bits: a number, or a Series with one for each column.

        With `by`, one for each group: what `groupby(by).agg(es.entropy)` gives, in one pass.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "a", "b", "b"]).entro.entropy()
        1.0
        >>> pd.DataFrame({"k": [1, 1, 2], "x": ["a", "b", "b"]}).entro.entropy(by="k")["x"].tolist()
        [1.0, 0.0]
        """
        data, auxiliary = split_auxiliary(self._data, by=by, weights=weights)
        return es.entropy(data, bins=bins, missing=missing, **auxiliary)

    def gini(
        self, *, by: Any = None, weights: Any = None, bins: Any = None, missing: str = "skip"
    ) -> Any:
        """Give the Gini index 1 - sum p^2: a number, or a Series with one for each column.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "u"]}).entro.gini()
        x    0.5
        y    0.0
        dtype: float64
        """
        data, auxiliary = split_auxiliary(self._data, by=by, weights=weights)
        return es.gini(data, bins=bins, missing=missing, **auxiliary)

    def divergence(
        self,
        reference: Any,
        *,
        by: Any = None,
        reference_by: Any = None,
        method: str = "jensen-shannon",
        weighting: str = "equal",
        unseen: Any = "inf",
        bins: Any = None,
        missing: str = "skip",
    ) -> Any:
        """Give how far the labels are from those of a reference, in bits; see `es.divergence`.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b", "c"]).entro.divergence(["a", "b"])
        0.15563906222956644
        """
        data, auxiliary = split_auxiliary(self._data, by=by)
        return es.divergence(
            data,
            reference,
            reference_by=reference_by,
            method=method,
            weighting=weighting,
            unseen=unseen,
            bins=bins,
            missing=missing,
            **auxiliary,
        )

    def information_gain(
        self, x: Hashable, y: Hashable, *, by: Any = None, missing: str = "skip"
    ) -> Any:
        """Give what one column of a frame says about another, in bits.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.information_gain("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, by=by)
        return es.information_gain(first, second, missing=missing, **auxiliary)

    def mutual_information(
        self, x: Hashable, y: Hashable, *, by: Any = None, missing: str = "skip"
    ) -> Any:
        """Give the mutual information of two columns of a frame, in bits.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.mutual_information("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, by=by)
        return es.mutual_information(first, second, missing=missing, **auxiliary)

    def resample(
        self,
        rule: Any,
        *,
        on: Any = None,
        by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: str = "skip",
    ) -> Windows:
        """Choose the rows of each interval of time, as `pandas.resample` does.

        The index of the result has the time at which each interval begins; intervals without rows
        have NaN.

        >>> import pandas as pd, entrostream.pandas
        >>> times = pd.to_datetime(["2024-01-01 12:01", "2024-01-01 12:09", "2024-01-01 12:25"])
        >>> pd.Series(["a", "b", "b"], times).entro.resample("10min").entropy()
        2024-01-01 12:00:00    1.0
        2024-01-01 12:10:00    NaN
        2024-01-01 12:20:00    0.0
        dtype: float64

        Parameters
        ----------
        rule : span
            "10min", "1D", a Timedelta; or "MS", "QS", "YS" for months, quarters and years.
            Lengths that do not divide a day count from 1970 on, weeks of seven days from Mondays.
        on, by, weights, bins, missing
            As in `rolling`; with `by` each group has the intervals from its first row to its last.
        """
        data, auxiliary = split_auxiliary(self._data, times=on, by=by, weights=weights)
        if on is None:
            auxiliary["times"] = times_of_index(data, f"a rule of {repr_short(rule)}")
        every = interval_of(rule)

        def measure(measures: tuple[str, ...]) -> Any:
            grouping = Grouping(every=every, bins=bins, missing=missing, **auxiliary)
            return compute_by_group(data, grouping.request(measures))

        return Windows(data, measure)

    def rolling(
        self,
        window: Any,
        *,
        min_periods: int | None = None,
        center: bool = False,
        on: Any = None,
        closed: str | None = None,
        step: Any = None,
        by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: str = "skip",
        threads: int | None = None,
    ) -> Rolling:
        """Choose the window of each row, as `pandas.rolling` does.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"], name="x").entro.rolling(2, min_periods=1).entropy()
        0    0.0
        1    1.0
        2    0.0
        Name: x, dtype: float64

        Parameters
        ----------
        window : int or span
            A number of rows, or a span of time as in pandas: "10min", "1D", a Timedelta or an
            offset of fixed length. A span needs an index of times, or `on`, which must be
            monotonic, as in pandas: where times decrease, a window extends up the rows. (For
            times in another order use `es.rolling`, which takes the rows in the order of their
            times.)
        on : name or column, optional
            The time of each row, in place of the index.
        by : name, column, or list of them, optional
            Each key has windows of its own rows; the result has the index of all rows.
        min_periods, center, closed
            As in pandas.
        step : int or span, optional
            Every step-th row, as in pandas; or a length of time such as "10min": a value whenever
            the clock shows full ten minutes, which the result has as its index.
        weights, bins, missing, threads
            As in `entrostream.rolling_entropy`.
        """
        span = span_of(window)
        data, auxiliary = split_auxiliary(self._data, times=on, by=by, weights=weights)
        if span is not None and on is None:
            auxiliary["times"] = times_of_index(data, f"a window of {repr_short(window)}")
        ends = None if step is None or isinstance(step, int) else interval_of(step)
        if span is not None and ends is None:
            auxiliary["times"] = in_row_order(
                auxiliary["times"], auxiliary.get("by"), name_of_times(on)
            )
        options: dict[str, Any] = {
            "min_periods": min_periods,
            "center": center,
            "closed": closed,
            "step": step if ends is None else ends,
            "missing": missing,
            "threads": threads,
        }
        window = window if span is None else span

        def measure(measures: tuple[str, ...]) -> Any:
            return es.rolling(data, window, measures=measures, bins=bins, **auxiliary, **options)

        def mutual_information(x: Hashable, y: Hashable) -> Any:
            if weights is not None or bins is not None:
                raise ValueError("mutual_information takes neither weights= nor bins=")
            first, second = pair_of(self._data, x, y)
            result = es.rolling_mutual_information(first, second, window, **auxiliary, **options)
            return result.rename("mutual_information")

        def divergence(reference: Any, **rule: Any) -> Any:
            if weights is not None:
                raise ValueError("divergence takes no weights=")
            return es.rolling_divergence(
                data, window, reference=reference, bins=bins, **rule, **auxiliary, **options
            )

        on_column = times_column(self._data, data, on, step) if ends is None else None
        return Rolling(data, measure, on_column, mutual_information, divergence)

    def expanding(
        self,
        min_periods: int = 1,
        *,
        by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: str = "skip",
        threads: int | None = None,
    ) -> Windows:
        """Choose all rows up to each, as `pandas.expanding` does.

        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().gini().round(3).tolist()
        [0.0, 0.5, 0.444]
        """
        data, auxiliary = split_auxiliary(self._data, by=by, weights=weights)
        options: dict[str, Any] = {
            "min_periods": min_periods,
            "missing": missing,
            "threads": threads,
        }

        def measure(measures: tuple[str, ...]) -> Any:
            return es.expanding(data, measures=measures, bins=bins, **auxiliary, **options)

        return Windows(data, measure)

    def fading(
        self,
        *,
        alpha: float | None = None,
        half_life: Any = None,
        on: Any = None,
        min_periods: int = 1,
        by: Any = None,
        bins: Any = None,
        missing: str = "skip",
        threads: int | None = None,
    ) -> Windows:
        """Choose all rows up to each, older ones weighing less.

        The weights of `pandas.ewm(halflife=half_life)`; `alpha` is 1 - alpha of pandas, the
        weight of a row relative to the next one.

        >>> import pandas as pd, entrostream.pandas
        >>> series = pd.Series(["a", "b"], index=pd.to_datetime(["2024-01-01", "2024-01-02"]))
        >>> series.entro.fading(half_life="1D").n().tolist()
        [1.0, 1.5]

        Parameters
        ----------
        alpha : float, above 0 and at most 1
            How much of its weight a row keeps when another one comes.
        half_life : span or number
            In which time a row loses half its weight, by an index of times or by `on`; or
            after how many rows.
        on, by, bins, missing, threads
            As in `rolling`.
        """
        span = span_of(half_life)
        data, auxiliary = split_auxiliary(self._data, times=on, by=by)
        if span is not None and on is None:
            auxiliary["times"] = times_of_index(data, f"a half_life of {repr_short(half_life)}")
        options: dict[str, Any] = {
            "alpha": alpha,
            "half_life": half_life if span is None else span,
            "min_periods": min_periods,
            "missing": missing,
            "threads": threads,
        }

        def measure(measures: tuple[str, ...]) -> Any:
            return es.fading(data, measures=measures, bins=bins, **auxiliary, **options)

        return Windows(data, measure, times_column(self._data, data, on, None))


class Windows:
    """Windows to be measured: a Series gives a Series, a frame a frame."""

    def __init__(
        self,
        data: Any,
        measure: Callable[[tuple[str, ...]], Any],
        on: TimesColumn | None = None,
    ) -> None:
        self._data = data
        self._measure = measure
        self._on = on

    def entropy(self) -> Any:
        """Give the Shannon entropy, in bits."""
        return self._one("entropy")

    def gini(self) -> Any:
        """Give the Gini index 1 - sum p^2."""
        return self._one("gini")

    def n(self) -> Any:
        """Give how many rows with a label the window holds, or what they weigh."""
        return self._one("n")

    def distinct(self) -> Any:
        """Give how many different labels the window holds."""
        return self._one("distinct")

    def evenness(self) -> Any:
        """Give the entropy as a part of log2(distinct), from 0 to 1."""
        return self._one("evenness")

    def perplexity(self) -> Any:
        """Give 2 ** entropy, the number of equally frequent labels with the same entropy."""
        return self._one("perplexity")

    def agg(self, measures: str | Sequence[str]) -> Any:
        """Give several measures in one pass; any that a summary's `trace` can hold.

        A Series gives a frame with a column for each measure, a frame two levels of columns.

        >>> import pandas as pd, entrostream.pandas
        >>> frame = pd.DataFrame({"x": ["a", "b"], "y": ["u", "u"]})
        >>> frame.entro.expanding().agg(["entropy", "n"])["x"]
           entropy    n
        0      0.0  1.0
        1      1.0  2.0
        """
        if isinstance(measures, str):
            return self._one(measures)
        names = tuple(measures)
        result = self._measure(names)
        if self._data.ndim == 1:
            return result
        return result.set_axis(pd.MultiIndex.from_product([self._data.columns, names]), axis=1)

    def _one(self, measure: str) -> Any:
        result = self._measure((measure,))
        if self._data.ndim == 1:
            return result.iloc[:, 0].rename(self._data.name)
        result = result.set_axis(self._data.columns, axis=1)
        if self._on is not None:  # as in pandas, the column of times stays
            place, name, column = self._on
            result.insert(place, name, column)
        return result


class Rolling(Windows):
    """Windows of a number of rows or a span of time."""

    def __init__(
        self,
        data: Any,
        measure: Callable[[tuple[str, ...]], Any],
        on: TimesColumn | None,
        mutual_information: Callable[[Hashable, Hashable], Any],
        divergence: Callable[..., Any],
    ) -> None:
        super().__init__(data, measure, on)
        self._mutual_information = mutual_information
        self._divergence = divergence

    def mutual_information(self, x: Hashable, y: Hashable) -> Any:
        """Give the mutual information of two columns of a frame, in bits.

        >>> import pandas as pd, entrostream.pandas
        >>> frame = pd.DataFrame({"x": list("abab"), "y": list("uvvu")})
        >>> frame.entro.rolling(2).mutual_information("x", "y").tolist()
        [nan, 1.0, 0.0, 1.0]
        """
        return self._mutual_information(x, y)

    def divergence(
        self,
        reference: Any,
        *,
        reference_by: Any = None,
        method: str = "jensen-shannon",
        weighting: str = "equal",
        unseen: Any = "inf",
    ) -> Any:
        """Give how far each window is from a reference, or from the window before it, in bits.

        A sample of labels, a frame with the same columns, "previous", or with `by` samples by
        their keys; see `es.rolling_divergence`.

        >>> import pandas as pd, entrostream.pandas
        >>> labels = pd.Series(["a", "b", "b", "c"])
        >>> labels.entro.rolling(2).divergence(["a", "b"]).round(3).tolist()
        [nan, 0.0, 0.311, 0.5]
        """
        return self._divergence(
            reference,
            reference_by=reference_by,
            method=method,
            weighting=weighting,
            unseen=unseen,
        )


def split_auxiliary(data: Any, **given: Any) -> tuple[Any, dict[str, Any]]:
    """Return the data to measure, and the auxiliary columns by argument.

    A name of a column of the frame becomes that column, which is not measured then.
    """
    used: list[Hashable] = []

    def column(value: Any) -> Any:
        if not is_name(value, data):
            return value
        require_column(data, value)
        used.append(value)
        return data[value]

    auxiliary = {}
    for argument, value in given.items():
        if are_several_columns(value, data):
            auxiliary[argument] = tuple(column(one) for one in value)
        elif value is not None:
            auxiliary[argument] = column(value)
    return (data.drop(columns=used) if used else data), auxiliary


def are_several_columns(value: Any, data: Any) -> bool:
    """Say whether a value holds several columns or names of columns."""
    if not isinstance(value, list | tuple) or has_column(data, value):
        return False
    if all(is_column(one) or has_column(data, one) for one in value):
        return True
    return isinstance(value, list) and data.ndim == 2 and len(value) != len(data)


def has_column(data: Any, name: Any) -> bool:
    """Say whether a value names a column of a frame; unhashable values do not."""
    try:
        return data.ndim == 2 and name in data.columns
    except TypeError:
        return False


def is_name(given: Any, data: Any) -> bool:
    """Say whether a value is meant as the name of a column of a frame."""
    if data.ndim == 1 or not isinstance(given, Hashable) or is_column(given):
        return False
    return not isinstance(given, tuple) or has_column(data, given)


def require_column(frame: Any, name: Hashable) -> None:
    """Refuse a name that the frame does not have."""
    if name not in frame.columns:
        raise ValueError(
            f"the frame has no column {repr_short(name)}; it has {repr_short(list(frame.columns))}"
        )


def times_column(data: Any, measured: Any, on: Any, step: int | None) -> TimesColumn | None:
    """Return the column of times of a frame, which pandas includes in its results."""
    if on is None or not is_name(on, data):
        return None
    before = data.columns[: data.columns.get_loc(on)]
    return len(before.intersection(measured.columns)), on, data[on].iloc[::step]


def pair_of(data: Any, x: Hashable, y: Hashable) -> tuple[Any, Any]:
    """Return two columns of a frame."""
    if data.ndim == 1:
        raise TypeError("two columns are measured in a frame: frame[['x', 'y']].entro")
    require_column(data, x)
    require_column(data, y)
    return data[x], data[y]


def span_of(window: Any) -> Any:
    """Return a span of time as the core reads it; None for a number of rows."""
    if isinstance(window, dt.timedelta | np.timedelta64):
        return window
    if not isinstance(window, str | pd.offsets.BaseOffset):
        return None
    try:
        return np.timedelta64(int(pd.tseries.frequencies.to_offset(window).nanos), "ns")
    except ValueError:
        raise ValueError(
            f'{repr_short(window)} is no span of fixed length; write "10min", "36h", '
            '"7D" or a Timedelta'
        ) from None


CALENDAR = {"MonthBegin": 1, "QuarterBegin": 3, "YearBegin": 12}


def interval_of(rule: Any) -> Any:
    """Return the length of intervals as the column functions read it."""
    if isinstance(rule, dt.timedelta | np.timedelta64) or calendar_span(rule) is not None:
        return rule
    try:
        offset = pd.tseries.frequencies.to_offset(rule)
    except (TypeError, ValueError):
        offset = None
    months = CALENDAR.get(type(offset).__name__, 0)
    first = getattr(offset, "startingMonth", getattr(offset, "month", 1))
    if months and (first - 1) % months == 0:
        return f"{months * offset.n}mo"
    try:
        return np.timedelta64(int(offset.nanos), "ns")
    except (AttributeError, ValueError):
        raise ValueError(
            f'{repr_short(rule)} is no length of intervals; write "10min", "1D", "MS" '
            '(months), "QS", '
            '"YS" or a Timedelta'
        ) from None


def times_of_index(data: Any, what: str) -> Any:
    """Return the index as times, or refuse one that holds none."""
    index = data.index
    if isinstance(index, pd.PeriodIndex):
        return index.to_timestamp()
    if isinstance(index, pd.TimedeltaIndex):
        return index + pd.Timestamp(0)
    if isinstance(index, pd.DatetimeIndex):
        return index
    raise ValueError(f"{what} needs an index of times, or on= with the time of each row")


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
        require_rows(key, rows, "by")
    grouped = pd.Series(0, range(rows)).groupby(
        [np.asarray(key) for key in several], sort=False, observed=True
    )
    return grouped.ngroup().to_numpy()


pd.api.extensions.register_series_accessor("entro")(Entro)
pd.api.extensions.register_dataframe_accessor("entro")(Entro)
