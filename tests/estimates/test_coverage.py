"""Intervals hold the truth as often as they say, also where labels are unseen or nearly so."""

from math import log2

import numpy as np
import pytest
from scipy.stats import binom

import entrostream as es
from entrostream.estimate import _most_unseen
from tests.estimates.published import METHODS
from tests.exact.count_vectors import tally_of


def enough(samples):
    """Return how many of them hold the truth at 95 %, but for one test in 10,000."""
    return int(binom.ppf(1e-4, samples, 0.95)) if samples else 0


def zipf(exponent, labels):
    """Return p_i proportional to i^-exponent."""
    weights = np.arange(1, labels + 1, dtype=float) ** -exponent
    return weights / weights.sum()


def with_rare(frequent, share, labels):
    """Return frequent labels, and a share of the source that many more have in equal parts."""
    frequent = np.asarray(frequent, dtype=float)
    return np.r_[(1 - share) * frequent / frequent.sum(), np.full(labels, share / labels)]


def pitman_yor(discount, strength, labels, seed):
    """Return the first sticks of a Pitman-Yor process."""
    rng = np.random.default_rng(seed)
    broken = rng.beta(1 - discount, strength + discount * np.arange(1, labels + 1))
    left = np.r_[1.0, np.cumprod(1 - broken)[:-1]]
    return broken * left / (broken * left).sum()


def true_entropy(p):
    """Return the entropy in bits."""
    p = p[p > 0]
    return float(-(p * np.log2(p)).sum())


def true_gini(p):
    """Return the Gini index."""
    return float(1 - (p * p).sum())


def tallies(p, n, samples, seed):
    """Yield tallies of n independent events each."""
    rng = np.random.default_rng(seed)
    edges = np.cumsum(p)
    for _ in range(samples):
        tally = es.Tally()
        tally.update_many(np.searchsorted(edges / edges[-1], rng.random(n), side="right"))
        yield tally


def holds(interval, true):
    """Return whether it is between the ends, but for rounding."""
    low, high = interval
    return low - 1e-12 <= true <= high + 1e-12


LONG_TAILS = {
    "Zipf 0.5": lambda: zipf(0.5, 10**6),
    "Zipf 1": lambda: zipf(1.0, 10**6),
    "Zipf 1.2": lambda: zipf(1.2, 10**6),
    "Zipf 1.5": lambda: zipf(1.5, 10**6),
    "Zipf 2": lambda: zipf(2.0, 10**6),
    "Zipf 1, 10 labels": lambda: zipf(1.0, 10),
    "Pitman-Yor 0.5": lambda: pitman_yor(0.5, 10, 10**5, seed=1),
    "a coin and half of a million": lambda: with_rare([1, 1], 0.5, 10**6),
    "a coin and a thousandth of a million": lambda: with_rare([1, 1], 0.001, 10**6),
    "a die and a few of a million": lambda: with_rare([1] * 6, 0.003, 10**6),
    "geometric 0.01": lambda: 0.99 ** np.arange(3000) / sum(0.99 ** np.arange(3000)),
    "equal, a million": lambda: np.full(10**6, 1e-6),
    "equal, a hundred": lambda: np.full(100, 0.01),
}
every_tail = pytest.mark.parametrize("source", LONG_TAILS.values(), ids=LONG_TAILS.keys())


@every_tail
@pytest.mark.parametrize("n", [20, 100, 1000, 10_000])
def test_long_tails_are_covered(source, n):
    """With and without the number of labels; so are samples that say they are reliable."""
    p = source()
    true, index = true_entropy(p), true_gini(p)
    samples = 200 if n < 10_000 else 50
    by_entropy = by_labels = by_gini = by_reliable = reliable = 0
    for tally in tallies(p, n, samples, seed=n):
        estimate = tally.entropy_estimate()
        by_entropy += holds(estimate.interval(), true)
        by_labels += holds(estimate.interval(labels=len(p)), true)
        by_gini += holds(tally.gini_estimate().interval(), index)
        reliable += estimate.reliable
        by_reliable += estimate.reliable and holds(estimate.interval(), true)

    assert by_entropy >= enough(samples)
    assert by_labels >= enough(samples)
    assert by_gini >= enough(samples)
    assert by_reliable >= enough(reliable)


@pytest.mark.parametrize("method", METHODS)
def test_many_labels_are_covered_by_every_method(method):
    """Four events per label: the bias of "jackknife" and "miller_madow" is many standard errors."""
    p = np.full(20_000, 1 / 20_000)
    held = [
        holds(tally.entropy_estimate(method).interval(labels=len(p)), log2(len(p)))
        and holds(tally.entropy_estimate(method).interval(), log2(len(p)))
        for tally in tallies(p, 80_000, 40, seed=3)
    ]

    assert sum(held) >= enough(40)


@pytest.mark.parametrize("n", [10, 100, 1000])
def test_events_that_all_differ_bound_the_entropy_from_below_alone(n):
    """Nothing says how many labels there are, only that they are many."""
    estimate = tally_of([1] * n).entropy_estimate()
    low, high = estimate.interval()

    assert not estimate.reliable
    assert high == np.inf
    # Such a sample of as many equal labels is one in twenty, or rarer.
    assert np.prod(1 - np.arange(n) / max(2**low, n)) < 0.05
    assert np.prod(1 - np.arange(n) / max(2 ** (low + 1), n)) > 0.01


COINS = np.r_[np.geomspace(1e-5, 0.02, 60), np.linspace(0.025, 0.5, 96)]


def coin_entropy(p):
    """Return the entropy of a coin."""
    return -p * np.log2(p) - (1 - p) * np.log2(1 - p)


def coin_gini(p):
    """Return the Gini index of a coin."""
    return 2 * p * (1 - p)


READS = {
    "entropy": (lambda tally: tally.entropy_estimate().interval(), coin_entropy),
    "entropy of two": (lambda tally: tally.entropy_estimate().interval(labels=2), coin_entropy),
    "Gini index": (lambda tally: tally.gini_estimate().interval(), coin_gini),
}


@pytest.mark.parametrize(("read", "true"), READS.values(), ids=READS.keys())
@pytest.mark.parametrize("n", [2, 5, 10, 20, 50, 100, 300, 1000])
def test_coins_are_covered(n, read, true):
    """Computed over all samples, from fair to nearly pure: at least 0.95 everywhere.

    A normal interval falls to 0.83: near 1/2 its error vanishes by chance, and near 1 the
    variance is too small where too few of the rare events came.
    """
    ends = np.array([read(tally_of([heads, n - heads])) for heads in range(n + 1)])
    chances = binom.pmf(np.arange(n + 1), n, COINS[:, None])
    true = true(COINS)[:, None]
    held = (ends[:, 0] - 1e-12 <= true) & (true <= ends[:, 1] + 1e-12)

    assert (chances * held).sum(axis=1).min() >= 0.95


def missing(p, v):
    """Return the mean share of the source that v events have not shown."""
    return float((p * np.exp(v * np.log1p(-p))).sum())


BOUNDED = {
    "Zipf 1": zipf(1.0, 3000),
    "Zipf 1.5": zipf(1.5, 3000),
    "equal": np.full(700, 1 / 700),
    "a coin and a hundredth": with_rare([1, 1], 0.01, 5000),
    "Pitman-Yor": pitman_yor(0.6, 5, 3000, seed=4),
}


@pytest.mark.parametrize("p", BOUNDED.values(), ids=BOUNDED.keys())
@pytest.mark.parametrize("n", [10, 100, 1000, 10_000])
def test_bias_of_the_seen_part_is_below_its_bound(p, n):
    """The sum over v >= n of M(v)/v: true entropy less the mean of the estimate for the seen.

    The mean singletons are n M(n-1); the bound holds but for a relative 1/n.
    """
    seen = sum(missing(p, v) / v for v in range(1, n))
    bias = true_entropy(p) - seen / np.log(2)
    bound = _most_unseen(n * missing(p, n - 1), len(p)) / n

    assert 0.0 < bias <= bound * (1 + 1 / n) + 1e-9
