"""Rows counted before the shuffle make the panes that they would make one by one."""

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pyspark")

import pyarrow as pa

import entrostream as es
from entrostream.spark.streaming.panes import PaneRule
from entrostream.spark.streaming.partial_panes import partial_panes
from tests.examples import examples

ROWS = st.lists(
    st.tuples(
        st.sampled_from(["=a", "=b", ""]),
        st.integers(-(10**6), 10**6),
        st.sampled_from(["x", "y", "z", None]),
    )
)


SCHEMA = pa.schema({"k0": pa.string(), "time": pa.int64(), "label": pa.string()})


def named(rows):
    return [dict(zip(SCHEMA.names, row, strict=True)) for row in rows]


def counted(rule, batches):
    """Return rows and counts by key and pane, of what a task yields."""
    sent = [pa.RecordBatch.from_pylist(named(batch), SCHEMA) for batch in batches]
    found = {}
    for batch in partial_panes(rule, ["k0"], "at")(iter(sent)):
        for row in batch.to_pylist():
            assert (row["k0"], row["pane"]) not in found
            counts = es.Tally.from_bytes(row["state"]).counts()
            found[row["k0"], row["pane"]] = (row["rows"], counts)
    return found


@examples(60)
@given(rows=ROWS, slide=st.integers(1, 300), cut=st.integers(0, 20))
def test_panes_are_those_of_a_counter(rows, slide, cut):
    """Whatever the batches; rows without a label count as rows."""
    expected = defaultdict(lambda: [0, Counter()])
    for key, micros, label in rows:
        pane = expected[key, micros // (1000 * slide) * slide]
        pane[0] += 1
        if label is not None:
            pane[1][label] += 1

    found = counted(PaneRule(slide, slide, "skip"), [rows[:cut], rows[cut:]])

    assert found == {pane: (count, dict(labels)) for pane, (count, labels) in expected.items()}


def test_a_missing_label_is_refused_with_its_key():
    """With missing="raise"."""
    with pytest.raises(ValueError, match=r"^key k0='=a', pane=0: label is missing; pass missing="):
        counted(PaneRule(10, 10, "raise"), [[("=a", 5, None)]])


def test_a_task_without_rows_has_no_panes():
    """Spark has such tasks."""
    assert counted(PaneRule(10, 10), []) == {}
