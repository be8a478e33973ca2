"""How long the entropy of a field of a CSV file takes, compared with only reading the file."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.command_line.logs import COLUMNS, write_csv
from benchmarks.command_line.names import DUCKDB, OURS, PANDAS, READERS
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

LIMIT = 1.5
METHOD = f"""\
`entrostream compute FILE -f src` next to programs that only read the file: Polars and pyarrow, the
field alone or all columns, into memory. DuckDB (`SELECT entropy(src)`) and pandas
(`read_csv(usecols=...)`, `value_counts`, NumPy) compute the same entropy, as a practitioner would.
Addresses of 20,000 sources, few of which send most of the flows; the file with five columns has
time, source, destination, port and bytes. {HOW}"""


def commands(file: Path, *, several: bool) -> list[Command]:
    polars = "import polars as pl; pl.read_csv({!r}{})".format
    arrow = "from pyarrow import csv; csv.read_csv({!r}{})".format
    field = ", convert_options=csv.ConvertOptions(include_columns=['src'])"
    duck = (
        f"import duckdb; print(duckdb.sql(\"SELECT entropy(src) FROM '{file}'\").fetchall()[0][0])"
    )
    pandas = f"""
import numpy as np, pandas as pd
counts = pd.read_csv({str(file)!r}, usecols=['src'])['src'].value_counts().to_numpy()
shares = counts / counts.sum()
print(-(shares * np.log2(shares)).sum())"""
    found = [
        Command(OURS, ours(f"compute {file} -f src -q --measures entropy"), last_number),
        Command(READERS[0], python(polars(str(file), ", columns=['src']"))),
        Command(READERS[1], python(arrow(str(file), field))),
        Command(DUCKDB, python(duck), last_number),
        Command(PANDAS, python(pandas), last_number),
    ]
    if several:
        found.append(Command("Polars reads all columns", python(polars(str(file), ""))))
        found.append(Command("pyarrow reads all columns", python(arrow(str(file), ""))))
    return found


def report(*, quick: bool) -> Report:
    rows, repeats = (10**6, 3) if quick else (10**7, 5)
    method = f"{METHOD} Medians of {repeats} rounds."
    found = Report("command_line/read_csv", "Entropy of a CSV file", method, 0)
    for columns in (("src",), COLUMNS):
        case = "one column" if len(columns) == 1 else "five columns"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "flows.csv"
            write_csv(file, rows, columns)
            runs = take_turns(commands(file, several=len(columns) > 1), repeats=repeats)
        found.tables.append(table(f"{case.capitalize()}, {power(rows)} rows", runs))
        record(found, case, runs)
        for reader in READERS:
            what = f"{case}: CPU time over that of the process in which {reader}"
            found.targets.append(Target(what, runs.ratio(OURS, reader), LIMIT, at_least=False))
    return found
