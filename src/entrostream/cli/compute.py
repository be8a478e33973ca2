"""What `entrostream compute` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from entrostream._core import MEASURES
from entrostream.cli.exits import ALARM, stop, usage
from entrostream.cli.inputs import Inputs, note
from entrostream.cli.outputs import open_output
from entrostream.cli.summary_tables import summarise
from entrostream.streaming import (
    Alarm,
    AlarmRule,
    Alarms,
    Readings,
    SavedState,
    Schedule,
    StreamMeasures,
    WindowRule,
    at_one_time,
    save_states,
)
from entrostream.streaming.texts import label_text, time_text

__all__ = ["compute"]


def compute(**options: Any) -> int:
    """Run the command, and return its exit code."""
    if options["summary"]:
        return summarise(options)
    refuse_overwriting(options)
    rule = window_rule(options)
    shown = measure_names(options["measures"])
    schedule = schedule_of(options, rule)
    inputs = Inputs(
        options["files"],
        list(options["fields"]),
        options,
        option_that_needs_times(rule, schedule),
        options["groups"],
        options["weight"],
        prints_meanwhile=options["out"] is None and output_of(options) != "table",
    )
    rules = [parse_alarm(text, inputs.fields, schedule) for text in options["alarms"]]
    measures = list(dict.fromkeys([*shown, *(rule.measure for rule in rules), *for_plot(options)]))
    stream = StreamMeasures(
        inputs.fields,
        rule,
        schedule,
        measures,
        options["max_labels"],
        grouped=bool(options["groups"]),
    )
    results = Results(options, shown, Alarms(rules))
    for readings in readings_of(stream, inputs):
        results.take(readings)
    results.finish()
    if not results.count and stream.rows and schedule.rows and not options["quiet"]:
        note(f"no values: {stream.rows:,} events, one value per {schedule.rows:,} (--every)")
    if options["save"]:
        save(options["save"], stream, options["groups"])
    inputs.report(stream.missing, stream.folded)
    return ALARM if results.alarms and options["fail_on_alarm"] else 0


def readings_of(stream: StreamMeasures, inputs: Inputs) -> Iterator[Readings]:
    """Yield the readings of all events; of a silent pipe those that the clock demands."""
    for events in inputs:
        yield stream.push(events)
        if inputs.by_arrival:
            yield stream.advance(inputs.clock.now())
    yield stream.finish()


class Results:
    """Where readings go: the output, the plot and the alarms."""

    def __init__(
        self,
        options: dict[str, Any],
        shown: Sequence[str],
        watched: Alarms,
    ):
        form = output_of(options)
        if form == "parquet" and options["out"] is None and sys.stdout.isatty():
            stop("Parquet is not for a terminal: name a file with --out, or redirect the output")
        self._output = open_output(
            form,
            options["out"],
            groups=options["groups"],
            measures=shown,
            fractional=options["weight"] is not None or options["decay"] is not None,
        )
        self.count = 0  # readings
        self._alarms = watched
        self.alarms = 0
        self._plot = None
        if options["plot"]:
            from entrostream.cli.plotting import Plot

            self._plot = Plot(options["plot"])

    def take(self, readings: Readings) -> None:
        """Write readings, and watch them."""
        self._output.write(readings)
        self.count += len(readings)
        for alarm in self._alarms.watch(readings):
            self.alarms += 1
            note(alarm_text(alarm))
        if self._plot is not None:
            self._plot.take(readings)

    def finish(self) -> None:
        """End the output, and draw the plot."""
        self._output.close()
        if self._plot is not None:
            self._plot.draw()


def window_rule(options: dict[str, Any]) -> WindowRule:
    """Return which events count; wrong lengths are wrong use."""
    with usage():
        return WindowRule(
            options["window"],
            options["decay"],
            options["weight"] is not None,
            options["missing"],
        )


def schedule_of(options: dict[str, Any], rule: WindowRule) -> Schedule:
    """Return when values are written."""
    with usage():
        schedule = Schedule.for_window(options["every"], rule)
    if options["save"] and schedule.intervals is not None and rule.is_total:
        stop(
            f"--save does not go with --every {options['every']}: each interval has summaries of "
            "its own; leave out --every, or pass --window"
        )
    return schedule


def parse_alarm(text: str, fields: Sequence[str], schedule: Schedule) -> AlarmRule:
    """Return an alarm rule; a wrong one is wrong use."""
    with usage():
        rule = AlarmRule.parse(text, fields)
    if rule.span and schedule.intervals is None:
        stop(f"the alarm {text!r} needs values by the clock: pass --every, such as --every 10s")
    return rule


def refuse_overwriting(options: dict[str, Any]) -> None:
    """Refuse to write results over the input."""
    for option in ("out", "save", "plot"):
        target = options[option]
        for path in options["files"]:
            with suppress(OSError):
                if target is not None and os.path.samefile(target, path):
                    stop(f"--{option} {target} would overwrite the input: name another file")


def option_that_needs_times(rule: WindowRule, schedule: Schedule) -> str | None:
    """Return which option needs the times of events, if any."""
    if schedule.intervals is not None:
        return f"--every {schedule.every}" if rule.span is None else f"--window {rule.window}"
    if rule.needs_times:
        return f"--window {rule.window}" if rule.span else f"--decay {rule.decay}"
    return None


def measure_names(text: str) -> list[str]:
    """Return the measures of a list with commas."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in MEASURES:
            stop(f"there is no measure {name!r}; there are {', '.join(MEASURES)}")
    return list(dict.fromkeys(names)) or stop("--measures names no measure")


def for_plot(options: dict[str, Any]) -> list[str]:
    """Return the measures that the plot needs."""
    return ["entropy", "gini"] if options["plot"] else []


def output_of(options: dict[str, Any]) -> str:
    """Return the format of the output: by the name of the file, or a table on a terminal."""
    out = options["out"]
    if options["output"] is not None:
        return str(options["output"])
    if out is not None:
        ends = {".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet", ".txt": "table"}
        return next((form for end, form in ends.items() if out.endswith(end)), "csv")
    return "table" if sys.stdout.isatty() else "csv"


def alarm_text(alarm: Alarm) -> str:
    """Return an alarm in words."""
    where = f"after event {alarm.row:,}" if alarm.time is None else f"at {time_text(alarm.time)}"
    group = f" [{', '.join(map(label_text, alarm.key))}]" if alarm.key else ""
    return (
        f"alarm {where}{group}: {alarm.rule.text}: "
        f"{alarm.rule.field}.{alarm.rule.measure} is {alarm.value:.4g}"
    )


def save(path: str, stream: StreamMeasures, groups: Sequence[str]) -> None:
    """Save the states of all summaries."""
    states = [
        SavedState(name, dict(zip(groups, map(label_text, key), strict=True)), summary)
        for key, each in stream.streams.items()
        for name, summary in each.summaries.items()
    ]
    save_states(path, at_one_time(states))
