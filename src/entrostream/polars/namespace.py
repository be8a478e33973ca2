"""What `pl.col("x").entro` and `series.entro` can do."""

from __future__ import annotations

from entrostream.polars.expanding import Expanding
from entrostream.polars.fading import Fading
from entrostream.polars.fading_by import FadingBy
from entrostream.polars.rolling import Rolling
from entrostream.polars.rolling_by import RollingBy
from entrostream.polars.whole_column import WholeColumn

__all__ = ["Entro"]


class Entro(WholeColumn, Rolling, RollingBy, Expanding, Fading, FadingBy):
    """`pl.col("x").entro` and `series.entro`: entropy and Gini index of labels.

    Auxiliary columns are names or expressions, and Series for a Series.

    Parameters
    ----------
    column : Expr or Series
        The labels; Polars passes what the namespace is read from.

    Examples
    --------
    >>> import polars as pl
    >>> import entrostream.polars
    >>> pl.Series(["a", "b", "b"]).entro.gini()
    0.4444444444444444
    """
