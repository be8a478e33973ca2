"""The streams: where each comes from, and its files, made when they are first needed.

Agrawal, SEA, RBF, LED and Hyperplane are MOA's own generators through CapyMOA (moa_streams.py has
their seeds and settings), those of known drift NumPy's (concept_streams.py), the others real data
(real_streams.py). NAME_seed2 to NAME_seed5 are NAME from other seeds. The folder of the real data
is given by `--data` or ENTROSTREAM_DATA, or is shared/data next to this repository; a stream whose
data is absent raises MissingError, and the benchmarks go on without it and say so.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.trees import concept_streams, moa_streams, real_streams, stream_files

ROOT = Path(__file__).resolve().parents[2]
VERSION = 1  # to be raised with any change of a stream: then all are made anew
FOLDER = ROOT / "benchmarks" / "build" / f"streams{VERSION}"
DATA = "ENTROSTREAM_DATA"

BASE = ("electricity", "covertype", "agrawal", "sea", "rbf", "led", "hyperplane", "nursery")
MORE = ("covertype_all", "flights", "flights_all", "nslkdd", "adult", "mushroom")
FRESH = tuple(name for name in moa_streams.MAKERS if name.endswith(("_s2", "_s3")))
DRIFT = ("agrawal_drift", "rbf_drift", "rbf_moving", "flip", "frequent", "recurring", "gradual")
QUICK_ROWS = 20_000

NOTES = {
    "electricity": "New South Wales, 45,312 rows, 6 numeric",
    "covertype": "the first 100,000 rows, 10 numeric, 44 binary as nominal, 7 classes",
    "covertype_all": "all 581,012 rows",
    "agrawal": "function 6, perturbation 0.05, seed 1 (s2: 2, seed 101; s3: 4, seed 202)",
    "sea": "functions 1, 2, 3, 4 for 25,000 rows each, 10 % noise, seeds 0 to 3 "
    "(s2, s3: 3, 1, 4, 2, seeds from 101, 202)",
    "rbf": "5 classes, 10 numeric, 50 centroids, seed 1 (101, 202)",
    "led": "24 binary nominal, 1, 3, 5, 7 of them drifted, 25,000 rows each, 10 % noise, seeds 0 "
    "to 3 (from 101, 202)",
    "hyperplane": "10 numeric, all drifting by 0.001, 5 % noise, seed 1 (101, 202)",
    "agrawal_drift": "functions 1, 2, 3, 4, 7 for 20,000 rows each",
    "rbf_drift": "four sets of centroids for 25,000 rows each",
    "rbf_moving": "as rbf, all centroids moving by 0.0005",
    "flip": "3 numeric, 3 nominal, labelled by a random tree, two classes that change places "
    "after 20,000 of 40,000 rows",
    "frequent": "the same attributes, a new tree every 5,000 of 40,000 rows, 5 % noise",
    "recurring": "the same attributes, three such trees for 10,000 rows each, then the three again",
    "gradual": "6 nominal, 3 classes, 40,000 rows, the labels of a second tree replace those of "
    "the first between rows 10,000 and 30,000, 5 % noise",
    "nursery": "12,960 rows, 8 nominal, shuffled with seed 1",
    "flights": "New York 2013, the first 100,000 that arrived, with tail numbers; late or not",
    "flights_all": "all that arrived, without tail numbers",
    "flights_tails": "all that arrived, with tail numbers",
    "nslkdd": "25,192 rows, normal or attack",
    "adult": "32,561 rows, 6 numeric, 8 nominal",
    "mushroom": "8,124 rows, 22 nominal, shuffled with seed 1",
}


class MissingError(Exception):
    """Says what cannot be had, why, and what to do."""


@dataclass(frozen=True)
class Stream:
    name: str
    folder: Path = FOLDER

    @property
    def bin(self) -> Path:
        return self.folder / f"{self.name}.bin"

    @property
    def arff(self) -> Path:
        return self.folder / f"{self.name}.arff"

    @property
    def rows(self) -> int:
        return stream_files.read_header(self.bin).rows

    def labels(self, rows: int | None = None) -> list[int]:
        return stream_files.read_bin(self.bin, rows)[2].tolist()


def get(name: str) -> Stream:
    """Return the stream; its files are made if they are not there."""
    stream = Stream(name)
    if stream.bin.exists():
        return stream
    progress(f"making the stream {name}")
    if name in concept_streams.MAKERS:
        stream_files.write(FOLDER, name, *concept_streams.MAKERS[name]())
    elif name in real_streams.MAKERS:
        stream_files.write(FOLDER, name, *real_streams.MAKERS[name](data_folder(name)))
    else:
        _generate(name)
    return stream


def repetitions(name: str) -> list[str]:
    """Return the names of the stream from all its seeds; real data in its own order has one."""
    makers = (*moa_streams.MAKERS, *concept_streams.MAKERS, *real_streams.MAKERS)
    return [name, *(each for each in makers if each.startswith(f"{name}_seed"))]


def all_of(names: Iterable[str]) -> Iterator[Stream]:
    """Give those that can be had, one after the other; say what is missing."""
    for name in names:
        with saying(name):
            yield get(name)


@contextmanager
def saying(what: str) -> Iterator[None]:
    """Go on without what cannot be had, and say so."""
    try:
        yield
    except MissingError as missing:
        progress(f"{what} is left out: {missing}")


def data_folder(name: str) -> Path:
    given = os.environ.get(DATA)
    folder = Path(given) if given else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        raise MissingError(
            f"no folder {folder}; give the one with the real data by --data or {DATA}"
        )
    return folder


def with_missing(stream: Stream, rate: float = 0.2, seed: int = 1) -> Stream:
    """Return a copy in which each value is missing with this probability; no ARFF."""
    copy = Stream(f"{stream.name}_missing")
    if not copy.bin.exists():
        header, x, y = stream_files.read_bin(stream.bin)
        x[np.random.default_rng(seed).random(x.shape) < rate] = np.nan
        stream_files.write_bin(copy.bin, header.values, header.classes, x, y)
    return copy


def notes(names: Iterable[str]) -> str:
    return "; ".join(f"{name}: {NOTES[name]}" for name in names if name in NOTES)


def progress(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


def _generate(name: str) -> None:
    from benchmarks.trees.peers import inside  # peers take streams

    inside("capymoa", "moa_streams", str(FOLDER), name)
