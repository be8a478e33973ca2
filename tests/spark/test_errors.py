"""Errors are one sentence each, and come before the job starts where that is possible."""

import re

import pytest

import entrostream as es
from tests.spark.availability import require_spark
from tests.spark.frames import frame_of

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402

SCHEMA = "x string, y array<int>, s binary, v string"


@pytest.fixture(scope="module")
def frame(spark):
    return frame_of(spark, [], SCHEMA)


THERE = "['x', 'y', 's', 'v']"
CALLS = {
    "no column": (
        lambda frame: es.spark.entropy(frame, "z"),
        ValueError,
        f"there is no column 'z'; there are {THERE}",
    ),
    "no key": (
        lambda frame: es.spark.entropy(frame, "x", group_by=["x", "z"]),
        ValueError,
        f"there is no column 'z'; there are {THERE}",
    ),
    "key twice": (
        lambda frame: es.spark.entropy(frame, "x", group_by=["v", "v"]),
        ValueError,
        "group_by must name columns, each once, got ['v', 'v']",
    ),
    "not a name": (
        lambda frame: es.spark.entropy(frame, frame.x),
        TypeError,
        "a column must be named by a string, got Column",
    ),
    "no label": (
        lambda frame: es.spark.entropy(frame, "y"),
        TypeError,
        "column 'y' is of type array<int>, which cannot be a label: select a part of it, or cast "
        "it to string",
    ),
    "cannot be a key": (
        lambda frame: es.spark.states(frame, "x", group_by="y"),
        TypeError,
        "column 'y' is of type array<int>, which cannot be a key: select a part of it, or cast it "
        "to string",
    ),
    "column twice": (
        lambda frame: es.spark.entropy(frame.select("x", "x"), "x"),
        ValueError,
        "there are 2 columns 'x': rename all but one",
    ),
    "not a frame": (
        lambda frame: es.spark.entropy([1, 2], "x"),
        TypeError,
        "frame must be a Spark DataFrame, got list",
    ),
    "kind": (
        lambda frame: es.spark.states(frame, "x", kind="table"),
        ValueError,
        "kind must be one of tally, sketch, contingency, got 'table'",
    ),
    "one column": (
        lambda frame: es.spark.states(frame, "x", kind="contingency"),
        ValueError,
        "kind='contingency' takes two columns of labels, got 'x'",
    ),
    "two columns": (
        lambda frame: es.spark.states(frame, ["x", "v"]),
        ValueError,
        "kind='tally' takes one column of labels, got ['x', 'v']",
    ),
    "measure twice": (
        lambda frame: es.spark.entropy(frame, "x", measures=["n", "n"]),
        ValueError,
        "measures must be names, each once, got ['n', 'n']",
    ),
    "missing": (
        lambda frame: es.spark.entropy(frame, "x", missing="drop"),
        ValueError,
        'missing must be "raise", "skip" or "label", got \'drop\'',
    ),
    "memory": (
        lambda frame: es.spark.states(frame, "x", kind="sketch", memory=10),
        ValueError,
        None,
    ),
    "not binary": (
        lambda frame: es.spark.merge_states(frame, column="x"),
        TypeError,
        "column 'x' is of type string: states are binary",
    ),
    "no state": (
        lambda frame: es.spark.merge_states(frame),
        ValueError,
        f"there is no column 'state'; there are {THERE}",
    ),
    "not a state": (
        lambda frame: es.spark.read_state(3),
        TypeError,
        "state must be bytes, a Row or a DataFrame of one row, got int",
    ),
    "null": (lambda frame: es.spark.read_state(None), es.StateError, "state is null"),
    "no rows": (
        lambda frame: es.spark.read_state(frame, column="s"),
        ValueError,
        "the frame must have one row, and has no rows: filter it by its keys",
    ),
}


@pytest.mark.parametrize(("call", "kind", "text"), CALLS.values(), ids=CALLS.keys())
def test_what_is_invalid_is_refused_before_the_job(frame, call, kind, text):
    """The whole text of the error."""
    with pytest.raises(kind, match=None if text is None else f"^{re.escape(text)}$"):
        call(frame)


def test_unknown_measure_is_refused(frame):
    """With those that exist."""
    with pytest.raises(ValueError, match=r"^measures must be of entropy, gini, n, .*; got 'mean'$"):
        es.spark.entropy(frame, "x", measures="mean")


def test_stream_is_refused(spark):
    """With the function that takes one."""
    stream = spark.readStream.format("rate").load()

    with pytest.raises(
        ValueError, match=r"^the frame is a stream: pass it to entrostream\.spark\.stream$"
    ):
        es.spark.entropy(stream, "value")


def test_damaged_state_is_named_by_key_and_partition(spark):
    """The job fails with one sentence."""
    good, bad = es.Tally("ab").to_bytes(), bytearray(es.Tally("ab").to_bytes())
    bad[-1] ^= 1
    rows = [("mail", good), ("web", good), ("web", bytes(bad))]
    frame = spark.createDataFrame(rows, "host string, state binary").coalesce(1)

    with pytest.raises(Exception, match=r"StateError: key host='web', partition 0: state is dam"):
        es.spark.merge_states(frame, group_by="host").collect()


def test_missing_label_is_refused_with_its_key(spark):
    """If the caller wants it to be."""
    frame = frame_of(spark, [("u", "a"), ("v", None)], "key string, label string")

    with pytest.raises(Exception, match=r"ValueError: key key=\'v\': label is missing; pass miss"):
        es.spark.entropy(frame, "label", group_by="key", missing="raise").collect()
