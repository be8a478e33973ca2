"""The same values as the paper's formulas, SciPy and scikit-learn give."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream import formulas
from tests.refusals import refused
from tests.tables.tables import fresh_table

matrices = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 60), min_size=columns, max_size=columns), min_size=1, max_size=6
    )
)


def table_of(matrix):
    """Return the table whose row i, column j counts matrix[i][j]."""
    return fresh_table({(x, y): k for x, row in enumerate(matrix) for y, k in enumerate(row)})


@given(matrices)
def test_gains_are_those_of_the_formulas(matrix):
    """Rows are the branches of a split, columns the classes: x splits, y is told."""
    table = table_of(matrix)

    assert table.information_gain == pytest.approx(formulas.information_gain(matrix), abs=1e-14)
    assert table.gini_gain == pytest.approx(float(formulas.gini_gain(matrix)), abs=1e-16, rel=1e-15)


@given(matrices.filter(lambda m: all(map(sum, m)) and all(map(sum, zip(*m, strict=True)))))
def test_g_test_is_that_of_scipy(matrix):
    """chi2_contingency with the log-likelihood, without Yates's correction."""
    stats = pytest.importorskip("scipy.stats")
    expected = stats.chi2_contingency(matrix, correction=False, lambda_="log-likelihood")

    found = table_of(matrix).g_test()

    assert found.statistic == pytest.approx(expected.statistic, rel=1e-9, abs=1e-10)
    assert found.dof == expected.dof
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-7)
    assert found == (found.statistic, found.dof, found.p_value)


def test_scipy_entropies():
    """Joint and conditional entropies of a random table."""
    stats = pytest.importorskip("scipy.stats")
    matrix = np.random.default_rng(3).integers(0, 30, (7, 5))
    table = table_of(matrix.tolist())

    assert table.joint_entropy == pytest.approx(stats.entropy(matrix.ravel(), base=2))
    assert table.entropy_x == pytest.approx(stats.entropy(matrix.sum(1), base=2))
    assert table.entropy_y == pytest.approx(stats.entropy(matrix.sum(0), base=2))
    rows = [stats.entropy(row, base=2) for row in matrix]
    assert table.conditional_entropy == pytest.approx(np.average(rows, weights=matrix.sum(1)))


def test_sklearn_measures():
    """Clusterings are compared by the same numbers, there in nats."""
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(4)
    xs = rng.integers(0, 6, 2000)
    ys = np.where(rng.random(2000) < 0.4, xs, rng.integers(0, 9, 2000))
    table = es.ContingencyTable()
    table.update_many(xs, ys)

    assert table.mutual_information * math.log(2) == pytest.approx(
        metrics.mutual_info_score(xs, ys)
    )
    assert table.normalized_mutual_information == pytest.approx(
        metrics.normalized_mutual_info_score(xs, ys)
    )


def test_river_mutual_information():
    """River's metric, in nats."""
    river = pytest.importorskip("river.metrics")
    rng = np.random.default_rng(5)
    xs, ys = rng.integers(0, 4, 300).tolist(), rng.integers(0, 3, 300).tolist()
    theirs, ours = river.MutualInfo(), es.ContingencyTable()
    for x, y in zip(xs, ys, strict=True):
        theirs.update(x, y)
        ours.update(x, y)

    assert ours.mutual_information * math.log(2) == pytest.approx(theirs.get())


@pytest.mark.parametrize(
    ("counts", "dof"),
    [({}, 0), ({("a", 0): 3}, 0), ({("a", 0): 3, ("a", 1): 4}, 0), ({("a", 0): 1, ("b", 1): 1}, 1)],
)
def test_degrees_of_freedom(counts, dof):
    """(rows - 1) (columns - 1) of the values now held; without one nothing can be tested."""
    pytest.importorskip("scipy")
    found = fresh_table(counts).g_test()

    assert found.dof == dof
    if dof == 0:
        assert (found.statistic, found.p_value) == (0.0, 1.0)


def test_g_test_says_what_it_needs(monkeypatch):
    """Without SciPy it names it, and how to get it."""
    import sys

    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with refused(ImportError, 'g_test needs SciPy: pip install "entrostream[stats]"'):
        es.ContingencyTable().g_test()
