"""What `pl.col("x").entro` and `series.entro` can do."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import polars as pl

import entrostream as es
from entrostream.columns.fading import FADING_MEASURES
from entrostream.columns.options import FadingMeasure, Measure, Method, Missing, Weighting
from entrostream.columns.parameters import PER_ROW
from entrostream.columns.rolling import MEASURES
from entrostream.docstrings import complete, complete_methods, entries
from entrostream.polars.expressions import divergence, mutual_information, one_value, row_values
from entrostream.polars.windows import counted, faded, faded_by_time, timed

__all__ = ["Entro"]

Closed: TypeAlias = Literal["left", "right", "both", "none"]

# What differs from the column functions: the words of Polars.
PARAMETERS = PER_ROW | entries(
    """
    other : column
        The labels of the same rows in another column.
    by : column
        The time of each row: Datetime, Date, or integers. Times may be in any order.
    window_size : int
        The number of rows of a window.
    min_samples : int, optional
        Null where fewer rows of the window have a label; by default `window_size`, as in Polars.
    center : bool, default False
        Whether the window lies around its row, as in Polars.
    closed : {"left", "right", "both", "none"}, default "right"
        Which ends belong to the window, as in Polars.
    group_by : column or list of columns, optional
        Windows hold only rows of the same key. The same as `.over(...)`, but in one pass: for
        many groups.
    weights : column, optional
        The weight of each row. A row of weight 0 is treated like one without a label.
    bins : int or edges, optional
        Numbers count as the bin they fall into, see `entrostream.quantile_edges`.
    missing : {"skip", "raise", "label"}, default "skip"
        A null occupies a row of the window and adds nothing; or is an error; or is a label. NaN
        is treated like null.
    measures : name or several names
        The fields of the struct: "entropy", "gini", "n", "distinct", "nats", "evenness",
        "perplexity", "renyi2" and "inverse_simpson"; one name gives a column of numbers.
    reference : Series, list, expression or "previous"
        A sample of labels; or for each row the window before its window.
    fading_factor : float, optional
        The weight of a row relative to the next one, above 0 and at most 1; it is 1 - alpha of
        `ewm_mean`. Exactly one of fading_factor and half_life is given.
    """
)

# Of windows of time, and of all rows so far.
FROM_ONE_ROW = PARAMETERS | entries(
    """
    window_size : str or timedelta
        As in Polars: "10m" is ten minutes, "1h30m", "1d" is 24 hours, "1mo" goes by the
        calendar; "5i" for integers.
    min_samples : int, default 1
        Null where fewer rows of the window have a label.
    """
)

FADING = FROM_ONE_ROW | entries(
    """
    half_life : float, optional
        After how many rows a row has lost half its weight, as in `ewm_mean`.
    measures : name or several names
        The fields of the struct: those of `rolling_measures`, and "effective_size".
    """
)

FADING_BY_TIME = FADING | entries(
    """
    half_life : str or timedelta
        In which time a row loses half its weight, as in `ewm_mean_by`: "10m" is ten minutes.
    """
)

from_one_row = complete(FROM_ONE_ROW)
fading = complete(FADING)
fading_by = complete(FADING_BY_TIME)


@complete_methods(PARAMETERS)
class Entro:
    """`pl.col("x").entro` and `series.entro`: entropy and Gini index of labels.

    Auxiliary columns are names or expressions, and Series for a Series.
    """

    def __init__(self, column: Any) -> None:
        self._column = column

    # ------------------------------------------------------------------ one value

    def entropy(
        self,
        *,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the Shannon entropy of the column, in bits.

        Returns
        -------
        expression, or a number for a Series
            One value, an aggregation; null (None) where no label is left.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.DataFrame({"x": ["a", "a", "b", "b"]}).select(pl.col("x").entro.entropy()).item()
        1.0
        """
        options = {"bins": bins, "missing": missing, "base": base}
        return one_value(self._column, es.entropy, {"weights": weights}, **options)

    def gini(
        self,
        *,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
    ) -> Any:
        """Give the Gini index 1 - sum p^2 of the column.

        Returns
        -------
        expression, or a number for a Series
            One value, an aggregation; null (None) where no label is left.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b", "b"]).entro.gini()
        0.5
        """
        return one_value(self._column, es.gini, {"weights": weights}, bins=bins, missing=missing)

    def information_gain(
        self,
        other: Any,
        *,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the information gain of this column about another, in bits.

        Returns
        -------
        expression, or a number for a Series
            One value, an aggregation; null (None) where no label is left.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.information_gain("y")).item()
        1.0
        """
        options = {"missing": missing, "base": base}
        return one_value(self._column, es.information_gain, {"y": other}, **options)

    def mutual_information(
        self,
        other: Any,
        *,
        missing: Missing = "skip",
        base: float = 2,
    ) -> Any:
        """Give the mutual information with another column, in bits.

        Returns
        -------
        expression, or a number for a Series
            One value, an aggregation; null (None) where no label is left.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b"], "y": ["u", "v"]})
        >>> frame.select(pl.col("x").entro.mutual_information("y")).item()
        1.0
        """
        options = {"missing": missing, "base": base}
        return one_value(self._column, es.mutual_information, {"y": other}, **options)

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

        Returns
        -------
        expression, or a number for a Series
            One value, an aggregation; null (None) where no label is left.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": ["a", "b", "b", "c"], "y": ["a", "b", "a", "b"]})
        >>> frame.select(pl.col("x").entro.divergence(pl.col("y")).round(4)).item()
        0.1556
        """
        rule = {"method": method, "weighting": weighting, "unseen": unseen}
        options = {**rule, "bins": bins, "missing": missing, "base": base}
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
        group_by: Any = None,
        weights: Any = None,
        bins: Any = None,
        missing: Missing = "skip",
        base: float = 2,
        threads: int | None = None,
    ) -> Any:
        """Give the Shannon entropy of the last `window_size` rows, in bits; exact.

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_entropy(2).to_list()
        [None, 1.0, 0.0]
        """
        return row_values(
            self._column,
            es.rolling,
            "entropy",
            counted(window_size, min_samples, center),
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b"]).entro.rolling_gini(2).to_list()
        [None, 0.5, 0.0]
        """
        return row_values(
            self._column,
            es.rolling,
            "gini",
            counted(window_size, min_samples, center),
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            threads=threads,
        )

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

        Returns
        -------
        expression, or a Series for a Series
            A struct for each row with a field for each measure; null where a window holds too
            few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> both = pl.col("x").entro.rolling_measures(2, measures=["entropy", "gini"])
        >>> pl.DataFrame({"x": ["a", "b"]}).select(both).unnest("x").rows()
        [(None, None), (1.0, 0.5)]
        """
        return row_values(
            self._column,
            es.rolling,
            measures,
            counted(window_size, min_samples, center),
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"x": list("abab"), "y": list("uvvu")})
        >>> frame.select(pl.col("x").entro.rolling_mutual_information("y", 2))["x"].to_list()
        [None, 1.0, 0.0, 1.0]
        """
        return mutual_information(
            self._column,
            other,
            counted(window_size, min_samples, center),
            group_by=group_by,
            missing=missing,
            base=base,
            threads=threads,
        )

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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> labels = pl.Series(["a", "b", "b", "c"])
        >>> labels.entro.rolling_divergence(2, reference=["a", "b"]).round(3).to_list()
        [None, 0.0, 0.311, 0.5]
        """
        return divergence(
            self._column,
            reference,
            counted(window_size, min_samples, center),
            method=method,
            weighting=weighting,
            unseen=unseen,
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    # ------------------------------------------------------------------ windows of time

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> frame.select(pl.col("x").entro.rolling_entropy_by("t", "5i"))["x"].to_list()
        [0.0, 1.0, 0.0]
        """
        return row_values(
            self._column,
            es.rolling,
            "entropy",
            timed(window_size, min_samples, closed),
            by=by,
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> frame.select(pl.col("x").entro.rolling_gini_by("t", "5i"))["x"].to_list()
        [0.0, 0.5, 0.0]
        """
        return row_values(
            self._column,
            es.rolling,
            "gini",
            timed(window_size, min_samples, closed),
            by=by,
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A struct for each row with a field for each measure; null where a window holds too
            few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> both = pl.col("x").entro.rolling_measures_by("t", "5i", measures=["n", "distinct"])
        >>> frame.select(both).unnest("x").rows()
        [(1.0, 1.0), (2.0, 2.0), (1.0, 1.0)]
        """
        return row_values(
            self._column,
            es.rolling,
            measures,
            timed(window_size, min_samples, closed),
            by=by,
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"], "y": ["u", "v", "v"]})
        >>> both = pl.col("x").entro.rolling_mutual_information_by("y", "t", "5i")
        >>> frame.select(both)["x"].to_list()
        [0.0, 1.0, 0.0]
        """
        return mutual_information(
            self._column,
            other,
            timed(window_size, min_samples, closed),
            by=by,
            group_by=group_by,
            missing=missing,
            base=base,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [1, 2, 9], "x": ["a", "b", "b"]})
        >>> far = pl.col("x").entro.rolling_divergence_by("t", "5i", reference=["a", "b"])
        >>> frame.select(far.round(3))["x"].to_list()
        [0.311, 0.0, 0.311]
        """
        return divergence(
            self._column,
            reference,
            timed(window_size, min_samples, closed),
            method=method,
            weighting=weighting,
            unseen=unseen,
            by=by,
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    # ------------------------------------------------------------------ all rows so far

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_entropy().round(4).to_list()
        [0.0, 1.0, 0.9183, 0.8113]
        """
        return row_values(
            self._column,
            es.expanding,
            "entropy",
            {"min_periods": min_samples},
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_gini().round(4).to_list()
        [0.0, 0.5, 0.4444, 0.375]
        """
        return row_values(
            self._column,
            es.expanding,
            "gini",
            {"min_periods": min_samples},
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            threads=threads,
        )

    @from_one_row
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

        Returns
        -------
        expression, or a Series for a Series
            A struct for each row with a field for each measure; null where a window holds too
            few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "b", "b", "b"]).entro.cum_measures(measures=["n"]).to_list()
        [{'n': 1.0}, {'n': 2.0}, {'n': 3.0}, {'n': 4.0}]
        """
        return row_values(
            self._column,
            es.expanding,
            measures,
            {"min_periods": min_samples},
            group_by=group_by,
            weights=weights,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    # ------------------------------------------------------------------ exponential decay

    @fading
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_entropy(half_life=1).round(4).to_list()
        [0.0, 0.0, 0.9852]
        """
        return row_values(
            self._column,
            es.fading,
            "entropy",
            faded(fading_factor, half_life, min_samples),
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @fading
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_gini(fading_factor=0.5).round(4).to_list()
        [0.0, 0.0, 0.4898]
        """
        return row_values(
            self._column,
            es.fading,
            "gini",
            faded(fading_factor, half_life, min_samples),
            group_by=group_by,
            bins=bins,
            missing=missing,
            threads=threads,
        )

    @fading
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

        Returns
        -------
        expression, or a Series for a Series
            A struct for each row with a field for each measure; null where a window holds too
            few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> pl.Series(["a", "a", "b"]).entro.fading_measures(half_life=1, measures=["n"]).to_list()
        [{'n': 1.0}, {'n': 1.5}, {'n': 1.75}]
        """
        return row_values(
            self._column,
            es.fading,
            measures,
            faded(fading_factor, half_life, min_samples),
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @fading_by
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_entropy_by("t", half_life="10i")
        >>> frame.select(faded.round(4))["x"].to_list()
        [0.0, 0.9183]
        """
        return row_values(
            self._column,
            es.fading,
            "entropy",
            faded_by_time(half_life, min_samples),
            by=by,
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )

    @fading_by
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

        Returns
        -------
        expression, or a Series for a Series
            A value for each row; null where a window holds too few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_gini_by("t", half_life="10i")
        >>> frame.select(faded.round(4))["x"].to_list()
        [0.0, 0.4444]
        """
        return row_values(
            self._column,
            es.fading,
            "gini",
            faded_by_time(half_life, min_samples),
            by=by,
            group_by=group_by,
            bins=bins,
            missing=missing,
            threads=threads,
        )

    @fading_by
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

        Returns
        -------
        expression, or a Series for a Series
            A struct for each row with a field for each measure; null where a window holds too
            few labels.

        Examples
        --------
        >>> import polars as pl, entrostream.polars
        >>> frame = pl.DataFrame({"t": [0, 10], "x": ["a", "b"]})
        >>> faded = pl.col("x").entro.fading_measures_by("t", half_life="10i", measures=["n"])
        >>> frame.select(faded)["x"].to_list()
        [{'n': 1.0}, {'n': 1.5}]
        """
        return row_values(
            self._column,
            es.fading,
            measures,
            faded_by_time(half_life, min_samples),
            by=by,
            group_by=group_by,
            bins=bins,
            missing=missing,
            base=base,
            threads=threads,
        )
