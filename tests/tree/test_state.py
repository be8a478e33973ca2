"""Saved and read again, a tree goes on learning as if nothing had happened."""

import copy
import pickle
from datetime import date

import pytest

import entrostream as es
from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.state.tuple_pickles import tuple_in
from tests.tree.streams import columns, learned, rows

WAYS = {
    "bytes": lambda tree: VFDTClassifier.from_bytes(tree.to_bytes()),
    "pickle": lambda tree: pickle.loads(pickle.dumps(tree)),
    "copy": VFDTClassifier.copy,
    "copy module": copy.copy,
    "deep copy": copy.deepcopy,
}
OPTIONS = {
    "default": {},
    "hoeffding": {
        "rule": "hoeffding",
        "delta": 0.01,
        "leaf_prediction": "nba",
        "parent_counts": True,
    },
    "gaussian": {"splitter": "gaussian", "leaf_prediction": "nb", "split_criterion": "gini"},
    "limited": {"memory_limit": 60_000, "max_values": 4, "nominal_attributes": ["age", "never"]},
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_learning_goes_on_bit_for_bit(way, options):
    """The same bytes in the end as without the interruption; the first tree is left alone."""
    stream = rows(2000, missing=0.1)
    whole = learned(VFDTClassifier(**options), stream)
    half = learned(VFDTClassifier(**options), stream[:1000])
    before = half.to_bytes()

    again = way(half)

    assert type(again) is VFDTClassifier
    assert again == half
    assert again.to_bytes() == before
    assert again.get_params() == half.get_params()
    assert learned(again, stream[1000:]) == whole
    assert half.to_bytes() == before
    assert [again.predict_one(x) for x, _ in stream] == [whole.predict_one(x) for x, _ in stream]


def test_trees_that_differ_are_not_equal():
    """In what they learned or in their parameters."""
    assert VFDTClassifier() == VFDTClassifier()
    assert VFDTClassifier() != VFDTClassifier(delta=0.5)
    assert learned(VFDTClassifier(), rows(1)) != VFDTClassifier()
    assert VFDTClassifier() != "tree"
    with pytest.raises(TypeError, match="unhashable"):
        hash(VFDTClassifier())


def test_names_that_a_state_carries_come_back():
    """Dates, tuples, numbers and None's absence; a bool comes back as the equal integer."""
    tree = VFDTClassifier()
    tree.learn_one({("a", 1): date(2026, 1, 2), 3: True, "x": 1.5}, (2, "b"))

    again = VFDTClassifier.from_bytes(tree.to_bytes())

    assert again.attributes == tree.attributes
    assert again.classes == [(2, "b")]
    assert again == tree


class Own:
    """A label of a class that only a pickle can carry."""

    def __eq__(self, other):
        return isinstance(other, Own)

    def __hash__(self):
        return 7


def test_labels_of_your_own_are_pickled_but_not_written():
    """Bytes carry plain values alone; the error names the type."""
    tree = VFDTClassifier()
    tree.learn_one({"x": Own()}, Own())

    assert pickle.loads(pickle.dumps(tree)) == tree
    with pytest.raises(TypeError, match="Own"):
        tree.to_bytes()


def hits(counts):
    """Say how many rows more are right."""
    return counts.max(axis=1).sum() - counts.sum(axis=0).max()


def test_criterion_of_your_own_must_be_given_again():
    """A pickle has it by its name, bytes have not."""
    tree = learned(VFDTClassifier(split_criterion=hits), rows(1500))

    again = VFDTClassifier.from_bytes(tree.to_bytes(), split_criterion=hits)

    assert again == tree == pickle.loads(pickle.dumps(tree)) == tree.copy()
    assert again.get_params()["split_criterion"] is hits
    with refused(es.StateError, "the tree has a criterion of its own: give it to read the state"):
        VFDTClassifier.from_bytes(tree.to_bytes())
    with refused(TypeError, "split_criterion must be None or a callable, got 'gini' (str)"):
        VFDTClassifier.from_bytes(tree.to_bytes(), split_criterion="gini")


def test_subclass_keeps_what_it_adds():
    """Its own attributes go with the tree."""

    class Named(VFDTClassifier):
        pass

    tree = Named()
    tree.name = "oak"

    assert tree.copy().name == "oak"
    assert type(Named.from_bytes(tree.to_bytes())) is Named


def test_damaged_bytes_are_refused():
    """Cut, changed, or of something else: one error, never a crash."""
    state = learned(VFDTClassifier(), rows(300)).to_bytes()
    with refused(es.StateError, "not an entrostream state: 1 byte, a header has 16"):
        VFDTClassifier.from_bytes(b"?")
    with pytest.raises(es.StateError):
        VFDTClassifier.from_bytes(es.Tally().to_bytes())
    for cut in range(0, len(state), 97):
        with pytest.raises(es.StateError):
            VFDTClassifier.from_bytes(state[:cut])
    for place in range(0, len(state), 53):
        damaged = bytearray(state)
        damaged[place] ^= 0x41
        with pytest.raises(es.StateError):
            VFDTClassifier.from_bytes(bytes(damaged))


def test_damaged_pickle_is_refused():
    """Labels that do not fit the tree."""
    old = tuple_in("tree_rivals")
    state, labels, _ = learned(VFDTClassifier(), rows(300)).__getstate__()
    fresh = VFDTClassifier.__new__(VFDTClassifier)
    for broken in [
        old[:4],
        (*old[:3], ["yes"], *old[4:]),
        (*old[:1], [], *old[2:]),
        (state, labels[:-1], None),
        (state, [*labels, "yes"], None),
        (state, [None] + labels[1:2] * (len(labels) - 1), None),
    ]:
        with pytest.raises(es.StateError):
            fresh.__setstate__(broken)
    with pytest.raises(TypeError, match="not initialised"):
        fresh.learn_one({}, 1)


def test_rows_that_were_never_learned_leave_no_name():
    """A value or a class of weight 0 is not in the state."""
    tree = VFDTClassifier()
    table, _ = columns(rows(50))
    tree.learn_many({**table, "colour": ["mauve"] * 50}, ["other"] * 50, [0] * 50)

    assert VFDTClassifier.from_bytes(tree.to_bytes()).classes == []
