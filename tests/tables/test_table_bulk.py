"""Two columns of any kind give the counts that single pairs give."""

import datetime as dt

import numpy as np
import pytest

import entrostream as es
from tests.tables.tables import every_class, fresh_table, reads

XS = ["a", "b", "a", "c", "b", "a", "a", "", "c", "b"] * 30
YS = [1, 2, 1, 1, 2, 3, 1, 2, -5, 2**40] * 30


def pandas_series(values):
    return pytest.importorskip("pandas").Series(values)


def categories(values):
    return pytest.importorskip("pandas").Categorical(values)


def polars_series(values):
    return pytest.importorskip("polars").Series(values)


def arrow_array(values):
    return pytest.importorskip("pyarrow").array(values)


def arrow_chunks(values):
    arrow = pytest.importorskip("pyarrow")
    return arrow.chunked_array([values[:70], values[70:]])


def arrow_dictionary(values):
    return arrow_array(values).dictionary_encode()


KINDS = {
    "list": list,
    "tuple": tuple,
    "iterator": iter,
    "array": np.array,
    "objects": lambda values: np.array(values, dtype=object),
    "pandas": pandas_series,
    "categories": categories,
    "polars": polars_series,
    "arrow": arrow_array,
    "arrow chunks": arrow_chunks,
    "arrow dictionary": arrow_dictionary,
}


@every_class
@pytest.mark.parametrize("of_x", KINDS.values(), ids=KINDS.keys())
@pytest.mark.parametrize("of_y", KINDS.values(), ids=KINDS.keys())
def test_columns_of_any_two_kinds(make, of_x, of_y):
    """The two need not be of one kind."""
    expected = make()
    for x, y in zip(XS, YS, strict=True):
        expected.update(x, y)
    bulk, traced = make(), make()

    bulk.update_many(of_x(XS), of_y(YS))
    values = traced.trace(of_x(XS), of_y(YS), "mutual_information")

    assert bulk == traced == expected
    assert reads(bulk) == reads(expected)
    assert values[-1].hex() == expected.mutual_information.hex()


MISSING = {
    "list": list,
    "objects": lambda values: np.array(values, dtype=object),
    "pandas": pandas_series,
    "polars": polars_series,
    "arrow": arrow_array,
}


@every_class
@pytest.mark.parametrize("of_x", MISSING.values(), ids=MISSING.keys())
@pytest.mark.parametrize("of_y", MISSING.values(), ids=MISSING.keys())
def test_row_with_either_missing_is_skipped(make, of_x, of_y):
    """And only such a row; the traced values repeat the one before."""
    xs = [None, "a", "b", None, "a", "b", "c", None] * 5
    ys = ["u", "u", None, None, "v", "v", None, "w"] * 5
    table, single = make(missing="skip"), make(missing="skip")

    found = table.trace(of_x(xs), of_y(ys), ("n", "joint_entropy"))
    expected = []
    for x, y in zip(xs, ys, strict=True):
        single.update(x, y)
        expected.append((single.n, single.joint_entropy))

    assert table == single
    assert table.counts() == {("a", "u"): 5, ("a", "v"): 5, ("b", "v"): 5}
    assert list(zip(found["n"], found["joint_entropy"], strict=True)) == expected


@every_class
def test_label_for_missing_values(make):
    """None is a value of x, of y, or of both."""
    table = make(missing="label")
    table.update_many(np.array([np.nan, 1.0, np.nan]), [None, float("nan"), "b"])
    table.update(np.datetime64("NaT", "ns"), "b")

    assert table.counts() == {(None, None): 1, (1.0, None): 1, (None, "b"): 2}


def test_labels_are_pythons_own():
    """Scalars of NumPy become what Python calls the same value."""
    table = es.ContingencyTable()
    table.update(np.int64(1), np.str_("a"))
    table.update(1.0, "a")
    table.update_many(np.array([True]), np.array(["a"]))
    table.update_counts({(1, "a"): 2})

    assert table.counts() == {(1, "a"): 5}
    assert {type(label) for pair in table.counts() for label in pair} == {int, str}


def test_values_may_be_new_at_any_time():
    """Of x, of y and of both; what was there keeps its counts."""
    table = es.ContingencyTable()
    counts = {}
    for step in range(500):
        for pair in ((step, 0), (0, step), (step, step)):
            table.update(*pair)
            counts[pair] = counts.get(pair, 0) + 1

    assert table.counts() == counts
    assert reads(table) == reads(fresh_table(counts))


def test_keys_of_counts_may_be_of_any_labels():
    """Dates, tuples, bytes: whatever has a hash."""
    counts = {
        (dt.date(2020, 1, 1), (1, 2)): 3,
        (b"x", ()): 1,
        ((1, 2), dt.timedelta(1)): 2**50,
    }
    table = es.ContingencyTable()
    table.update_counts(counts)

    assert table.counts() == counts
    assert es.ContingencyTable.from_bytes(table.to_bytes()) == table


@every_class
def test_empty_columns_change_nothing(make):
    """No row, no event."""
    table = make()
    table.update_many([], np.array([], dtype=np.int64))

    assert table.trace([], [], "gini_gain").tolist() == []
    assert table.trace([], []) == {"mutual_information": pytest.approx([])}
    assert table.trace([], [], ()) == {}
    assert table.n == 0


def test_same_measure_under_both_names():
    """Each has its own array."""
    found = es.ContingencyWindow(3).trace(
        "aabbab", "xyxyxy", ("information_gain", "mutual_information")
    )

    assert found["information_gain"].tolist() == found["mutual_information"].tolist()
    assert found["information_gain"] is not found["mutual_information"]
