"""How long the entropy of strings in a Parquet file takes, compared with Polars."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.command_line.logs import write_parquet
from benchmarks.command_line.names import COUNTED, DUCKDB, LIBRARY, OURS
from benchmarks.command_line.processes import (
    HOW,
    Command,
    last_number,
    ours,
    python,
    record,
    table,
    take_turns,
)
from benchmarks.harness.report import Report, Target, power

READ = "Polars reads"
METHOD = f"""\
Strings (addresses of 20,000 sources) that the file has as dictionaries, as writers store them by
default. `es.entropy(es.scan(file, "src"))` and the command line next to Polars, which reads the
column and counts its values (`value_counts`), and to DuckDB. {HOW}"""


def commands(file: Path) -> list[Command]:
    library = f"import entrostream as es; print(es.entropy(es.scan({str(file)!r}, 'src')))"
    counted = f"""
import polars as pl
counts = pl.scan_parquet({str(file)!r}).group_by('src').len().collect()['len']
print(counts.entropy(base=2))"""
    read = f"import polars as pl; pl.read_parquet({str(file)!r}, columns=['src'])"
    duck = (
        f"import duckdb; print(duckdb.sql(\"SELECT entropy(src) FROM '{file}'\").fetchall()[0][0])"
    )
    return [
        Command(LIBRARY, python(library), last_number),
        Command(OURS, ours(f"compute {file} -f src -q --measures entropy"), last_number),
        Command(COUNTED, python(counted), last_number),
        Command(READ, python(read)),
        Command(DUCKDB, python(duck), last_number),
    ]


def report(*, quick: bool) -> Report:
    rows, repeats = (5 * 10**6, 3) if quick else (5 * 10**7, 5)
    method = f"{METHOD} Medians of {repeats} rounds."
    found = Report("command_line/parquet", "Entropy of strings in a Parquet file", method, 0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "flows.parquet"
        write_parquet(file, rows)
        runs = take_turns(commands(file), repeats=repeats)
    found.tables.append(table(f"Parquet, {power(rows)} strings", runs, LIBRARY))
    record(found, "strings", runs)
    for ours_name in (LIBRARY, OURS):
        what = f"{ours_name}: CPU time over that of the process in which {COUNTED}"
        found.targets.append(Target(what, runs.ratio(ours_name, COUNTED), 1, at_least=False))
    return found
