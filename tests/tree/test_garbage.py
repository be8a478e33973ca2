"""A tree that the garbage collector has cleared is an empty tree, which can be used."""

import ctypes

from entrostream import _core
from entrostream.tree import VFDTClassifier

TP_CLEAR = 51  # Py_tp_clear


def clear_like_the_collector(tree):
    """Call the slot that breaks cycles, as the collector does before it frees objects."""
    slot = ctypes.pythonapi.PyType_GetSlot
    slot.restype, slot.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_int]
    clear = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(slot(_core.Tree, TP_CLEAR))
    assert clear(tree) == 0


def grown(**parameters):
    """Return a tree that has split."""
    tree = VFDTClassifier(**parameters)
    tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
    assert tree.n_leaves == 2
    return tree


def test_cleared_tree_is_empty_and_learns_again():
    """Finalizers of other objects may still reach it."""
    tree = grown(leaf_prediction="mc", nominal_attributes=["sky"])

    clear_like_the_collector(tree)

    assert (tree.n, tree.classes, tree.attributes) == (0, [], {})
    assert tree.predict_one({"sky": "blue"}) is None
    tree.learn_one({"sky": 1}, "sail")
    assert tree.predict_one({"sky": 1}) == "sail"
    assert tree.get_params()["leaf_prediction"] == "mc"


def test_label_may_use_the_tree_while_it_is_cleared():
    """The tree is empty before its labels are released."""
    seen = []

    class Label:
        def __del__(self):
            seen.append(tree.n)

    tree = VFDTClassifier()
    tree.learn_one({"wind": 1.0}, Label())

    clear_like_the_collector(tree)

    assert seen == [0]


def test_criterion_of_its_own_is_released():
    """What is left is a tree with the default criterion."""
    tree = grown(split_criterion=lambda counts: float(len(counts)))

    clear_like_the_collector(tree)

    assert tree.get_params()["split_criterion"] == "info_gain"
