"""most_common orders by count, then by label, whatever the history."""

import random
from itertools import permutations

import pytest

import entrostream as es
from tests.laws.summaries import every_class


def holding(labels, make=es.Tally):
    """Return a summary that saw these labels."""
    summary = make()
    summary.update_many(labels)
    return summary


def test_largest_counts_come_first():
    """All labels without k, the first k with it."""
    tally = holding("abracadabra")

    assert tally.most_common() == [("a", 5), ("b", 2), ("r", 2), ("c", 1), ("d", 1)]
    assert tally.most_common(None) == tally.most_common()
    assert tally.most_common(k=2) == [("a", 5), ("b", 2)]
    assert tally.most_common(0) == []
    assert tally.most_common(100) == tally.most_common()
    assert tally.most_common(2**62 - 1) == tally.most_common()


@every_class
def test_empty_summary_has_no_label(make):
    """No label, no pair."""
    assert make().most_common() == []
    assert make().most_common(3) == []


@pytest.mark.parametrize(
    ("labels", "ordered"),
    [
        ("dbca", ["a", "b", "c", "d"]),
        ([3, 1.5, -2, 2**70], [-2, 1.5, 3, 2**70]),
        ([(2, "a"), (1, "b"), (1, "a")], [(1, "a"), (1, "b"), (2, "a")]),
        ([b"b", b"a", b""], [b"", b"a", b"b"]),
        (["b", 2, "a", 1], [1, 2, "a", "b"]),
    ],
    ids=["text", "numbers", "tuples", "bytes", "numbers and text"],
)
def test_ties_stand_in_the_order_of_their_labels(labels, ordered):
    """Whatever order they came in, also where only some of the ties fit."""
    for order in permutations(labels):
        tally = holding(order)
        for k in range(len(ordered) + 1):
            assert [label for label, _ in tally.most_common(k)] == ordered[:k]


def test_history_does_not_show_in_ties():
    """Labels that came, left and returned stand where they would without that."""
    plain = holding("abcde")
    moved = holding("edcba")
    for label in "bad":
        moved.drop(label)
    moved.update_many("dabxyz")
    for label in "xyz":
        moved.remove(label)

    assert moved.most_common() == plain.most_common()
    assert moved.most_common(2) == plain.most_common(2)


def test_labels_that_cannot_be_compared_do_not_disturb_the_others():
    """Complex numbers have no order; strings among them keep theirs."""
    for order in permutations(["b", "a", 1j, 2j]):
        labels = [label for label, _ in holding(order).most_common()]
        assert [label for label in labels if isinstance(label, str)] == ["a", "b"]


@pytest.mark.parametrize(
    "labels",
    [
        [1j, 2j, 3j],
        [(1, "a"), ("a", 1), (1, 1)],
        [(1, None), (1, 2), (None, 1)],
    ],
    ids=["complex", "tuples of mixed kinds", "tuples with None"],
)
def test_labels_without_an_order_do_not_tell_how_they_came(labels):
    """The result is a function of what is held, whatever the labels are."""
    results = {tuple(holding(order).most_common(1)) for order in permutations(labels)}

    assert len(results) == 1


def test_missing_label_takes_its_place():
    """None, the label of missing values, ties with the others."""
    tally = es.Tally(missing="label")
    tally.update_many([None, "b", "a", 1])

    assert tally.most_common() == [(None, 1), (1, 1), ("a", 1), ("b", 1)]


@pytest.mark.parametrize("seed", range(5))
def test_order_of_many_labels_is_that_of_sorted(seed):
    """A thousand labels with few different counts."""
    rng = random.Random(seed)
    counts = {rng.getrandbits(40): rng.randint(1, 5) for _ in range(1000)}
    tally = es.Tally()
    tally.update_counts(counts)

    expected = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))

    assert tally.most_common() == expected
    assert tally.most_common(37) == expected[:37]
