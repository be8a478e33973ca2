"""Windows of a number of rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import entrostream as es
from entrostream.columns.options import Measure, Method, Missing, Weighting
from entrostream.columns.rolling import MEASURES
from entrostream.polars.column import Column
from entrostream.polars.expressions import divergence, mutual_information
from entrostream.polars.parameters import PARAMETERS, methods_of_entro
from entrostream.polars.windows import counted

__all__ = ["Rolling"]


@methods_of_entro(PARAMETERS)
class Rolling(Column):
    """Measures of the last rows."""

    def rolling_entropy(
        self,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of the last `window_size` rows, in bits; exact.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_entropy(2).to_list()
        [None, 1.0, 0.0]
        """
        return self._measures(es.rolling, counted, locals(), "entropy")

    def rolling_gini(
        self,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        threads: int | None = None,
    ) -> Any:
        """Give the Gini index of the last `window_size` rows; correctly rounded.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_gini(2).to_list()
        [None, 0.5, 0.0]
        """
        return self._measures(es.rolling, counted, locals(), "gini")

    def rolling_measures(
        self,
        window_size: int,
        *,
        measures: Measure | Sequence[Measure] = MEASURES,
        min_samples: int | None = None,
        center: bool = False,
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give several measures of the last `window_size` rows in one pass: a struct.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> both = pl.col("x").entro.rolling_measures(2, measures=["entropy", "gini"])
        >>> pl.DataFrame({"x": ["a", "b"]}).select(both).unnest("x").rows()
        [(None, None), (1.0, 0.5)]
        """
        return self._measures(es.rolling, counted, locals())

    def rolling_mutual_information(
        self,
        other: Any,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        group_by: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the mutual information with another column in the last rows, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": list("abab"), "y": list("uvvu")})
        >>> frame.select(pl.col("x").entro.rolling_mutual_information("y", 2))["x"].to_list()
        [None, 1.0, 0.0, 1.0]
        """
        return self._per_row(mutual_information, counted, locals())

    def rolling_divergence(
        self,
        window_size: int,
        *,
        reference: Any,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        min_samples: int | None = None,
        center: bool = False,
        group_by: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give how far the last `window_size` rows are from a reference, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> labels = pl.Series(["a", "b", "b", "c"])
        >>> labels.entro.rolling_divergence(2, reference=["a", "b"]).round(3).to_list()
        [None, 0.0, 0.311, 0.5]
        """
        return self._per_row(divergence, counted, locals())
