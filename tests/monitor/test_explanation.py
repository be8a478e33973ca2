"""Words for what changed: they name the labels that made it."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon

from entrostream import Tally
from entrostream.monitor.explanation import divergence, explain

COUNTS = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(1, 1000), min_size=1)


def tally(counts):
    """Return a tally of counts."""
    result = Tally()
    result.update_counts(counts)
    return result


@given(COUNTS, COUNTS)
def test_the_divergence_is_that_of_scipy(before, after):
    """Jensen-Shannon, in bits."""
    labels = sorted({*before, *after})
    p, q = ([counts.get(label, 0) for label in labels] for counts in (before, after))

    assert isclose(
        divergence(tally(before), tally(after)),
        jensenshannon(p, q, base=2) ** 2 if p != q else 0.0,
        abs_tol=1e-9,
    )


@given(COUNTS, COUNTS)
def test_the_order_of_labels_does_not_matter(before, after):
    """Summaries have their labels in any order after a restart: the words are the same."""
    one = explain(tally(before), tally(after))
    two = explain(tally(dict(reversed(before.items()))), Tally.from_bytes(tally(after).to_bytes()))

    assert one == two
    assert 0 <= one.severity <= 1


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (
            {"80": 70, "443": 12, "22": 18},
            {"80": 8, "443": 88, "22": 4},
            "less mixed than usual, 1.17 to 0.64 bits; '443' 88 %, was 12 %; '80' 8 %, was 70 %",
        ),
        (
            {f"h{each}": 10 for each in range(90)},
            {**{f"h{each}": 3 for each in range(90)}, **{f"x{each}": 1 for each in range(700)}},
            "far more mixed than usual, 6.5 to 9.5 bits; 700 new labels hold 72 %",
        ),
        (
            {**{f"h{each}": 10 for each in range(50)}, "a": 500},
            {"a": 500},
            "far less mixed than usual, 3.82 to 0.00 bits; 50 labels that held 50 % are gone",
        ),
        (
            {"a": 100, "b": 100},
            {"a": 100, "c": 100},
            "other labels than usual, 1.00 to 1.00 bits; 'b' is gone, was 50 %; 'c' 50 %, is new",
        ),
        (
            {"<b>": 5, "\x1b[31m": 5},
            {"<b>": 9},
            "less mixed than usual, 1.00 to 0.00 bits; '\x1b[31m' is gone, was 50 %",
        ),
    ],
)
def test_words(before, after, words):
    """What a person reads."""
    assert explain(tally(before), tally(after)).text == words


def test_rare_labels_that_a_small_sample_lacks_are_not_gone():
    """Of a thousand labels, a hundred events show a tenth at most."""
    random = np.random.default_rng(1)
    before = tally({f"h{each}": 20 for each in range(1000)})
    after = Tally()
    after.update_many([f"h{each}" for each in random.integers(0, 1000, 100)])

    assert "gone" not in explain(before, after).text
    assert explain(before, after).severity < 0.2
