"""Exponential decay by rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import entrostream as es
from entrostream.columns.fading import FADING_MEASURES
from entrostream.columns.options import FadingMeasure, Missing
from entrostream.polars.column import Column
from entrostream.polars.parameters import FADING, methods_of_entro
from entrostream.polars.windows import faded

__all__ = ["Fading"]


@methods_of_entro(FADING)
class Fading(Column):
    """Measures of all rows so far, which decay from row to row."""

    def fading_entropy(
        self,
        *,
        fading_factor: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of the rows up to each with exponential decay, in bits.

        The weights of `ewm_mean(half_life=half_life)`, or of `ewm_mean(alpha=1 - fading_factor)`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_entropy(half_life=1).round(4).to_list()
        [0.0, 0.0, 0.9852]
        """
        return self._measures(es.fading, faded, locals(), "entropy")

    def fading_gini(
        self,
        *,
        fading_factor: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Any:
        """Give the Gini index of the rows up to each with exponential decay.

        The weights of `ewm_mean(half_life=half_life)`, or of `ewm_mean(alpha=1 - fading_factor)`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_gini(fading_factor=0.5).round(4).to_list()
        [0.0, 0.0, 0.4898]
        """
        return self._measures(es.fading, faded, locals(), "gini")

    def fading_measures(
        self,
        *,
        measures: FadingMeasure | Sequence[FadingMeasure] = FADING_MEASURES,
        fading_factor: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give several measures of the rows up to each with exponential decay: a struct.

        The weights of `ewm_mean(half_life=half_life)`, or of `ewm_mean(alpha=1 - fading_factor)`.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_measures(half_life=1, measures=["n"]).to_list()
        [{'n': 1.0}, {'n': 1.5}, {'n': 1.75}]
        """
        return self._measures(es.fading, faded, locals())
