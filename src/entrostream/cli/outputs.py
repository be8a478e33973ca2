"""Readings as CSV, JSON Lines, Parquet, or a table on the terminal."""

from __future__ import annotations

import csv
import io
import math
import sys
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entrostream.streaming import Readings
from entrostream.streaming.printable import printable
from entrostream.streaming.texts import label_text, time_text

__all__ = ["OUTPUTS", "Output", "open_output"]

OUTPUTS = ("csv", "jsonl", "parquet", "table")
COUNTS = ("n", "distinct")
SECOND = 10**9


class Output(Protocol):
    """Writes readings as they come."""

    def write(self, readings: Readings) -> None:
        """Write readings."""

    def close(self) -> None:
        """Write what is left."""


def open_output(
    form: str,
    path: str | None,
    *,
    groups: Sequence[str],
    measures: Sequence[str],
    fractional: bool,
) -> Output:
    """Return the output of a format, to a file or to standard output."""
    layout = Layout(groups, measures, fractional)
    if form == "table":
        return TableOutput(layout, path)
    stream = sys.stdout.buffer if path is None else open(path, "wb")  # noqa: SIM115 - kept open
    if form == "parquet":
        return ParquetOutput(layout, stream)
    return JsonOutput(layout, stream) if form == "jsonl" else CsvOutput(layout, stream)


class Layout:
    """The columns of readings: time or row, group, field, measures.

    With `fractional` counts the number of events is a sum of weights.
    """

    def __init__(self, groups: Sequence[str], measures: Sequence[str], fractional: bool):
        self.groups = groups
        self.measures = measures
        self.fractional = fractional

    def table(self, readings: Readings, *, text_times: bool = False) -> pa.Table:
        """Return readings as an Arrow table."""
        columns: dict[str, Any] = {}
        if readings.times is not None:
            columns["time"] = time_column(readings.times, text_times)
        columns["row"] = pa.array(readings.rows)
        for place, name in enumerate(self.group_names()):
            keys = [label_text(key[place]) for key in readings.keys]
            columns[name] = pa.array(keys, pa.string())
        columns["field"] = pa.array(readings.fields, pa.string())
        for name in self.measures:
            columns[name] = self._numbers(name, readings.values[name])
        return pa.table(columns)

    def group_names(self) -> list[str]:
        """Return the names of the columns of groups: "group n" if there is an "n" already."""
        taken = {"time", "row", "field", *self.measures}
        names: list[str] = []
        for name in self.groups:
            while name in taken:
                name = f"group {name}"
            taken.add(name)
            names.append(name)
        return names

    def _numbers(self, name: str, values: Any) -> pa.Array:
        """Return a measure: counts as integers, null where there is no value."""
        if name == "distinct" or (name == "n" and not self.fractional):
            return pa.array(values.astype(np.int64))
        return pa.array(values, mask=np.isnan(values))


class CsvOutput:
    """CSV with a header; numbers in the shortest form that reads back to the same bits."""

    def __init__(self, layout: Layout, stream: Any):
        self._layout = layout
        self._stream = stream
        self._header = True

    def write(self, readings: Readings) -> None:
        """Write readings."""
        if not len(readings) and not self._header:
            return
        table = self._layout.table(readings, text_times=True)
        if self._header:
            self._stream.write(header_of(table.schema.names))
            self._header = False
        if len(readings):
            columns = [csv_texts(column.combine_chunks()) for column in table.columns]
            lines = pc.binary_join_element_wise(*columns, ",", null_handling="replace")
            self._stream.write("".join(line + "\n" for line in lines.to_pylist()).encode())
        self._stream.flush()

    def close(self) -> None:
        """End the file."""
        close(self._stream)


class JsonOutput:
    """An object per reading and line."""

    def __init__(self, layout: Layout, stream: Any):
        self._layout = layout
        self._stream = stream

    def write(self, readings: Readings) -> None:
        """Write readings."""
        records = self._layout.table(readings, text_times=True).to_pylist()
        self._stream.write(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
        self._stream.flush()

    def close(self) -> None:
        """End the file."""
        close(self._stream)


class ParquetOutput:
    """A Parquet file."""

    def __init__(self, layout: Layout, stream: Any):
        self._layout = layout
        self._stream = stream
        self._writer: Any = None

    def write(self, readings: Readings) -> None:
        """Write readings."""
        from pyarrow import parquet

        table = self._layout.table(readings)
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._stream, table.schema)
        if len(readings):
            self._writer.write_table(table)

    def close(self) -> None:
        """Write the footer."""
        if self._writer is not None:
            self._writer.close()
        close(self._stream)


class TableOutput:
    """A table on the terminal, written at the end; numbers are rounded."""

    def __init__(self, layout: Layout, path: str | None):
        self._layout = layout
        self._path = path
        self._parts: list[Readings] = []

    def write(self, readings: Readings) -> None:
        """Keep readings."""
        self._parts.append(readings)

    def close(self) -> None:
        """Write the table."""
        from rich.table import Table
        from rich.text import Text

        from entrostream.cli.terminal import print_table

        table = Table(box=None, pad_edge=False, header_style="bold")
        timed = any(part.times is not None for part in self._parts)
        table.add_column("time" if timed else "row", justify="left" if timed else "right")
        for name in [*self._layout.group_names(), "field"]:
            table.add_column(Text(printable(name)), overflow="fold")
        for name in self._layout.measures:
            table.add_column(name, justify="right")
        for part in self._parts:
            for each in part:
                where = time_text(each.time) if each.time is not None else f"{each.row:,}"
                keys = [printable(label_text(value)) for value in each.key]
                numbers = [number_text(name, each.values[name]) for name in self._layout.measures]
                cells = [where, *keys, printable(each.field), *numbers]
                table.add_row(*(Text(cell) for cell in cells))
        print_table(table, self._path)


def time_column(times: Any, as_text: bool) -> pa.Array:
    """Return times as timestamps in UTC, or as text."""
    if as_text:
        return pa.array(map(time_text, times.tolist()), pa.string())
    return pa.array(times).cast(pa.timestamp("ns")).cast(pa.timestamp("ns", "UTC"))


def csv_texts(column: pa.Array) -> pa.Array:
    """Return a column as fields of CSV: quoted where a character has a meaning in CSV."""
    if not pa.types.is_string(column.type):
        return column.cast(pa.string())
    special = pc.match_substring_regex(column, '[",\r\n]')
    if not pc.any(special).as_py():
        return column
    doubled = pc.replace_substring(column, '"', '""')
    quoted = pc.binary_join_element_wise('"', doubled, '"', "")
    return pc.if_else(special, quoted, column)


def header_of(names: Sequence[str]) -> bytes:
    """Return the first line of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(names)
    return text.getvalue().encode()


def close(stream: Any) -> None:
    """Close a file; standard output stays open."""
    stream.flush()
    if stream is not sys.stdout.buffer:
        stream.close()


def number_text(name: str, value: float) -> str:
    """Return a number for people: four digits after the point, counts as they are."""
    if math.isnan(value):
        return "-"
    return f"{value:,.0f}" if name in COUNTS and value == int(value) else f"{value:.4f}"
