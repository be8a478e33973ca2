"""What `stream` refuses before a query starts, in one sentence."""

import re

import pytest

pytest.importorskip("pyspark")

import entrostream as es
from entrostream.spark import stream
from entrostream.spark.state_store import PROVIDER, ROCKSDB
from entrostream.spark.streaming import arguments

GIVEN = {"time": "at", "group_by": "host", "window": "10min", "slide": "10s"}


@pytest.fixture(scope="module")
def events(spark):
    """Return a stream with columns of several types."""
    before = spark.conf.get(PROVIDER)
    spark.conf.set(PROVIDER, ROCKSDB)
    rate = spark.readStream.format("rate").load()
    yield rate.selectExpr(
        "timestamp AS at",
        "CAST(value AS string) AS host",
        "value AS label",
        "array(value) AS values",
        "map(value, 1) AS pairs",
        "CAST(timestamp AS date) AS day",
        "value AS n",
        "value AS start",
    )
    spark.conf.set(PROVIDER, before)


@pytest.mark.parametrize(
    ("label", "given", "kind", "sentence"),
    [
        (
            "lable",
            {},
            ValueError,
            "there is no column 'lable'; there are ['at', 'host', 'label', 'values', 'pairs', "
            "'day', 'n', 'start']",
        ),
        (
            "values",
            {},
            TypeError,
            "column 'values' is of type array<bigint>, which cannot be a label: select a part of "
            "it, or cast it to string",
        ),
        (
            "label",
            {"time": "when"},
            ValueError,
            "there is no column 'when'; there are ['at', 'host', 'label', 'values', 'pairs', "
            "'day', 'n', 'start']",
        ),
        (
            "label",
            {"time": "day"},
            TypeError,
            "time column 'day' must be of type timestamp, got date: convert it with to_timestamp "
            "or cast it",
        ),
        (
            "label",
            {"time": None},
            ValueError,
            'output="windows" needs the column of event times: pass time=',
        ),
        (
            "label",
            {"group_by": "pairs"},
            TypeError,
            "column 'pairs' is of type map<bigint,int>, which cannot be a key: select a part of "
            "it, or cast it to string",
        ),
        ("label", {"group_by": []}, ValueError, "group_by must name at least one column"),
        (
            "label",
            {"group_by": "start"},
            ValueError,
            "the result has a column 'start' of its own: rename that of the key",
        ),
        (
            "label",
            {"window": "10min", "slide": "7s"},
            ValueError,
            "window must be a multiple of slide, got window='10min', slide='7s'",
        ),
        (
            "label",
            {"window": None},
            ValueError,
            'output="windows" needs the length of the windows: pass window="10min"',
        ),
        (
            "label",
            {"slide": 0},
            ValueError,
            "slide must be a positive length of time, got 0",
        ),
        (
            "label",
            {"slide": "ten"},
            ValueError,
            'slide "ten" is not a length of time; write "10min", "1h30min", a timedelta or a '
            "number of seconds",
        ),
        (
            "label",
            {"slide": 0.0005},
            ValueError,
            "slide must be a whole number of milliseconds, got 0.0005",
        ),
        (
            "label",
            {"lateness": -1},
            ValueError,
            "lateness must be 0 or a positive length of time, got -1",
        ),
        (
            "label",
            {"lateness": 0.0005},
            ValueError,
            "lateness must be a whole number of milliseconds, got 0.0005",
        ),
        (
            "label",
            {"output": "final"},
            ValueError,
            "output must be 'windows', 'early', 'running' or 'changes', got 'final'",
        ),
        (
            "label",
            {"missing": "drop"},
            ValueError,
            'missing must be "raise", "skip" or "label", got \'drop\'',
        ),
        (
            "label",
            {"measures": ["entropy", "entropy"]},
            ValueError,
            "measures must be names, each once, got ['entropy', 'entropy']",
        ),
        (
            "label",
            {"output": "running"},
            ValueError,
            'output="running" has no windows: leave out window=',
        ),
        (
            "label",
            {"adaptive": es.AdaptiveWindow()},
            ValueError,
            'output="windows" has no adaptive windows: leave out adaptive=',
        ),
    ],
)
def test_refusals(events, label, given, kind, sentence):
    """The value, the limit and the way out."""
    with pytest.raises(kind, match=f"^{re.escape(sentence)}$"):
        stream(events, label, **GIVEN | given)


@pytest.mark.parametrize(
    ("adaptive", "kind", "sentence"),
    [
        (1e-4, TypeError, "adaptive must be an AdaptiveWindow, got float"),
        (
            es.AdaptiveWindow(missing="label"),
            ValueError,
            "adaptive has missing='label', the query missing='skip': pass the same",
        ),
    ],
)
def test_adaptive_windows_that_are_refused(events, adaptive, kind, sentence):
    """Before a key begins with one."""
    with pytest.raises(kind, match=f"^{re.escape(sentence)}$"):
        stream(events, "label", time="at", group_by="host", output="changes", adaptive=adaptive)


def test_adaptive_window_with_events_is_refused(events):
    """Keys begin with no events."""
    used = es.AdaptiveWindow()
    used.update_many("abc")
    with pytest.raises(
        ValueError, match=r"^adaptive must be a window without events, got one that saw 3$"
    ):
        stream(events, "label", time="at", group_by="host", output="changes", adaptive=used)


def test_unknown_measure_is_refused(events):
    """With those that are known."""
    with pytest.raises(ValueError, match=r"^measures must be of entropy, .*; got 'entropie'$"):
        stream(events, "label", **GIVEN, measures="entropie")


def test_batch_frame_is_refused(spark):
    """It has a function of its own."""
    frame = spark.range(3)
    with pytest.raises(
        ValueError,
        match=r"^the frame is not a stream: read it with spark.readStream, or pass it to "
        r"entrostream.spark.entropy$",
    ):
        stream(frame, "id", **GIVEN)
    with pytest.raises(TypeError, match=r"^frame must be a streaming DataFrame, got list$"):
        stream([1], "id", **GIVEN)


def test_frame_with_a_watermark_is_refused(events):
    """Two watermarks would be one, the lower."""
    with pytest.raises(
        ValueError,
        match=r"^column 'at' has a watermark: pass lateness= to stream instead of calling "
        r"withWatermark$",
    ):
        stream(events.withWatermark("at", "1 minute"), "label", **GIVEN)


def test_session_without_rocksdb_is_refused(spark, events):
    """With the line that sets it; other queries of the session may want another store."""
    hdfs = "org.apache.spark.sql.execution.streaming.state.HDFSBackedStateStoreProvider"
    spark.conf.set(PROVIDER, hdfs)
    try:
        with pytest.raises(
            ValueError,
            match="^the state needs RocksDB, and the session has HDFSBackedStateStoreProvider: "
            + re.escape(f'call spark.conf.set("{PROVIDER}", "{ROCKSDB}")'),
        ):
            stream(events, "label", **GIVEN)
    finally:
        spark.conf.set(PROVIDER, ROCKSDB)


def test_absence_of_protobuf_is_said(events, monkeypatch):
    """With the command that installs it."""

    def absent(name):
        raise ImportError(name)

    monkeypatch.setattr(arguments, "import_module", absent)
    with pytest.raises(
        ImportError,
        match=r'^the state of a stream needs protobuf: pip install "entrostream\[spark\]"$',
    ):
        stream(events, "label", **GIVEN)


def test_names_with_dots_and_backticks_are_columns(events):
    """They are not parts of others."""
    odd = events.withColumnsRenamed({"host": "a.`b", "label": "c.d", "at": "e.f"})
    found = stream(odd, "c.d", time="e.f", group_by="a.`b", window="1min")
    assert found.columns == ["a.`b", "start", "end", "entropy", "gini", "n", "distinct", "late"]
