"""The functions for DuckDB give what brute force and DuckDB's own windows give."""

import gc
import importlib
import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests import truth
from tests.examples import examples
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


@given(held=labels)
@examples(25)
def test_a_list_has_the_entropy_and_gini_of_its_elements(con, held):
    """NULL is no element; a list without any has NULL."""
    counts = [held.count(label) for label in set(held) - {None}]

    entropy = only(con, "SELECT exact_entropy(?::VARCHAR[])", held)
    gini = only(con, "SELECT exact_gini(?::VARCHAR[])", held)
    if not counts:
        assert entropy is gini is None
        return
    assert entropy == pytest.approx(float(truth.entropy(counts)), rel=1e-15)
    assert gini == float(truth.gini(counts))


@given(held=labels, size=st.integers(1, 5))
@examples(25)
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


CALLS = {
    "exact_entropy(['a', 'b', 'b', 'b'])": es.entropy(list("abbb")),
    "exact_gini(['a', 'b', 'b', 'b'])": 0.375,
    "expanding_entropy(['a', 'b'])": [0.0, 1.0],
    "expanding_gini(['a', 'b'])": [0.0, 0.5],
    "rolling_entropy(['a', 'b', 'b'], 2)": [None, 1.0, 0.0],
    "rolling_gini(['a', 'b', 'b'], 2)": [None, 0.5, 0.0],
}


def require_right_values(*connections):
    """Call all functions: each must be the one of its name, not one that lay where it was."""
    gc.collect()
    for connection in connections:
        assert {call: only(connection, f"SELECT {call}") for call in CALLS} == CALLS


def test_registering_on_a_cursor_and_on_another_connection(tmp_path):
    """All share the functions of the database, whichever of them registers, closes or goes on."""
    path = tmp_path / "file.duckdb"
    first = duckdb.connect(path)
    entro.register(first)
    cursor, second = first.cursor(), duckdb.connect(path)
    entro.register(cursor)
    entro.register(second)
    require_right_values(first, cursor, second)

    first.close()  # and its cursor
    del first, cursor
    require_right_values(second)
    third = second.cursor()
    entro.register(third)
    require_right_values(second, third)


@pytest.mark.parametrize("before", [False, True])
def test_registering_in_a_transaction_that_is_rolled_back(before):
    """It leaves what there was before; and registering again is no error."""
    con = duckdb.connect()
    if before:
        entro.register(con)
    for _ in range(3):
        con.begin()
        entro.register(con)
        require_right_values(con)
        con.rollback()
        if before:
            require_right_values(con)
        else:
            with pytest.raises(duckdb.CatalogException, match="exact_entropy does not exist"):
                con.execute("SELECT exact_entropy(['a'])")

    cursor = con.cursor()
    entro.register(cursor)
    require_right_values(cursor)
    entro.register(con)
    require_right_values(con, cursor)


def test_registering_in_a_transaction_that_is_committed():
    """Also after one that was not, and before another that is not."""
    con = duckdb.connect()
    for end in (con.rollback, con.commit, con.rollback):
        con.begin()
        entro.register(con)
        end()

    require_right_values(con)


def test_registering_after_closing_and_opening_again(tmp_path):
    """A database that was closed has no functions any more."""
    for _ in range(3):
        con = duckdb.connect(tmp_path / "file.duckdb")
        entro.register(con)
        require_right_values(con)
        con.close()


def test_registering_while_another_transaction_is_open():
    """What the other has not committed yet is not seen, and does not stand in the way."""
    con = duckdb.connect()
    cursor = con.cursor()
    con.begin()
    entro.register(con)

    entro.register(cursor)

    require_right_values(con, cursor)
    con.commit()
    require_right_values(con, cursor)
    entro.register(con.cursor())


def test_registering_from_many_threads():
    """As the workers of a web server do, each with a cursor of its own."""
    con = duckdb.connect()

    def work(_):
        cursor = con.cursor()
        entro.register(cursor)
        return {call: only(cursor, f"SELECT {call}") for call in CALLS}

    with ThreadPoolExecutor(8) as pool:
        assert all(result == CALLS for result in pool.map(work, range(32)))


def test_the_functions_outlive_a_reload_of_the_module(tmp_path):
    """DuckDB holds their addresses alone."""
    first, second = duckdb.connect(tmp_path / "file"), duckdb.connect(tmp_path / "file")
    entro.register(first)
    entro.register(second)
    first.close()
    del first

    importlib.reload(importlib.import_module("entrostream.duckdb.lists"))
    importlib.reload(entro)

    require_right_values(second)


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

    relation = entro.rolling(con, query, "10s", times="t", group_by="k", measures=("entropy", "n"))

    truth_table = es.rolling(
        table.column("x"), "10s", times=table.column("t"), group_by=table.column("k")
    )
    result = relation.to_arrow_table()
    for name in ("entropy", "n"):
        assert result.column(name).to_pylist() == truth_table.column(name).to_pylist()


def test_windows_at_full_minutes(con):
    """Times and values are the rows of the relation, behind the keys."""
    query = (
        "SELECT TIMESTAMP '2024-02-29 12:00' + i * INTERVAL 7 MINUTE AS t, i % 2 AS k, "
        "i * 7 % 5 AS x, i AS other FROM range(30) r(i) ORDER BY t"
    )
    table = con.sql(query).to_arrow_table()

    options = {"times": "t", "every": "30min"}
    relation = entro.rolling_entropy(con, query, "1h", column="x", **options)
    assert relation.columns == ["t", "entropy"]
    result = es.rolling_entropy(table.select(["t", "x"]), "1h", **options)
    assert relation.fetchall() == list(zip(*result.to_pydict().values(), strict=True))

    relation = entro.rolling(con, query, "1h", column="x", group_by="k", measures=("n",), **options)
    assert relation.columns == ["k", "t", "n"]
    result = es.rolling(
        table.select(["t", "k", "x"]), "1h", group_by="k", measures=("n",), **options
    )
    assert relation.fetchall() == list(zip(*result.to_pydict().values(), strict=True))


def windows_of_rows_on_time(rows, span, lateness):
    """Yield the labels in the window of each row, by brute force; None for a row that is late.

    Rows are pairs of time and label in the order of arrival; windows exclude their start.
    """
    on_time = [t >= max(t for t, _ in rows[: i + 1]) - lateness for i, (t, _) in enumerate(rows)]
    for i, (end, _) in enumerate(rows):
        if not on_time[i]:
            yield None
            continue
        yield [
            label
            for j, (t, label) in enumerate(rows)
            if on_time[j] and (end - span < t < end or (t == end and j <= i))
        ]


arrivals = st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), min_size=1, max_size=20)


@examples(30)
@given(rows=arrivals, lateness=st.integers(0, 9))
def test_late_rows_are_dropped(con, rows, lateness):
    """Rows arrive in the order of the query; those that are too late get NULL, and are ignored."""
    values = ", ".join(f"({i}, {t}::DOUBLE, '{label}')" for i, (t, label) in enumerate(rows))
    query = f"SELECT t, x FROM (VALUES {values}) r(i, t, x) ORDER BY i"
    expected = [
        None if held is None else float(truth.gini(Counter(held).values()))
        for held in windows_of_rows_on_time(rows, 4, lateness)
    ]

    options = {"times": "t", "lateness": lateness, "late": "drop"}
    relation = entro.rolling_gini(con, query, "4s", **options)

    assert relation.columns == ["t", "x", "gini"]
    assert [row[2] for row in relation.fetchall()] == expected
    measured = entro.rolling(con, query, "4s", measures=["gini"], **options).fetchall()
    assert [row[2] for row in measured] == expected
    # Without late rows, the order of arrival does not matter.
    in_order = entro.rolling_entropy(con, query, "4s", times="t", lateness=9).fetchall()
    assert in_order == entro.rolling_entropy(con, query, "4s", times="t").fetchall()


def test_late_row_is_refused(con):
    """By default, with its number in the query."""
    query = "SELECT t::DOUBLE AS t, x FROM (VALUES (5, 'a'), (1, 'b')) r(t, x)"
    text = (
        "the time of row 1 is too late for lateness='2s': pass a larger lateness, or late=\"drop\""
    )
    with refused(ValueError, text):
        entro.rolling_entropy(con, query, "4s", times="t", lateness="2s")


def test_late_rows_of_intervals(con):
    """Intervals, too, leave out the rows that are late."""
    rows = "VALUES (1, 'a'), (5, 'b'), (2, 'b'), (6, 'a')"
    query = f"SELECT t::DOUBLE AS t, x FROM ({rows}) r(t, x)"
    options = {"times": "t", "every": "4s", "lateness": "2s", "late": "drop"}

    relation = entro.rolling(con, query, "4s", measures="n", **options)

    assert [n for _, n in relation.fetchall()] == [1.0, 2.0]


def test_several_keys(con):
    """A list of names, of columns, or of both."""
    query = "SELECT i, i % 2 AS k, i // 3 % 2 AS j, i * 7 % 5 AS x FROM range(40) t(i) ORDER BY i"
    table = con.sql(query).to_arrow_table()
    k, j = table.column("k"), table.column("j")
    expected = es.expanding_gini(table.column("x"), group_by=(k, j)).to_pylist()

    for by in (["k", "j"], ("k", "j"), [k, j], ["k", j], [k.to_pylist(), j.to_pylist()]):
        relation = entro.expanding_gini(con, query, column="x", group_by=by)
        assert relation.to_arrow_table().column("gini").to_pylist() == expected


def test_a_relation_serves_as_a_query_and_names_stay_apart(con):
    """A column that is called as the measure keeps its name."""
    relation = con.sql("SELECT 'a' AS entropy UNION ALL SELECT 'b'")

    result = entro.expanding_entropy(con, relation)

    assert result.columns == ["entropy", "entropy_"]
    assert sorted(row[1] for row in result.fetchall()) == [0.0, 1.0]


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
        entro.expanding_gini(con, "SELECT 1 AS a", group_by="z")
    with pytest.raises(TypeError, match="unexpected keyword argument 'step'"):
        entro.rolling_entropy(con, "SELECT 1 AS a", 2, step=2)  # would leave rows without a value
    with pytest.raises(TypeError, match=r"^measures must be one of .*, got 3 \(int\)$"):
        entro.rolling(con, "SELECT 1 AS a", 2, measures=3)
    with pytest.raises(duckdb.ParserException):
        entro.rolling_entropy(con, "SELEC", 2)
