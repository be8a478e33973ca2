"""Measures of a column, or of a pair of columns, for each group of a frame."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame

from entrostream._core import MEASURES, PAIR_MEASURES
from entrostream.columns.options import Missing
from entrostream.measures import Measure, PairMeasure
from entrostream.spark.frame_columns import select_columns
from entrostream.spark.plans import Counting, state_frame
from entrostream.spark.states import known_measures
from entrostream.spark.summaries import Reading

__all__ = ["entropy", "information_gain", "mutual_information"]


def entropy(
    frame: DataFrame,
    column: str,
    *,
    group_by: str | Sequence[str] | None = None,
    measures: Measure | Sequence[Measure] = ("entropy", "gini", "n", "distinct"),
    missing: Missing = "skip",
) -> DataFrame:
    """Give the entropy and other measures of a column for each group, with the bits of one machine.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows; not a stream.
    column : str
        The column of labels.
    group_by : str or sequence of str, optional
        The columns of keys. Null is a key, as in SQL's GROUP BY. Without it all rows are one
        group.
    measures : str or sequence of str, default ("entropy", "gini", "n", "distinct")
        What to compute; a column each.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with null and NaN as labels: no event, an error, or one label for all of them.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per group: its keys and the measures. `n` and `distinct` are 0 where no label is
        left, the others null.

    Raises
    ------
    TypeError
        If a column cannot be a label or a key.
    ValueError
        If a column or a measure does not exist.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> rows = [("web", "GET"), ("web", "POST"), ("mail", "GET")]
    >>> frame = session.createDataFrame(rows, ["host", "method"])
    >>> hosts = es.spark.entropy(frame, "method", group_by="host")
    >>> sorted(tuple(row) for row in hosts.collect())
    [('mail', 0.0, 0.0, 1, 1), ('web', 1.0, 0.5, 2, 2)]
    """
    chosen = known_measures(measures, MEASURES)
    return measured(frame, "tally", (column,), group_by, missing, chosen)


def mutual_information(
    frame: DataFrame,
    x: str,
    y: str,
    *,
    group_by: str | Sequence[str] | None = None,
    measures: PairMeasure | Sequence[PairMeasure] = ("mutual_information", "n"),
    missing: Missing = "skip",
) -> DataFrame:
    """Give the mutual information of two columns in bits for each group.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows; not a stream.
    x : str
        The first column of labels.
    y : str
        The second one.
    group_by : str or sequence of str, optional
        The columns of keys. Null is a key, as in SQL's GROUP BY. Without it all rows are one
        group.
    measures : str or sequence of str, default ("mutual_information", "n")
        What to compute, of the measures of a `ContingencyTable`; a column each.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with pairs in which a label is null or NaN.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per group: its keys and the measures; null where no pair is left.

    Raises
    ------
    TypeError
        If a column cannot be a label or a key.
    ValueError
        If a column or a measure does not exist.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> rows = [("GET", 200), ("GET", 200), ("POST", 500)]
    >>> frame = session.createDataFrame(rows, ["method", "status"])
    >>> es.spark.mutual_information(frame, "method", "status").collect()
    [Row(mutual_information=0.9182958340544896, n=3)]
    """
    chosen = known_measures(measures, PAIR_MEASURES)
    return measured(frame, "contingency", (x, y), group_by, missing, chosen)


def information_gain(
    frame: DataFrame,
    x: str,
    y: str,
    *,
    group_by: str | Sequence[str] | None = None,
    missing: Missing = "skip",
) -> DataFrame:
    """Give the information gain of an attribute about a class in bits for each group.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows; not a stream.
    x : str
        The column of the attribute.
    y : str
        The column of the class.
    group_by : str or sequence of str, optional
        The columns of keys. Null is a key, as in SQL's GROUP BY. Without it all rows are one
        group.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with pairs in which a label is null or NaN.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per group: its keys, `information_gain` and `n`.

    Raises
    ------
    TypeError
        If a column cannot be a label or a key.
    ValueError
        If a column does not exist.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> rows = [("GET", 200), ("GET", 200), ("POST", 500)]
    >>> frame = session.createDataFrame(rows, ["method", "status"])
    >>> es.spark.information_gain(frame, "method", "status").collect()
    [Row(information_gain=0.9182958340544896, n=3)]
    """
    measures: tuple[PairMeasure, ...] = ("information_gain", "n")
    return mutual_information(frame, x, y, group_by=group_by, measures=measures, missing=missing)


def measured(
    frame: DataFrame,
    kind: str,
    columns: tuple[str, ...],
    group_by: str | Sequence[str] | None,
    missing: str,
    measures: tuple[str, ...],
) -> DataFrame:
    """Return the measures of columns for each group; what is invalid is refused here."""
    selection = select_columns(frame, columns, group_by)
    counting = Counting(kind, missing, 0, selection.group_by, len(columns))
    counting.empty()  # refuses an invalid option
    return state_frame(frame, selection, counting, Reading(False, measures))
