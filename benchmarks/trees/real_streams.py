"""Streams from the files of real data: gzipped CSV with a header, in stream order."""

from __future__ import annotations

import csv
import gzip
import random
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from benchmarks.trees.stream_files import Attribute, Rows

SHUFFLE_SEEDS = (1, 2, 3, 4, 5)
ADULT_NUMBERS = {
    "age",
    "fnlwgt",
    "education_num",
    "capital_gain",
    "capital_loss",
    "hours_per_week",
}
NSLKDD_NOMINAL = {
    "protocol_type",
    "service",
    "flag",
    "land",
    "logged_in",
    "is_host_login",
    "is_guest_login",
}
FLIGHT_NOMINAL = {"carrier", "tailnum", "origin", "dest"}
Made = tuple[list[Attribute], int, Rows]


def electricity(data: Path) -> Made:
    head, rows = read(data / "electricity.csv.gz")
    return coded(head, rows, ())


def covertype(data: Path, limit: int | None = None) -> Made:
    """Return it with its 44 binary columns as nominal ones."""
    head, rows = read(data / "covtype.csv.gz", limit)
    for row in rows:
        row[10:54] = [str(int(float(cell))) for cell in row[10:54]]
    classes = code(rows, len(head) - 1)
    kinds = [0] * 10 + [2] * 44
    return list(map(Attribute, head[:-1], kinds)), classes, rows


def shuffled(data: Path, file: str, seed: int = SHUFFLE_SEEDS[0]) -> Made:
    head, rows = read(data / file)
    random.Random(seed).shuffle(rows)
    return coded(head, rows, head)


def adult(data: Path) -> Made:
    head, rows = read(data / "adult.csv.gz")
    return coded(head, rows, set(head) - ADULT_NUMBERS)


def nslkdd(data: Path) -> Made:
    """Return normal connections against attacks of any kind."""
    head, rows = read(data / "nslkdd_train20.csv.gz")
    difficulty = head.index("difficulty")
    head.pop(difficulty)
    for row in rows:
        row.pop(difficulty)
        row[-1] = "normal" if row[-1] == "normal" else "attack"
    return coded(head, rows, NSLKDD_NOMINAL)


def flights(data: Path, *, tails: bool, limit: int | None = None) -> Made:
    """Return whether flights that did arrive were late, with or without the aircraft's number."""
    head, rows = read(data / "nycflights13.csv.gz")
    names = ["month", "day", "sched_dep_time", "sched_arr_time", "carrier", "flight"]
    names += [*(["tailnum"] if tails else []), "origin", "dest", "distance"]
    places, delay = [head.index(name) for name in names], head.index("arr_delay")
    arrived = [row for row in rows if row[delay]][:limit]
    kept = [[row[at] for at in places] + [str(int(float(row[delay]) > 0))] for row in arrived]
    return coded([*names, "late"], kept, FLIGHT_NOMINAL)


MAKERS: dict[str, Callable[[Path], Made]] = {
    "electricity": electricity,
    "covertype": lambda data: covertype(data, 100_000),
    "covertype_all": covertype,
    "nursery": lambda data: shuffled(data, "nursery.csv.gz"),
    "mushroom": lambda data: shuffled(data, "mushroom.csv.gz"),
    "adult": adult,
    "nslkdd": nslkdd,
    "flights": lambda data: flights(data, tails=True, limit=100_000),
    "flights_all": lambda data: flights(data, tails=False),
    "flights_tails": lambda data: flights(data, tails=True),
    **{
        f"{name}_seed{seed}": partial(shuffled, file=f"{name}.csv.gz", seed=seed)
        for name in ("nursery", "mushroom")
        for seed in SHUFFLE_SEEDS[1:]
    },
}


def read(path: Path, limit: int | None = None) -> tuple[list[str], Rows]:
    with gzip.open(path, "rt", newline="") as file:
        lines = csv.reader(file)
        head = next(lines)
        return head, [row for _, row in zip(range(limit or 10**9), lines, strict=False)]


def coded(head: list[str], rows: Rows, nominal: Collection[str]) -> Made:
    """Give codes to the values of nominal attributes and to the classes."""
    attributes = [
        Attribute(name, code(rows, place) if name in nominal else 0)
        for place, name in enumerate(head[:-1])
    ]
    return attributes, code(rows, len(head) - 1), rows


def code(rows: Rows, place: int) -> int:
    """Give the values of a column numbers as they come; return how many there are."""
    codes: dict[str, str] = {}
    for row in rows:
        row[place] = codes.setdefault(row[place], str(len(codes)))
    return len(codes)
