"""The algorithms as printed have the faults that the errata name."""

import math
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream import formulas
from entrostream.formulas import as_printed
from tests.formulas.brute_force import true_entropy, true_gini
from tests.formulas.samples import counts, labels, repeatable

RUNS = {
    "one class": "a" * 3000,
    "all different": range(3000),
    "alternating": "ab" * 1500,
    "one by one": "a" * 1000 + "b" * 1000 + "c" * 1000,
    "a new class in an old one": "a" * 1500 + "".join(map(chr, range(1000, 2500))),
}


def uniform(n):
    """Return n labels, drawn evenly from four (H = 2, G = 0.75)."""
    rng = random.Random(1403)
    return [rng.randrange(4) for _ in range(n)]


@pytest.mark.parametrize("w", [1, 2, 10, 100])
def test_printed_window_keeps_one_too_many(w):
    """E1: w + 1 elements, for ever."""
    stream = uniform(3 * w + 5)

    for algorithm in (as_printed.algorithm_1, as_printed.algorithm_3):
        kept = [reading.kept for reading in algorithm(stream, w)]

        assert kept == [min(t, w + 1) for t in range(1, len(stream) + 1)]


@repeatable
@given(stream=labels, w=st.integers(1, 10))
def test_printed_gini_window_is_that_of_w_plus_one(stream, w):
    """E1: the value of Algorithm 1 belongs to the last w + 1 elements."""
    for t, reading in enumerate(as_printed.algorithm_1(stream, w)):
        held = Counter(stream[max(0, t - w) : t + 1])

        assert reading.value == pytest.approx(float(true_gini(held.values())), abs=1e-10)


@repeatable
@given(stream=labels, w=st.integers(1, 10))
def test_mended_entropy_window_is_that_of_w_plus_one(stream, w):
    """E1: so does that of Algorithm 3, once log2 0 := 0."""
    for t, reading in enumerate(as_printed.algorithm_3(stream, w, log2_of_zero=0.0)):
        held = Counter(stream[max(0, t - w) : t + 1])

        assert reading.value == pytest.approx(float(true_entropy(held.values())), abs=1e-10)


def test_printed_window_differs_from_the_last_w():
    """E1: which is not the value of the last w."""
    *_, last = as_printed.algorithm_1("aabb", w=2)

    assert last.value == pytest.approx(float(true_gini([1, 2])))
    assert last.value != pytest.approx(float(true_gini([2])))


@repeatable
@given(stream=labels.filter(bool), w=st.integers(1, 10))
def test_printed_entropy_is_nan_for_ever(stream, w):
    """E3: from the first element, in Algorithms 3 and 4."""
    assert all(math.isnan(reading.value) for reading in as_printed.algorithm_3(stream, w))
    assert all(map(math.isnan, as_printed.algorithm_4(stream, fading_factor=0.9)))


def test_convention_on_the_class_terms_is_not_enough():
    """E3: Add to the empty sample has no class term with a 0; that of the sample is NaN alone."""
    assert math.isnan(as_printed.entropy_add(0.0, 0, 4))
    assert as_printed.entropy_add(0.0, 0, 4, log2_of_zero=0.0) == 0.0


@pytest.mark.parametrize(
    ("erratum", "call"),
    [
        ("E3", lambda: as_printed.entropy_inc(0.0, 0, 0)),
        ("E4", lambda: as_printed.entropy_inc(0.0, 5, 0)),
        ("E4", lambda: as_printed.entropy_dec(0.65, 6, 1)),
        ("E5", lambda: as_printed.entropy_dec(0.0, 1, 1)),
        ("E5", lambda: as_printed.entropy_del(0.0, 4, 4)),
        ("E5", lambda: as_printed.entropy_add(0.0, 0, 4)),
        ("E5", lambda: as_printed.gini_dec(0.0, 1, 1)),
        ("E5", lambda: as_printed.gini_del(0.0, 4, 4)),
    ],
)
def test_printed_function_is_nan_at_the_edge(erratum, call):
    """E3, E4, E5: in the arithmetic of floats 0 * inf is not a number."""
    assert math.isnan(call()), erratum


def test_printed_gini_is_fine_on_the_empty_sample():
    """E5 does not concern Inc and Add of Algorithm 1."""
    assert as_printed.gini_inc(0.0, 0, 0) == as_printed.gini_add(0.0, 0, 4) == 0.0


@repeatable
@given(cs=counts.filter(lambda cs: len(cs) > 1))
def test_printed_functions_are_right_inside_their_domain(cs):
    """Away from the edges Inc, Dec, Add and Del are right as printed."""
    n, n_i = sum(cs) + 1, cs[-1] + 1  # two at least, so that no class comes or goes
    cs = [*cs[:-1], n_i]
    for name, value in (("gini", float(formulas.gini(cs))), ("entropy", formulas.entropy(cs))):
        for step, of in (("inc", n_i), ("dec", n_i), ("add", 3), ("del", n_i)):
            printed = getattr(as_printed, f"{name}_{step}")(value, n, of)
            corrected = getattr(formulas, f"{name}_{step}")(value, n, of)

            assert printed == pytest.approx(corrected, abs=1e-9), step


@pytest.mark.parametrize("n", [1000, 10_000, 30_000])
def test_printed_fading_falls_like_one_over_n(n):
    """E2: with factor a on a uniform stream g ~ 2 G / ((1 - a) n) and h ~ H / ((1 - a) n)."""
    fading_factor, stream = 0.99, uniform(n)

    *_, g = as_printed.algorithm_2(stream, fading_factor)
    *_, h = as_printed.algorithm_4(stream, fading_factor, log2_of_zero=0.0)

    # The law is that of large n: its own error is about 1 / ((1 - fading_factor) n).
    assert g == pytest.approx(2 * 0.75 / ((1 - fading_factor) * n), rel=0.02 + 100 / n)
    assert h == pytest.approx(2 / ((1 - fading_factor) * n), rel=0.02 + 100 / n)


@pytest.mark.parametrize("fading_factor", [0.5, 0.9, 0.99])
@pytest.mark.parametrize("stream", RUNS.values(), ids=RUNS.keys())
def test_printed_fading_is_below_its_bound_on_any_stream(stream, fading_factor):
    """E2: both fall to 0 whatever comes; the docstrings of the algorithms say why."""
    g_values = as_printed.algorithm_2(stream, fading_factor)
    h_values = as_printed.algorithm_4(stream, fading_factor, log2_of_zero=0.0)

    for n, (g, h) in enumerate(zip(g_values, h_values, strict=True), start=1):
        assert g <= 2 / ((1 - fading_factor) * n)
        assert h <= (math.log2(n) + 1.45) / ((1 - fading_factor) * n)


@repeatable
@given(stream=labels, fading_factor=st.floats(0.01, 0.999))
def test_printed_fading_is_below_its_bound_on_drawn_streams(stream, fading_factor):
    """E2, again, for streams that nobody chose."""
    g_values = as_printed.algorithm_2(stream, fading_factor)
    h_values = as_printed.algorithm_4(stream, fading_factor, log2_of_zero=0.0)

    for n, (g, h) in enumerate(zip(g_values, h_values, strict=True), start=1):
        assert g <= 2 / ((1 - fading_factor) * n)
        assert h <= (math.log2(n) + 1.45) / ((1 - fading_factor) * n)


@repeatable
@given(stream=labels, fading_factor=st.fractions(Fraction(1, 10), 1, max_denominator=10))
def test_printed_gini_fading_obeys_its_recurrence(stream, fading_factor):
    """E2, the cause: n^2 g is faded, and 2 (n - n_i) is added, which grows with n."""
    held, scaled = Counter(), Fraction(0)
    for n, (label, g) in enumerate(
        zip(stream, as_printed.algorithm_2(stream, fading_factor), strict=True)
    ):
        scaled = fading_factor * scaled + 2 * (n - held[label])
        held[label] += 1

        assert g == pytest.approx(float(scaled / (n + 1) ** 2), abs=1e-12)


def test_printed_fading_does_not_follow_the_stream():
    """E2: uniform, pure, uniform again; the printed value never comes back."""
    stream = [*uniform(3000), *[0] * 3000, *uniform(3000)]

    h = list(as_printed.algorithm_4(stream, fading_factor=0.9, log2_of_zero=0.0))

    assert h[-1] < 0.01 < 0.05 < h[99]


@repeatable
@given(stream=labels.filter(bool))
def test_factor_one_gives_the_value_of_the_whole_stream(stream):
    """With fading_factor = 1 nothing is faded, and Algorithms 2 and 4 are right (but for E3)."""
    *_, g = as_printed.algorithm_2(stream, fading_factor=1)
    *_, h = as_printed.algorithm_4(stream, fading_factor=1, log2_of_zero=0.0)

    held = Counter(stream).values()
    assert g == pytest.approx(float(true_gini(held)), abs=1e-12)
    assert h == pytest.approx(float(true_entropy(held)), abs=1e-12)
