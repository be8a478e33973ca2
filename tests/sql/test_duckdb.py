"""The functions for DuckDB give what brute force and DuckDB's own windows give."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.refusals import refused

duckdb = pytest.importorskip("duckdb")
entro = pytest.importorskip("entrostream.duckdb")

labels = st.lists(st.sampled_from(["a", "b", "c", None]), max_size=12)


@pytest.fixture(scope="module")
def con():
    """Return a connection with the functions."""
    connection = duckdb.connect()
    entro.register(connection)
    return connection


def only(con, query, *values):
    """Return the one value that a query gives."""
    [(value,)] = con.execute(query, list(values)).fetchall()
    return value


def true_entropy(held):
    counts = [held.count(label) for label in set(held) - {None}]
    return float(truth.entropy(counts)) if counts else 0.0


@given(held=labels)
@settings(max_examples=50)
def test_a_list_has_the_entropy_and_gini_of_its_elements(con, held):
    """NULL is no element; a list without any has 0."""
    counts = [held.count(label) for label in set(held) - {None}]

    assert only(con, "SELECT exact_entropy(?::VARCHAR[])", held) == pytest.approx(
        true_entropy(held), rel=1e-15
    )
    gini = float(truth.gini(counts)) if counts else 0.0
    assert only(con, "SELECT exact_gini(?::VARCHAR[])", held) == gini


@given(held=labels, size=st.integers(1, 5))
@settings(max_examples=50)
def test_values_within_a_list(con, held, size):
    """As the functions of the package give them, NULL for what is not known."""

    def nulls(values):
        return [None if math.isnan(value) else value for value in values.tolist()]

    rolling = only(con, "SELECT rolling_entropy(?::VARCHAR[], ?)", held, size)
    expanding = only(con, "SELECT expanding_gini(?::VARCHAR[])", held)

    assert rolling == nulls(es.rolling_entropy(held, size))
    assert expanding == nulls(es.expanding_gini(held))


def test_each_list_is_a_stream_of_its_own(con):
    """Many groups in one query, more than DuckDB hands over at once."""
    query = """
        SELECT i % 5000 AS k, exact_entropy(list(i // 5000 % (1 + k % 3))) AS ours,
               entropy(i // 5000 % (1 + k % 3)) AS theirs
        FROM range(60000) t(i) GROUP BY k"""

    rows = con.execute(query).fetchall()

    assert len(rows) == 5000
    assert all(ours == pytest.approx(theirs, abs=1e-12) for _, ours, theirs in rows)


@pytest.mark.parametrize(
    "values",
    ["[1, 2, 2]", "[1.5, 2.5, 2.5]", "[true, false, false]", "[DATE '2020-01-01', NULL]"],
)
def test_lists_of_any_type(con, values):
    """They count as their text."""
    own = only(con, f"SELECT list_entropy({values})")

    assert only(con, f"SELECT exact_entropy({values})") == pytest.approx(own, abs=1e-15)


def test_null_lists_and_sizes_that_differ(con):
    """A NULL list gives NULL; each row may have its own window."""
    assert only(con, "SELECT exact_entropy(NULL)") is None
    assert only(con, "SELECT rolling_entropy(NULL, 2)") is None
    rows = con.execute("SELECT rolling_entropy(['a', 'b', 'b'], i) FROM range(1, 4) t(i)")
    third = es.entropy(["a", "b", "b"])
    assert rows.fetchall() == [([0, 0, 0],), ([None, 1, 0],), ([None, None, third],)]


def test_registering_twice_is_no_error(con):
    """As when a notebook runs a cell again."""
    entro.register(con)

    assert only(con, "SELECT exact_gini(['a', 'b'])") == 0.5


@pytest.mark.parametrize(
    ("size", "text"), [(0, "positive integer"), (-3, "positive integer"), ("NULL", "got NULL")]
)
def test_bad_sizes_are_refused(con, size, text):
    with pytest.raises(duckdb.Error, match=text):
        con.execute(f"SELECT rolling_entropy(['a'], {size})").fetchall()


ROWS = "SELECT i, i * i % 5 % 3 AS x, i % 2 AS k FROM range(60) t(i) ORDER BY i"


@pytest.mark.parametrize("measure", ["entropy", "gini"])
def test_rows_of_a_query_with_a_measure_beside(con, measure):
    """The columns of the query come first, in its order; windows are those of SQL."""
    theirs = con.execute(
        f"SELECT entropy(x) OVER (ORDER BY i ROWS 6 PRECEDING) FROM ({ROWS}) ORDER BY i"
    ).fetchall()

    relation = getattr(entro, f"rolling_{measure}")(con, ROWS, 7, column="x", min_periods=1)

    assert relation.columns == ["i", "x", "k", measure]
    rows = relation.fetchall()
    assert [row[:3] for row in rows] == con.execute(ROWS).fetchall()
    if measure == "entropy":
        ours = [row[3] for row in rows]
        assert ours == pytest.approx([value for (value,) in theirs], abs=1e-12)


def test_groups_times_and_several_measures(con):
    """By the names of the columns."""
    query = f"SELECT x, k, i::DOUBLE AS t FROM ({ROWS})"
    table = con.sql(query).to_arrow_table()

    relation = entro.rolling(con, query, "10s", times="t", by="k", measures=("entropy", "n"))

    truth_table = es.rolling(
        table.column("x"), "10s", times=table.column("t"), by=table.column("k")
    )
    found = relation.to_arrow_table()
    for name in ("entropy", "n"):
        assert found.column(name).to_pylist() == truth_table.column(name).to_pylist()


def test_a_relation_serves_as_a_query_and_names_stay_apart(con):
    """A column that is called as the measure keeps its name."""
    relation = con.sql("SELECT 'a' AS entropy UNION ALL SELECT 'b'")

    found = entro.expanding_entropy(con, relation)

    assert found.columns == ["entropy", "entropy_"]
    assert sorted(row[1] for row in found.fetchall()) == [0.0, 1.0]


def test_duckdb_leaves_our_exceptions_alone(con):
    """Both are made with nanobind, whose modules may share what becomes of C++ exceptions."""
    with pytest.raises(MemoryError):
        es.SlidingWindow(2**62 - 1).update_counts({"a": 2**45})


def test_bad_input_is_refused(con):
    with refused(ValueError, "column= must name the labels: one of ['a', 'b']"):
        entro.rolling_entropy(con, "SELECT 1 AS a, 2 AS b", 2)
    with refused(ValueError, "the query has no column 'z'; it has ['a']"):
        entro.rolling_gini(con, "SELECT 1 AS a", 2, column="z")
    with refused(ValueError, "the query has no column 'z'; it has ['a']"):
        entro.expanding_gini(con, "SELECT 1 AS a", by="z")
    with pytest.raises(ValueError, match="step= leaves rows without a value"):
        entro.rolling_entropy(con, "SELECT 1 AS a", 2, step=2)
    with pytest.raises(duckdb.ParserException):
        entro.rolling_entropy(con, "SELEC", 2)
