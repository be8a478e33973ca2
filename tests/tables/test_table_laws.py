"""A table is a function of the pairs now held, not of how they came."""

from collections import Counter, deque
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule

import entrostream as es
from tests.examples import examples
from tests.registry import PAIR_MEASURES
from tests.tables.tables import (
    RESTORES,
    columns,
    every_class,
    every_table,
    every_window,
    fresh_table,
    labels,
    pair_counts,
    pair_streams,
    pair_streams_with_missing,
    pairs,
    reads,
)


def check_is_fresh(table, model):
    """Check that a table is what a fresh one with the model's counts is, to the last bit."""
    counts = {pair: count for pair, count in model.items() if count}
    fresh = fresh_table(counts)
    assert table.counts() == counts
    assert reads(table) == reads(fresh)
    assert table.counts_x() == fresh.counts_x()
    assert table.counts_y() == fresh.counts_y()


class Histories(RuleBasedStateMachine):
    """Tables go through any operations, each with a Counter of its pairs."""

    made = Bundle("made")

    def __init__(self):
        super().__init__()
        self.alive = []

    def keep(self, table, model):
        self.alive.append((table, model))
        return table, model

    @rule(target=made)
    def begin(self):
        return self.keep(es.ContingencyTable(), Counter())

    @rule(both=made, pair=pairs)
    def update(self, both, pair):
        both[0].update(*pair)
        both[1][pair] += 1

    @rule(both=made, stream=pair_streams)
    def update_many(self, both, stream):
        both[0].update_many(*columns(stream))
        both[1].update(stream)

    @rule(both=made, stream=pair_streams)
    def trace(self, both, stream):
        both[0].trace(*columns(stream), PAIR_MEASURES)
        both[1].update(stream)

    @rule(both=made, counts=pair_counts)
    def update_counts(self, both, counts):
        if both[1].total() + sum(counts.values()) < 2**62:
            both[0].update_counts(counts)
            both[1].update(counts)

    @rule(both=made, data=st.data())
    def remove(self, both, data):
        held = [pair for pair, count in both[1].items() if count]
        if held:
            pair = data.draw(st.sampled_from(held))
            both[0].remove(*pair)
            both[1][pair] -= 1

    @rule(both=made, data=st.data())
    def remove_counts(self, both, data):
        held = {pair: count for pair, count in both[1].items() if count}
        less = {pair: data.draw(st.integers(0, count)) for pair, count in held.items()}
        both[0].remove_counts(less)
        both[1].subtract(less)

    @rule(left=made, right=made)
    def merge(self, left, right):
        if left[1].total() + right[1].total() < 2**62:
            left[0].merge(right[0])
            left[1].update(Counter(right[1]))

    @rule(target=made, left=made, right=made)
    def add(self, left, right):
        if left[1].total() + right[1].total() >= 2**62:
            return multiple()
        return self.keep(left[0] + right[0], left[1] + right[1])

    @rule(target=made, both=made, restore=st.sampled_from(list(RESTORES.values())))
    def restore(self, both, restore):
        return self.keep(restore(both[0]), Counter(both[1]))

    @rule(both=made)
    def clear(self, both):
        both[0].clear()
        both[1].clear()

    @invariant()
    def every_table_is_that_of_its_counts(self):
        for table, model in self.alive:
            check_is_fresh(table, model)


TestHistories = Histories.TestCase
TestHistories.settings = examples(20, stateful_step_count=25)


@given(counts=pair_counts, data=st.data())
def test_bytes_are_a_function_of_the_counts(counts, data):
    """Any order of arrival, and any detour, gives the same bytes."""
    table = es.ContingencyTable()
    for pair in data.draw(st.permutations([pair for pair, count in counts.items() if count])):
        table.update(*pair)
        table.update("only", "for a while")
        table.update_counts({pair: counts[pair] - 1})
    detour = ("only", "for a while")
    table.remove_counts({detour: table.counts().get(detour, 0)})
    fresh = es.ContingencyTable()
    fresh.update_counts(counts)

    assert table.to_bytes() == fresh.to_bytes()
    assert table == fresh


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@given(steps=st.lists(pairs | pair_streams, max_size=8))
def test_window_is_a_deque(size, steps):
    """One by one or in bulk, it holds the last pairs, and reads as a table of them."""
    window, queue = es.ContingencyWindow(size), deque(maxlen=size)
    for step in steps:
        if isinstance(step, tuple):
            window.update(*step)
            queue.append(step)
        else:
            window.update_many(*columns(step))
            queue.extend(step)

        assert window.events() == list(queue)
        check_is_fresh(window, Counter(queue))
    assert window.size == size


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@given(stream=pair_streams, data=st.data())
def test_window_gives_up_the_oldest_of_a_pair(size, stream, data):
    """The others keep their order."""
    window, queue = es.ContingencyWindow(size), deque(stream, maxlen=size)
    window.update_many(*columns(stream))
    while queue:
        pair = data.draw(st.sampled_from(list(queue)))
        window.remove(*pair)
        queue.remove(pair)

        assert window.events() == list(queue)
        check_is_fresh(window, Counter(queue))


@every_window
@given(stream=pair_streams, counts=st.dictionaries(pairs, st.integers(0, 9), max_size=5))
def test_window_takes_counts_one_pair_after_the_other(make, stream, counts):
    """As update_many with each pair repeated."""
    window, other = make(), make()
    window.update_many(*columns(stream))
    other.update_many(*columns([*stream, *Counter(counts).elements()]))

    window.update_counts(counts)

    assert window == other
    assert window.events() == other.events()


@every_table
@given(before=pair_streams, stream=pair_streams)
def test_trace_is_one_by_one(make, before, stream):
    """Every value is, bit for bit, what the property gives there."""
    traced, single = make(), make()
    for table in (traced, single):
        table.update_many(*columns(before))
    found = traced.trace(*columns(stream), PAIR_MEASURES)
    expected = []
    for pair in stream:
        single.update(*pair)
        expected.append([float(getattr(single, name)) for name in PAIR_MEASURES])

    assert list(found) == list(PAIR_MEASURES)
    assert [tuple(row) for row in zip(*found.values(), strict=True)] == [
        tuple(row) for row in expected
    ]
    assert traced == single
    for name in PAIR_MEASURES:
        alone = make()
        alone.update_many(*columns(before))
        assert alone.trace(*columns(stream), name).tolist() == found[name].tolist()


@every_table
@given(stream=pair_streams_with_missing, rule=st.sampled_from(["skip", "label"]))
def test_trace_with_missing_values(make, stream, rule):
    """A row in which either is missing is no event, or has the label None."""
    traced, single = make(missing=rule), make(missing=rule)
    found = traced.trace(*columns(stream), ("mutual_information", "n"))
    expected = []
    for pair in stream:
        single.update(*pair)
        expected.append((single.mutual_information, single.n))

    assert list(zip(*(found[name].tolist() for name in found), strict=True)) == expected
    assert traced == single


@every_table
@given(stream=pair_streams, data=st.data())
def test_any_split_into_batches_gives_the_same(make, stream, data):
    """One column, or many."""
    whole, parts = make(), make()
    whole.update_many(*columns(stream))
    rest = iter(stream)
    while part := list(islice(rest, data.draw(st.integers(1, 9)))):
        if data.draw(st.booleans()):
            parts.update_many(*columns(part))
        else:
            parts.trace(*columns(part))

    assert parts == whole
    assert reads(parts) == reads(whole)


@pytest.mark.parametrize(
    ("rows", "x_values", "y_values"),
    [(9000, 3, 3), (9000, 40, 9), (3000, 900, 900), (70000, 800, 800)],
)
@pytest.mark.parametrize("size", [50, 3000, None])
def test_long_columns(size, rows, x_values, y_values):
    """Blocks, grids and pieces of a column give what single events give."""
    rng = np.random.default_rng(rows + x_values)
    xs = rng.integers(0, x_values, rows)
    ys = np.where(rng.random(rows) < 0.3, xs, rng.integers(0, y_values, rows))
    make = es.ContingencyTable if size is None else lambda: es.ContingencyWindow(size)
    in_bits = (
        "entropy_x",
        "entropy_y",
        "joint_entropy",
        "conditional_entropy",
        "mutual_information",
        "information_gain",
    )
    blocks, all_of_them, bulk, single = make(), make(), make(), make()

    found = blocks.trace(xs, ys, in_bits)
    others = all_of_them.trace(xs, ys, PAIR_MEASURES)
    bulk.update_many(xs, ys)
    for row, (x, y) in enumerate(zip(xs.tolist(), ys.tolist(), strict=True)):
        single.update(x, y)
        if row % 97 == 0 or row == rows - 1:
            for name in in_bits:
                assert found[name][row].hex() == getattr(single, name).hex()
            for name in PAIR_MEASURES:
                assert others[name][row] == getattr(single, name)

    assert blocks == all_of_them == bulk == single
    check_is_fresh(blocks, single.counts())


def test_column_continues_a_window_that_is_half_full():
    """The ring wraps anywhere."""
    rng = np.random.default_rng(8)
    window, single = es.ContingencyWindow(700), es.ContingencyWindow(700)
    for length in (300, 1000, 5, 699, 700, 701, 64, 2500):
        xs, ys = rng.integers(0, 5, length), rng.integers(0, 4, length)
        found = window.trace(xs, ys, "mutual_information")
        expected = []
        for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
            single.update(x, y)
            expected.append(single.mutual_information)

        assert found.tolist() == expected
        assert window.events() == single.events()


@every_class
@given(stream=pair_streams, other=pair_streams)
def test_equality_is_that_of_the_content(make, stream, other):
    """Tables are equal if their counts are, windows if their events are."""
    left, right = make(), make()
    left.update_many(*columns(stream))
    right.update_many(*columns(other))
    in_order = hasattr(left, "size")  # time windows hold these pairs at one time
    same = stream == other if in_order else Counter(stream) == Counter(other)

    assert (left == right) is same
    assert (left != right) is not same
    for restore in RESTORES.values():
        assert restore(left) == left


def test_equality_sees_which_pairs_have_which_counts():
    """The same sums, the same margins, other pairs."""
    left = fresh_table({("a", 0): 1, ("b", 1): 1})
    right = fresh_table({("a", 1): 1, ("b", 0): 1})

    assert reads(left) == reads(right)
    assert left != right


def test_equality_sees_parameters_and_kind():
    """Another rule, another size, another class."""
    assert es.ContingencyTable() != es.ContingencyTable(missing="skip")
    assert es.ContingencyWindow(3) != es.ContingencyWindow(4)
    assert es.ContingencyTable() != es.ContingencyWindow(3)
    assert es.ContingencyTable() != es.Tally()
    assert es.ContingencyTable() != {}


@every_class
def test_tables_have_no_hash(make):
    """They change."""
    with pytest.raises(TypeError, match="unhashable type"):
        hash(make())


plain = st.sampled_from(["a", "b", 1, 2**70, -0.5, True, (1, "a"), b"a"])


@given(st.lists(st.tuples(plain, plain), max_size=30), st.randoms(use_true_random=False))
def test_most_common_is_a_function_of_the_counts(stream, rng):
    """The largest first, ties by x and then by y, however they came."""
    table, other = es.ContingencyTable(), es.ContingencyTable()
    table.update_many(*columns(stream))
    rng.shuffle(stream)
    other.update_many(*columns(stream))
    found = table.most_common()

    assert found == other.most_common()
    assert [count for _, count in found] == sorted(Counter(stream).values(), reverse=True)
    assert dict(found) == Counter(stream)
    for k in (0, 1, 3, 100):
        assert table.most_common(k) == found[:k]


def test_ties_stand_in_the_order_of_x_and_then_of_y():
    """Numbers by size, strings by letter."""
    table = fresh_table({(10, "b"): 2, (9, "c"): 2, (9, "a"): 2, ("x", "a"): 2, (1, "z"): 5})

    assert table.most_common() == [
        ((1, "z"), 5),
        ((9, "a"), 2),
        ((9, "c"), 2),
        ((10, "b"), 2),
        (("x", "a"), 2),
    ]


@given(label=labels, other=labels)
def test_x_and_y_are_told_apart(label, other):
    """The same label may be a value of both, and of each it is another."""
    table = es.ContingencyTable()
    table.update(label, other)

    assert table.counts_x() == {label: 1}
    assert table.counts_y() == {other: 1}
    assert table.distinct == 1


def test_splitting_over_tables_and_merging_gives_the_same_bits():
    """As many workers as one likes."""
    rng = np.random.default_rng(2)
    xs, ys = rng.integers(0, 30, 10_000), rng.integers(0, 20, 10_000)
    whole = es.ContingencyTable()
    whole.update_many(xs, ys)
    total = es.ContingencyTable()
    for part in np.array_split(np.arange(10_000), 7)[::-1]:
        table = es.ContingencyTable()
        table.update_many(xs[part], ys[part])
        total += table

    assert total == whole
    assert reads(total) == reads(whole)
    assert total.to_bytes() == whole.to_bytes()


def test_table_merges_with_itself():
    """All counts double; the gains stay."""
    table = fresh_table({("a", 0): 3, ("b", 1): 4, ("b", 0): 1})
    before = table.mutual_information

    table.merge(table)

    assert table.counts() == {("a", 0): 6, ("b", 1): 8, ("b", 0): 2}
    assert table.mutual_information == pytest.approx(before, rel=1e-15)
