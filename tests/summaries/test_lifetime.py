"""Summaries and their labels live as long as somebody holds them, and no longer."""

import gc
import weakref

import pytest

import entrostream as es
from tests.laws.summaries import add_counts, every_class, every_removable_class


class Label:
    """A label that can hold on to something and be watched."""

    def __init__(self):
        self.other = None


@pytest.fixture(autouse=True, scope="module")
def without_garbage_of_others():
    """Leave what other tests hold to itself: each collection here would visit all of it."""
    gc.collect()
    gc.freeze()


@every_class
def test_summary_can_be_watched(make):
    """Weak references work and die with it."""
    summary = make()
    watch = weakref.ref(summary)
    assert watch() is summary

    del summary
    assert watch() is None


FEEDS = {
    "update": lambda summary, label: summary.update(label),
    "update_many": lambda summary, label: summary.update_many([label]),
    "trace": lambda summary, label: summary.trace([label]),
    "update_counts": lambda summary, label: add_counts(summary, {label: 1}),
}
every_feed = pytest.mark.parametrize("feed", FEEDS.values(), ids=FEEDS.keys())


@every_feed
@every_class
def test_cycle_through_a_label_is_collected(make, feed):
    """A label that holds the summary that holds it does not keep both alive."""
    summary, label = make(), Label()
    label.other = summary
    feed(summary, label)
    watches = [weakref.ref(summary), weakref.ref(label)]

    del summary, label
    gc.collect()

    assert [watch() for watch in watches] == [None, None]


@every_class
def test_cycle_through_two_summaries_is_collected(make):
    """Each holds a label that holds the other."""
    one, two = make(), make()
    first, second = Label(), Label()
    first.other, second.other = two, one
    one.update(first)
    two.update(second)
    watches = [weakref.ref(each) for each in (one, two, first, second)]

    del one, two, first, second
    gc.collect()

    assert [watch() for watch in watches] == [None] * 4


def test_cycle_through_an_attribute_is_collected():
    """A subclass that holds itself, by an attribute and by a label."""

    class Owner(es.Tally):
        pass

    owner, label = Owner(), Label()
    owner.itself = owner
    label.other = owner
    owner.update(label)
    watch = weakref.ref(owner)

    del owner, label
    gc.collect()

    assert watch() is None


@every_class
def test_summary_that_is_held_is_not_collected(make):
    """A collection leaves alone what somebody still uses, its labels included."""
    summary, label = make(), Label()
    label.other = summary
    summary.update(label)
    watch = weakref.ref(label)

    del label
    gc.collect()

    assert watch() is not None
    assert summary.counts() == {watch(): 1}


@every_class
def test_cleared_label_is_let_go(make):
    """At once."""
    summary, label = make(), Label()
    summary.update(label)
    watch = weakref.ref(label)

    summary.clear()
    del label

    assert watch() is None


@every_removable_class
@pytest.mark.parametrize("leave", ["drop", "remove"])
def test_label_that_left_is_let_go(make, leave):
    """Soon, as others come."""
    summary, label = make(), Label()
    summary.update(label)
    watch = weakref.ref(label)

    getattr(summary, leave)(label)
    del label
    for each in range(200):
        summary.update(each)
        summary.remove(each)

    assert watch() is None


@every_feed
@every_class
def test_refused_labels_are_let_go(make, feed):
    """A batch that fails keeps none of its labels alive."""
    summary, label = make(), Label()
    watch = weakref.ref(label)
    with pytest.raises(TypeError):
        summary.update_many([label, []])
    if hasattr(summary, "update_counts"):
        with pytest.raises(TypeError):
            summary.update_counts({label: "one"})

    feed(summary, "other")
    del label
    gc.collect()

    assert watch() is None


@every_class
def test_copy_holds_its_own_references(make):
    """The labels of a copy outlive the original."""
    summary, label = make(), Label()
    summary.update(label)
    twin = summary.copy()
    watch = weakref.ref(label)

    del summary, label
    assert twin.counts() == {watch(): 1}

    del twin
    assert watch() is None
