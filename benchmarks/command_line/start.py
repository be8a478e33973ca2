"""How long the command line takes to start."""

from __future__ import annotations

from benchmarks.command_line.processes import (
    HOW,
    Command,
    ours,
    python,
    record,
    table,
    take_turns,
)
from benchmarks.harness.report import Report, Target

LIMIT = 0.2  # seconds of CPU time
HELP, EMPTY = "entrostream --help", "Python without a program"
METHOD = f"""\
What the first output costs: help texts, and `compute` of one line. Python alone is the lower
bound. {HOW}"""


def report(*, quick: bool) -> Report:
    repeats = 5 if quick else 15
    found = Report("command_line/start", "Start of the command line", METHOD, 0)
    commands = [
        Command(EMPTY, python("")),
        Command(HELP, ours("--help")),
        Command("entrostream compute --help", ours("compute --help")),
        Command("entrostream compute, one line", f"echo a | {ours('compute - -q')}"),
    ]
    runs = take_turns(commands, repeats=repeats)
    found.tables.append(table(f"Start, medians of {repeats} rounds", runs, EMPTY))
    record(found, "start", runs)
    what = f"seconds of CPU time, {HELP}"
    found.targets.append(Target(what, runs.median(HELP, "cpu"), LIMIT, at_least=False))
    return found
