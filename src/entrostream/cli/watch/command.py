"""What `entrostream watch` does."""

from __future__ import annotations

import os
import sys
from typing import Any

from entrostream.cli.compute import option_that_needs_times
from entrostream.cli.exits import stop, usage
from entrostream.cli.inputs import only_field
from entrostream.cli.watch.engine import WatchEngine
from entrostream.cli.watch.terminal import take_standard_input
from entrostream.ingest import (
    BadRecords,
    Reader,
    ReadOptions,
    Source,
    follow_reader,
    open_source,
    reader_of,
)
from entrostream.streaming import AlarmRule, EventReader, Reorder, Schedule, WindowRule

__all__ = ["watch"]


def watch(**options: Any) -> int:
    """Run the command, and return its exit code."""
    from entrostream.cli.watch.view import run_watch

    if not sys.stderr.isatty():
        stop("watch needs a terminal; `entrostream compute` writes values to a file or a pipe")
    engine = make_engine(options)
    engine.start()
    run_watch(engine.latest)
    return 0


def make_engine(options: dict[str, Any]) -> WatchEngine:
    """Return the engine of the command, its input opened."""
    missing = options["missing"]
    with usage():
        rule = WindowRule(options["window"], missing=missing)
        detector = WindowRule("adaptive", missing=missing, min_shift=options["min_shift"])
        reorder = Reorder(options["lateness"], options["late"])
    bad = BadRecords(fail=options["on_bad"] == "fail")
    reader = open_live(options, bad)
    fields = list(options["fields"]) or only_field([reader])
    is_log = reader.format in ("common", "combined")
    time_field = options["time_field"] or ("time" if is_log and rule.needs_times else None)
    events = EventReader(fields, bad, time_field=time_field, time_format=options["time_format"])
    events.begin(reader.source.name, reader.names)  # a wrong name is said before the view opens
    return WatchEngine(
        reader,
        events,
        fields,
        rule,
        detector,
        [parse_rule(text, fields) for text in options["alarms"]],
        reorder,
        by_arrival=time_field is None and option_that_needs_times(rule, Schedule()) is not None,
    )


def parse_rule(text: str, fields: list[str]) -> AlarmRule:
    """Return an alarm rule; the view has a clock, so that any span will do."""
    with usage():
        return AlarmRule.parse(text, fields)


def open_live(options: dict[str, Any], bad: BadRecords) -> Reader:
    """Return the reader of a growing file, or of standard input; waits for the first line."""
    files = list(options["files"]) or ["-"]
    if len(files) > 1:
        stop(f"watch follows one input, got {len(files)}")
    settings = ReadOptions(
        bad,
        options["form"],
        options["delimiter"],
        not options["no_header"],
        options["max_line"],
    )
    if files[0] == "-":
        # The view reads its keys from standard input: the data move elsewhere.
        return reader_of(Source("standard input", take_standard_input()), settings)
    if os.path.exists(files[0]) and not os.path.isfile(files[0]):  # a named pipe
        return reader_of(open_source(files[0]), settings)
    return follow_reader(files[0], settings, from_start=not options["from_end"])
