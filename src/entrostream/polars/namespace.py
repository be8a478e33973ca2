"""What `pl.col("x").entro` and `series.entro` can do."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import polars as pl

import entrostream as es
from entrostream.polars.expressions import divergence, mutual_information, one_value, row_values
from entrostream.polars.windows import counted, faded, faded_by_time, timed

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Entro"]

MEASURES = ("entropy", "gini", "n", "distinct", "evenness", "perplexity")
FADING_MEASURES = ("entropy", "gini", "n", "distinct", "effective_size")


class PairOptions(TypedDict, total=False):
    """What the measures of two columns share."""

    partition_by: Any
    missing: str
    threads: int | None


class FadingOptions(PairOptions, total=False):
    """What fading measures share."""

    bins: Any


class Options(FadingOptions, total=False):
    """What the other measures of rows share."""

    weights: Any


class Entro:
    """`pl.col("x").entro` and `series.entro`: entropy and Gini index of labels.

    Auxiliary columns are names or expressions, and Series for a Series. Options that
    most methods have:

    partition_by : column or list of them
        Windows hold only rows of the same key. The same as `.over(...)`, but in one pass: for many
        groups.
    weights : column
        How much each row counts. A row of weight 0 is as one without a label.
    bins : int or edges
        Numbers count as the bin they fall into, see `entrostream.quantile_edges`.
    missing : {"skip", "raise", "label"}
        A null takes its place in the window and adds nothing; or is an error; or is a label.
    threads : int
        How many to use; by default as many as pay.
    """

    def __init__(self, column: Any) -> None:
        self._column = column

    # ------------------------------------------------------------------ one value

    def entropy(self, *, weights: Any = None, bins: Any = None, missing: str = "skip") -> Any:
        """Give the Shannon entropy of the column in bits: one value, an aggregation.

        >>> import polars as pl, entrostream.polars
        >>> pl.DataFrame({"x": ["a", "a", "b", "b"]}).select(pl.col("x").entro.entropy()).item()
        1.0
        """
        return one_value(self._column, es.entropy, {"weights": weights}, bins=bins, missing=missing)

    def gini(self, *, weights: Any = None, bins: Any = None, missing: str = "skip") -> Any:
        """Give the Gini index 1 - sum p^2 of the column: one value, an aggregation.

        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b", "b"]).entro.gini()
        0.5
        """
        return one_value(self._column, es.gini, {"weights": weights}, bins=bins, missing=missing)

    def information_gain(self, other: Any, *, missing: str = "skip") -> Any:
        """Give what this column says about another in bits: one value, an aggregation.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.information_gain("y")).item()
        1.0
        """
        return one_value(self._column, es.information_gain, {"y": other}, missing=missing)

    def mutual_information(self, other: Any, *, missing: str = "skip") -> Any:
        """Give the mutual information with another column in bits: one value, an aggregation.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.mutual_information("y")).item()
        1.0
        """
        return one_value(self._column, es.mutual_information, {"y": other}, missing=missing)

    def divergence(
        self,
        reference: Any,
        *,
        method: str = "jensen-shannon",
        weighting: str = "equal",
        unseen: Any = "inf",
        bins: Any = None,
        missing: str = "skip",
    ) -> Any:
        """Give how far the labels are from those of a reference in bits: an aggregation.

        `reference` is a Series or a list of labels, or an expression; see `es.divergence`.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b", "b", "c"], "y": ["a", "b", "a", "b"]})
        >>> frame.select(pl.col("x").entro.divergence(pl.col("y")).round(4)).item()
        0.1556
        """
        rule = {"method": method, "weighting": weighting, "unseen": unseen}
        options = {**rule, "bins": bins, "missing": missing}
        if isinstance(reference, pl.Expr):
            return one_value(self._column, es.divergence, {"reference": reference}, **options)
        return one_value(self._column, es.divergence, {}, reference=reference, **options)

    # ------------------------------------------------------------------ the last rows

    def rolling_entropy(
        self,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        **options: Unpack[Options],
    ) -> Any:
        """Give the Shannon entropy of the last `window_size` rows, in bits; exact.

        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_entropy(2).to_list()
        [None, 1.0, 0.0]
        """
        window = counted(window_size, min_samples, center)
        return row_values(self._column, es.rolling, "entropy", window, **options)

    def rolling_gini(
        self,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        **options: Unpack[Options],
    ) -> Any:
        """Give the Gini index of the last `window_size` rows; correctly rounded.

        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_gini(2).to_list()
        [None, 0.5, 0.0]
        """
        return row_values(
            self._column, es.rolling, "gini", counted(window_size, min_samples, center), **options
        )

    def rolling_measures(
        self,
        window_size: int,
        *,
        measures: Sequence[str] = MEASURES,
        min_samples: int | None = None,
        center: bool = False,
        **options: Unpack[Options],
    ) -> Any:
        """Give several measures of the last `window_size` rows in one pass: a struct.

        >>> import polars as pl, entrostream.polars
        >>> both = pl.col("x").entro.rolling_measures(2, measures=["entropy", "gini"])
        >>> pl.DataFrame({"x": ["a", "b"]}).select(both).unnest("x").rows()
        [(None, None), (1.0, 0.5)]
        """
        window = counted(window_size, min_samples, center)
        return row_values(self._column, es.rolling, measures, window, **options)

    def rolling_mutual_information(
        self,
        other: Any,
        window_size: int,
        *,
        min_samples: int | None = None,
        center: bool = False,
        **options: Unpack[PairOptions],
    ) -> Any:
        """Give the mutual information with another column in the last rows, in bits.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": list("abab"), "y": list("uvvu")})
        >>> frame.select(pl.col("x").entro.rolling_mutual_information("y", 2))["x"].to_list()
        [None, 1.0, 0.0, 1.0]
        """
        return mutual_information(
            self._column, other, counted(window_size, min_samples, center), **options
        )

    def rolling_divergence(
        self,
        window_size: int,
        *,
        reference: Any,
        method: str = "jensen-shannon",
        weighting: str = "equal",
        unseen: Any = "inf",
        min_samples: int | None = None,
        center: bool = False,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give how far the last `window_size` rows are from a reference, in bits.

        `reference` is a Series or a list of labels, an expression, or "previous" for the window
        before each; see `es.rolling_divergence`.

        >>> import polars as pl, entrostream.polars
        >>> labels = pl.Series(["a", "b", "b", "c"])
        >>> labels.entro.rolling_divergence(2, reference=["a", "b"]).round(3).to_list()
        [None, 0.0, 0.311, 0.5]
        """
        rule = {"method": method, "weighting": weighting, "unseen": unseen}
        window = counted(window_size, min_samples, center)
        return divergence(self._column, reference, window, **rule, **options)

    # ------------------------------------------------------------------ windows of time

    def rolling_entropy_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: str = "right",
        **options: Unpack[Options],
    ) -> Any:
        """Give the Shannon entropy of the rows whose time is in the window of each, in bits.

        Windows are those of `rolling_sum_by`. Times may be in any order.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> frame.select(pl.col("x").entro.rolling_entropy_by("t", "5i"))["x"].to_list()
        [0.0, 1.0, 0.0]

        Parameters
        ----------
        by : column
            The time of each row: Datetime, Date, or integers.
        window_size : str or timedelta
            As in Polars: "10m" is ten minutes, "1h30m", "1d" is 24 hours, "1mo" goes by the
            calendar; "5i" for integers.
        """
        window = timed(window_size, min_samples, closed)
        return row_values(self._column, es.rolling, "entropy", window, by=by, **options)

    def rolling_gini_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: str = "right",
        **options: Unpack[Options],
    ) -> Any:
        """Give the Gini index of the rows in the window of each, as `rolling_entropy_by`."""
        window = timed(window_size, min_samples, closed)
        return row_values(self._column, es.rolling, "gini", window, by=by, **options)

    def rolling_measures_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        measures: Sequence[str] = MEASURES,
        min_samples: int = 1,
        closed: str = "right",
        **options: Unpack[Options],
    ) -> Any:
        """Give several measures of the rows in the window of each: a struct."""
        window = timed(window_size, min_samples, closed)
        return row_values(self._column, es.rolling, measures, window, by=by, **options)

    def rolling_mutual_information_by(
        self,
        other: Any,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        min_samples: int = 1,
        closed: str = "right",
        **options: Unpack[PairOptions],
    ) -> Any:
        """Give the mutual information with another column in the window of each row, in bits."""
        return mutual_information(
            self._column, other, timed(window_size, min_samples, closed), by=by, **options
        )

    def rolling_divergence_by(
        self,
        by: Any,
        window_size: str | dt.timedelta,
        *,
        reference: Any,
        method: str = "jensen-shannon",
        weighting: str = "equal",
        unseen: Any = "inf",
        min_samples: int = 1,
        closed: str = "right",
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give how far the rows in the window of each are from a reference, in bits."""
        rule = {"method": method, "weighting": weighting, "unseen": unseen}
        window = timed(window_size, min_samples, closed)
        return divergence(self._column, reference, window, by=by, **rule, **options)

    # ------------------------------------------------------------------ all rows so far

    def cum_entropy(self, *, min_samples: int = 1, **options: Unpack[Options]) -> Any:
        """Give the Shannon entropy of all rows up to each, in bits; exact.

        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_entropy().round(4).to_list()
        [0.0, 1.0, 0.9183, 0.8113]
        """
        return row_values(
            self._column, es.expanding, "entropy", {"min_periods": min_samples}, **options
        )

    def cum_gini(self, *, min_samples: int = 1, **options: Unpack[Options]) -> Any:
        """Give the Gini index of all rows up to each; correctly rounded."""
        return row_values(
            self._column, es.expanding, "gini", {"min_periods": min_samples}, **options
        )

    def cum_measures(
        self,
        *,
        measures: Sequence[str] = MEASURES,
        min_samples: int = 1,
        **options: Unpack[Options],
    ) -> Any:
        """Give several measures of all rows up to each: a struct."""
        return row_values(
            self._column, es.expanding, measures, {"min_periods": min_samples}, **options
        )

    # ------------------------------------------------------------------ old rows count for less

    def fading_entropy(
        self,
        *,
        alpha: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give the Shannon entropy of the rows up to each, old ones weighing less, in bits.

        The weights of `ewm_mean(half_life=...)`, a number of rows; `alpha` is 1 - alpha of
        Polars, the weight of a row relative to the next one.

        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_entropy(half_life=1).round(4).to_list()
        [0.0, 0.0, 0.9852]
        """
        window = faded(alpha, half_life, min_samples)
        return row_values(self._column, es.fading, "entropy", window, **options)

    def fading_gini(
        self,
        *,
        alpha: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give the Gini index of the rows up to each, old ones weighing less."""
        return row_values(
            self._column, es.fading, "gini", faded(alpha, half_life, min_samples), **options
        )

    def fading_measures(
        self,
        *,
        measures: Sequence[str] = FADING_MEASURES,
        alpha: float | None = None,
        half_life: float | None = None,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give several measures of the rows up to each, old ones weighing less: a struct."""
        return row_values(
            self._column, es.fading, measures, faded(alpha, half_life, min_samples), **options
        )

    def fading_entropy_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give the Shannon entropy of the rows up to each, which fade by time, in bits.

        The weights of `ewm_mean_by`; `half_life` in Polars' words, "10m" is ten minutes.

        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_entropy_by("t", half_life="10i")
        >>> frame.select(faded.round(4))["x"].to_list()
        [0.0, 0.9183]
        """
        window = faded_by_time(half_life, min_samples)
        return row_values(self._column, es.fading, "entropy", window, by=by, **options)

    def fading_gini_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give the Gini index of the rows up to each, which fade by time."""
        window = faded_by_time(half_life, min_samples)
        return row_values(self._column, es.fading, "gini", window, by=by, **options)

    def fading_measures_by(
        self,
        by: Any,
        *,
        half_life: str | dt.timedelta,
        measures: Sequence[str] = FADING_MEASURES,
        min_samples: int = 1,
        **options: Unpack[FadingOptions],
    ) -> Any:
        """Give several measures of the rows up to each, which fade by time: a struct."""
        window = faded_by_time(half_life, min_samples)
        return row_values(self._column, es.fading, measures, window, by=by, **options)
