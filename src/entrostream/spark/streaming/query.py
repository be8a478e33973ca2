"""`stream`: entropy and Gini index of a streaming DataFrame, per key, exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from pyspark.sql import DataFrame
from pyspark.sql import functions as F  # noqa: N812 - as everyone writes it
from pyspark.sql.types import StringType, StructField, StructType

import entrostream
from entrostream.measures import Measure
from entrostream.spark.frame_columns import named_column
from entrostream.spark.streaming.arguments import Arguments, checked, require_distinct_names
from entrostream.spark.streaming.change_processor import ChangeProcessor
from entrostream.spark.streaming.panes import Missing
from entrostream.spark.streaming.partial_panes import pane_type, partial_panes
from entrostream.spark.streaming.processors import (
    TIME,
    EarlyProcessor,
    KeyProcessor,
    RunningProcessor,
    WindowProcessor,
)

__all__ = ["Output", "stream"]

Output: TypeAlias = Literal["windows", "early", "running", "changes"]
PROCESSORS: dict[str, type[KeyProcessor]] = {
    "windows": WindowProcessor,
    "early": EarlyProcessor,
    "running": RunningProcessor,
    "changes": ChangeProcessor,
}


def stream(
    frame: DataFrame,
    label: str,
    *,
    time: str | None = None,
    group_by: str | Sequence[str],
    window: Any = None,
    slide: Any = None,
    lateness: Any = 0,
    measures: Measure | Iterable[Measure] = ("entropy", "gini", "n", "distinct"),
    output: Output = "windows",
    missing: Missing = "skip",
    adaptive: entrostream.AdaptiveWindow | None = None,  # several modules have one of this name
) -> DataFrame:
    """Return the measures of a label column per key of a streaming DataFrame.

    The state of a key is the bytes of tallies, in RocksDB. Values are the same, bit for bit, as
    those of the same rows on one machine, after restarts and retries too.

    Parameters
    ----------
    frame : DataFrame
        A streaming DataFrame without a watermark: `lateness` sets it.
    label : str
        The column of labels: strings, numbers, booleans, dates, timestamps, decimals or bytes.
    time : str, optional
        The column of event times, a timestamp. Not needed for output="running".
    group_by : str or sequence of str
        The columns of the key.
    window : str, timedelta or float, optional
        The length of the windows, such as "10min"; numbers are seconds. For "windows" and "early".
    slide : str, timedelta or float, optional
        The distance between windows, of which the window is a multiple; by default the window.
    lateness : str, timedelta or float, default 0
        How far the watermark is behind the latest time of all keys.
    measures : str or iterable of str, default ("entropy", "gini", "n", "distinct")
        The measures, each a column of the result. Not for "changes".
    output : {"windows", "early", "running", "changes"}, default "windows"
        "windows": each window once, when the watermark has reached its end. "early": these, and
        at every trigger the windows that its rows changed and that are not complete. "running":
        at every trigger, for each key with rows in it, the value of all rows so far. "changes":
        the changes that an `AdaptiveWindow` per key finds.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with null and NaN labels: no event, an error, or one label for all of them.
        After an error the query fails again whenever it is restarted.
    adaptive : AdaptiveWindow, optional
        For "changes", a window without events: each key begins with a copy of it. By default
        `AdaptiveWindow(missing=missing)`.

    Returns
    -------
    DataFrame
        A streaming DataFrame in append mode: rows are added, never changed. The columns of the key;
        for windows `start` and `end`, for "early" `complete`; the measures, or the fields of
        a `Change`; and, except for "running", `late`: how many rows of the key came after a window
        of theirs was complete.

    Raises
    ------
    TypeError
        If the frame is not a DataFrame, a column has a type that cannot be used, or an argument is
        of a wrong type.
    ValueError
        If the frame is not a stream or has a watermark, a column is not there, the window is not a
        multiple of the slide, an argument is missing or has an unknown value, or the state store
        of the session is not RocksDB.
    ImportError
        If protobuf is not installed.

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
        label,
        time=time,
        group_by=group_by,
        window=window,
        slide=slide,
        lateness=lateness,
        measures=measures,
        output=output,
        missing=missing,
        adaptive=adaptive,
    )
    processor = PROCESSORS[arguments.output](arguments)
    require_distinct_names(arguments.keys, [field.name for field in processor.fields()])
    found = (
        rows_of(frame, arguments)
        .groupBy(*arguments.keys.sent)
        .transformWithStateInPandas(
            statefulProcessor=processor,
            outputStructType=result_type(arguments, processor),
            outputMode="Append",
            timeMode="None" if arguments.time is None else "EventTime",
        )
    )
    return with_names(found, arguments, processor)


def rows_of(frame: DataFrame, arguments: Arguments) -> DataFrame:
    """Return the key, the time and the label, so that pandas does not change them.

    For windows, the key and partial panes. The time is sent as a number, not as the column with
    the watermark: by that one Spark drops late rows before we can count them.
    """
    keys = arguments.keys.encoded(frame)
    label = named_column(frame, arguments.label)
    if arguments.time is None:
        return frame.select(*keys, *arguments.labels.encoded(label))
    time = named_column(frame, arguments.time).alias(TIME)
    has_panes = arguments.output in ("windows", "early")
    labels = [arguments.labels.plain(label)] if has_panes else arguments.labels.encoded(label)
    rows = frame.select(*keys, time, *labels)
    rows = rows.withWatermark(TIME, f"{arguments.lateness} milliseconds")
    rows = rows.withColumn(TIME, F.unix_micros(TIME))
    if not has_panes:
        return rows
    sent = arguments.keys.sent
    return rows.mapInArrow(partial_panes(arguments.rule, sent, arguments.time), pane_type(sent))


def result_type(arguments: Arguments, processor: KeyProcessor) -> StructType:
    """Return the columns that the processor gives."""
    keys = [StructField(name, StringType()) for name in arguments.keys.sent]
    return StructType([*keys, *processor.fields()])


def with_names(found: DataFrame, arguments: Arguments, processor: KeyProcessor) -> DataFrame:
    """Return the columns of the key as they were, and timestamps instead of numbers."""
    results = [
        F.timestamp_micros(field.name).alias(field.name)
        if field.name in processor.times
        else found[field.name]
        for field in processor.fields()
    ]
    return found.select(*arguments.keys.decoded(found), *results)
