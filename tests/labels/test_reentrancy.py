"""Labels may run any code in __hash__, __eq__ and __del__: nothing is half changed by it."""

import datetime as dt
import gc
import sys

import numpy as np
import pytest

import entrostream as es
from tests.labels.calling_label import BUSY, Label, OopsError, Pairs
from tests.laws.summaries import fresh_tally, reads
from tests.refusals import refused

MAKERS = {"Tally": es.Tally, "SlidingWindow": lambda: es.SlidingWindow(8)}
every_maker = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


FEEDS = {
    "update": lambda s, label: s.update(label),
    "update_many": lambda s, label: s.update_many(["new", label, "newer"]),
    "update_many of an array": lambda s, label: s.update_many(array_of("new", label)),
    "trace": lambda s, label: s.trace(["new", label, "newer"]),
    "update_counts": lambda s, label: s.update_counts(Pairs([("new", 2), (label, 1)])),
    "remove": lambda s, label: s.remove(label),
    "remove_counts": lambda s, label: s.remove_counts(Pairs([("a", 1), (label, 1)])),
    "drop": lambda s, label: s.drop(label),
}
every_feed = pytest.mark.parametrize("feed", FEEDS.values(), ids=FEEDS.keys())


def array_of(*labels):
    """Return an array of objects."""
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def holding(make, label):
    """Return a summary that holds two plain labels and one that shares its hash with others."""
    summary = make()
    summary.update_many(["a", "a", "b", label])
    return summary


def content(summary, held):
    """Return what is held, without a dict that would hash the labels."""
    events = [getattr(label, "name", label) for label in getattr(summary, "events", list)()]
    return summary.n, summary.distinct, reads(summary), events, held.name


@every_feed
@every_maker
@pytest.mark.parametrize("where", ["hashed", "compared"])
@pytest.mark.parametrize("error", [OopsError("oops"), KeyboardInterrupt(), TypeError("mine")])
def test_what_a_label_throws_passes_through(make, feed, where, error):
    """The very exception arrives, whatever it is, and nothing has changed."""

    def throw():
        raise error

    held = Label("held")
    summary = holding(make, held)
    before = content(summary, held)

    with pytest.raises(type(error)) as caught:
        feed(summary, Label("other", **{where: throw}))

    assert caught.value is error
    assert content(summary, held) == before
    summary.update_many(["new", "a"])
    assert summary.n == 6


MEDDLING = {
    "update": lambda s: s.update("a"),
    "update with a new label": lambda s: s.update("never seen"),
    "update_many": lambda s: s.update_many("xyz"),
    "trace": lambda s: s.trace("xyz"),
    "update_counts": lambda s: s.update_counts({"x": 3}),
    "remove": lambda s: s.remove("a"),
    "remove_counts": lambda s: s.remove_counts({"a": 1}),
    "drop": lambda s: s.drop("a"),
    "clear": lambda s: s.clear(),
    "entropy": lambda s: s.entropy,
    "n": lambda s: s.n,
    "counts": lambda s: s.counts(),
    "most_common": lambda s: s.most_common(),
    "entropy_estimate": lambda s: s.entropy_estimate(),
    "copy": lambda s: s.copy(),
    "to_bytes": lambda s: s.to_bytes(),
    "==": lambda s: s == type(s).from_bytes(EMPTY[type(s)]),
    "repr": repr,
}
EMPTY = {type(make()): make().to_bytes() for make in MAKERS.values()}
every_meddling = pytest.mark.parametrize("meddle", MEDDLING.values(), ids=MEDDLING.keys())


@every_meddling
@every_feed
@every_maker
@pytest.mark.parametrize("where", ["hashed", "compared"])
def test_label_that_calls_the_summary_is_refused(make, feed, meddle, where):
    """RuntimeError out of its __hash__ or __eq__, and nothing has changed."""
    held = Label("held")
    summary = holding(make, held)
    before = content(summary, held)

    with refused(RuntimeError, BUSY):
        feed(summary, Label("other", **{where: lambda: meddle(summary)}))

    assert content(summary, held) == before


@every_meddling
@every_maker
def test_label_that_swallows_the_refusal_is_counted(make, meddle):
    """The call that was refused changed nothing, the one that was going on goes on."""
    refusals = []

    def meddle_and_hide():
        try:
            meddle(summary)
        except RuntimeError as error:
            refusals.append(str(error))

    summary = holding(make, Label("held"))
    summary.update_many(["c", Label("other", compared=meddle_and_hide)])

    assert set(refusals) == {BUSY}
    assert (summary.n, summary.distinct) == (6, 5)
    assert reads(summary) == reads(fresh_tally({0: 2, 1: 1, 2: 1, 3: 1, 4: 1}))


@every_maker
def test_label_may_use_other_summaries(make):
    """Only the one at work is busy."""
    other = make()
    summary = holding(make, Label("held"))

    summary.update(Label("other", compared=lambda: other.update("x")))

    assert summary.n == 5
    assert other.counts() == {"x": other.n}


@every_feed
@every_maker
def test_label_that_drops_the_last_reference_does_no_harm(make, feed):
    """The summary lives until the call is over."""
    held = Label("held")
    box = [holding(make, held)]

    def drop():
        box.clear()
        gc.collect()

    other = Label("held", hashed=drop, compared=drop)
    feed(box[0], other)

    assert box == []


def test_list_that_shrinks_while_it_is_read_is_refused():
    """A label that empties the list: RuntimeError, and nothing has changed."""
    tally = holding(es.Tally, held := Label("held"))
    before = content(tally, held)
    labels = ["new"]
    labels += [Label("other", compared=labels.clear), "x", "y"]

    with refused(RuntimeError, "labels changed while they were read"):
        tally.update_many(labels)

    assert content(tally, held) == before


def test_list_that_grows_while_it_is_read_counts_its_first_rows():
    """Rows that come later are for the next call."""
    tally = holding(es.Tally, Label("held"))
    labels = ["new"]
    labels += [Label("other", compared=lambda: labels.extend("xyz")), "x"]

    tally.update_many(labels)

    assert tally.n == 4 + 3


def test_list_whose_rows_are_replaced_while_it_is_read_stays_alive():
    """A row that nobody else holds is not freed under the reader's hands."""
    tally = holding(es.Tally, Label("held"))
    labels = [None, Label("x"), Label("y")]

    def replace():
        labels[:] = ["p", "q", "r"]
        gc.collect()

    labels[0] = Label("other", compared=replace)
    tally.update_many(labels)

    assert tally.n == 4 + 3
    assert tally.counts()["q"] == tally.counts()["r"] == 1


def test_iterator_that_calls_the_summary_is_refused():
    """The summary is at work from the first row on."""
    tally = es.Tally()
    tally.update("a")

    with refused(RuntimeError, BUSY):
        tally.update_many(tally.entropy for _ in range(3))

    assert tally.counts() == {"a": 1}


def test_mapping_that_calls_the_summary_is_refused():
    """Nor may the numbers of a mapping do so."""
    tally = es.Tally()
    tally.update("a")

    class Meddling:
        def __index__(self):
            tally.update("x")
            return 3

    class Mapping(dict):
        def items(self):
            tally.clear()
            return super().items()

    for counts in ({"b": 1, "c": Meddling()}, Mapping(b=1)):
        with refused(RuntimeError, BUSY):
            tally.update_counts(counts)
        assert tally.counts() == {"a": 1}


def test_time_zone_that_calls_the_summary_is_refused():
    """A datetime's offset is read as it comes in, and never again."""
    tally = es.Tally()

    class Zone(dt.tzinfo):
        def utcoffset(self, when):
            if armed:
                tally.clear()
            return dt.timedelta(0)

    moment = dt.datetime(2020, 1, 1, tzinfo=Zone())
    armed = True
    for call in (tally.update, lambda label: tally.update_many(["a", label]), tally.remove):
        with refused(RuntimeError, BUSY):
            call(moment)
        assert tally.n == 0
    armed = False
    tally.update(moment)
    armed = True
    assert es.Tally.from_bytes(tally.to_bytes()) == tally


def test_order_that_calls_the_summary_is_refused():
    """most_common compares labels that tie."""
    tally = es.Tally()

    class Ordered:
        def __lt__(self, other):
            tally.clear()
            return True

    tally.update_many([Ordered(), Ordered()])
    with refused(RuntimeError, BUSY):
        tally.most_common()

    assert tally.n == 2


def test_label_without_a_repr_cannot_disturb_an_error():
    """The error shows its type instead, and nothing has changed."""

    class Mute:
        def __repr__(self):
            raise OopsError

    tally = es.Tally()
    tally.update("a")
    for call in (tally.remove, tally.drop):
        with pytest.raises(ValueError, match=r"<.*Mute without a repr>"):
            call(Mute())

    assert tally.counts() == {"a": 1}


@pytest.fixture
def unraisable(monkeypatch):
    """Return the list of what __del__ methods throw."""
    caught = []
    monkeypatch.setattr(sys, "unraisablehook", lambda raised: caught.append(str(raised.exc_value)))
    return caught


class Dying:
    """A label that calls its summary when it dies."""

    def __init__(self, summary):
        self.summary = summary

    def __del__(self):
        self.summary.update("from the grave")


def cleared(summary):
    """Let a label go by clear."""
    summary.update(Dying(summary))
    summary.clear()


def swept(summary):
    """Let a label go because many others came and went since it was dropped."""
    label = Dying(summary)
    summary.update(label)
    summary.drop(label)
    del label
    for other in range(200):
        summary.update(other)
        summary.remove(other)


def taken_back(summary):
    """Let a label go because a row behind it is refused."""
    with pytest.raises(TypeError):
        summary.update_many(Dying(summary) if row == 0 else [] for row in range(2))


@every_maker
@pytest.mark.parametrize("let_go", [cleared, swept, taken_back])
def test_dying_label_that_calls_the_summary_is_refused(make, let_go, unraisable):
    """A label that is let go while the summary is at work finds it busy."""
    summary = make()

    let_go(summary)
    gc.collect()

    assert unraisable == [BUSY]
    assert (summary.n, summary.distinct) == (0, 0)


@every_maker
def test_dying_summary_may_be_called_by_its_labels(make, unraisable):
    """A cycle of a summary and a label that calls it from __del__ is collected without harm."""
    summary = make()
    summary.update(Dying(summary))

    del summary
    gc.collect()

    assert set(unraisable) <= {BUSY}
