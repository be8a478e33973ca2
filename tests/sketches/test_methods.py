"""The methods of an entropy sketch, by name: what each can do, and what it refuses."""

import pickle
import random
from collections import Counter

import numpy as np
import pytest

import entrostream as es
from tests.refusals import refused
from tests.state import framing

METHODS = ("hcc", "ccm07", "cdm06", "clifford_cosma")
SAMPLING = ("ccm07", "cdm06")  # they hold events, which have no weights and cannot be taken back
PUBLISHED = (*SAMPLING, "clifford_cosma")
ENTROPY_SKETCH = 15  # the kind of its states

every_method = pytest.mark.parametrize("method", METHODS)
every_sampling_method = pytest.mark.parametrize("method", SAMPLING)
every_published_method = pytest.mark.parametrize("method", PUBLISHED)


def skewed(n, labels=5000, seed=1):
    """Return labels whose frequencies fall about as the inverse of their rank."""
    return (labels ** np.random.default_rng(seed).random(n)).astype(np.int64)


def sketch_of(method, labels, memory=8192, seed=3):
    sketch = es.EntropySketch(memory, seed=seed, method=method)
    sketch.update_many(labels)
    return sketch


# ------------------------------------------------------------------ estimates


@every_method
@pytest.mark.parametrize("share", [0.0, 0.7, 0.99])
def test_intervals_hold_the_truth(method, share):
    """Whether one label makes up most of the stream or none does."""
    labels = skewed(30_000)
    labels[np.random.default_rng(2).random(30_000) < share] = 0
    tally = es.Tally()
    tally.update_many(labels)

    sketch = sketch_of(method, labels)
    estimate = sketch.entropy_estimate()

    low, high = estimate.interval(0.9999)
    assert low <= tally.entropy <= high
    assert sketch.entropy == estimate.value
    assert (sketch.method, estimate.method, sketch.n) == (method, method, 30_000)
    assert sketch.is_exact == (estimate.standard_error == 0.0)


@every_published_method
def test_a_nearly_pure_stream(method):
    """The error of CCM07 is relative to the entropy, that of the others is not."""
    labels = skewed(100_000)
    labels[np.random.default_rng(2).random(100_000) < 0.999] = 0
    tally = es.Tally()
    tally.update_many(labels)

    errors = [sketch_of(method, labels, seed=s).entropy / tally.entropy - 1 for s in range(20)]

    rms = np.sqrt(np.mean(np.square(errors)))
    assert rms < 0.1 if method == "ccm07" else rms > 0.5


@every_method
def test_one_label_and_none(method):
    """An empty sketch and a pure stream have no entropy, but for the additive error."""
    sketch = es.EntropySketch("8KiB", method=method)

    assert (sketch.n, sketch.entropy) == (0, 0.0)
    assert sketch.entropy_estimate().interval() == (0.0, 0.0)

    sketch.update("a", 1000)

    assert sketch.n == 1000
    assert sketch.entropy == 0.0 or method in ("cdm06", "clifford_cosma")
    assert sketch.entropy < 1


@every_method
def test_the_seed_decides(method):
    """The same seed gives the same sketch, another one another estimate."""
    labels = skewed(20_000)
    sketch = sketch_of(method, labels)

    assert sketch_of(method, labels.tolist()) == sketch
    assert sketch_of(method, labels, seed=4) != sketch
    assert sketch_of(method, labels, seed=4).entropy != sketch.entropy


@every_method
def test_a_weight_is_so_many_events(method):
    """Repeated events, events with weights and a mapping give the same estimate."""
    counts = Counter(skewed(500, labels=50).tolist())
    repeated, weighted, mapped = (es.EntropySketch("8KiB", method=method) for _ in range(3))

    repeated.update_many(list(counts.elements()))
    weighted.update_many(list(counts), list(counts.values()))
    mapped.update_counts(counts)

    assert repeated.entropy == weighted.entropy == mapped.entropy
    assert repeated == weighted == mapped


@every_method
@pytest.mark.parametrize("memory", [2048, 4096, 65536])
def test_memory_is_held(method, memory):
    """However many labels come, also in a copy, in a state, and after one was read."""
    sketch = sketch_of(method, np.arange(20_000), memory=memory)

    assert 0.8 * memory < sketch.nbytes <= sketch.memory == memory
    assert sketch.copy().nbytes <= memory
    assert len(sketch.to_bytes()) <= memory
    assert es.EntropySketch.from_bytes(sketch.to_bytes()).nbytes <= memory


# ------------------------------------------------------------------ what is refused

CANNOT = {
    "remove": "a sampled event cannot be replaced by another",
    "merge": "the samples of two streams do not tell how often a label of one occurs in the other",
    "add a weight that is not whole": "a sample is one event",
    "estimate the Gini index": "use GiniSketch",
    "list frequent labels": "it does not store labels",
}
CALLS = {
    "remove": lambda sketch: sketch.remove("a"),
    "merge": lambda sketch: sketch.merge(sketch.copy()),
    "add a weight that is not whole": lambda sketch: sketch.update("a", 0.5),
    "estimate the Gini index": lambda sketch: sketch.gini,
    "list frequent labels": lambda sketch: sketch.most_common(1),
}


@every_sampling_method
@pytest.mark.parametrize("what", CALLS)
def test_samples_refuse_with_a_reason(method, what):
    """And nothing changes."""
    sketch = sketch_of(method, ["a", "b", "a"])
    before = sketch.to_bytes()

    with refused(TypeError, f'a sketch with method "{method}" cannot {what}: {CANNOT[what]}'):
        CALLS[what](sketch)

    assert sketch.to_bytes() == before


@every_sampling_method
def test_a_refused_weight_changes_nothing(method):
    """Also if it comes after others."""
    sketch = sketch_of(method, ["a", "b", "a"])
    before = sketch.to_bytes()

    for call in (
        lambda: sketch.update_many(["a", "c", "d"], [1, 2, 0.5]),
        lambda: sketch.update_counts({"c": 2, "d": 1.5}),
        lambda: sketch + sketch,
    ):
        with pytest.raises(TypeError, match=f'method "{method}" cannot'):
            call()
        assert sketch.to_bytes() == before


def test_registers_hold_no_labels():
    """They merge and remove, but know the entropy only."""
    sketch = sketch_of("clifford_cosma", ["a", "b", "a"])

    for what in ("estimate the Gini index", "list frequent labels"):
        text = f'a sketch with method "clifford_cosma" cannot {what}: {CANNOT[what]}'
        with refused(TypeError, text):
            CALLS[what](sketch)


def test_unknown_methods_are_refused():
    """With those that there are."""
    text = "method must be one of hcc, ccm07, cdm06, clifford_cosma, got "

    for method, shown in (("hll", "'hll'"), (None, "None"), (7, "7")):
        with refused(ValueError, text + shown):
            es.EntropySketch(method=method)


@every_published_method
def test_too_little_memory_names_the_minimum(method):
    """And the minimum is enough."""
    with pytest.raises(ValueError, match="must be at least") as caught:
        es.EntropySketch(10, method=method)
    least = int(str(caught.value).split()[5])

    assert str(caught.value) == (
        f"memory must be at least {least} bytes for method='{method}', got 10"
    )
    assert sketch_of(method, range(5000), memory=least).nbytes <= least
    with pytest.raises(ValueError, match="must be at least"):
        es.EntropySketch(least - 1, method=method)


def test_different_methods_do_not_merge():
    """Both are named."""
    text = 'sketches with methods "hcc" and "clifford_cosma" cannot merge'

    with refused(ValueError, text):
        es.EntropySketch().merge(es.EntropySketch(method="clifford_cosma"))


@every_published_method
def test_no_more_weight_than_doubles_count(method):
    """OverflowError before anything changes."""
    sketch = es.EntropySketch("2KiB", method=method)
    sketch.update("a", 2**52)
    before = sketch.to_bytes()

    with refused(OverflowError, "the weights of a sketch must sum to less than 2^53"):
        sketch.update("b", 2**52)

    assert sketch.to_bytes() == before


# ------------------------------------------------------------------ registers


def test_registers_add_up():
    """Parts merge to the whole, and what is removed was never there, to the bit."""
    labels = skewed(3000)
    whole = sketch_of("clifford_cosma", labels)

    merged = sum(sketch_of("clifford_cosma", part) for part in np.array_split(labels, 7))
    removed = sketch_of("clifford_cosma", [*labels.tolist(), "x", "y", "x"])
    removed.remove("x", 2)
    removed.remove("y")

    assert merged == whole == removed
    assert merged.to_bytes() == whole.to_bytes() == removed.to_bytes()


def test_registers_take_any_weight():
    """The entropy has no unit; n is a float from the first weight that is not whole."""
    ones, parts = (
        es.EntropySketch(method="clifford_cosma"),
        es.EntropySketch(method="clifford_cosma"),
    )
    for label in skewed(300, labels=40).tolist():
        ones.update(label)
        parts.update(label, 0.125)

    assert parts.entropy == pytest.approx(ones.entropy, abs=1e-9)
    assert (ones.n, parts.n) == (300, 37.5)
    assert isinstance(ones.n, int)


def test_registers_refuse_to_remove_more_than_all():
    """The total is all that they know."""
    sketch = sketch_of("clifford_cosma", ["a", "b"])

    with refused(ValueError, "cannot remove 'a': no more can be removed than was added"):
        sketch.remove("a", 3)


# ------------------------------------------------------------------ states


@every_method
def test_restored_sketches_go_on(method):
    """As if they had never been away, to the bit."""
    labels = skewed(5000)
    sketch = sketch_of(method, labels[:3000], memory=2048)

    for restored in (
        es.EntropySketch.from_bytes(sketch.to_bytes()),
        pickle.loads(pickle.dumps(sketch)),
        sketch.copy(),
    ):
        other = sketch.copy()
        assert (restored.method, restored.memory, restored.seed) == (method, 2048, 3)
        assert restored == other
        restored.update_many(labels[3000:])
        other.update_many(labels[3000:])
        assert restored == other
        assert restored.entropy == other.entropy
        assert restored.to_bytes() == other.to_bytes()


@every_method
def test_damaged_states_are_refused(method):
    """Each byte changed, and cut anywhere."""
    state = sketch_of(method, skewed(500), memory=2048).to_bytes()

    for place in range(len(state)):
        damaged = state[:place] + bytes([state[place] ^ 0x41]) + state[place + 1 :]
        with pytest.raises(es.StateError):
            es.EntropySketch.from_bytes(damaged)
        with pytest.raises(es.StateError):
            es.EntropySketch.from_bytes(state[:place])


@every_published_method
def test_changed_payloads_are_refused_or_restored(method):
    """With a right checksum: what is read can be used and is written as the same bytes."""
    sketch = sketch_of(method, skewed(500), memory=2048)
    payload = sketch.to_bytes()[16:-8]
    rng = random.Random(5)
    assert framing.framed(ENTROPY_SKETCH, payload) == sketch.to_bytes()

    restored = 0
    for _ in range(500):
        changed = bytearray(payload)
        for _ in range(rng.randint(1, 3)):
            changed[rng.randrange(len(changed))] = rng.choice((0, 1, 127, 128, 255))
        state = framing.framed(ENTROPY_SKETCH, bytes(changed))
        try:
            other = es.EntropySketch.from_bytes(state)
        except es.StateError:
            continue
        restored += 1
        assert other.to_bytes() == state
        other.update_many(range(100))
        assert other.entropy >= 0.0
    assert restored < 500 or method == "clifford_cosma"


@every_method
def test_equality_is_of_parameters_and_content(method):
    """Sketches of other methods, sizes and seeds differ, also when empty."""
    sketch = sketch_of(method, ["a", "b"])

    assert sketch == sketch_of(method, ["a", "b"])
    assert sketch != sketch_of(method, ["a", "a"])
    assert sketch != sketch_of(method, ["a", "b"], memory=4096)
    for other in set(METHODS) - {method}:
        assert es.EntropySketch(method=method) != es.EntropySketch(method=other)
    sketch.clear()
    assert sketch == es.EntropySketch(8192, seed=3, method=method)
