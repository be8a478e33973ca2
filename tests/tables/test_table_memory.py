"""A pair, or a value, that is no longer held is let go: memory is in the pairs now held."""

import subprocess
import sys

import pytest

import entrostream as es

SIZE = 1000
# What falls to zero may stay until what is dead outnumbers the living.
MOST_ALIVE = 2 * SIZE + 64 + 64


class Label:
    """A label that counts how many of its kind are alive."""

    alive = 0

    def __init__(self):
        Label.alive += 1

    def __del__(self):
        Label.alive -= 1


def test_window_lets_go_of_labels():
    """A hundred thousand values of x and of y pass, a thousand of each are held."""
    window = es.ContingencyWindow(SIZE)
    most = 0
    for _ in range(100_000):
        window.update(Label(), Label())
        most = max(most, Label.alive)

    assert 2 * SIZE <= most <= 2 * MOST_ALIVE
    del window
    assert Label.alive == 0


def test_window_lets_go_in_bulk():
    """Columns of new values, none of them twice."""
    window = es.ContingencyWindow(SIZE)
    for _ in range(20):
        window.update_many([Label() for _ in range(5000)], [Label() for _ in range(5000)])

        assert Label.alive <= 2 * MOST_ALIVE
    window.clear()
    assert Label.alive == 0


def test_table_lets_go_of_what_was_removed():
    """Pairs that come and go, one of which stays."""
    table = es.ContingencyTable()
    table.update("stays", "here")
    for _ in range(50_000):
        x, y = Label(), Label()
        table.update(x, y)
        table.remove(x, y)
        del x, y

    assert Label.alive <= 2 * MOST_ALIVE
    assert table.counts() == {("stays", "here"): 1}
    del table


GROWTH = """
import resource, sys
import numpy as np
import entrostream as es

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes

rows, step, method = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
window = es.ContingencyWindow(1000)

def feed(start):  # a thousand values of x, a thousand of y, and no pair twice in a million
    pairs = np.arange(start, start + step)
    xs, ys = pairs % 1000, pairs // 1000 % 1000
    if method == "update":
        for x, y in zip(xs.tolist(), ys.tolist()):
            window.update(x, y)
    else:
        getattr(window, method)(xs, ys)

feed(0)
feed(step)
before = peak()
for start in range(2 * step, rows, step):
    feed(start)
assert window.distinct == 1000
print(peak() - before)
"""


@pytest.mark.parametrize(
    ("method", "step"), [("update", 10_000), ("update_many", 10_000), ("trace", 50_000)]
)
def test_process_does_not_grow_over_a_million_pairs(method, step):
    """After the first chunks the resident memory stays where it is: within 1 MB."""
    result = subprocess.run(
        [sys.executable, "-c", GROWTH, "1000000", str(step), method],
        capture_output=True,
        text=True,
        check=True,
    )

    assert int(result.stdout) <= 1024


WHOLE_COLUMN = """
import resource
import numpy as np
import entrostream as es

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes

pairs = np.arange(1_000_000)
xs, ys = pairs % 1000, pairs // 1000
es.ContingencyWindow(1000).trace(xs % 7, ys % 7, "mutual_information")
before = peak()
window = es.ContingencyWindow(1000)
window.trace(xs, ys, "mutual_information")
assert window.distinct == 1000
print(peak() - before)
"""


def test_one_long_column_of_new_pairs_needs_no_memory_for_them_all():
    """A million pairs, none twice, in one call through a window: 4 MB besides the column."""
    result = subprocess.run(
        [sys.executable, "-c", WHOLE_COLUMN], capture_output=True, text=True, check=True
    )

    assert int(result.stdout) <= 4096


def test_large_window_does_not_reserve_its_size():
    """A window of 2^61 that holds a few pairs is small."""
    window = es.ContingencyWindow(2**61)
    window.update_many(range(1000), range(1000))

    assert window.n == 1000
