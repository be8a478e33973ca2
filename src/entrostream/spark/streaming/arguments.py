"""The arguments of `stream`, checked before the query starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from typing import Any

from pyspark.sql import types

from entrostream import AdaptiveWindow, Tally, TimeWindow
from entrostream._core import MEASURES, repr_short, span_nanoseconds
from entrostream.spark.frame_columns import key_names, require_column, require_label
from entrostream.spark.state_store import require_rocksdb
from entrostream.spark.states import known_measures
from entrostream.spark.streaming.key_columns import KeyColumns, can_be_key
from entrostream.spark.streaming.label_column import LabelColumn
from entrostream.spark.streaming.panes import Missing, PaneRule

__all__ = ["Arguments", "checked", "require_distinct_names"]

OUTPUTS = ("windows", "early", "running", "changes")
WATERMARK = "spark.watermarkDelayMs"  # Spark's mark on the column of a watermark
MILLISECOND = 10**6  # in nanoseconds
BUCKET = 1000  # milliseconds


@dataclass(frozen=True)
class Arguments:
    """What a query computes; lengths of time are in milliseconds."""

    label: str
    labels: LabelColumn
    time: str | None
    keys: KeyColumns
    rule: PaneRule
    lateness: int
    measures: tuple[str, ...]
    output: str
    adaptive: bytes  # the window that the keys begin with


def checked(frame: Any, label: str, **given: Any) -> Arguments:
    """Return the arguments, or raise in one sentence what is wrong with them."""
    require_stream(frame)
    output, missing = given["output"], given["missing"]
    require_output(output)
    Tally(missing=missing)  # refuses what is not one of its choices
    require_column(frame, label)
    require_label(label, frame.schema[label].dataType)
    arguments = Arguments(
        label=label,
        labels=LabelColumn(frame.schema[label].dataType),
        time=None if output == "running" else time_column(frame, given["time"], output),
        keys=key_columns(frame, given["group_by"]),
        rule=rule_of(given["window"], given["slide"], output, missing),
        lateness=lateness_of(given["lateness"]),
        measures=known_measures(given["measures"], MEASURES),
        output=output,
        adaptive=adaptive_of(given["adaptive"], output, missing).to_bytes(),
    )
    require_protobuf()
    require_rocksdb(frame)
    return arguments


def require_stream(frame: Any) -> None:
    """Refuse what is not a streaming DataFrame, or has a watermark."""
    if not hasattr(frame, "isStreaming"):
        raise TypeError(f"frame must be a streaming DataFrame, got {type(frame).__name__}")
    if not frame.isStreaming:
        raise ValueError(
            "the frame is not a stream: read it with spark.readStream, or pass it to "
            "entrostream.spark.entropy"
        )
    for field in frame.schema.fields:
        if WATERMARK in (field.metadata or {}):
            raise ValueError(
                f"column {repr_short(field.name)} has a watermark: pass lateness= to stream "
                "instead of calling withWatermark"
            )


def require_output(output: Any) -> None:
    """Refuse an output that does not exist."""
    if output not in OUTPUTS:
        listed = ", ".join(map(repr, OUTPUTS[:-1]))
        raise ValueError(f"output must be {listed} or {OUTPUTS[-1]!r}, got {repr_short(output)}")


def time_column(frame: Any, name: str | None, output: str) -> str:
    """Return the column of event times."""
    if name is None:
        raise ValueError(f'output="{output}" needs the column of event times: pass time=')
    require_column(frame, name)
    kind = frame.schema[name].dataType
    if not isinstance(kind, types.TimestampType):
        raise TypeError(
            f"time column {repr_short(name)} must be of type timestamp, got "
            f"{kind.simpleString()}: convert it with to_timestamp or cast it"
        )
    return name


def key_columns(frame: Any, given: Any) -> KeyColumns:
    """Return the columns of the key."""
    names = key_names(frame, given)
    if not names:
        raise ValueError("group_by must name at least one column")
    kinds = tuple(frame.schema[name].dataType for name in names)
    for name, kind in zip(names, kinds, strict=True):
        if not can_be_key(kind):
            raise TypeError(
                f"column {repr_short(name)} is of type {kind.simpleString()}, which cannot be a "
                "key: select a part of it, or cast it to string"
            )
    return KeyColumns(names, kinds)


def require_distinct_names(keys: KeyColumns, results: Sequence[str]) -> None:
    """Refuse keys with the name of a column of the result."""
    for name in keys.names:
        if name in results:
            raise ValueError(f"the result has a column {name!r} of its own: rename that of the key")


def rule_of(window: Any, slide: Any, output: str, missing: Missing) -> PaneRule:
    """Return the windows; for changes, the buckets in which events wait."""
    if output in ("running", "changes"):
        for name, each in (("window", window), ("slide", slide)):
            if each is not None:
                raise ValueError(f'output="{output}" has no windows: leave out {name}=')
        return PaneRule(BUCKET, BUCKET, missing)
    if window is None:
        raise ValueError(f'output="{output}" needs the length of the windows: pass window="10min"')
    size = milliseconds("window", window)
    step = size if slide is None else milliseconds("slide", slide)
    if size % step:
        raise ValueError(
            f"window must be a multiple of slide, got window={window!r}, slide={slide!r}"
        )
    return PaneRule(size, step, missing)


def milliseconds(name: str, given: Any) -> int:
    """Return a length of time that is a whole number of milliseconds."""
    try:
        nanoseconds = span_nanoseconds(given)
    except (TypeError, ValueError) as error:
        # The sentence of the core, which has only windows to name.
        raise type(error)(str(error).replace("window", name, 1)) from None
    if nanoseconds % MILLISECOND:
        raise ValueError(f"{name} must be a whole number of milliseconds, got {repr_short(given)}")
    return nanoseconds // MILLISECOND


def lateness_of(given: Any) -> int:
    """Return the lateness, which may be 0, in milliseconds."""
    lateness: timedelta = TimeWindow("1s", lateness=given).lateness
    whole, rest = divmod(lateness, timedelta(milliseconds=1))
    if rest:
        raise ValueError(
            f"lateness must be a whole number of milliseconds, got {repr_short(given)}"
        )
    return whole


def adaptive_of(given: Any, output: str, missing: Missing) -> AdaptiveWindow:
    """Return the adaptive window that the keys begin with."""
    if given is None:
        return AdaptiveWindow(missing=missing)
    if output != "changes":
        raise ValueError(f'output="{output}" has no adaptive windows: leave out adaptive=')
    if not isinstance(given, AdaptiveWindow):
        raise TypeError(f"adaptive must be an AdaptiveWindow, got {type(given).__name__}")
    if given.seen:
        raise ValueError(f"adaptive must be a window without events, got one that saw {given.seen}")
    # Where missing labels are skipped, the window does not see them: its default serves too.
    if given.missing not in ((missing, "raise") if missing == "skip" else (missing,)):
        raise ValueError(
            f"adaptive has missing={given.missing!r}, the query missing={missing!r}: pass the same"
        )
    return given


def require_protobuf() -> None:
    """Refuse to start without the library that Spark's Python workers need for the state."""
    try:
        import_module("google.protobuf")
    except ImportError as error:
        raise ImportError(
            'the state of a stream needs protobuf: pip install "entrostream[spark]"'
        ) from error
