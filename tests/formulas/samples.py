"""Samples, pairs of samples and streams for the property tests."""

from hypothesis import strategies as st

from tests.examples import examples

# The same examples in every run, and nothing written to disk.
repeatable = examples(40)

integers = st.integers(0, 10**6)
fractions = st.fractions(0, 1000, max_denominator=1000)
floats = st.floats(0, 1e6, allow_subnormal=False)

# Zeros are drawn often: they are the part of the domain that the paper leaves out.
exact_elements = st.just(0) | integers | fractions
elements = exact_elements | floats

exact_samples = st.lists(exact_elements, max_size=8)
samples = st.lists(elements, max_size=8)
counts = st.lists(st.integers(1, 1000), min_size=1, max_size=8)
labels = st.lists(st.sampled_from("abcde"), max_size=60)


def aligned(element):
    """Return pairs of samples over the same classes, neither of them empty."""
    pairs = st.lists(st.tuples(element, element), min_size=1, max_size=8)
    return pairs.map(lambda rows: tuple(map(list, zip(*rows, strict=True)))).filter(
        lambda xy: sum(xy[0]) > 0 and sum(xy[1]) > 0
    )


def changed(element):
    """Return a sample and what becomes of it: (before, after), the latter not empty."""
    pairs = st.lists(st.tuples(element, element), min_size=1, max_size=8)
    return pairs.map(lambda rows: tuple(map(list, zip(*rows, strict=True)))).filter(
        lambda xy: sum(xy[1]) > 0
    )
