"""Sketches: exact while all labels fit, then estimates with a known error in a fixed memory."""

import contextlib
import copy
import itertools
import pickle
import threading
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.examples import examples

SKETCHES = [es.EntropySketch, es.GiniSketch]
both = pytest.mark.parametrize("kind", SKETCHES)


def zipf(size, exponent=1.2, seed=0, labels=100_000):
    """Return labels of which few are frequent."""
    return np.random.default_rng(seed).zipf(exponent, size) % labels


def read(sketch):
    """Return the estimate of a sketch."""
    return sketch.entropy_estimate() if hasattr(sketch, "entropy") else sketch.gini_estimate()


def truth(sketch, labels):
    """Return what the sketch estimates."""
    tally = es.Tally(labels)
    return tally.entropy if hasattr(sketch, "entropy") else tally.gini


@both
@given(labels=st.lists(st.integers(0, 50)))
def test_few_labels_are_a_tally(kind, labels):
    """Not one bit differs, and the sketch says so."""
    sketch, tally = kind("16KiB"), es.Tally(labels)
    sketch.update_many(labels)

    assert sketch.is_exact
    assert sketch.n == tally.n
    assert sketch.gini.hex() == tally.gini.hex()
    assert read(sketch).standard_error == 0.0
    if kind is es.EntropySketch:
        assert sketch.entropy.hex() == tally.entropy.hex()
        assert sketch.entropy_estimate().interval() == (sketch.entropy, sketch.entropy)


@both
@pytest.mark.parametrize("memory", ["2KiB", 3000, "4KiB", "64kB", "1MiB"])
def test_memory_is_held(kind, memory):
    """From the first label to the last."""
    sketch = kind(memory)
    for start in range(0, 40_000, 1_000):
        sketch.update_many(np.arange(start, start + 1_000))
        sketch.update_many([f"label number {i % 7}" for i in range(start, start + 1_000)])
        assert sketch.nbytes <= sketch.memory
        assert len(sketch.to_bytes()) <= sketch.memory


@both
@pytest.mark.parametrize("exponent", [1.05, 1.5])
def test_estimates_are_as_close_as_they_say(kind, exponent):
    """Over seeds: the mean error is small, its spread is the standard error at most."""
    labels = zipf(50_000, exponent)
    errors, inside, seeds = [], 0, 60
    for seed in range(seeds):
        sketch = kind("4KiB", seed=seed)
        sketch.update_many(labels)
        estimate, exact = read(sketch), truth(sketch, labels)
        errors.append((estimate.value - exact) / estimate.standard_error)
        low, high = estimate.interval()
        inside += low <= exact <= high

    assert not sketch.is_exact
    assert abs(np.mean(errors)) < 0.6
    assert np.sqrt(np.mean(np.square(errors))) < 1.4
    assert inside >= 0.88 * seeds


def test_error_falls_with_the_memory():
    """As the root of the number of buckets."""
    labels = np.arange(200_000)
    errors = {}
    for memory in (4096, 16384, 65536):
        sketch = es.EntropySketch(memory)
        sketch.update_many(labels)
        errors[memory] = sketch.entropy_estimate().standard_error

    assert errors[4096] / errors[16384] == pytest.approx(2, rel=0.1)
    assert errors[16384] / errors[65536] == pytest.approx(2, rel=0.1)
    assert es.EntropySketch.for_error(bits=errors[65536]).memory == pytest.approx(65536, rel=0.1)


@both
def test_shards_merge_in_any_order_and_grouping(kind):
    """Exact parts to the same sketch, whoever merges whom; no part is changed."""
    parts = []
    for i in range(4):
        part = kind("64KiB")
        part.update_many(np.arange(i * 100, i * 100 + 300))
        parts.append(part)
    sums = [((a + b) + c) + d for a, b, c, d in itertools.permutations(parts)]
    sums += [(a + b) + (c + d) for a, b, c, d in itertools.permutations(parts)]
    sums.append(sum(parts))

    assert all(each == sums[0] for each in sums)
    assert sums[0].is_exact
    every = np.concatenate([np.arange(i * 100, i * 100 + 300) for i in range(4)])
    assert read(sums[0]).value == truth(sums[0], every)
    assert [part.n for part in parts] == [300] * 4


@both
@examples(20)
@given(labels=st.lists(st.integers(0, 3_000), min_size=50, max_size=400), data=st.data())
def test_removal_undoes_addition(kind, labels, data):
    """What was added after can be taken back: the answer is that of the rest."""
    sketch, rest = kind("2KiB"), kind("2KiB")
    kept = data.draw(st.integers(0, len(labels)))
    sketch.update_many(labels)
    rest.update_many(labels[:kept])
    for label in labels[kept:]:
        sketch.remove(label)

    assert sketch.n == kept
    if sketch.is_exact:
        assert sketch == rest
    elif kept == 0:
        assert read(sketch).value == 0.0


@both
def test_fractions_can_be_removed(kind):
    """Although their sums are rounded."""
    events = [(i % 1500, 0.1 * (1 + i % 7)) for i in range(3000)]
    sketch = kind("2KiB")
    for label, weight in events:
        sketch.update(label, weight)
    assert not sketch.is_exact

    for label, weight in reversed(events):
        sketch.remove(label, weight)

    assert sketch.n == pytest.approx(0, abs=1e-9)
    assert 0 <= read(sketch).value <= 20


@both
def test_what_was_not_added_cannot_be_removed(kind):
    """As far as that is known."""
    sketch = kind()
    sketch.update_many("ab")
    with pytest.raises(ValueError, match="cannot remove 'c': no more can be removed"):
        sketch.remove("c")
    with pytest.raises(ValueError, match="cannot remove 'a'"):
        sketch.remove("a", 2)
    assert sketch.n == 2


@both
def test_bounds_of_frequent_labels_hold(kind):
    """The true count lies between them, and the most frequent labels are listed."""
    labels = zipf(200_000).tolist()
    counts = Counter(labels)
    sketch = kind("8KiB")
    sketch.update_many(labels)
    found = sketch.most_common()

    assert [label for label, _, _ in found[:3]] == [label for label, _ in counts.most_common(3)]
    assert all(low <= counts[label] <= high for label, low, high in found)
    assert sketch.most_common(2) == found[:2]
    assert [low for _, low, _ in found] == sorted((low for _, low, _ in found), reverse=True)


def test_frequent_labels_survive_merge_and_state():
    """With their bounds."""
    parts = []
    for seed in range(3):
        part = es.EntropySketch("4KiB")
        part.update_many(["the most frequent one"] * 500 + [f"{seed}-{i}" for i in range(2_000)])
        parts.append(part)
    merged = es.EntropySketch.from_bytes(sum(parts).to_bytes())
    label, low, high = merged.most_common(1)[0]

    assert label == "the most frequent one"
    assert low <= 1500 <= high


@both
@given(weights=st.lists(st.floats(0, 1e6), max_size=30))
def test_weights_are_those_of_a_weighted_tally(kind, weights):
    """To rounding; whole ones to the bit."""
    labels = [i % 7 for i in range(len(weights))]
    sketch, whole = kind(), kind()
    sketch.update_many(labels, weights)
    whole.update_many(labels, [float(int(weight)) for weight in weights])
    tally = es.Tally()
    for label, weight in zip(labels, weights, strict=True):
        tally.update_counts({label: int(weight)})

    assert sketch.n == pytest.approx(sum(weights))
    assert whole.n == tally.n
    assert whole.gini == tally.gini
    sums = np.array([sum(w for i, w in enumerate(weights) if i % 7 == k) for k in range(7)])
    shares = sums / sums.sum() if sums.sum() else np.ones(1)
    assert sketch.gini == pytest.approx(1 - np.sum(shares**2), abs=1e-12)


@both
def test_bulk_calls_apply_wholly_or_not_at_all(kind):
    """A label that is refused, or weights of another length, change nothing."""
    sketch = kind()
    sketch.update("a")
    before = sketch.copy()
    refused = [
        lambda: sketch.update_many(["b", None]),
        lambda: sketch.update_many(["b", 1j]),
        lambda: sketch.update_many("bc", [1.0]),
        lambda: sketch.update_many("bc", [1.0, -1.0]),
        lambda: sketch.update_many("bc", [1.0, float("inf")]),
        lambda: sketch.update_counts({"b": 1, "c": -1}),
        lambda: sketch.update_many({"b": 1}),
        lambda: sketch.update_many(5),
        lambda: sketch.update("b", float("nan")),
        lambda: sketch.update("b", 2.0**53),
    ]
    for call in refused:
        with pytest.raises((TypeError, ValueError, OverflowError)):
            call()
        assert sketch == before


@both
def test_copies_and_pickles_are_equal(kind):
    """Exact or not, and they go on alike."""
    for labels in (range(10), range(50_000)):
        sketch = kind("4KiB", seed=3, missing="skip")
        sketch.update_many(labels)
        copies = [
            sketch.copy(),
            copy.copy(sketch),
            copy.deepcopy(sketch),
            pickle.loads(pickle.dumps(sketch)),
            kind.from_bytes(sketch.to_bytes()),
        ]
        sketch.update_many(range(7, 9_000))
        for each in copies:
            assert each.seed == 3
            each.update_many(range(7, 9_000))
            assert each == sketch


@both
def test_arguments_are_checked(kind):
    """The value, the limit and what to write instead."""
    for memory in ("64 KiB", "64kb", 65536, "0.0625MiB"):
        assert kind(memory).memory in (65536, 64000)
    with pytest.raises(ValueError, match="memory must be at least 2048 bytes, got 100"):
        kind(100)
    with pytest.raises(ValueError, match='such as "64KiB"'):
        kind("64 apples")
    with pytest.raises(ValueError, match="memory must be a positive integer"):
        kind(-1)
    with pytest.raises(TypeError):
        kind(2.5)
    with pytest.raises(ValueError, match="seed must be from 0 to"):
        kind(seed=-1)
    with pytest.raises(TypeError, match="seed must be an integer or None"):
        kind(seed="1")
    with pytest.raises(ValueError, match="missing must be"):
        kind(missing="drop")


def test_standard_error_asked_for_is_checked():
    """A size for an error below 0.0001 would be above 7 GiB."""
    for bits in (0, -0.1, 1e-9, float("nan")):
        with pytest.raises(ValueError, match=f"bits must be at least 0.0001, got {bits}"):
            es.EntropySketch.for_error(bits=bits)
    with pytest.raises(TypeError, match="bits must be a number, got 'small'"):
        es.EntropySketch.for_error(bits="small")


def test_methods_are_named():
    """An unknown one is refused with the list of those that are known."""
    assert es.EntropySketch().method == "hcc"
    with pytest.raises(ValueError, match="method must be one of hcc, ccm07, cdm06, clifford_cosma"):
        es.EntropySketch(method="best")


@both
def test_secret_seed_is_drawn(kind):
    """Another one each time; it stays with the state."""
    one, other = kind(seed=None), kind(seed=None)

    assert one.seed != other.seed
    assert kind.from_bytes(one.to_bytes()).seed == one.seed


@both
def test_call_from_another_thread_is_refused_or_waits(kind):
    """Nothing is corrupted: at work in one thread, busy for the other."""
    sketch = kind()
    labels = np.arange(3_000_000)
    thread = threading.Thread(target=sketch.update_many, args=(labels,))
    thread.start()
    while thread.is_alive():
        with contextlib.suppress(RuntimeError):
            sketch.update("a")
    thread.join()

    assert sketch.n >= 3_000_000


def test_sketch_is_unhashable_and_has_a_repr():
    """It is mutable; the repr has the estimate."""
    sketch = es.EntropySketch("4KiB")
    sketch.update_many("abc")

    assert repr(sketch).startswith("<EntropySketch: n 3, entropy 1.585 +- 0, ")
    with pytest.raises(TypeError):
        hash(sketch)


def test_clear_keeps_the_parameters():
    """Only the events are forgotten."""
    sketch = es.EntropySketch("4KiB", seed=9)
    sketch.update_many(range(10_000))
    sketch.clear()

    assert sketch == es.EntropySketch("4KiB", seed=9)
    assert sketch.entropy == 0.0
    assert sketch.is_exact
