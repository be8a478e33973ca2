"""The corrected fading step gives the value of weights fading_factor^age, whatever the stream."""

import random
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.formulas import (
    entropy,
    entropy_after_changes,
    entropy_inc,
    fade_entropy,
    fade_gini,
    gini,
    gini_after_changes,
    gini_after_increment,
)
from tests.formulas.brute_force import assert_close, true_entropy, true_gini
from tests.formulas.samples import aligned, floats, labels, repeatable

factors = st.fractions(Fraction(1, 20), 1, max_denominator=20)


def faded(step, stream, fading_factor):
    """Follow a stream with a fading step; yield the values."""
    value, total, weights = 0, 0, {}
    for label in stream:
        value = step(value, total, weights.get(label, 0), fading_factor)
        total = fading_factor * total + 1
        weights = {other: fading_factor * weight for other, weight in weights.items()}
        weights[label] = weights.get(label, 0) + 1
        yield value


def weights_by_age(stream, fading_factor):
    """Return the weight of each class, every element weighed alone by its age."""
    newest = len(stream) - 1
    return [
        sum((fading_factor ** (newest - t) for t, label in enumerate(stream) if label == one), 0)
        for one in sorted(set(stream))
    ]


@repeatable
@given(stream=labels, fading_factor=factors)
def test_faded_gini_is_that_of_weights_by_age(stream, fading_factor):
    """E2: Algorithm 2 corrected, without rounding, after every element."""
    for t, value in enumerate(faded(fade_gini, stream[:25], fading_factor)):
        assert value == true_gini(weights_by_age(stream[: t + 1], fading_factor))


@repeatable
@given(stream=labels, fading_factor=factors)
def test_faded_entropy_is_that_of_weights_by_age(stream, fading_factor):
    """E2, E3: Algorithm 4 corrected, after every element, the first included."""
    for t, value in enumerate(faded(fade_entropy, stream[:25], fading_factor)):
        assert_close(value, true_entropy(weights_by_age(stream[: t + 1], fading_factor)))


@pytest.mark.parametrize("fading_factor", [0.5, 0.9, 0.99])
def test_long_fading_in_floats_does_not_drift(fading_factor):
    """The step is contractive: after 3000 events, through two changes, 13 digits are right."""
    rng = random.Random(20140326)
    stream = [rng.choice("abcd") for _ in range(1000)] + ["a"] * 1000
    stream += [rng.choice("bcde") for _ in range(1000)]
    with mpmath.workdps(50):
        weights = weights_by_age(stream, mpmath.mpf(fading_factor))
        total = mpmath.fsum(weights)
        g = 1 - mpmath.fsum((x / total) ** 2 for x in weights)
        h = -mpmath.fsum(x / total * mpmath.log(x / total, 2) for x in weights)

    *_, h_last = faded(fade_entropy, stream, fading_factor)
    *_, g_last = faded(fade_gini, stream, fading_factor)

    assert_close(h_last, h)
    assert_close(g_last, g)


def test_fading_follows_a_change_of_the_stream():
    """What the printed algorithms do not do: up, down and up again."""
    stream = "abcd" * 100 + "a" * 400 + "abcd" * 100

    values = list(faded(fade_entropy, stream, 0.9))

    assert values[399] == pytest.approx(2, abs=0.05)
    assert values[799] == pytest.approx(0, abs=1e-9)
    assert values[1199] == pytest.approx(2, abs=0.05)


@repeatable
@given(both=aligned(floats.filter(lambda x: x == 0 or x > 1e-6)), fading_factor=factors)
def test_fading_step_is_the_theorem_with_scaled_weights(both, fading_factor):
    """Theorems 1 and 5 with fading_factor S, fading_factor x and r = 1."""
    xs = [Fraction(x) for x in both[0]]
    total, x = sum(xs), xs[0]
    g, h = gini(xs), entropy(xs)

    by_theorem_1 = gini_after_changes(g, fading_factor * total, [(fading_factor * x, 1)])
    by_theorem_5 = entropy_after_changes(h, fading_factor * total, [(fading_factor * x, 1)])

    assert fade_gini(g, total, x, fading_factor) == by_theorem_1
    assert fade_entropy(h, total, x, fading_factor) == pytest.approx(by_theorem_5, abs=1e-13)


@repeatable
@given(cs=st.lists(st.integers(0, 1000), min_size=1, max_size=8))
def test_factor_one_does_not_fade(cs):
    """With fading_factor = 1 the step is an increment."""
    g, h, n = gini(cs), entropy(cs), sum(cs)

    assert fade_gini(g, n, cs[0], 1) == gini_after_increment(g, n, cs[0])
    assert fade_entropy(h, n, cs[0], 1) == entropy_inc(h, n, cs[0])
