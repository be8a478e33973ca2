"""The command line next to GoAccess, Miller, datamash and awk, on the same web-server log."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.command_line.logs import write_web_log
from benchmarks.command_line.names import AWK, MILLER, OURS
from benchmarks.command_line.processes import (
    HOW,
    Command,
    last_number,
    ours,
    record,
    table,
    take_turns,
)
from benchmarks.harness.report import Report, power

# n and sum of c ln c, of lines with a label and its count, to bits.
ENTROPY = "awk '{n += $2; s += $2 * log($2)} END {printf \"%.12f\\n\", (log(n) - s / n) / log(2)}'"
METHOD = f"""\
A log of a day in combined log format, 20,000 hosts. Miller counts the distinct values
(`count-distinct`) and computes their entropy in its language; datamash counts groups of sorted
lines, and awk computes the entropy; awk alone and `sort | uniq -c` are what one types without such
tools. These split lines at spaces; entrostream parses the log format. GoAccess cannot compute
entropy: it counts the values of all panels of its report; entrostream measures host, path, status,
referer and agent, or the host per ten minutes. A tool that is not installed is left out. {HOW}"""


def host_commands(file: Path) -> list[Command]:
    miller = (
        "mlr --inidx --ifs ' ' --ocsv count-distinct -f 1 then put -q '@n += $count; "
        '@s += $count * log($count); end {print fmtnum((log(@n) - @s / @n) / log(2), "%.12f")}\''
    )
    swapped = "awk '{print $2, $1}'"
    return [
        Command(OURS, ours(f"compute {file} -f host -q --measures entropy"), last_number),
        Command(MILLER, f"{miller} {file}", last_number),
        Command(
            "datamash, awk",
            f"LC_ALL=C datamash -t ' ' -s -g 1 count 1 < {file} | {ENTROPY}",
            last_number,
        ),
        Command(
            AWK,
            "LC_ALL=C awk '{c[$1]++} END {for (k in c) {n += c[k]; s += c[k] * log(c[k])} "
            f'printf "%.12f\\n", (log(n) - s / n) / log(2)}}\' {file}',
            last_number,
        ),
        Command(
            "sort, uniq, awk",
            f"cut -d ' ' -f 1 {file} | LC_ALL=C sort | uniq -c | {swapped} | {ENTROPY}",
            last_number,
        ),
    ]


def panel_commands(file: Path) -> list[Command]:
    fields = "-f host -f path -f status -f referer -f agent"
    return [
        Command(OURS, ours(f"compute {file} {fields} -q")),
        Command("entrostream, host per 10min", ours(f"compute {file} -f host --every 10min -q")),
        Command("GoAccess", f"goaccess {file} --log-format=COMBINED --no-progress -o json"),
    ]


def installed(commands: list[Command]) -> list[Command]:
    """Leave out, by name, what is not there."""
    tools = {MILLER: "mlr", "datamash, awk": "datamash", "GoAccess": "goaccess"}
    for command in commands:
        if (tool := tools.get(command.name)) and shutil.which(tool) is None:
            print(f"{command.name} is left out: {tool} is not installed", flush=True)
    return [each for each in commands if shutil.which(tools.get(each.name, "awk"))]


def versions() -> str:
    """Return the versions of the tools that are there."""
    asked = {"mlr": "Miller", "datamash": "datamash", "goaccess": "GoAccess", "awk": "awk"}
    found = []
    for tool, name in asked.items():
        if shutil.which(tool):
            option = "-W version" if tool == "awk" else "--version"
            line = f"{tool} {option} 2>&1 | head -n 1"
            shown = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
            found.append(f"{name}: {shown.stdout.strip().rstrip('.')}")
    return "; ".join(found)


def report(*, quick: bool) -> Report:
    rows, repeats = (10**5, 3) if quick else (2 * 10**6, 5)
    method = f"{METHOD} Medians of {repeats} rounds.\n\nTools: {versions()}."
    found = Report("command_line/tools", "The command line next to other tools", method, 0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "access.log"
        write_web_log(file, rows)
        for case, commands in {
            "Entropy of the hosts": host_commands(file),
            "All fields": panel_commands(file),
        }.items():
            runs = take_turns(installed(commands), repeats=repeats, tolerance=1e-6)
            found.tables.append(table(f"{case} of a log, {power(rows)} lines", runs))
            record(found, case, runs)
    return found
