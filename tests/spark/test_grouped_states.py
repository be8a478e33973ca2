"""States of a key merge in a task, or are refused with their key and partition; without a JVM."""

import re

import pytest

import entrostream as es

pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")

from entrostream.spark import summaries  # noqa: E402
from entrostream.spark.grouped_rows import GroupedStates  # noqa: E402
from entrostream.spark.summaries import Reading  # noqa: E402


def grouped(*rows):
    """Return states with their keys, one row each, from partitions 0, 1, ..."""
    states = GroupedStates(["host"])
    keys, held = zip(*rows, strict=True)
    states.push([pa.array(keys), pa.array(held, pa.binary()), pa.array(range(len(rows)))])
    return states


def test_states_of_a_key_are_merged():
    """In whatever order they come."""
    first, second, third = es.Tally("ab"), es.Tally("b"), es.Tally("c")
    rows = [("u", first), ("v", second), ("u", third)]

    merged = list(grouped(*((key, each.to_bytes()) for key, each in rows)).summaries())

    assert merged == [es.Tally("abc"), es.Tally("b")]


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (None, "state is null"),
        (b"?", "not an entrostream state: 1 byte, a header has 16"),
        (es.Tally("a").to_bytes()[:-1] + b"?", "state is damaged: the checksum does not fit"),
    ],
    ids=["null", "short", "changed"],
)
def test_damaged_state_is_refused_with_key_and_partition(bad, sentence):
    """In one sentence."""
    states = grouped(("u", es.Tally("a").to_bytes()), ("v", bad))

    with pytest.raises(es.StateError, match=rf"^key host='v', partition 1: {re.escape(sentence)}$"):
        list(states.summaries())


def test_states_of_two_kinds_do_not_merge():
    """The second is refused, by its partition."""
    states = grouped(*sorted([("u", es.Tally().to_bytes()), ("u", es.EntropySketch().to_bytes())]))

    with pytest.raises(es.StateError, match=r"^key host='u', partition 1: .*(Sketch|Tally)"):
        list(states.summaries())


def test_measure_that_a_state_does_not_have_is_refused():
    """With what it is a state of."""
    with pytest.raises(ValueError, match=r"^the state of a Tally has no mutual_information$"):
        list(Reading(False, ("mutual_information",)).batches([], [es.Tally()]))


def test_results_come_in_batches_of_some_megabytes(monkeypatch):
    """Rows keep their keys."""
    monkeypatch.setattr(summaries, "BATCH_BYTES", 100)
    tallies = [es.Tally([number]) for number in range(10)]

    batches = list(Reading(True, ("n",)).batches([pa.array(range(10))], iter(tallies)))

    assert len(batches) > 2
    table = pa.Table.from_batches(batches)
    assert table["k0"].to_pylist() == list(range(10))
    assert table["state"].to_pylist() == [tally.to_bytes() for tally in tallies]
