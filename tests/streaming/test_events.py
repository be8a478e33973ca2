"""Rows become events: with labels, times, weights and groups, or they are counted as bad."""

import pyarrow as pa
import pytest

from entrostream.ingest import BadRecords, InputError, Rows, UnknownFieldError
from entrostream.streaming import EventReader

SECOND = 10**9


def read(columns, fields=("x",), bad=None, **options):
    """Return the events of one batch, and their reader."""
    reader = EventReader(fields, bad or BadRecords(), **options)
    reader.begin("day.csv", list(columns))
    n = len(next(iter(columns.values())))
    return reader.events(Rows(n, columns)), reader


def test_rows_without_a_time_are_bad():
    """They are left out with all they have, and the first is described."""
    bad = BadRecords()
    columns = {"x": ["a", "b", "c"], "at": ["2020-01-01", "never", None], "w": ["1", "2", "3"]}
    found, _ = read(columns, bad=bad, time_field="at", weight="w")
    assert (found.n, found.labels["x"], found.weights.tolist()) == (1, ["a"], [1.0])
    assert (bad.count, bad.examples) == (2, ["day.csv: 'never' in 'at' is no time"])


@pytest.mark.parametrize("column", [list, pa.array])
def test_weights(column):
    """Numbers from 0 on, as text too; all else is bad."""
    bad = BadRecords()
    texts = ["1", "0", "2.5", " 3 ", "x", "-1", "nan", "inf", "1e999", None]
    found, _ = read({"x": list("abcdefghij"), "w": column(texts)}, bad=bad, weight="w")
    assert found.weights.tolist() == [1.0, 0.0, 2.5, 3.0]
    assert bad.count == 6
    assert bad.examples == ["day.csv: 'x' in 'w' is no weight"]


def test_groups_are_numbered_as_they_appear():
    """By the values of several fields; rows without one are counted apart."""
    columns = {"x": list("abcde"), "u": ["2", "1", "2", None, "2"], "v": [1, 1, 2, 1, 1]}
    found, reader = read(columns, group_by=["u", "v"])
    assert found.keys == [("2", 1), ("1", 1), ("2", 2)]
    assert found.groups.tolist() == [0, 1, 2, 0]
    assert found.labels["x"] == list("abce")
    assert reader.ungrouped == 1


def test_group_that_is_not_a_number_is_missing():
    """NaN is no group."""
    columns = {"x": pa.array(["a", "b"]), "u": pa.array([float("nan"), 1.0])}
    found, reader = read(columns, group_by=["u"])
    assert (found.keys, found.n, reader.ungrouped) == ([(1.0,)], 1, 1)


@pytest.mark.parametrize("option", ["time_field", "weight"])
def test_times_and_weights_are_plain_columns(option):
    """A pair is no time."""
    with pytest.raises(UnknownFieldError, match=r"^there is no field 'x\+y'"):
        read({"x": ["a"], "y": ["b"]}, **{option: "x+y"})


def test_bad_rows_can_be_errors():
    """Then the first is the end."""
    with pytest.raises(InputError, match=r"^day.csv: 'never' in 'at' is no time \(--on-bad skip"):
        read({"x": ["a"], "at": ["never"]}, bad=BadRecords(fail=True), time_field="at")


def test_files_may_write_times_differently():
    """Each is recognised by its own first time."""
    reader = EventReader(["x"], BadRecords(), time_field="at")
    for value in ("2020-01-01T00:00:00Z", "1577836800", 1577836800000):
        reader.begin("file", ["x", "at"])
        found = reader.events(Rows(1, {"x": ["a"], "at": [value]}))
        assert found.times.tolist() == [1577836800 * SECOND]


def test_field_that_never_comes_is_refused_at_the_end():
    """In JSON, where any line may be the first that has it."""
    reader = EventReader(["late", "scr"], BadRecords())
    reader.begin("x.jsonl", ["src"], open_ended=True)
    assert reader.unseen == [
        "there is no field 'late'; there are 'src'",
        "there is no field 'scr'; did you mean 'src'?",
    ]
    reader.events(Rows(1, {"late": ["a"], "scr": [None]}))
    with pytest.raises(UnknownFieldError, match=r"^there is no field 'scr'; did you mean 'src'\?$"):
        reader.finish()
