"""The tables for the laws of pairs, their reads, and streams of pairs that meet again."""

import pickle

import pytest
from hypothesis import strategies as st

import entrostream as es
from tests.laws import streams
from tests.registry import PAIR_MEASURES
from tests.sequences import sequences


def window_of(size):
    """Return a factory of windows that hold `size` pairs."""
    return lambda **options: es.ContingencyWindow(size, **options)


class PairsAtOneMoment(es.ContingencyTimeWindow):
    """A time window whose pairs all come at time 0, so that it holds what a table holds."""

    def __init__(self, **options):
        super().__init__("10min", **options)
        self.advance(0)

    def update(self, *labels, **named):
        super().update(*labels, **named, at=0)

    def update_many(self, xs, ys):
        super().update_many(xs, ys, times=0)

    def update_counts(self, counts):
        super().update_counts(counts, at=0)

    def trace(self, xs, ys, measures=("mutual_information",)):
        return super().trace(xs, ys, measures, times=0)

    def clear(self):
        super().clear()
        self.advance(0)


WINDOWS = {f"ContingencyWindow({size})": window_of(size) for size in (1, 2, 7, 1000)}
TABLES = {
    "ContingencyTable": es.ContingencyTable,
    "ContingencyTimeWindow": PairsAtOneMoment,
    **WINDOWS,
}
every_table = pytest.mark.parametrize("make", TABLES.values(), ids=TABLES.keys())
every_window = pytest.mark.parametrize("make", WINDOWS.values(), ids=WINDOWS.keys())
every_class = pytest.mark.parametrize(
    "make",
    [es.ContingencyTable, window_of(1000), PairsAtOneMoment],
    ids=["ContingencyTable", "ContingencyWindow", "ContingencyTimeWindow"],
)

# Few labels, some of which equal others, so that pairs meet again and again.
LABELS = streams.LABELS[:12]
labels = st.sampled_from(LABELS)
pairs = st.tuples(labels, labels)
pair_streams = sequences(LABELS, LABELS, max_size=40)
maybe_missing = labels | st.sampled_from(streams.MISSING)
pair_streams_with_missing = sequences(
    [*LABELS, *streams.MISSING], [*LABELS, *streams.MISSING], max_size=40
)
pair_counts = st.dictionaries(pairs, st.integers(0, 5) | st.integers(0, 2**40), max_size=6)

# What restores a table from something else than itself.
RESTORES = {
    "copy": lambda table: table.copy(),
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
    "bytes": lambda table: type(table).from_bytes(table.to_bytes()),
}


def columns(stream):
    """Return the xs and the ys of a stream of pairs."""
    return [x for x, _ in stream], [y for _, y in stream]


def reads(table):
    """Return every read, floats to the last bit."""
    values = [getattr(table, name) for name in PAIR_MEASURES]
    return [value.hex() if isinstance(value, float) else value for value in values]


def fresh_table(counts):
    """Return a table that only ever saw these counts."""
    table = es.ContingencyTable(missing="label")
    table.update_counts(counts)
    return table
