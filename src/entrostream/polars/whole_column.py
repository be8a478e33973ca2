"""Measures of all rows: aggregations."""

from __future__ import annotations

from typing import Any

import entrostream as es
from entrostream.columns.options import Method, Missing, Weighting
from entrostream.polars.column import Column
from entrostream.polars.parameters import ONE_VALUE, PARAMETERS, methods_of_entro

__all__ = ["WholeColumn"]


@methods_of_entro(PARAMETERS, returns=ONE_VALUE)
class WholeColumn(Column):
    """One value of a column."""

    def entropy(
        self,
        *,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the Shannon entropy of the column, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.DataFrame({"x": ["a", "a", "b", "b"]}).select(pl.col("x").entro.entropy()).item()
        1.0
        """
        return self._one_value(es.entropy, locals())

    def gini(
        self,
        *,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
    ) -> Any:
        """Give the Gini index 1 - sum p^2 of the column.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b", "b"]).entro.gini()
        0.5
        """
        return self._one_value(es.gini, locals())

    def information_gain(
        self,
        other: Any,
        *,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the information gain of this column about another, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.information_gain("y")).item()
        1.0
        """
        return self._one_value(es.information_gain, locals())

    def mutual_information(
        self,
        other: Any,
        *,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the mutual information with another column, in bits.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.mutual_information("y")).item()
        1.0
        """
        return self._one_value(es.mutual_information, locals())

    def divergence(
        self,
        reference: Any,
        *,
        method: Method = "jensen-shannon",
        weighting: Weighting = "equal",
        unseen: Any = "inf",
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give how far the labels are from those of a reference, in bits; see `es.divergence`.

        Parameters
        ----------
        reference : Series, list or expression
            A sample of labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b", "b", "c"], "y": ["a", "b", "a", "b"]})
        >>> frame.select(pl.col("x").entro.divergence(pl.col("y")).round(4)).item()
        0.1556
        """
        return self._one_value(es.divergence, locals())
