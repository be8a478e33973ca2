"""The namespace `entro` of Polars: `pl.col("x").entro.rolling_entropy(1000)`.

>>> import polars as pl
>>> import entrostream.polars
>>> frame = pl.DataFrame({"key": [1, 1, 2, 2], "x": ["a", "b", "u", None]})
>>> frame.with_columns(h=pl.col("x").entro.rolling_entropy(2))["h"].to_list()
[None, 1.0, 1.0, None]
>>> in_groups = pl.col("x").entro.rolling_entropy(2, min_samples=1).over("key")
>>> frame.select(in_groups)["x"].to_list()
[0.0, 1.0, 0.0, 0.0]
>>> frame.group_by("key", maintain_order=True).agg(pl.col("x").entro.gini())["x"].to_list()
[0.5, 0.0]

For expressions, in eager and lazy frames, and for Series. Arguments have the names that they have
in Polars: `window_size`, `min_samples`, `rolling_..._by` for times, `cum_...` for all rows so far;
windows have the edges of those of Polars, and durations are written alike ("10m" is ten minutes,
"1h30m", "5i"). Exponential decay is called `fading_...`, not `ewm_...`: `fading_factor` is the
weight that remains, `alpha` of `ewm_mean` the weight that is lost. `group_by=` is `.over(...)`
in one pass.

An expression needs all rows of its column: a lazy frame that streams holds them in memory.
"""

try:
    import polars as pl
except ImportError as error:
    raise ImportError(
        'entrostream.polars needs polars: pip install "entrostream[polars]"'
    ) from error

from entrostream.polars.namespace import Entro

__all__ = ["Entro", "entro"]


def __dir__() -> list[str]:
    return __all__


def entro(column: pl.Expr | pl.Series) -> Entro:
    """Return the namespace of an expression or a Series, where a type checker is to know it.

    Parameters
    ----------
    column : Expr or Series
        The labels.

    Returns
    -------
    Entro
        What `column.entro` is.

    Examples
    --------
    >>> import polars as pl
    >>> from entrostream.polars import entro
    >>> pl.DataFrame({"x": ["a", "b", "b"]}).select(entro(pl.col("x")).entropy()).item()
    0.9182958340544896
    """
    return Entro(column)


pl.api.register_expr_namespace("entro")(Entro)
pl.api.register_series_namespace("entro")(Entro)
