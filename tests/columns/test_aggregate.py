"""One value for a whole column: that of its counts."""

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.columns.brute_force import is_entropy, same_bits


@given(labels=st.lists(st.sampled_from(["a", "b", 1, 2.5, (1, "x"), None])))
def test_values(labels):
    """Missing values are no rows."""
    counts = tuple(sorted(Counter(label for label in labels if label is not None).values()))

    assert is_entropy(es.entropy(labels), counts)
    if counts:
        assert es.gini(labels) == truth.nearest(truth.gini(counts))
    else:
        assert math.isnan(es.gini(labels))


@given(labels=st.lists(st.sampled_from(["a", "b", None])))
def test_missing_as_a_label(labels):
    """One label for all of them."""
    named = ["?" if label is None else label for label in labels]

    assert same_bits([es.entropy(labels, missing="label")], [es.entropy(named)])
    assert same_bits([es.gini(labels, missing="label")], [es.gini(named)])


def test_letters_of_a_text():
    """A text is its letters, as in update_many and in Python."""
    assert es.entropy("mississippi") == es.entropy(list("mississippi"))
