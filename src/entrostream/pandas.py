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
index and the names of the data. Exponential decay is called `fading`, not `ewm`: `fading_factor`
is the weight that remains, `alpha` of `ewm` the weight that is lost.

`df.groupby("key")["x"]` can have no accessor. `group_by=` does the same, and the result has the
index of the rows:

>>> df = pd.DataFrame({"key": [1, 2, 1, 2], "x": ["a", "u", "b", "u"]})
>>> df.entro.expanding(group_by="key").entropy()
     x
0  0.0
1  0.0
2  1.0
3  0.0
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

import entrostream as es
from entrostream._core import column_times, repr_short
from entrostream.columns.aggregate import Grouping, compute_by_group
from entrostream.columns.base import base_of
from entrostream.columns.calendar import calendar_span
from entrostream.columns.frames import is_column
from entrostream.columns.libraries import require_rows
from entrostream.columns.options import Closed, FadingMeasure, Method, Missing, Weighting
from entrostream.columns.parameters import PER_ROW, WHOLE
from entrostream.columns.window import step_of
from entrostream.docstrings import complete, complete_methods, entries

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


# What differs from the column functions: the words of pandas.
OF_WINDOWS = PER_ROW | entries(
    """
    window : int or span
        A number of rows, or a span of time as in pandas: "10min", "1D", a Timedelta or an
        offset of fixed length. A span needs an index of times, or `on`, which must be
        monotonic, as in pandas: where times decrease, a window extends up the rows. (For
        times in another order use `es.rolling`, which takes the rows in the order of their
        times.)
    min_periods : int, optional
        NaN where fewer rows of the window have a label, as in pandas: by default the window if it
        is a number of rows, else 1.
    on : name or column, optional
        The time of each row, in place of the index.
    rule : span
        "10min", "1D", a Timedelta; or "MS", "QS", "YS" for months, quarters and years.
        Lengths that do not divide a day count from 1970 on, weeks of seven days from Mondays.
    every : span, optional
        For a window that is a span: a value at each multiple of a length of time such as "10min",
        of the window that ends there; the result has these times as its index.
    group_by : name, column, or list of them, optional
        Each key has windows of its own rows; the result has the index of all rows. Rows without
        a key get NaN.
    weights : name or column, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    halflife : span or number, optional
        In which time a row loses half its weight, by an index of times or by `times`; or after
        how many rows. That of `pandas.ewm`.
    times : name or column, optional
        The time of each row, in place of the index, as in `pandas.ewm`.
    fading_factor : float, optional
        The weight of a row relative to the next one, above 0 and at most 1; it is 1 - alpha of
        `pandas.ewm`. Exactly one of fading_factor and halflife is given.
    x : name
        A column of the frame.
    y : name
        Another column of the frame.
    measures : name or list of names
        "entropy", "gini", "n", "distinct", "nats", "evenness", "perplexity", "renyi2",
        "inverse_simpson"; "effective_size" with exponential decay.
    reference_group_by : column or list of columns, optional
        The keys of the rows of the reference: each group of `group_by` is compared with the rows
        that have its keys.
    """
)
OF_ALL_ROWS = WHOLE | entries(
    """
    group_by : name, column, or list of them, optional
        One value for each group, as `groupby(...).agg(es.entropy)` gives it, in one pass. Rows
        without a key belong to no group.
    weights : name or column, optional
        How much each row counts. A row of weight 0 adds nothing.
    x : name
        A column of the frame.
    y : name
        Another column of the frame.
    """
)

of_all_rows = complete(OF_ALL_ROWS)


@complete_methods(OF_WINDOWS)
class Entro:
    """`series.entro` and `frame.entro`: entropy and Gini index of labels.

    A frame is measured column by column. An auxiliary column (`on`, `times`, `group_by`,
    `weights`) may be given by its name in the frame, and is not measured then.
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    @of_all_rows
    def entropy(
        self,
        *,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the Shannon entropy of all rows, in bits.

        Returns
        -------
        float, Series or DataFrame
            One value; of a frame one for each column; with `group_by` one for each group, with
            the keys as the index. NaN where no label is left.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "a", "b", "b"]).entro.entropy()
        1.0
        >>> frame = pd.DataFrame({"k": [1, 1, 2], "x": ["a", "b", "b"]})
        >>> frame.entro.entropy(group_by="k")["x"].tolist()
        [1.0, 0.0]
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by, weights=weights)
        return es.entropy(data, bins=bins, missing=missing, base=base, **auxiliary)

    @of_all_rows
    def gini(
        self,
        *,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
    ) -> Any:
        """Give the Gini index 1 - sum p^2 of all rows.

        Returns
        -------
        float, Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "u"]}).entro.gini()
        x    0.5
        y    0.0
        dtype: float64
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by, weights=weights)
        return es.gini(data, bins=bins, missing=missing, **auxiliary)

    @of_all_rows
    def divergence(
        self,
        reference: Any,
        *,
        group_by: Any = None,
        reference_group_by: Any = None,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give how far the labels are from those of a reference, in bits; see `es.divergence`.

        Returns
        -------
        float, Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b", "c"]).entro.divergence(["a", "b"])
        0.15563906222956644
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.divergence(
            data,
            reference,
            reference_group_by=reference_group_by,
            method=method,
            weighting=weighting,
            unseen=unseen,
            bins=bins,
            missing=missing,
            base=base,
            **auxiliary,
        )

    @of_all_rows
    def information_gain(
        self,
        x: Hashable,
        y: Hashable,
        *,
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the information gain of one column of a frame about another, in bits.

        Returns
        -------
        float or Series
            One value; with `group_by` one for each group. NaN where no row has both labels.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.information_gain("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.information_gain(first, second, missing=missing, base=base, **auxiliary)

    @of_all_rows
    def mutual_information(
        self,
        x: Hashable,
        y: Hashable,
        *,
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the mutual information of two columns of a frame, in bits.

        Returns
        -------
        float or Series
            As in `information_gain`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.DataFrame({"x": ["a", "b"], "y": ["u", "v"]}).entro.mutual_information("x", "y")
        1.0
        """
        first, second = pair_of(self._data, x, y)
        _, auxiliary = split_auxiliary(self._data, group_by=group_by)
        return es.mutual_information(first, second, missing=missing, base=base, **auxiliary)

    def resample(
        self,
        rule: Any,
        *,
        on: Any = None,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
    ) -> Windows:
        """Choose the rows of each interval of time, as `pandas.resample` does.

        Parameters
        ----------
        group_by : name, column, or list of them, optional
            Each group has the intervals from its first row to its last.
        missing : {"skip", "raise", "label"}, default "skip"
            What to do with None, NaN and NaT: ignore the row, raise an error, or count them as
            one label.

        Returns
        -------
        Windows
            The intervals, to be measured: `.entropy()`. The index of the result has the time at
            which each interval begins; intervals without labels have NaN.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> times = pd.to_datetime(["2024-01-01 12:01", "2024-01-01 12:09", "2024-01-01 12:25"])
        >>> pd.Series(["a", "b", "b"], times).entro.resample("10min").entropy()
        2024-01-01 12:00:00    1.0
        2024-01-01 12:10:00    NaN
        2024-01-01 12:20:00    0.0
        dtype: float64
        """
        data, auxiliary = split_auxiliary(self._data, times=on, group_by=group_by, weights=weights)
        if on is None:
            auxiliary["times"] = times_of_index(data, f"a rule of {repr_short(rule)}", "on")
        every = interval_of(rule)

        def measure(measures: tuple[str, ...], base: float) -> Any:
            grouping = Grouping(
                every=every, bins=bins, missing=missing, base=base_of(base), **auxiliary
            )
            return compute_by_group(data, grouping.request(measures))

        return Windows(data, measure)

    def rolling(
        self,
        window: Any,
        *,
        min_periods: int | None = None,
        center: bool = False,
        on: Any = None,
        closed: Closed | None = None,
        step: int | None = None,
        every: Any = None,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Rolling:
        """Choose the window of each row, as `pandas.rolling` does.

        Returns
        -------
        Rolling
            The windows, to be measured: `.entropy()`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"], name="x").entro.rolling(2, min_periods=1).entropy()
        0    0.0
        1    1.0
        2    0.0
        Name: x, dtype: float64
        """
        span = span_of(window)
        step_of(step)  # refuses invalid ones
        data, auxiliary = split_auxiliary(self._data, times=on, group_by=group_by, weights=weights)
        if span is not None and on is None:
            auxiliary["times"] = times_of_index(data, f"a window of {repr_short(window)}", "on")
        ends = None if every is None else interval_of(every)
        if span is not None and ends is None:
            auxiliary["times"] = in_row_order(
                auxiliary["times"], auxiliary.get("group_by"), name_of_times(on)
            )
        options: dict[str, Any] = {
            "min_periods": min_periods,
            "center": center,
            "closed": closed,
            "step": step,
            "every": ends,
            "missing": missing,
            "threads": threads,
        }
        window = window if span is None else span

        def measure(measures: tuple[str, ...], base: float) -> Any:
            return es.rolling(
                data,
                window,
                measures=measures,  # type: ignore[arg-type]
                bins=bins,
                base=base,
                **auxiliary,
                **options,
            )

        def mutual_information(x: Hashable, y: Hashable, base: float) -> Any:
            if weights is not None or bins is not None:
                raise ValueError("mutual_information takes neither weights= nor bins=")
            first, second = pair_of(self._data, x, y)
            result = es.rolling_mutual_information(
                first, second, window, base=base, **auxiliary, **options
            )
            return result.rename("mutual_information")

        def divergence(reference: Any, **rule: Any) -> Any:
            if weights is not None:
                raise ValueError("divergence takes no weights=")
            return es.rolling_divergence(
                data, window, reference=reference, bins=bins, **rule, **auxiliary, **options
            )

        times = times_column(self._data, data, on, step) if ends is None else None
        return Rolling(data, measure, times, mutual_information, divergence)

    def expanding(
        self,
        min_periods: int = 1,
        *,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Windows:
        """Choose all rows up to each, as `pandas.expanding` does.

        Parameters
        ----------
        min_periods : int, default 1
            NaN where fewer rows so far have a label.

        Returns
        -------
        Windows
            The windows, to be measured: `.entropy()`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().gini().round(3).tolist()
        [0.0, 0.5, 0.444]
        """
        data, auxiliary = split_auxiliary(self._data, group_by=group_by, weights=weights)
        options: dict[str, Any] = {
            "min_periods": min_periods,
            "missing": missing,
            "threads": threads,
        }

        def measure(measures: tuple[str, ...], base: float) -> Any:
            return es.expanding(
                data,
                measures=measures,  # type: ignore[arg-type]
                bins=bins,
                base=base,
                **auxiliary,
                **options,
            )

        return Windows(data, measure)

    def fading(
        self,
        *,
        fading_factor: float | None = None,
        halflife: Any = None,
        times: Any = None,
        min_periods: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Windows:
        """Choose all rows up to each with exponential decay, as `pandas.ewm` does.

        The weights of `pandas.ewm(halflife=halflife)`, or of `ewm(alpha=1 - fading_factor)`.

        Parameters
        ----------
        min_periods : int, default 1
            NaN where fewer rows so far have a label.

        Returns
        -------
        Windows
            The windows, to be measured: `.entropy()`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> series = pd.Series(["a", "b"], index=pd.to_datetime(["2024-01-01", "2024-01-02"]))
        >>> series.entro.fading(halflife="1D").n().tolist()
        [1.0, 1.5]
        """
        span = span_of(halflife)
        data, auxiliary = split_auxiliary(self._data, times=times, group_by=group_by)
        if span is not None and times is None:
            what = f"a halflife of {repr_short(halflife)}"
            auxiliary["times"] = times_of_index(data, what, "times")
        options: dict[str, Any] = {
            "fading_factor": fading_factor,
            "half_life": halflife if span is None else span,
            "min_periods": min_periods,
            "missing": missing,
            "threads": threads,
        }

        def measure(measures: tuple[str, ...], base: float) -> Any:
            with half_life_spelled_as_in_pandas():
                return es.fading(
                    data,
                    measures=measures,  # type: ignore[arg-type]
                    bins=bins,
                    base=base,
                    **auxiliary,
                    **options,
                )

        return Windows(data, measure, times_column(self._data, data, times, None))


@complete_methods(OF_WINDOWS)
class Windows:
    """Windows to be measured: a Series gives a Series, a frame a frame."""

    def __init__(
        self,
        data: Any,
        measure: Callable[[tuple[str, ...], float], Any],
        times: TimesColumn | None = None,
    ) -> None:
        self._data = data
        self._measure = measure
        self._times = times

    def entropy(self, *, base: float = 2) -> Any:
        """Give the Shannon entropy, in bits.

        Returns
        -------
        Series or DataFrame
            A value for each window; NaN where it holds too few labels.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().entropy(base=4).round(3).tolist()
        [0.0, 0.5, 0.459]
        """
        return self._one("entropy", base)

    def gini(self) -> Any:
        """Give the Gini index 1 - sum p^2.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.rolling(2).gini().tolist()
        [nan, 0.5, 0.0]
        """
        return self._one("gini")

    def n(self) -> Any:
        """Give how many rows with a label the window holds, or their weight.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", None, "b"]).entro.expanding().n().tolist()
        [1.0, 1.0, 2.0]
        """
        return self._one("n")

    def distinct(self) -> Any:
        """Give how many different labels the window holds.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().distinct().tolist()
        [1.0, 2.0, 2.0]
        """
        return self._one("distinct")

    def evenness(self) -> Any:
        """Give the entropy as a part of log2(distinct), from 0 to 1.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().evenness().round(3).tolist()
        [0.0, 1.0, 0.918]
        """
        return self._one("evenness")

    def perplexity(self) -> Any:
        """Give 2 ** entropy, the number of equally frequent labels with the same entropy.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> pd.Series(["a", "b", "b"]).entro.expanding().perplexity().round(3).tolist()
        [1.0, 2.0, 1.89]
        """
        return self._one("perplexity")

    def agg(self, measures: FadingMeasure | Sequence[FadingMeasure], *, base: float = 2) -> Any:
        """Give several measures in one pass.

        Returns
        -------
        Series or DataFrame
            A column for each measure; of a frame two levels of columns. One name gives what the
            method of that name would.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> frame = pd.DataFrame({"x": ["a", "b"], "y": ["u", "u"]})
        >>> frame.entro.expanding().agg(["entropy", "n"])["x"]
           entropy    n
        0      0.0  1.0
        1      1.0  2.0
        """
        if isinstance(measures, str):
            return self._one(measures, base)
        names = tuple(measures)
        result = self._measure(names, base)
        if self._data.ndim == 1:
            return result
        return result.set_axis(pd.MultiIndex.from_product([self._data.columns, names]), axis=1)

    def _one(self, measure: str, base: float = 2) -> Any:
        result = self._measure((measure,), base)
        if self._data.ndim == 1:
            return result.iloc[:, 0].rename(self._data.name)
        result = result.set_axis(self._data.columns, axis=1)
        if self._times is not None:  # as in pandas, the column of times stays
            place, name, column = self._times
            result.insert(place, name, column)
        return result


@complete_methods(OF_WINDOWS)
class Rolling(Windows):
    """Windows of a number of rows or a span of time."""

    def __init__(
        self,
        data: Any,
        measure: Callable[[tuple[str, ...], float], Any],
        times: TimesColumn | None,
        mutual_information: Callable[[Hashable, Hashable, float], Any],
        divergence: Callable[..., Any],
    ) -> None:
        super().__init__(data, measure, times)
        self._mutual_information = mutual_information
        self._divergence = divergence

    def mutual_information(self, x: Hashable, y: Hashable, *, base: float = 2) -> Any:
        """Give the mutual information of two columns of a frame, in bits.

        Returns
        -------
        Series
            A value for each window; NaN where too few rows have both labels.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> frame = pd.DataFrame({"x": list("abab"), "y": list("uvvu")})
        >>> frame.entro.rolling(2).mutual_information("x", "y").tolist()
        [nan, 1.0, 0.0, 1.0]
        """
        return self._mutual_information(x, y, base)

    def divergence(
        self,
        reference: Any,
        *,
        reference_group_by: Any = None,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        base: float = 2,
    ) -> Any:
        """Give how far each window is from a reference, or from the window before it, in bits.

        Returns
        -------
        Series or DataFrame
            As in `entropy`.

        Examples
        --------
        >>> import pandas as pd, entrostream.pandas
        >>> labels = pd.Series(["a", "b", "b", "c"])
        >>> labels.entro.rolling(2).divergence(["a", "b"]).round(3).tolist()
        [nan, 0.0, 0.311, 0.5]
        """
        return self._divergence(
            reference,
            reference_group_by=reference_group_by,
            method=method,
            weighting=weighting,
            unseen=unseen,
            base=base,
        )


@contextmanager
def half_life_spelled_as_in_pandas() -> Iterator[None]:
    """Let errors call the half-life as `pandas.ewm` does."""
    try:
        yield
    except (TypeError, ValueError) as error:
        error.args = (str(error).replace("half_life", "halflife"),)
        raise


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


def times_column(data: Any, measured: Any, times: Any, step: int | None) -> TimesColumn | None:
    """Return the column of times of a frame, which pandas includes in its results."""
    if times is None or not is_name(times, data):
        return None
    before = data.columns[: data.columns.get_loc(times)]
    return len(before.intersection(measured.columns)), times, data[times].iloc[::step]


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


pd.api.extensions.register_series_accessor("entro")(Entro)
pd.api.extensions.register_dataframe_accessor("entro")(Entro)
