"""What `series.entro` and `frame.entro` can do."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import entrostream as es
from entrostream._core import repr_short
from entrostream.columns.aggregate import Grouping, compute_by_group
from entrostream.columns.base import base_of
from entrostream.columns.options import Closed, Missing
from entrostream.columns.window import step_of
from entrostream.docstrings import complete_methods
from entrostream.pandas.all_rows import AllRows
from entrostream.pandas.auxiliary import pair_of, split_auxiliary, times_column
from entrostream.pandas.parameters import OF_WINDOWS
from entrostream.pandas.spans import interval_of, span_of
from entrostream.pandas.times import in_row_order, name_of_times, times_of_index
from entrostream.pandas.windows import Rolling, Windows, half_life_spelled_as_in_pandas

__all__ = ["Entro"]


@complete_methods(OF_WINDOWS)
class Entro(AllRows):
    """`series.entro` and `frame.entro`: entropy and Gini index of labels.

    A frame is measured column by column. An auxiliary column (`on`, `times`, `group_by`,
    `weights`) may be given by its name in the frame, and is not measured then.

    Parameters
    ----------
    data : Series or DataFrame
        The labels; pandas passes what the namespace is read from.

    Examples
    --------
    >>> import pandas as pd
    >>> import entrostream.pandas
    >>> pd.Series(["a", "b", "b"]).entro.gini()
    0.4444444444444444
    """

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
