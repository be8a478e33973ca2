"""Every read of a table is as near to the truth as the docs state."""

import math
import random

import gmpy2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.tables.tables import every_class, fresh_table
from tests.tables.truth import ULPS, Truth, is_within


def check(counts):
    """Check all reads of these counts."""
    table, expected = fresh_table(counts), Truth(counts)
    for measure in ULPS:
        assert is_within(table, expected, measure), measure
    assert table.n == expected.n
    assert (table.distinct_x, table.distinct_y) == (len(expected.rows), len(expected.columns))
    assert table.distinct == len(expected.pairs)


small = st.integers(1, 40)
wide_counts = st.integers(1, 5) | st.integers(1, 10**6) | st.integers(1, 2**55)


def tables_of(rows, columns, counts):
    """Return tables with values of x below `rows` and values of y below `columns`."""
    pairs = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
    return st.dictionaries(pairs, counts, min_size=1, max_size=40)


@given(tables_of(5, 4, small) | tables_of(2, 2, small))
def test_small_tables(counts):
    """Few values, small counts."""
    check(counts)


@given(tables_of(4, 3, wide_counts))
def test_counts_of_all_sizes(counts):
    """Counts of 1 next to counts of 2^55."""
    check(counts)


@given(tables_of(1000, 2, wide_counts))
def test_tall_tables(counts):
    """Many values of the attribute, two classes."""
    check(counts)


@given(tables_of(2, 1000, wide_counts))
def test_wide_tables(counts):
    """Two values of the attribute, many classes."""
    check(counts)


@given(tables_of(10**6, 10**6, small))
def test_sparse_tables(counts):
    """Nearly every pair has a row and a column of its own."""
    check(counts)


@given(
    st.lists(st.integers(1, 50), min_size=1, max_size=6),
    st.lists(st.integers(1, 50), min_size=1, max_size=6),
    st.integers(1, 2**40),
)
def test_independent_values(rows, columns, scale):
    """Products of counts: the true gains are 0, and what is read is within the error of it."""
    counts = {
        (x, y): row * column * scale
        for x, row in enumerate(rows)
        for y, column in enumerate(columns)
    }
    check(counts)
    table = fresh_table(counts)

    assert 0.0 <= table.mutual_information <= 60 * 2.0**-59 / table.n
    assert 0.0 <= table.gini_gain <= 7 * 2.0**-59 / table.n


@given(st.lists(wide_counts, min_size=1, max_size=20))
def test_attribute_that_tells_all(counts):
    """Y is a function of x: nothing is left, to the last bit."""
    table = fresh_table({(i, i // 2): count for i, count in enumerate(counts)})

    assert table.conditional_entropy == table.conditional_gini == 0.0
    assert table.mutual_information.hex() == table.entropy_y.hex()
    assert table.gini_gain == pytest.approx(table.gini_y, rel=1e-15, abs=1e-15)


@given(st.lists(wide_counts, min_size=1, max_size=20))
def test_constant_attribute_tells_nothing(counts):
    """One row: exactly 0, whatever the classes."""
    table = fresh_table({("same", i): count for i, count in enumerate(counts)})

    assert table.information_gain == table.gain_ratio == table.gini_gain == 0.0
    assert table.conditional_entropy.hex() == table.entropy_y.hex()
    assert table.g_statistic == table.normalized_mutual_information == 0.0


@given(tables_of(5, 5, wide_counts))
def test_bounds(counts):
    """What holds for the true values holds for those read."""
    table = fresh_table(counts)

    assert 0.0 <= table.mutual_information <= min(table.entropy_x, table.entropy_y)
    assert 0.0 <= table.gain_ratio <= 1.0
    assert 0.0 <= table.normalized_mutual_information <= 1.0
    assert 0.0 <= table.conditional_entropy <= table.entropy_y * (1 + 2**-52)
    assert 0.0 <= table.conditional_gini <= table.gini_y * (1 + 2**-52)
    assert 0.0 <= table.gini_gain <= table.gini_y
    assert table.joint_entropy >= max(table.entropy_x, table.entropy_y)


@given(tables_of(6, 6, wide_counts))
def test_exchange_of_x_and_y(counts):
    """What is symmetric is so to the last bit."""
    table = fresh_table(counts)
    other = fresh_table({(y, x): count for (x, y), count in counts.items()})

    for measure in (
        "mutual_information",
        "joint_entropy",
        "variation_of_information",
        "normalized_mutual_information",
        "g_statistic",
    ):
        assert getattr(table, measure).hex() == getattr(other, measure).hex()
    assert table.entropy_x.hex() == other.entropy_y.hex()
    assert table.gini_y.hex() == other.gini_x.hex()


@pytest.mark.parametrize("n", [10**6, 10**9, 10**12, 10**15, 4 * 10**18])
def test_information_gain_is_right_where_float64_fails(n):
    """N I is good to 1e-16 bits whatever n is; entropies in float64 are off by 14 at 1e15."""
    quarter = n // 4
    shift = math.isqrt(n)  # so that G stays of the order of 1
    counts = {
        ("a", "yes"): quarter + shift,
        ("a", "no"): quarter - shift,
        ("b", "yes"): quarter - shift,
        ("b", "no"): quarter + shift,
    }
    table, expected = fresh_table(counts), Truth(counts)

    assert is_within(table, expected, "information_gain")
    assert is_within(table, expected, "g_statistic")

    def entropy(values):
        return -math.fsum(value / n * math.log2(value / n) for value in values)

    plain = (
        entropy(expected.rows.values())
        + entropy(expected.columns.values())
        - entropy(expected.pairs.values())
    )
    true = float(n * expected.mutual_information)
    assert abs(n * table.information_gain - true) < 1e-14
    if n >= 10**15:
        assert abs(n * plain - true) > 0.1


@pytest.mark.parametrize("seed", range(5))
@every_class
def test_rows_that_come_and_go(make, seed):
    """At any time of a stream whose values are new, grow and vanish."""
    rng = random.Random(seed)
    table, held = make(), {}
    for step in range(600):
        x, y = rng.randrange(1 + step // 40) + step // 60, rng.randrange(4)
        table.update(x, y)
        held[x, y] = held.get((x, y), 0) + 1
        if rng.random() < 0.48:
            gone = rng.choice([pair for pair, count in held.items() if count])
            table.remove(*gone)
            held[gone] -= 1
        if step % 60 == 59:
            expected = Truth(held)
            for measure in ULPS:
                assert is_within(table, expected, measure)
            assert table.counts() == expected.pairs


def test_largest_table():
    """2^62 - 1 pairs: every sum has room."""
    counts = {("a", 0): 2**61, ("a", 1): 2**60, ("b", 0): 2**60 - 2, ("b", 1): 1}
    check(counts)


def test_empty_table_is_all_zero():
    """gini_gain of nothing is 0.0, as are all others."""
    for table in (es.ContingencyTable(), es.ContingencyWindow(5)):
        assert [getattr(table, measure) for measure in ULPS] == [0.0] * len(ULPS)
        assert (table.n, table.distinct, table.distinct_x, table.distinct_y) == (0, 0, 0, 0)


def test_truth_itself():
    """The tests' own truth, on a table whose values are known by heart."""
    expected = Truth({("a", 0): 2, ("b", 1): 2})

    assert expected.mutual_information == expected.gain_ratio == 1
    assert expected.gini_gain == gmpy2.mpq(1, 2)
    assert Truth({(x, y): 1 for x in "ab" for y in "ab"}).mutual_information == 0
