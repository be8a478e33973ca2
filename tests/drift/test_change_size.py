"""How large a change is: severity, entropies, shares; and changes too small to matter."""

import math

import numpy as np
import pytest
from scipy import special, stats

import entrostream as es
from tests.drift.changing_streams import draw, normal, uniform, zipf


def found_in(labels, **options):
    window = es.AdaptiveWindow(**options)
    window.update_many(labels)
    return window.changes


def sides(labels, change):
    """Return the events that a change compares: the regime that ended, and what came since."""
    before = labels[change.position - change.duration : change.position]
    return before, labels[change.position : change.found]


def counts_of(labels, k):
    return np.bincount(labels, minlength=k)


def divergence(p, q):
    """Return the Jensen-Shannon divergence of two lists of shares, in bits."""
    return float(stats.entropy(p, (p + q) / 2, base=2) + stats.entropy(q, (p + q) / 2, base=2)) / 2


def chance_divergence(totals, n0, n1):
    """Return the expected divergence of a random split into sides of these lengths."""
    expected = 0.0
    for total in totals[totals > 0]:
        x = np.arange(max(0, total - n0), min(total, n1) + 1)
        chance = stats.hypergeom.pmf(x, n0 + n1, total, n1)
        q, p = x / n1, (total - x) / n0
        terms = special.rel_entr(p, (p + q) / 2) + special.rel_entr(q, (p + q) / 2)
        expected += float(chance @ terms) / 2 / math.log(2)
    return expected


def judged(x0, x1):
    """Return the counts with all labels as one that are too rare on the shorter side."""
    n0, n1 = x0.sum(), x1.sum()
    few, shorter = (x1, n1) if n1 < n0 else (x0, n0)
    expected = (x0 + x1) * shorter / (n0 + n1)
    kept = (expected >= 5) | (few >= 3 + 3 * np.sqrt(expected))
    return np.r_[x0[~kept].sum(), x0[kept]], np.r_[x1[~kept].sum(), x1[kept]]


def changed(k, before, after, seed=0, shares=zipf, then=lambda p: p[::-1]):
    rng = np.random.default_rng([k, before, after, seed])
    return np.r_[draw(shares(k), before, rng), draw(then(shares(k)), after, rng)]


@pytest.mark.parametrize(("k", "before"), [(2, 400), (10, 3000), (300, 800), (3000, 2000)])
def test_severity_is_the_divergence_adjusted_for_chance(k, before):
    """J - E over 1 - E, with E the expectation of J over random splits of the events."""
    labels = changed(k, before, 3000)
    for change in found_in(labels):
        old, new = sides(labels, change)
        x0, x1 = judged(counts_of(old, k), counts_of(new, k))
        observed = divergence(x0 / len(old), x1 / len(new))
        chance = chance_divergence(x0 + x1, len(old), len(new))

        assert change.severity == pytest.approx((observed - chance) / (1 - chance), abs=1e-4)


def test_severity_of_samples_of_one_large_alphabet_is_small():
    """Without the adjustment it would be near 1: hardly any label occurs on both sides."""
    labels = changed(20_000, 6000, 3000, shares=uniform, then=lambda p: np.r_[p * 0.8, 0.2])
    (change, *_) = found_in(labels)
    old, new = sides(labels, change)
    x0, x1 = counts_of(old, 20_001), counts_of(new, 20_001)

    assert divergence(x0 / len(old), x1 / len(new)) > 0.7
    # A fifth of the events are of a new label: the divergence of (1, 0) and (0.8, 0.2).
    assert change.severity == pytest.approx(
        divergence(np.array([1, 0]), np.array([0.8, 0.2])), abs=0.05
    )


def test_disjoint_alphabets_have_severity_1_and_equal_samples_0():
    """The ends of the scale."""
    (change,) = found_in(["a", "b"] * 496 + ["c", "d"] * 500)
    assert change.severity > 0.95

    (change,) = found_in([0] * 992 + [1] * 96)
    assert change.severity == 1.0


@pytest.mark.parametrize("k", [2, 10])
def test_severity_error_is_its_standard_deviation(k):
    """Over many streams with the change at the same place, for windows found at the same event."""
    first = [found_in(changed(k, 992, 992, seed=seed))[0] for seed in range(300)]
    same = [c for c in first if (c.position, c.found) == (first[0].position, first[0].found)]
    severities = [change.severity for change in same]
    stated = math.sqrt(np.mean([change.severity_error**2 for change in same]))

    assert len(same) > 30
    # Changes are found where the evidence is large, so the sample is not quite random.
    assert stated / 2 < np.std(severities) < 2 * stated


def test_measures_before_and_after_are_those_of_the_events():
    """To the last bit those of tallies; and the length of the regime that ended."""
    labels = np.r_[changed(20, 4000, 4000), changed(20, 4000, 4000, seed=1)]
    changes = found_in(labels)
    starts = [0, *(change.position for change in changes)]

    assert len(changes) == 3
    for change, start in zip(changes, starts, strict=False):
        old, new = sides(labels, change)
        assert change.duration in (change.position - start, change.position - start - 32)
        before, after = es.Tally(old), es.Tally(new)
        assert (change.entropy_before, change.gini_before) == (before.entropy, before.gini)
        assert (change.entropy_after, change.gini_after) == (after.entropy, after.gini)


def test_times_of_a_change():
    """When the regime that ended began, when the new one did, and when it was found."""
    window = es.AdaptiveWindow()
    window.update_many(["a"] * 320 + ["b"] * 320, times=[10.0 + i for i in range(640)])
    (change,) = window.changes

    assert (change.began_at, change.at, change.found_at) == (10.0, 330.0, 10.0 + change.found - 1)


# ---------------------------------------------------------------- changes that matter


def moved_by(share):
    """Return shares of ten labels, and the same with `share` of the events moved to the last."""
    p = uniform(10)
    return p, normal(np.r_[p[:9] * (1 - share), p[9] * (1 - share) + share])


@pytest.mark.parametrize(("shift", "min_shift", "is_found"), [
    (0.3, 0.0, True), (0.3, 0.1, True), (0.3, 0.25, False), (0.05, 0.1, False), (0.7, 0.5, True),
])  # fmt: skip
def test_min_shift_bounds_the_total_variation_distance(shift, min_shift, is_found):
    """The distance of the two distributions is 0.9 times the share that moved."""
    p, q = moved_by(shift)
    rng = np.random.default_rng(int(100 * shift))
    labels = np.r_[draw(p, 20_000, rng), draw(q, 20_000, rng)]
    assert 0.5 * np.abs(p - q).sum() == pytest.approx(0.9 * shift)

    changes = found_in(labels, min_shift=min_shift)

    assert bool(changes) == (is_found and 0.9 * shift > min_shift)
    assert found_in(labels) != []


def test_a_shift_of_exactly_min_shift_is_not_reported():
    """Whatever the number of events: the test is that it exceeds it."""
    p, q = moved_by(0.2)
    for seed in range(10):
        rng = np.random.default_rng([seed, 9])
        labels = np.r_[draw(p, 30_000, rng), draw(q, 30_000, rng)]
        assert found_in(labels, min_shift=0.18) == []
        assert found_in(labels, min_shift=0.06) != []


@pytest.mark.parametrize(("value", "error"), [
    (1.0, "min_shift must be at least 0 and below 1, got 1.0"),
    (-0.1, "min_shift must be at least 0 and below 1, got -0.1"),
    (float("nan"), "min_shift must be at least 0 and below 1, got nan"),
])  # fmt: skip
def test_bad_min_shift(value, error):
    with pytest.raises(ValueError, match=f"^{error}$"):
        es.AdaptiveWindow(min_shift=value)


def test_bad_types():
    with pytest.raises(TypeError, match=r"^min_shift must be a number, got 'a' \(str\)$"):
        es.AdaptiveWindow(min_shift="a")
    with pytest.raises(TypeError, match=r"^calibrate must be True or False, got 1 \(int\)$"):
        es.AdaptiveWindow(calibrate=1)


# ---------------------------------------------------------------- in words


def test_labels_are_quoted_whatever_their_type():
    """A number cannot be taken for a count."""
    (change,) = found_in([30] * 640 + [6] * 320)

    assert str(change) == (
        "change at event 640, found at 672, severity 1: '6' 0 % -> 100 %, '30' 100 % -> 0 %"
    )


@pytest.mark.parametrize(
    ("label", "shown"), [((1, "a"), "(1, 'a')"), (b"\xff", r"b'\xff'"), ("it's", '"it\'s"')]
)
def test_labels_with_quotes_of_their_own_get_no_more(label, shown):
    """Tuples, bytes and strings read as in Python."""
    (change,) = found_in([0] * 640 + [label] * 320)

    assert f"severity 1: {shown} 0 % -> 100 %" in str(change)


def test_the_label_of_a_flood_is_named_by_every_statistic():
    """Also where rare labels vanish together."""
    rng = np.random.default_rng(1)
    labels = np.r_[rng.integers(0, 5000, 20_000), np.full(500, 9999)]
    for statistic in ("sum", "label", "frequency"):
        change = found_in(labels, statistics=statistic)[-1]
        assert change.statistic == statistic
        assert "'9999' 0 % -> 100 %" in str(change)
