"""A window whose events could have come in any order is cut no more often than promised.

Given how often each label came, all orders are equally likely, so the newer part is a draw
without replacement: that is what is simulated here, and what the thresholds must hold for.
"""

import math

import numpy as np
import pytest

from entrostream import _core
from tests.drift.reference import hypergeometric_tail

SHARES = {
    "uniform": lambda k: np.full(k, 1 / k),
    "zipf": lambda k: 1 / np.arange(1, k + 1),
    "one label 98 %": lambda k: np.r_[0.98, np.full(k - 1, 0.02 / (k - 1))],
    "decay": lambda k: 0.99 ** np.arange(k),
    "geometric": lambda k: 2.0 ** (-20 * np.arange(k) / max(k, 20)),
    "two levels": lambda k: np.where(np.arange(k) < max(1, k // 10), 10, 1),
}
SPLITS = [(200, 32), (5000, 64), (5000, 1000), (100_000, 500), (2000, 2000)]
SUM_SETTINGS = [
    (name, k, n0, n1)
    for name in ("uniform", "zipf", "one label 98 %")
    for k in (2, 5, 50, 1000)
    for n0, n1 in SPLITS
]
MANY_SETTINGS = [
    (name, k, n - n1, n1)
    for k in (2, 10, 100, 1000, 10_000, 100_000, 1_000_000)
    for n in sorted({max(4 * k, 200), max(min(100 * k, 5_000_000), 200)})
    for n1 in sorted({32, min(512, n // 2), n // 16, n // 2})
    for name in ("uniform", "equal", "geometric", "zipf", "two levels")
    if n1 >= 32
]
FREQUENCY_SETTINGS = [
    (name, k, n0, n1)
    for name in SHARES
    for k in (2, 5, 50, 1000, 10_000)
    for n0, n1 in [*SPLITS, (64, 512)]
]


def totals_of(name, k, n, rng):
    if name == "equal":
        return np.full(k, n // k)
    shares = SHARES[name](k)
    totals = rng.multinomial(n, shares / shares.sum())
    return totals[totals > 0]


def x_ln_x(x):
    return x * np.log(np.maximum(x, 1))


def sums_by_chance(totals, n1, draws, rng):
    """Return the sum statistic of `draws` random orders."""
    by_chance = labels_by_event if n1 < len(totals) else labels_by_total
    step = max(1, 2_000_000 // min(n1, len(totals)))
    sizes = [min(step, draws - done) for done in range(0, draws, step)]
    labels = np.concatenate([by_chance(totals, n1, size, rng) for size in sizes])
    n, n0 = int(totals.sum()), int(totals.sum()) - n1
    return labels - (n1 * math.log(n1) + n0 * math.log(n0) - n * math.log(n))


def labels_by_total(totals, n1, draws, rng):
    """Return what the labels add to the statistic: each label's count is drawn."""
    newer = rng.multivariate_hypergeometric(totals, n1, size=draws, method="marginals")
    return (x_ln_x(newer) + x_ln_x(totals - newer) - x_ln_x(totals)).sum(axis=1)


def labels_by_event(totals, n1, draws, rng):
    """Return the same: each event is drawn, which is faster if there are more labels than events.

    Labels without an event add nothing.
    """
    n, ends = int(totals.sum()), totals.cumsum()
    events = np.sort(rng.integers(0, n, (draws, n1)), axis=1)
    for row in np.flatnonzero((events[:, 1:] == events[:, :-1]).any(axis=1)):
        events[row] = np.sort(rng.choice(n, n1, replace=False, shuffle=False))
    labels = ends.searchsorted(events, side="right") + len(totals) * np.arange(draws)[:, None]
    label, newer = np.unique(labels, return_counts=True)
    order, total = label // len(totals), totals[label % len(totals)]
    added = x_ln_x(newer) + x_ln_x(total - newer) - x_ln_x(total)
    return np.bincount(order, added, minlength=draws)


def frequencies_by_chance(totals, n1, draws, rng):
    """Return the frequency statistic of `draws` random orders, and how many edges it has."""
    bands = np.ceil(np.log2(totals)).astype(int)
    events = np.bincount(bands, weights=totals).astype(np.int64)
    events = events[events > 0]
    if len(events) < 2:
        return None, 0
    newer = rng.multivariate_hypergeometric(events, n1, size=draws, method="marginals")
    rare, n = events.cumsum()[:-1], int(events.sum())
    tails = np.zeros(draws)
    for edge, group in enumerate(rare.tolist()):
        counts = newer.cumsum(axis=1)[:, edge]
        of_count = {x: tail(x, group, n1, n) for x in np.unique(counts).tolist()}
        tails = np.maximum(tails, [of_count[x] for x in counts.tolist()])
    return tails, len(rare)


def most_hits(allowed):
    """Return four standard errors above what is allowed: some bounds are nearly exact."""
    return allowed + 4 * math.sqrt(allowed)


def tail(x, group, drawn, n):
    return _core.adaptive_hypergeometric_tail(x, group, drawn, n)


def check_sum(name, k, n0, n1, draws, chances):
    rng = np.random.default_rng([k, n0, n1, *name.encode()])
    totals = totals_of(name, k, n0 + n1, rng)
    if len(totals) < 2:
        return
    n0 = int(totals.sum()) - n1
    sums = sums_by_chance(totals, n1, draws, rng)
    for chance in chances:
        threshold = _core.adaptive_sum_threshold(n0, n1, -math.log(chance), totals.tolist())
        assert (sums >= threshold).sum() <= most_hits(draws * chance)


def check_frequency(name, k, n0, n1, draws, chances):
    rng = np.random.default_rng([k, n0, n1, *name.encode()])
    totals = totals_of(name, k, n0 + n1, rng)
    tails, edges = frequencies_by_chance(totals, n1, draws, rng)
    for chance in chances if edges else ():
        assert (tails >= math.log(2 * edges / chance)).sum() <= most_hits(draws * chance)


@pytest.mark.parametrize(
    ("name", "k", "n0", "n1"),
    [
        ("uniform", 2, 200, 32),
        ("zipf", 5, 5000, 64),
        ("zipf", 50, 5000, 1000),
        ("uniform", 1000, 2000, 2000),
        ("one label 98 %", 50, 100_000, 500),
    ],
)
def test_sum_is_rarely_above_its_threshold_by_chance(name, k, n0, n1):
    """Some settings; all of them in the slow test."""
    check_sum(name, k, n0, n1, 5_000 if k == 1000 else 20_000, [0.01])


@pytest.mark.parametrize(
    ("name", "k", "n", "n1"),
    [
        ("uniform", 10_000, 50_000, 32),
        ("uniform", 100_000, 400_000, 32),
        ("equal", 10_000, 50_000, 128),
        ("equal", 100_000, 400_000, 32),
        ("equal", 100_000, 2_000_000, 32),
        ("geometric", 10_000, 50_000, 64),
        ("zipf", 100_000, 400_000, 32),
        ("two levels", 100_000, 400_000, 64),
    ],
)
def test_sum_is_rarely_above_its_threshold_if_labels_outnumber_the_newer_events(name, k, n, n1):
    """Expected counts behind the split are then below the first knot of the tables."""
    check_sum(name, k, n - n1, n1, 10_000, [0.1, 0.01])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k", "n0", "n1"), MANY_SETTINGS)
def test_sum_is_rarely_above_its_threshold_for_two_to_a_million_labels(name, k, n0, n1):
    """Uniform, geometric, Zipf and two-level totals, from 32 newer events to half of all."""
    draws = int(np.clip(20_000_000 / min(k, n1), 60, 200_000))
    chances = [chance for chance in (0.3, 0.1, 1e-2, 1e-3) if draws * chance >= 15]
    check_sum(name, k, n0, n1, draws, chances)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k", "n0", "n1"), SUM_SETTINGS)
def test_sum_is_rarely_above_its_threshold_in_all_settings(name, k, n0, n1):
    """Many and few labels, even and uneven shares, long and short parts; each at two chances."""
    draws = {2: 1_000_000, 5: 1_000_000, 50: 200_000, 1000: 20_000}[k]
    check_sum(name, k, n0, n1, draws, [1e-2, 1e-3] if k == 1000 else [1e-3, 1e-4])


@pytest.mark.parametrize(
    ("name", "k", "n0", "n1"),
    [
        ("uniform", 50, 5000, 64),
        ("zipf", 50, 200, 32),
        ("zipf", 1000, 5000, 1000),
        ("decay", 10_000, 2000, 2000),
        ("one label 98 %", 5, 64, 512),
    ],
)
def test_frequency_is_rarely_above_its_threshold_by_chance(name, k, n0, n1):
    """Some settings; all of them in the slow test."""
    check_frequency(name, k, n0, n1, 100_000, [0.01, 0.001])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "k", "n0", "n1"), FREQUENCY_SETTINGS)
def test_frequency_is_rarely_above_its_threshold_in_all_settings(name, k, n0, n1):
    """All shares, to ten thousand labels, splits to both sides; each at three chances."""
    check_frequency(name, k, n0, n1, 1_000_000, [1e-2, 1e-3, 1e-4])


@pytest.mark.parametrize("seed", range(100))
def test_sum_threshold_is_the_same_from_either_side_and_grows_with_certainty(seed):
    """Whatever the totals, and in whatever order they are."""
    rng = np.random.default_rng(seed)
    totals = rng.integers(1, 2000 if seed % 2 else 6, int(rng.integers(2, 60))).tolist()
    n1 = int(rng.integers(1, sum(totals)))
    n0, a = sum(totals) - n1, float(rng.uniform(2, 30))

    threshold = _core.adaptive_sum_threshold(n0, n1, a, totals)

    assert threshold > a
    assert threshold == pytest.approx(_core.adaptive_sum_threshold(n1, n0, a, totals), rel=1e-9)
    assert threshold == _core.adaptive_sum_threshold(n0, n1, a, totals[::-1])
    assert threshold < _core.adaptive_sum_threshold(n0, n1, a + 1, totals)


def test_hypergeometric_tail_is_a_bound_and_close():
    """Never below the true tail of SciPy's law, and hardly above it."""
    hypergeom = pytest.importorskip("scipy.stats").hypergeom
    rng = np.random.default_rng(4)
    checked = 0
    for _ in range(1500):
        n = int(10 ** rng.uniform(0.5, 5))
        group, drawn = int(rng.integers(1, n)), int(rng.integers(1, n))
        law = hypergeom(n, group, drawn)
        low, high = max(0, drawn + group - n), min(group, drawn)
        mean = group * drawn / n
        spread = math.sqrt(mean * (1 - group / n) * (1 - drawn / n))
        wanted = round(mean + rng.normal() * 4 * max(spread, 0.5))
        x = min(max(wanted, low), high)
        true = law.logsf(x - 1) if x * n >= group * drawn else law.logcdf(x)
        if true < -600:
            continue  # SciPy's own end
        given = tail(x, group, drawn, n)
        assert given == pytest.approx(hypergeometric_tail(x, group, drawn, n), abs=1e-6)
        assert given <= -true + 1e-6
        if given > 5:
            checked += 1
            assert given >= -true - 0.15
    assert checked > 100
