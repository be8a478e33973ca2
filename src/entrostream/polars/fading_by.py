"""Exponential decay by time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import entrostream as es
from entrostream.columns.fading import FADING_MEASURES
from entrostream.columns.options import FadingMeasure, Missing
from entrostream.polars.column import Column
from entrostream.polars.parameters import FADING_BY_TIME, methods_of_entro
from entrostream.polars.windows import faded_by_time

__all__ = ["FadingBy"]


@methods_of_entro(FADING_BY_TIME)
class FadingBy(Column):
    """Measures of all rows so far, which decay by their times."""

    def fading_entropy_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of the rows up to each, which decay by time, in bits.

        The weights of `ewm_mean_by`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_entropy_by("t", half_life="10i")
        >>> frame.select(faded.round(4))["x"].to_list()
        [0.0, 0.9183]
        """
        return self._measures(es.fading, faded_by_time, locals(), "entropy")

    def fading_gini_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Any:
        """Give the Gini index of the rows up to each, which decay by time.

        The weights of `ewm_mean_by`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_gini_by("t", half_life="10i")
        >>> frame.select(faded.round(4))["x"].to_list()
        [0.0, 0.4444]
        """
        return self._measures(es.fading, faded_by_time, locals(), "gini")

    def fading_measures_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        measures: FadingMeasure | Sequence[FadingMeasure] = FADING_MEASURES,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give several measures of the rows up to each, which decay by time: a struct.

        The weights of `ewm_mean_by`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_measures_by("t", half_life="10i", measures=["n"])
        >>> frame.select(faded)["x"].to_list()
        [{'n': 1.0}, {'n': 1.5}]
        """
        return self._measures(es.fading, faded_by_time, locals())
