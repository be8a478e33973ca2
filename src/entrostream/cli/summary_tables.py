"""`entrostream compute --summary`: a table per field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from entrostream.cli.changes import change_text
from entrostream.cli.exits import stop
from entrostream.cli.inputs import Inputs
from entrostream.cli.outputs import number_text
from entrostream.streaming import Schedule, StreamMeasures, WindowRule
from entrostream.streaming.printable import printable
from entrostream.streaming.texts import label_text

__all__ = ["summarise"]

MEASURES = ("n", "distinct", "entropy", "evenness", "gini")
TOP = 10  # labels
CHANGES = 5
REFUSED = (
    "window",
    "decay",
    "every",
    "groups",
    "weight",
    "plot",
    "alarms",
    "out",
    "output",
    "save",
)
SHOWN_LABEL = 48  # characters


def summarise(options: dict[str, Any]) -> int:
    """Print a table per field, and return the exit code."""
    for name in REFUSED:
        if options[name]:
            stop(f"--summary is for all events of a field: leave out {option_of(name)}")
    inputs = Inputs(options["files"], list(options["fields"]), options)
    rules = (
        WindowRule(missing=options["missing"]),
        WindowRule("adaptive", missing=options["missing"]),
    )
    total, adaptive = (
        StreamMeasures(inputs.fields, rule, Schedule(), MEASURES, options["max_labels"])
        for rule in rules
    )
    for events in inputs:
        total.push(events)
        adaptive.push(events)
    from entrostream.cli.terminal import console

    screen = console()
    for name in inputs.fields:
        tally = total.stream(()).summaries[name]
        window = adaptive.stream(()).summaries[name]
        for part in field_tables(name, tally, window.changes, window.n_changes):
            screen.print(part)
    inputs.report(total.missing, total.folded)
    return 0


def option_of(name: str) -> str:
    """Return an option as it is written."""
    return "--" + name.rstrip("s").replace("_", "-")


def field_tables(name: str, tally: Any, changes: Sequence[Any], n_changes: int) -> list[Any]:
    """Return the tables of a field: measures, most common labels, changes."""
    from rich.text import Text

    parts: list[Any] = [Text(printable(name), style="bold"), measures_table(tally)]
    if tally.n:
        parts += [Text(), labels_table(tally)]
    severe = sorted(changes, key=lambda change: -(change.severity or 0))[:CHANGES]
    parts.append(Text())
    if not n_changes:
        parts.append(Text("no changes"))
    else:
        parts.append(Text(f"changes: {n_changes:,}, the most severe first"))
        parts += [Text("  " + printable(change_text(change))) for change in severe]
    return [*parts, Text()]


def measures_table(tally: Any) -> Any:
    """Return the measures of all events."""
    from rich.table import Table

    from entrostream.streaming.readings import read_now

    table = Table(box=None, pad_edge=False, header_style="dim")
    names = ("events", "labels", "entropy (bits)", "evenness", "Gini index")
    for heading in names:
        table.add_column(heading, justify="right")
    values = read_now(tally, MEASURES)
    table.add_row(*(number_text(*each) for each in zip(MEASURES, values, strict=True)))
    return table


def labels_table(tally: Any, top: int = TOP) -> Any:
    """Return the most common labels with their shares."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("most common", overflow="fold")
    for heading in ("events", "share"):
        table.add_column(heading, justify="right")
    for label, count in tally.most_common(top):
        shown = printable(label_text(label))
        shown = shown if len(shown) <= SHOWN_LABEL else shown[: SHOWN_LABEL - 1] + "…"
        table.add_row(Text(shown), f"{count:,}", f"{count / tally.n:.1%}")
    return table
