"""A label whose count is zero is let go: memory is in proportion to what is held."""

import subprocess
import sys

import numpy as np
import pytest

import entrostream as es

SIZE = 1000
# A label that falls to zero may stay until those that are dead outnumber the others.
MOST_ALIVE = 2 * SIZE + 64 + 64


class Label:
    """A label that counts how many of its kind are alive."""

    alive = 0
    __slots__ = ()

    def __init__(self):
        Label.alive += 1

    def __del__(self):
        Label.alive -= 1


@pytest.fixture(autouse=True)
def none_alive():
    """Start and end without labels."""
    assert Label.alive == 0
    yield
    assert Label.alive == 0


def test_window_keeps_few_labels_alive_one_by_one():
    """A window of 1000 over a million labels, none of them twice."""
    window = es.SlidingWindow(SIZE)
    most = 0
    for _ in range(1000):
        for _ in range(1000):
            window.update(Label())
        most = max(most, Label.alive)

    assert SIZE <= most <= MOST_ALIVE
    assert (window.n, window.distinct) == (SIZE, SIZE)
    del window


@pytest.mark.parametrize("method", ["update_many", "trace"])
@pytest.mark.parametrize("rows", [300, 10_000])
def test_window_keeps_few_labels_alive_in_chunks(rows, method):
    """The same in chunks shorter and longer than the window."""
    window = es.SlidingWindow(SIZE)
    most = 0
    for _ in range(300_000 // rows):
        getattr(window, method)([Label() for _ in range(rows)])
        most = max(most, Label.alive)

    assert SIZE <= most <= MOST_ALIVE
    del window


def test_tally_lets_go_of_what_was_removed():
    """A hundred thousand labels come and go, one is held."""
    tally = es.Tally()
    tally.update("stays")
    for _ in range(100_000):
        label = Label()
        tally.update(label)
        tally.remove(label)
        del label

    assert Label.alive <= MOST_ALIVE
    assert tally.counts() == {"stays": 1}
    del tally


@pytest.mark.parametrize("leave", ["remove_counts", "drop", "clear"])
def test_tally_lets_go_of_many_at_once(leave):
    """Ten thousand labels leave together."""
    tally = es.Tally()
    labels = [Label() for _ in range(10_000)]
    tally.update_many(labels)

    if leave == "remove_counts":
        tally.remove_counts(dict.fromkeys(labels, 1))
    elif leave == "drop":
        for label in labels:
            tally.drop(label)
        del label
    else:
        tally.clear()
    labels.clear()

    assert Label.alive <= 128
    assert tally.n == 0
    del tally


def test_labels_with_a_count_of_zero_are_not_collected_for_ever():
    """Named with a count of 0 again and again, new ones each time."""
    tally = es.Tally()
    for _ in range(20_000):
        tally.update_counts({Label(): 0})

    assert Label.alive <= MOST_ALIVE
    del tally


GROWTH = """
import resource, sys
import numpy as np
import entrostream as es

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes

rows, step, method = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
window = es.SlidingWindow(1000)

def feed(start):
    if method == "update":
        for label in range(start, start + step):
            window.update(label)
    else:
        getattr(window, method)(np.arange(start, start + step))

feed(0)
feed(step)
before = peak()
for start in range(2 * step, rows, step):
    feed(start)
assert window.counts() == dict.fromkeys(range(rows - 1000, rows), 1)
print(peak() - before)
"""


def growth(rows, step, method):
    """Return by how many kilobytes a process grows while a window sees `rows` labels."""
    result = subprocess.run(
        [sys.executable, "-c", GROWTH, str(rows), str(step), method],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(result.stdout)


@pytest.mark.parametrize("method", ["update", "update_many", "trace"])
def test_process_does_not_grow_over_a_million_labels(method):
    """After the first chunks the resident memory stays where it is: within 1 MB."""
    assert growth(1_000_000, 10_000, method) <= 1024


@pytest.mark.slow
@pytest.mark.parametrize("method", ["update", "update_many", "trace"])
def test_process_does_not_grow_over_ten_million_labels(method):
    """Ten million labels, none of them twice, through a window of 1000: within 1 MB."""
    assert growth(10_000_000, 100_000, method) <= 1024


def test_large_window_does_not_reserve_its_size():
    """A window of 2^61 that holds a thousand events is small."""
    window = es.SlidingWindow(2**61)
    window.update_many(np.arange(1000))

    assert window.n == 1000
