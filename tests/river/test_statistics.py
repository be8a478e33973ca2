"""river's words over the exact core: values, reverting, rolling, clones, pipelines."""

import datetime as dt
import math
import pickle
import random
from collections import Counter, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.refusals import refused

river = pytest.importorskip("river", reason="river is not installed")
from river import compose, feature_extraction, stats, utils  # noqa: E402

from entrostream.river import Entropy, Gini, MutualInformation  # noqa: E402

pairs = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=40)


def nats(labels):
    """Return the entropy by its definition."""
    counts = Counter(labels).values()
    n = sum(counts)
    return -math.fsum(c / n * math.log(c / n) for c in counts)


def mutual_information(pairs):
    """Return H(X) + H(Y) - H(XY) by the definition."""
    return nats(x for x, _ in pairs) + nats(y for _, y in pairs) - nats(pairs)


def test_values_are_those_of_rivers_entropy():
    """The same unit and the same value, but for river's eps."""
    rng = random.Random(4)
    ours, theirs = Entropy(), stats.Entropy()
    for _ in range(2000):
        label = rng.choice("aaaabbc")
        ours.update(label)
        theirs.update(label)

        assert ours.get() == pytest.approx(theirs.get(), abs=1e-6)
    assert ours.name == theirs.name
    assert (ours.n, ours.counter) == (theirs.n, theirs.counter)


@pytest.mark.parametrize("statistic", [Entropy, Gini])
@given(labels=st.lists(st.sampled_from("abcd"), max_size=60), size=st.integers(1, 9))
def test_rolling_is_the_value_of_the_last_labels(statistic, labels, size):
    """utils.Rolling, which refuses river's own Entropy, leaves no residue here."""
    rolling = utils.Rolling(statistic, window_size=size)
    window = deque(maxlen=size)
    for label in labels:
        rolling.update(label)
        window.append(label)
        fresh = statistic()
        for each in window:
            fresh.update(each)

        assert rolling.get() == fresh.get()


def test_river_refuses_to_roll_its_own_entropy():
    """What the page on river says of it."""
    with pytest.raises(ValueError, match="does not satisfy the necessary protocol"):
        utils.Rolling(stats.Entropy, window_size=3)


def test_time_rolling_is_the_value_of_the_last_days():
    """And so is utils.TimeRolling; es.TimeWindow agrees with it."""
    rolling = utils.TimeRolling(Entropy, period=dt.timedelta(days=3))
    window = es.TimeWindow(dt.timedelta(days=3))
    rng = random.Random(2)
    now = dt.datetime(2026, 1, 1)
    for _ in range(500):
        now += dt.timedelta(hours=rng.randrange(40))
        label = rng.choice("abc")
        rolling.update(label, t=now)
        window.update(label, at=now)

        assert rolling.get() == window.nats


@given(pairs=pairs, size=st.integers(1, 9))
def test_mutual_information_can_be_rolled(pairs, size):
    """Against the definition."""
    rolling = utils.Rolling(MutualInformation, window_size=size)
    for x, y in pairs:
        rolling.update(x, y)

    expected = mutual_information(pairs[-size:]) if pairs else 0.0
    assert rolling.get() == pytest.approx(expected, abs=1e-12)


def test_fading_weighs_labels_by_their_age():
    """As FadingTally does, while river's own collapses."""
    ours, theirs = Entropy(fading_factor=0.99), stats.Entropy(fading_factor=0.99)
    tally = es.FadingTally(fading_factor=0.99)
    rng = random.Random(3)
    for _ in range(20_000):
        label = rng.choice("abcd")
        ours.update(label)
        theirs.update(label)
        tally.update(label)

    assert ours.get() == tally.nats
    assert ours.get() > 1.3
    assert theirs.get() < 0.02


def test_faded_label_cannot_be_reverted():
    """Its age is not known, and the message says what to use."""
    entropy = Entropy(fading_factor=0.9)
    entropy.update("a")
    with pytest.raises(NotImplementedError, match="FadingWindow"):
        entropy.revert("a")


@pytest.mark.parametrize("factor", [0, -1, 1.5, float("nan")])
@pytest.mark.parametrize("statistic", [Entropy, Gini])
def test_fading_factor_is_checked(statistic, factor):
    """From 0, excluded, to 1, as in river."""
    with pytest.raises(ValueError, match="fading_factor"):
        statistic(fading_factor=factor)


def test_base_is_checked():
    """A base of 1 or less has no logarithm."""
    for statistic in (Entropy, MutualInformation):
        with refused(ValueError, "base must be a number above 1, got 1"):
            statistic(base=1)


def test_revert_of_what_is_not_there_is_refused():
    """And nothing changes."""
    entropy = Entropy()
    entropy.update("a")
    with refused(ValueError, "cannot remove 'b': it is not held"):
        entropy.revert("b")
    assert entropy.n == 1


@pytest.mark.parametrize(
    "statistic",
    [Entropy(), Entropy(fading_factor=0.9, base=2), Gini(), MutualInformation(base=2)],
    ids=repr,
)
def test_clone_is_empty_and_keeps_the_parameters(statistic):
    """As river's clones are; a pickle keeps the labels too."""
    for label in "aab":
        both = (label,) if isinstance(statistic, stats.base.Univariate) else (label, label)
        statistic.update(*both)

    clone = statistic.clone()

    assert type(clone) is type(statistic)
    assert clone.get() == 0.0
    assert clone._get_params() == statistic._get_params()
    assert pickle.loads(pickle.dumps(statistic)).get() == statistic.get()


def test_statistics_serve_in_pipelines():
    """As the target of an aggregation in river's own machinery."""
    aggregate = feature_extraction.Agg(on="address", by="host", how=Entropy(base=2))
    pipeline = compose.Pipeline(aggregate)
    for address in ["a", "b", "a", "b"]:
        row = {"host": "x", "address": address}
        pipeline.learn_one(row)

    (value,) = pipeline.transform_one({"host": "x", "address": "a"}).values()
    assert value == 1.0


def test_missing_values_are_one_label():
    """None and NaN, of which river makes as many labels as there are objects."""
    entropy = Entropy()
    for label in (None, float("nan"), float("nan"), "a"):
        entropy.update(label)

    assert entropy.counter == {None: 3, "a": 1}
