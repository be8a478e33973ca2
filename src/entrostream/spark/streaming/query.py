"""`stream`: entropy and Gini index of a streaming DataFrame, per key, exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as everyone writes it
from pyspark.sql.types import StructField, StructType

from entrostream.measures import Measure
from entrostream.spark.streaming.arguments import Arguments, checked
from entrostream.spark.streaming.label_column import LabelColumn
from entrostream.spark.streaming.panes import Missing
from entrostream.spark.streaming.processors import PROCESSORS, TIME, KeyProcessor

__all__ = ["Output", "stream"]

Output: TypeAlias = Literal["windows", "early", "running", "changes"]


def stream(
    frame: DataFrame,
    label: str,
    *,
    time: str | None = None,
    group_by: str | Sequence[str],
    window: object = None,
    slide: object = None,
    lateness: object = "0s",
    measures: Measure | Iterable[Measure] = ("entropy", "gini", "n", "distinct"),
    output: Output = "windows",
    missing: Missing = "raise",
    rate: float = 1e-4,
) -> DataFrame:
    """Return the measures of a label column per key of a streaming DataFrame.

    The state of a key is the bytes of tallies, in RocksDB. Values are the same, bit for bit, as
    `entrostream.entropy` of the same rows on one machine, after restarts too.

    Parameters
    ----------
    frame : DataFrame
        A streaming DataFrame without a watermark.
    label : str
        The column of labels: strings, numbers, booleans, dates, timestamps, decimals or bytes.
    time : str, optional
        The column of event times, a timestamp. Not needed for output="running".
    group_by : str or sequence of str
        The columns of the key.
    window : str, timedelta or float, optional
        The length of windows, such as "10min"; numbers are seconds. For "windows" and "early".
    slide : str, timedelta or float, optional
        The distance between windows, of which the window is a multiple; by default the window. For
        output="changes" how often events are handed to the adaptive window, by default "1s".
    lateness : str, timedelta or float, default "0s"
        How far the watermark is behind the latest time of all keys.
    measures : str or iterable of str, default ("entropy", "gini", "n", "distinct")
        The measures, each a column of the result.
    output : {"windows", "early", "running", "changes"}, default "windows"
        "windows": each window once, when the watermark has passed its end. "early": these, and
        at every trigger the windows that its rows changed and that are not complete. "running":
        at every trigger, for each key with rows in it, the value of all rows so far. "changes":
        the changes that an `AdaptiveWindow` per key finds.
    missing : {"raise", "skip", "label"}, default "raise"
        What to do with null and NaN labels: an error, no event, or one label for all of them.
    rate : float, default 1e-4
        For output="changes", the bound on false alarms per event of `AdaptiveWindow`.

    Returns
    -------
    DataFrame
        A streaming DataFrame in append mode: rows are added, never changed. The columns of the key;
        for windows `start` and `end`, for "early" `complete`; the measures, or the fields of
        a `Change`; and, except for "running", `late`: how many rows of the key were too late so
        far.

    Raises
    ------
    TypeError
        If the frame is no DataFrame, a column has a type that cannot be used, or a length of time
        is none.
    ValueError
        If the frame is not streaming, a column is not there, the window is no multiple of the
        slide, an argument is missing or has an unknown value, or the state store is not RocksDB.

    Examples
    --------
    >>> from entrostream.spark import stream
    >>> def per_host(events):  # a streaming DataFrame with columns at, host and path
    ...     return stream(
    ...         events, "path", time="at", group_by="host", window="10min", slide="10s",
    ...         lateness="1min",
    ...     )
    """
    arguments = checked(
        frame,
        label=label,
        time=time,
        group_by=group_by,
        window=window,
        slide=slide,
        lateness=lateness,
        measures=measures,
        output=output,
        missing=missing,
        rate=rate,
    )
    column = LabelColumn(frame.schema[label].dataType)
    processor = PROCESSORS[arguments.output](arguments, column)
    rows = _rows(frame, arguments, column).groupBy(*arguments.group_by)
    found = rows.transformWithStateInPandas(
        statefulProcessor=processor,
        outputStructType=_result(frame, arguments, processor),
        outputMode="Append",
        timeMode="None" if arguments.time is None else "EventTime",
    )
    return _with_times(found, processor)


def _rows(frame: DataFrame, arguments: Arguments, column: LabelColumn) -> DataFrame:
    """Return the key, the label and the time, as numbers where pandas would change them.

    The time column itself is left out: Spark drops late rows by it before we can count them.
    """
    times = []
    if arguments.time is not None:
        frame = frame.withWatermark(arguments.time, f"{arguments.lateness} milliseconds")
        times = [F.unix_micros(arguments.time).alias(TIME)]
    keys = [F.col(f"`{name}`") for name in arguments.group_by]
    return frame.select(*keys, *times, *column.encoded(F.col(f"`{arguments.label}`")))


def _result(frame: DataFrame, arguments: Arguments, processor: KeyProcessor) -> StructType:
    keys = [StructField(name, frame.schema[name].dataType) for name in arguments.group_by]
    return StructType([*keys, *processor.fields()])


def _with_times(found: DataFrame, processor: KeyProcessor) -> DataFrame:
    """Turn the numbers of microseconds into timestamps."""
    for name in processor.times:
        found = found.withColumn(name, F.timestamp_micros(name))
    return found
