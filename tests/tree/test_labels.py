"""Class labels of predictions as arrays: the dtype of their own where it loses nothing."""

import numpy as np
import pytest

from entrostream.tree.labels import label_array, labelled

NO_CODE = 2**32 - 1  # what the core gives where there is no prediction

ARRAYS = {
    "bool": ([True, False], "b"),
    "int": ([1, -(2**63) + 1, 2**63 - 1], "i"),
    "float": ([0.5, 2.0], "f"),
    "str": (["a", "bc", "a\0b"], "U"),
    "int below int64": ([0, -(2**63)], "O"),
    "int above int64": ([0, 2**63], "O"),
    "str that ends in NUL": (["a", "a\0"], "O"),
    "int and float": ([1, 2.5], "O"),
    "bool and int": ([True, 2], "O"),
    "bytes": ([b"a", b"b"], "O"),
    "tuples": ([(1, 2), (3, 4)], "O"),
    "tuples of two lengths": ([(1,), (3, 4)], "O"),
    "none": ([], "O"),
}


@pytest.mark.parametrize(("labels", "kind"), ARRAYS.values(), ids=ARRAYS.keys())
def test_array_of_labels_keeps_values_and_types(labels, kind):
    """One kind of label gets NumPy's dtype, unless NumPy would change a label."""
    array = label_array(labels)

    assert array.dtype.kind == kind
    assert array.shape == (len(labels),)
    assert array.tolist() == labels
    assert [type(label) for label in array.tolist()] == [type(label) for label in labels]


def test_codes_become_labels():
    """In the labels' own dtype; None for rows without a prediction, and all others as they are."""
    known = labelled(np.array([1, 0, 1], dtype=np.uint32), ["a", "b"])
    some = labelled(np.array([1, NO_CODE, 0], dtype=np.uint32), ["a", "b"])

    assert known.dtype.kind == "U"
    assert known.tolist() == ["b", "a", "b"]
    assert some.dtype == object
    assert some.tolist() == ["b", None, "a"]


@pytest.mark.parametrize("rows", [0, 2])
def test_codes_without_labels_are_none(rows):
    """A tree that has learned nothing predicts nothing."""
    array = labelled(np.full(rows, NO_CODE, dtype=np.uint32), [])

    assert array.dtype == object
    assert array.tolist() == [None] * rows


def test_labels_that_are_sequences_stay_whole():
    """NumPy would make a matrix of tuples of one length."""
    some = labelled(np.array([0, NO_CODE, 1], dtype=np.uint32), [(1, 2), (3, 4)])

    assert some.tolist() == [(1, 2), None, (3, 4)]
