"""The files of a stream: one for our tool and for river, one for MOA, the same rows in both.

NAME.bin: a line "rows attributes classes", a line with the number of values of each attribute (0:
numeric), then the rows as float64 (NaN: missing; nominal values as codes) and the labels as int32.
NAME.arff: the same for MOA and for the run with parsing.
Needs NumPy alone: it is used inside the environments of the peers too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

Rows = list[list[str]]  # a cell is the text of a number or of a code, "" if missing; the label last


class Attribute(NamedTuple):
    name: str
    values: int = 0  # 0: numeric


class Header(NamedTuple):
    rows: int
    classes: int
    values: tuple[int, ...]  # of each attribute, 0: numeric
    start: int  # of the numbers, in bytes


def write(
    folder: Path, name: str, attributes: Sequence[Attribute], classes: int, rows: Rows
) -> None:
    """Write both files; the first appears last and whole, so that it says that all is there."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_arff(folder / f"{name}.arff", attributes, classes, rows)
    x = np.array([[float(cell or "nan") for cell in row[:-1]] for row in rows])
    y = np.array([int(row[-1]) for row in rows], dtype=np.int32)
    write_bin(folder / f"{name}.bin", [each.values for each in attributes], classes, x, y)


def write_bin(
    path: Path, values: Sequence[int], classes: int, x: np.ndarray, y: np.ndarray
) -> None:
    head = f"{len(x)} {len(values)} {classes}\n{' '.join(map(str, values))}\n"
    half = path.with_suffix(".half")
    half.write_bytes(head.encode() + x.astype(float).tobytes() + y.astype(np.int32).tobytes())
    half.replace(path)


def read_header(path: Path) -> Header:
    with path.open("rb") as file:
        rows, _, classes = map(int, file.readline().split())
        values = tuple(map(int, file.readline().split()))
        return Header(rows, classes, values, file.tell())


def read_bin(path: Path, rows: int | None = None) -> tuple[Header, np.ndarray, np.ndarray]:
    """Return the header, the attributes and the labels of all rows or of the first ones."""
    header = read_header(path)
    width = len(header.values)
    wanted = min(rows or header.rows, header.rows)
    x = np.fromfile(path, np.float64, wanted * width, offset=header.start)
    behind = header.start + 8 * header.rows * width
    return header, x.reshape(wanted, width), np.fromfile(path, np.int32, wanted, offset=behind)


def _write_arff(path: Path, attributes: Sequence[Attribute], classes: int, rows: Rows) -> None:
    with path.open("w") as file:
        file.write(f"@relation {path.stem}\n")
        for each in attributes:
            file.write(f"@attribute '{each.name}' {_codes(each.values) or 'numeric'}\n")
        file.write(f"@attribute class {_codes(classes)}\n@data\n")
        file.writelines(",".join(cell or "?" for cell in row) + "\n" for row in rows)


def _codes(many: int) -> str:
    return "{" + ",".join(map(str, range(many))) + "}" if many else ""
