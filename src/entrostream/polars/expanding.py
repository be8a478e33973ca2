"""All rows up to each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import entrostream as es
from entrostream.columns.options import Measure, Missing
from entrostream.columns.rolling import MEASURES
from entrostream.polars.column import Column
from entrostream.polars.parameters import FROM_ONE_ROW, methods_of_entro
from entrostream.polars.windows import so_far

__all__ = ["Expanding"]


@methods_of_entro(FROM_ONE_ROW)
class Expanding(Column):
    """Measures of all rows so far."""

    def cum_entropy(
        self,
        *,
        min_samples: int = 1,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of all rows up to each, in bits; exact.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_entropy().round(4).to_list()
        [0.0, 1.0, 0.9183, 0.8113]
        """
        return self._measures(es.expanding, so_far, locals(), "entropy")

    def cum_gini(
        self,
        *,
        min_samples: int = 1,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Any:
        """Give the Gini index of all rows up to each; correctly rounded.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_gini().round(4).to_list()
        [0.0, 0.5, 0.4444, 0.375]
        """
        return self._measures(es.expanding, so_far, locals(), "gini")

    def cum_measures(
        self,
        *,
        measures: Measure | Sequence[Measure] = MEASURES,
        min_samples: int = 1,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give several measures of all rows up to each in one pass: a struct.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_measures(measures=["n"]).to_list()
        [{'n': 1.0}, {'n': 2.0}, {'n': 3.0}, {'n': 4.0}]
        """
        return self._measures(es.expanding, so_far, locals())
