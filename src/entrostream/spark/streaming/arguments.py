"""The arguments of `stream`, checked before the query starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, get_args

from pyspark.sql import types

from entrostream import AdaptiveWindow
from entrostream._core import MEASURES, repr_short, span_nanoseconds
from entrostream.measure_names import names_of
from entrostream.spark.streaming.label_column import can_be_label
from entrostream.spark.streaming.panes import Missing, PaneRule

__all__ = ["Arguments", "checked"]

OUTPUTS = ("windows", "early", "running", "changes")
PROVIDER = "spark.sql.streaming.stateStore.providerClass"
ROCKSDB = "org.apache.spark.sql.execution.streaming.state.RocksDBStateStoreProvider"
MILLISECOND = 10**6  # in nanoseconds
DEFAULT_BUCKET = "1s"


@dataclass(frozen=True)
class Arguments:
    """What a query computes; lengths of time are in milliseconds."""

    label: str
    time: str | None
    group_by: tuple[str, ...]
    rule: PaneRule
    lateness: int
    measures: tuple[str, ...]
    output: str
    rate: float


def checked(frame: Any, **given: Any) -> Arguments:
    """Return the arguments, or raise in one sentence what is wrong with them."""
    check_frame(frame)
    output = one_of("output", given["output"], OUTPUTS)
    missing: Missing = one_of("missing", given["missing"], get_args(Missing))
    time = None if output == "running" else time_column(frame, given["time"], output)
    keys = key_columns(frame, given["group_by"])
    check_label(frame, given["label"])
    measures = measures_of(given["measures"])
    AdaptiveWindow(given["rate"])  # has the same argument and checks it
    arguments = Arguments(
        label=given["label"],
        time=time,
        group_by=keys,
        rule=rule_of(given["window"], given["slide"], output, missing),
        lateness=milliseconds("lateness", given["lateness"], least=0),
        measures=measures,
        output=output,
        rate=given["rate"],
    )
    check_state_store(frame)
    return arguments


def check_frame(frame: Any) -> None:
    """Refuse what is not a streaming DataFrame."""
    if not hasattr(frame, "isStreaming"):
        raise TypeError(
            f"frame must be a streaming DataFrame, got {repr_short(frame)} ({type(frame).__name__})"
        )
    if not frame.isStreaming:
        raise ValueError(
            "frame is not a streaming DataFrame: read it with spark.readStream, or use "
            "entrostream.spark.entropy for a batch"
        )


def one_of(name: str, given: Any, choices: Sequence[str]) -> Any:
    """Return an argument that is one of its choices."""
    if given not in choices:
        listed = ", ".join(map(repr, choices[:-1]))
        raise ValueError(f"{name} must be {listed} or {choices[-1]!r}, got {repr_short(given)}")
    return given


def type_of(frame: Any, name: Any) -> types.DataType:
    """Return the type of a column."""
    if name not in frame.columns:
        raise ValueError(
            f"there is no column {repr_short(name)}; the frame has {', '.join(frame.columns)}"
        )
    return frame.schema[name].dataType


def time_column(frame: Any, name: str | None, output: str) -> str:
    """Return the column of event times."""
    if name is None:
        raise ValueError(f'output="{output}" needs the column of event times: pass time=')
    kind = type_of(frame, name)
    if not isinstance(kind, types.TimestampType):
        raise TypeError(
            f"time column {name!r} must be a timestamp, it is {kind.simpleString()}: convert it "
            "with to_timestamp"
        )
    return name


def key_columns(frame: Any, given: Any) -> tuple[str, ...]:
    """Return the columns of the key."""
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names:
        raise ValueError("group_by needs at least one column")
    for name in names:
        type_of(frame, name)
    return names


def check_label(frame: Any, name: str) -> None:
    """Refuse a column whose values are no labels."""
    kind = type_of(frame, name)
    if not can_be_label(kind):
        raise TypeError(
            f"column {name!r} of type {kind.simpleString()} cannot be a label: select a field of "
            "it, or convert it to a string"
        )


def measures_of(given: Any) -> tuple[str, ...]:
    """Return the names of the measures."""
    names = names_of(given)
    for name in names:
        if name not in MEASURES:
            raise ValueError(f"measures must be of {', '.join(MEASURES)}, got {repr_short(name)}")
    return names


def rule_of(window: Any, slide: Any, output: str, missing: Missing) -> PaneRule:
    """Return the windows; for changes, the buckets in which events wait."""
    if output == "running":
        return PaneRule(1, 1, missing)
    if output == "changes":
        bucket = milliseconds("slide", DEFAULT_BUCKET if slide is None else slide)
        return PaneRule(bucket, bucket, missing)
    if window is None:
        raise ValueError(f'output="{output}" needs the length of the windows: pass window="10min"')
    size = milliseconds("window", window)
    step = size if slide is None else milliseconds("slide", slide)
    if size % step:
        raise ValueError(
            f"window must be a multiple of slide, got window={window!r}, slide={slide!r}"
        )
    return PaneRule(size, step, missing)


def milliseconds(name: str, given: Any, least: int = 1) -> int:
    """Return a length of time that is a whole number of milliseconds."""
    if not least and is_zero(given):
        return 0
    try:
        nanoseconds = span_nanoseconds(given)
    except (TypeError, ValueError):
        kind = ValueError if isinstance(given, (str, int, float, timedelta)) else TypeError
        raise kind(
            f"{name} must be a length of time such as '10s', got {repr_short(given)}"
        ) from None
    if nanoseconds % MILLISECOND:
        raise ValueError(f"{name} must be whole milliseconds, got {repr_short(given)}")
    return nanoseconds // MILLISECOND


def is_zero(given: Any) -> bool:
    """Say whether a length of time is none."""
    if isinstance(given, str):
        return given.rstrip("abcdefghijklmnopqrstuvwxyz ").strip("0") == "" and given[:1] == "0"
    return given in (0, timedelta(0))


def check_state_store(frame: Any) -> None:
    """Refuse a session whose state store has no timers and maps."""
    provider = frame.sparkSession.conf.get(PROVIDER, "")
    if "RocksDB" not in provider:
        raise ValueError(
            f"the state needs RocksDB, and this session has {provider.rpartition('.')[2] or 'none'}"
            f': call spark.conf.set("{PROVIDER}", "{ROCKSDB}") first'
        )
