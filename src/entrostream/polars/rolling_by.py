"""Windows of a span of time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import entrostream as es
from entrostream.columns.options import Measure, Method, Missing, Weighting
from entrostream.columns.rolling import MEASURES
from entrostream.polars.column import Column
from entrostream.polars.expressions import divergence, mutual_information
from entrostream.polars.parameters import FROM_ONE_ROW, methods_of_entro
from entrostream.polars.windows import Closed, timed

__all__ = ["RollingBy"]


@methods_of_entro(FROM_ONE_ROW)
class RollingBy(Column):
    """Measures of the rows whose times are in a window."""

    def rolling_entropy_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: Closed = "right",
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of the rows whose time is in the window of each, in bits.

        Windows are those of `rolling_sum_by`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> frame.select(pl.col("x").entro.rolling_entropy_by("t", "5i"))["x"].to_list()
        [0.0, 1.0, 0.0]
        """
        return self._measures(es.rolling, timed, locals(), "entropy")

    def rolling_gini_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: Closed = "right",
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Any:
        """Give the Gini index of the rows whose time is in the window of each.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> frame.select(pl.col("x").entro.rolling_gini_by("t", "5i"))["x"].to_list()
        [0.0, 0.5, 0.0]
        """
        return self._measures(es.rolling, timed, locals(), "gini")

    def rolling_measures_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        measures: Measure | Sequence[Measure] = MEASURES,
        min_samples: int = 1,
        closed: Closed = "right",
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give several measures of the rows in the window of each in one pass: a struct.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> both = pl.col("x").entro.rolling_measures_by("t", "5i", measures=["n", "distinct"])
        >>> frame.select(both).unnest("x").rows()
        [(1.0, 1.0), (2.0, 2.0), (1.0, 1.0)]
        """
        return self._measures(es.rolling, timed, locals())

    def rolling_mutual_information_by(
        self,
        other: Any,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: Closed = "right",
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the mutual information with another column in the window of each row, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"], "y": ["u", "v", "v"]})
        >>> both = pl.col("x").entro.rolling_mutual_information_by("y", "t", "5i")
        >>> frame.select(both)["x"].to_list()
        [0.0, 1.0, 0.0]
        """
        return self._per_row(mutual_information, timed, locals())

    def rolling_divergence_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        reference: Any,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        min_samples: int = 1,
        closed: Closed = "right",
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give how far the rows in the window of each are from a reference, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> far = pl.col("x").entro.rolling_divergence_by("t", "5i", reference=["a", "b"])
        >>> frame.select(far.round(3))["x"].to_list()
        [0.311, 0.0, 0.311]
        """
        return self._per_row(divergence, timed, locals())
