"""Windows that were chosen, and what can be measured of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pandas as pd

from entrostream.columns.options import FadingMeasure, Method, Weighting
from entrostream.docstrings import complete_methods
from entrostream.measure_names import names_of
from entrostream.pandas.auxiliary import TimesColumn
from entrostream.pandas.parameters import OF_WINDOWS

__all__ = ["Rolling", "Windows", "half_life_spelled_as_in_pandas"]


@complete_methods(OF_WINDOWS)
class Windows:
    """Windows to be measured: a Series gives a Series, a frame a frame.

    The methods of `.entro` return them; they are not made by hand.

    Examples
    --------
    >>> import pandas as pd
    >>> import entrostream.pandas
    >>> pd.Series(["a", "b", "b"]).entro.expanding().entropy().round(3).tolist()
    [0.0, 1.0, 0.918]
    """

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
        names = names_of(measures)
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
    """Windows of a number of rows or a span of time, which `.entro.rolling` returns.

    Examples
    --------
    >>> import pandas as pd
    >>> import entrostream.pandas
    >>> pd.Series(["a", "b", "b"]).entro.rolling(2).gini().tolist()
    [nan, 0.5, 0.0]
    """

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
