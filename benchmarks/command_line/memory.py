"""How much memory `entrostream compute` takes, for files of any length."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.command_line.logs import write_csv
from benchmarks.command_line.processes import HOW, OURS, Command, Runs, ours, record, take_turns
from benchmarks.harness.report import Report, Table, Target, power

LIMIT = 200  # MiB
PART = 10**6  # lines of the file that is piped again and again
METHOD = f"""\
Peak resident memory of `entrostream compute`: a CSV file with five columns and 20,000 sources,
piped again and again until there are as many lines as the table says; values for all events, and
every 100,000 events over the last million. {HOW}"""
CASES = {
    "all events": "",
    "the last 1e6 events, every 1e5": "--window 1000000 --every 100000",
}


def piped(file: Path, lines: int, options: str) -> str:
    """Return the command line that reads the lines of a file again and again, from a pipe."""
    body = f"i=0; while [ $i -lt {lines // PART} ]; do tail -n +2 {file}; i=$((i+1)); done"
    compute = ours(f"compute - --format csv -f src -q {options}")
    return f"(head -n 1 {file}; {body}) | {compute}"


def report(*, quick: bool) -> Report:
    sizes = (PART, 5 * PART) if quick else (PART, 10 * PART, 100 * PART)
    found = Report("command_line/memory", "Memory of the command line", METHOD, 0)
    peaks: dict[str, list[float]] = {case: [] for case in CASES}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "flows.csv"
        write_csv(file, PART)
        for lines in sizes:
            for case, options in CASES.items():
                runs: Runs = take_turns([Command(OURS, piped(file, lines, options))], repeats=1)
                peaks[case].append(runs.median(OURS, "peak"))
                record(found, f"{case}, {power(lines)} lines", runs)
    rows = [(case, *(f"{value:.0f}" for value in values)) for case, values in peaks.items()]
    heads = ("", *(f"{power(lines)} lines" for lines in sizes))
    found.tables.append(Table("Peak memory of the process, MiB", heads, rows))
    worst = max(value for values in peaks.values() for value in values)
    what = f"MiB at the peak, up to {power(sizes[-1])} lines"
    found.targets.append(Target(what, worst, LIMIT, at_least=False))
    return found
