"""Labels may run any code, and threads may meet: nothing is half changed by it."""

import gc
import threading
import weakref

import numpy as np
import pytest

import entrostream as es
from tests.labels.calling_label import BUSY, Label, OopsError, Pairs
from tests.refusals import refused
from tests.tables.tables import every_class, fresh_table, reads

FEEDS = {
    "update x": lambda t, label: t.update(label, "new"),
    "update y": lambda t, label: t.update("new", label),
    "update_many": lambda t, label: t.update_many(["new", "newer"], [1, label]),
    "trace": lambda t, label: t.trace(["new", label], ["newer", "newest"]),
    "update_counts": lambda t, label: t.update_counts(
        Pairs([(("new", "n"), 2), (("a", label), 1)])
    ),
    "remove": lambda t, label: t.remove("a", label),
    "remove_counts": lambda t, label: t.remove_counts(Pairs([(("a", 0), 1), ((label, 0), 1)])),
}
every_feed = pytest.mark.parametrize("feed", FEEDS.values(), ids=FEEDS.keys())


def holding(make):
    """Return a table that holds plain pairs and labels that share their hash with others."""
    table = make()
    table.update_many(["a", "a", "b", Label("x")], [0, 1, 0, Label("y")])
    return table


def content(table):
    """Return what is held, without a dict that would hash the labels."""
    return table.n, table.distinct, table.distinct_x, table.distinct_y, reads(table)


@every_feed
@every_class
@pytest.mark.parametrize("where", ["hashed", "compared"])
def test_what_a_label_throws_passes_through(make, feed, where):
    """The very exception arrives, and nothing has changed."""
    error = OopsError("oops")

    def throw():
        raise error

    table = holding(make)
    before = content(table)
    with pytest.raises(OopsError) as caught:
        feed(table, Label("other", **{where: throw}))

    assert caught.value is error
    assert content(table) == before
    table.update("new", "newer")
    assert table.n == 5


MEDDLING = {
    "update": lambda t: t.update("a", 0),
    "update_many": lambda t: t.update_many("xy", "uv"),
    "trace": lambda t: t.trace("xy", "uv"),
    "update_counts": lambda t: t.update_counts({("x", 0): 3}),
    "remove": lambda t: t.remove("a", 0),
    "remove_counts": lambda t: t.remove_counts({("a", 0): 1}),
    "clear": lambda t: t.clear(),
    "mutual_information": lambda t: t.mutual_information,
    "n": lambda t: t.n,
    "missing": lambda t: t.missing,
    "counts": lambda t: t.counts(),
    "counts_x": lambda t: t.counts_x(),
    "counts_y": lambda t: t.counts_y(),
    "most_common": lambda t: t.most_common(),
    "g_test": lambda t: t.g_test(),
    "copy": lambda t: t.copy(),
    "to_bytes": lambda t: t.to_bytes(),
    "__getstate__": lambda t: t.__getstate__(),
    "==": lambda t: t == t,
    "repr": repr,
}


@every_feed
@every_class
@pytest.mark.parametrize("meddle", MEDDLING.values(), ids=MEDDLING.keys())
def test_call_from_within_a_label_is_refused(make, feed, meddle):
    """Whatever it would have done."""
    table = holding(make)
    before = content(table)
    refusals = []

    def call():
        try:
            meddle(table)
        except RuntimeError as error:
            refusals.append(str(error))
            raise

    with refused(RuntimeError, BUSY):
        feed(table, Label("other", compared=call))

    assert refusals == [BUSY]
    assert content(table) == before


def test_both_sides_of_a_merge_are_busy():
    """The table that is read must not change meanwhile."""
    left, right = es.ContingencyTable(), es.ContingencyTable()
    left.update("a", Label("y"))
    right.update("a", Label("z", compared=lambda: right.clear()))
    with refused(RuntimeError, BUSY):
        left.merge(right)
    with refused(RuntimeError, BUSY):
        left == right  # noqa: B015

    assert (left.n, right.n) == (1, 1)


@every_class
def test_table_that_loses_its_last_reference_at_work(make):
    """It lives until the call is over."""
    tables = [holding(make)]
    gone = weakref.ref(tables[0])

    tables[0].update("a", Label("other", compared=tables.clear))

    gc.collect()
    assert gone() is None


@every_class
def test_garbage_with_a_table_in_a_circle_is_collected(make):
    """A table that holds an object that holds the table."""

    class Holder:
        pass

    holder = Holder()
    holder.table = make()
    holder.table.update(holder, "y")
    holder.table.update("x", holder)
    gone = weakref.ref(holder)
    del holder

    gc.collect()
    assert gone() is None


ROWS = 2_000_000


@every_class
def test_call_meanwhile_is_refused_or_whole(make):
    """Another thread sees the table before, or after, or not at all."""
    rng = np.random.default_rng(6)
    xs, ys = rng.geometric(0.1, ROWS), rng.geometric(0.2, ROWS)
    table, after = make(), make()
    for each in (table, after):
        each.update_many("abc", "uvw")
    values = {table.mutual_information}
    after.update_many(xs, ys)
    values.add(after.mutual_information)
    results, refusals = [], []

    def attempt():
        try:
            results.append(table.mutual_information)
        except RuntimeError as error:
            refusals.append(str(error))

    tracing = threading.Thread(target=table.trace, args=(xs, ys))
    tracing.start()
    while tracing.is_alive():
        attempt()
    tracing.join()

    assert set(results) <= values
    assert set(refusals) <= {BUSY}
    assert table == after
    assert reads(table) == reads(fresh_table(after.counts()))


def test_threads_with_tables_of_their_own():
    """Three at once over the same columns disturb nobody."""
    rng = np.random.default_rng(6)
    xs, ys = rng.integers(0, 50, ROWS), rng.integers(0, 9, ROWS)
    tables = [es.ContingencyTable() for _ in range(3)]
    threads = [threading.Thread(target=table.update_many, args=(xs, ys)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert tables[0] == tables[1] == tables[2]
    assert tables[0].n == ROWS
