"""The core's adaptive window does what the plain one does, event for event."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.drift.reference import ReferenceWindow
from tests.drift.streams import STREAMS, make, permuted, zipf
from tests.examples import examples

ONE_LABEL_MOVES = 0.3
MEASURES = ("entropy", "gini", "n")


def cuts_of(window):
    """Return what the core and the reference must agree on."""
    return [(each.position, each.found, each.statistic) for each in window.changes]


def cuts_of_reference(reference):
    return [(each.position, each.found, each.what.statistic) for each in reference.changes]


def fed_reference(labels, **options):
    """Return a reference that has seen the labels, and what it held after each of them."""
    reference = ReferenceWindow(**options)
    held = []
    for label in labels.tolist():
        reference.update(label)
        held.append(reference.n)
    return reference, held


def traced(window, labels):
    """Return entropy, Gini and length after each event as a list of columns."""
    trace = window.trace(labels, MEASURES)
    return [trace[name].tolist() for name in MEASURES]


def fresh_trace(labels, lengths):
    """Return the same columns from tallies, one for each start that a window of these has."""
    starts = np.arange(1, len(labels) + 1) - np.array(lengths, dtype=int)
    ends = [*np.flatnonzero(np.diff(starts)).tolist(), len(labels) - 1]
    columns, first = [], 0
    for end in ends:
        tally = es.Tally()
        tally.update_many(labels[starts[first] : first])
        columns.append(tally.trace(labels[first : end + 1], MEASURES))
        first = end + 1
    return [np.concatenate([each[name] for each in columns]).tolist() for name in MEASURES]


@pytest.mark.parametrize("rate", [1e-4, 1e-2])
@pytest.mark.parametrize("k", [1, 2, 3, 10, 50, 200, 2000])
@pytest.mark.parametrize("name", [name for name in STREAMS if name != "all_distinct"])
def test_cuts_and_lengths_are_those_of_the_reference(name, k, rate):
    """Position, event, statistic of every cut, and the length after every event."""
    labels = make(name, k, 3000 if k < 2000 else 2000)
    reference, held = fed_reference(labels, rate=rate)
    window = es.AdaptiveWindow(rate)

    _, _, lengths = traced(window, labels)

    assert cuts_of(window) == cuts_of_reference(reference)
    assert lengths == held
    assert dict(window.counts()) == dict(reference.counts())


@pytest.mark.parametrize(
    "options", [{"block": 16}, {"block": 128}, {"max_size": 500}, {"statistics": ("sum",)}], ids=str
)
@pytest.mark.parametrize("name", ["permuted", "noise", "sticky_then_permuted", "mostly_new"])
def test_options_mean_what_they_mean_to_the_reference(name, options):
    """Other blocks, a longest window, one statistic alone."""
    labels = make(name, 20, 3000, seed=1)
    reference, held = fed_reference(labels, **options)
    window = es.AdaptiveWindow(**options)

    _, _, lengths = traced(window, labels)

    assert cuts_of(window) == cuts_of_reference(reference)
    assert lengths == held


def test_streams_above_find_changes_by_every_statistic():
    """What never cuts would make the comparison above worth little."""
    found = set()
    for name, k in itertools.product(STREAMS, (2, 200)):
        window = es.AdaptiveWindow(1e-2)
        window.update_many(make(name, k, 3000))
        found |= {each.statistic for each in window.changes}

    assert found == {"sum", "label", "frequency"}


@pytest.mark.parametrize("k", [2, 10, 200])
def test_strengths_and_thresholds_are_those_of_the_reference(k):
    """To rounding: the core adds up other sums."""
    labels = make("permuted", k, 3000)
    reference, _ = fed_reference(labels, rate=1e-2)
    window = es.AdaptiveWindow(1e-2)
    window.update_many(labels)

    assert window.n_changes > 0
    for ours, plain in zip(window.changes, reference.changes, strict=True):
        assert ours.strength == pytest.approx(plain.what.strength, rel=1e-9)
        assert ours.threshold == pytest.approx(plain.what.threshold, rel=1e-9)
        assert ours.at_most == plain.what.at_most


@pytest.mark.parametrize("name", STREAMS)
def test_entropy_and_gini_are_those_of_the_reference(name):
    """After each event, by the formulas in floats."""
    labels = make(name, 20, 800)
    reference = ReferenceWindow(1e-2)
    entropies, ginis = [], []
    for label in labels.tolist():
        reference.update(label)
        entropies.append(reference.entropy)
        ginis.append(reference.gini)

    entropy, gini, _ = traced(es.AdaptiveWindow(1e-2), labels)

    assert entropy == pytest.approx(entropies, abs=1e-9)
    assert gini == pytest.approx(ginis, abs=1e-12)


@pytest.mark.parametrize("k", [2, 20, 2000])
@pytest.mark.parametrize("name", STREAMS)
def test_entropy_and_gini_are_those_of_a_fresh_tally_of_the_last_n_events(name, k):
    """After each event, bit for bit, however the window came to hold them."""
    labels = make(name, k, 20_000, seed=2)
    window = es.AdaptiveWindow(1e-3)

    trace = traced(window, labels)

    assert trace == fresh_trace(labels, trace[2])


@given(
    parts=st.lists(
        st.tuples(st.integers(1, 200), st.integers(1, 6), st.integers(0, 9)), max_size=12
    ),
    seed=st.integers(0, 9),
)
def test_value_is_that_of_the_last_n_events_whatever_came(parts, seed):
    """Regimes of any length and labels; every read, bit for bit."""
    rng = np.random.default_rng(seed)
    regimes = [rng.integers(first, first + many, length) for length, many, first in parts]
    labels = np.concatenate([np.empty(0, dtype=np.int64), *regimes])
    window, tally = es.AdaptiveWindow(0.1, block=8), es.Tally()
    window.update_many(labels)

    tally.update_many(labels[len(labels) - window.n :])

    assert window.counts() == tally.counts()
    for name in ("entropy", "gini", "n", "distinct", "evenness", "perplexity", "renyi2"):
        assert getattr(window, name) == getattr(tally, name)
    assert window.start == len(labels) - window.n
    assert window.seen == len(labels)


@examples(20)
@given(ends=st.lists(st.integers(0, 2000), max_size=30), name=st.sampled_from(list(STREAMS)))
def test_any_batches_give_the_same(ends, name):
    """Events come alone, in blocks or all at once: same cuts, same state."""
    labels = make(name, 20, 2000, seed=3)
    at_once, in_parts = es.AdaptiveWindow(1e-2), es.AdaptiveWindow(1e-2)
    at_once.update_many(labels)

    for start, end in itertools.pairwise([0, *sorted(ends), len(labels)]):
        if end == start + 1:
            in_parts.update(int(labels[start]))
        else:
            in_parts.update_many(labels[start:end])

    assert in_parts.changes == at_once.changes
    assert in_parts == at_once


def test_one_by_one_is_as_all_at_once():
    """And `changed` is true after exactly the events at which a change was found."""
    labels = make("permuted", 10, 3000, seed=4)
    at_once, alone = es.AdaptiveWindow(1e-2), es.AdaptiveWindow(1e-2)
    at_once.update_many(labels)

    seen = []
    for label in labels.tolist():
        alone.update(label)
        if alone.changed:
            seen.append(alone.seen)

    assert alone == at_once
    assert seen == [each.found for each in at_once.changes]


@pytest.mark.parametrize("name", STREAMS)
def test_names_of_the_labels_do_not_matter(name):
    """Strings in any order instead of numbers: same cuts, same values."""
    labels = make(name, 30, 3000, seed=5)
    rng = np.random.default_rng(5)
    names = np.array([f"label {each}" for each in rng.permutation(labels.max() + 1)])
    numbers, strings = es.AdaptiveWindow(1e-2), es.AdaptiveWindow(1e-2)

    traces = [traced(numbers, labels), traced(strings, names[labels].tolist())]

    assert traces[0] == traces[1]
    assert cuts_of(numbers) == cuts_of(strings)


RESTORES = {
    "copy": lambda window: window.copy(),
    "pickle": lambda window: pickle.loads(pickle.dumps(window)),
    "bytes": lambda window: es.AdaptiveWindow.from_bytes(window.to_bytes()),
}


@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES)
@pytest.mark.parametrize("at", [0, 1, 31, 32, 33, 1000, 1517, 2021, 2999])
def test_a_restored_window_goes_on_as_if_nothing_had_been(restore, at):
    """In the middle of a block too, before the change and after it."""
    labels = make("permuted", 50, 3000, seed=6)
    undisturbed, first = es.AdaptiveWindow(1e-2), es.AdaptiveWindow(1e-2)
    undisturbed.update_many(labels)
    first.update_many(labels[:at])

    second = restore(first)
    assert second == first
    second.update_many(labels[at:])

    assert second == undisturbed
    assert second.changes == undisturbed.changes
    assert second.to_bytes() == undisturbed.to_bytes()


def test_a_change_tells_what_changed():
    """The label that moved, its shares before and after, and where."""
    rng = np.random.default_rng(7)
    labels = rng.choice(50, 40_000, p=zipf(50))
    moved = rng.random(20_000) < ONE_LABEL_MOVES
    labels[20_000:][moved] = 49
    window = es.AdaptiveWindow()
    window.update_many(labels)

    (change,) = window.changes
    assert abs(change.position - 20_000) <= 64
    assert 20_000 < change.found <= 20_200
    first = change.labels[0]
    assert first.label == 49
    assert first.before == pytest.approx(zipf(50)[49], abs=0.002)
    assert first.after == pytest.approx(ONE_LABEL_MOVES, abs=0.2)


def test_a_permutation_is_a_change_though_the_entropy_stays():
    """The window tests the labels, not the entropy."""
    window = es.AdaptiveWindow()
    window.update_many(permuted(np.random.default_rng(8), 20, 40_000))

    (change,) = window.changes
    assert abs(change.position - 20_000) <= 64
