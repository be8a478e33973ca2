"""Entropy and Gini alone go through blocks and vectors; the values are those of single reads."""

import numpy as np
import pytest

import entrostream as es

# One read in a million is too close to a tie for the fast path, so millions are compared.
EVENTS = 1_000_000
SIZES = [None, 3, 50, 1000, 130_000, 140_000]
STREAMS = {
    "two labels": lambda rng, rows: rng.integers(0, 2, rows),
    "rare": lambda rng, rows: (rng.random(rows) < 0.001).astype(np.int8),
    "Zipf": lambda rng, rows: rng.zipf(1.5, rows) % 1000,
    "many labels": lambda rng, rows: rng.integers(0, 20_000, rows),
    "turns": lambda _, rows: np.arange(rows) * (np.arange(rows) // 3000 % 2) % 20_000,
}
every_stream = pytest.mark.parametrize("draw", STREAMS.values(), ids=STREAMS.keys())
every_size = pytest.mark.parametrize("size", SIZES)


def assert_blocks_are_single_reads(size, stream, base):
    """Compare a trace of both measures with one of more measures, which reads event by event."""
    blocks, single = (es.SlidingWindow(size) if size else es.Tally() for _ in range(2))
    for summary in (blocks, single):
        summary.update_counts(base)

    traced = blocks.trace(stream, ("entropy", "gini"))
    expected = single.trace(stream, ("entropy", "gini", "n"))

    for name in ("entropy", "gini"):
        differ = np.flatnonzero(traced[name].view(np.int64) != expected[name].view(np.int64))
        assert differ.size == 0, (name, differ[:5])
    assert blocks == single


@every_stream
@every_size
def test_blocks_are_single_reads(size, draw):
    """A million events of each stream, through a tally and windows of all sizes."""
    stream = draw(np.random.default_rng(3), EVENTS)

    assert_blocks_are_single_reads(size, stream, {})


@every_stream
@pytest.mark.parametrize("held", [2**26 - 300, 2**31, 2**40, 2**60])
def test_blocks_beside_many_events_are_single_reads(held, draw):
    """A tally that holds more events than doubles can square."""
    stream = draw(np.random.default_rng(4), EVENTS // 10)

    assert_blocks_are_single_reads(None, stream, {0: held, 1: held // 7})


@pytest.mark.slow
@every_stream
@every_size
def test_blocks_are_single_reads_for_long(size, draw):
    """Fifty times as many."""
    for seed in range(50):
        stream = draw(np.random.default_rng(100 + seed), EVENTS)
        assert_blocks_are_single_reads(size, stream, {0: 17 * seed})
