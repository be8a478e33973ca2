"""States as a column: one per key, merged over keys, and read on one machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from pyspark.sql import DataFrame
from pyspark.sql.types import BinaryType

from entrostream._core import (
    MEASURES,
    PAIR_MEASURES,
    ContingencyTable,
    EntropySketch,
    Tally,
    repr_short,
)
from entrostream.columns.options import Missing
from entrostream.measure_names import names_of
from entrostream.spark.frame_columns import (
    key_columns,
    key_names,
    named_column,
    require_batch,
    require_column,
    select_columns,
)
from entrostream.spark.plans import Counting, merged_frame, state_frame
from entrostream.spark.summaries import KINDS, STATE, Reading, summary_of

__all__ = ["known_measures", "merge_states", "read_state", "states"]


def states(
    frame: DataFrame,
    columns: str | Sequence[str],
    *,
    group_by: str | Sequence[str] | None = None,
    kind: Literal["tally", "sketch", "contingency"] = "tally",
    memory: int | str = "64KiB",
    missing: Missing = "skip",
) -> DataFrame:
    """Give the state of the labels of each group: bytes that can be stored, merged and read.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The rows; not a stream.
    columns : str or sequence of str
        The column of labels; for a contingency table the two columns of each pair.
    group_by : str or sequence of str, optional
        The columns of keys. Null is a key, as in SQL's GROUP BY. Without it all rows are one
        group.
    kind : {"tally", "sketch", "contingency"}, default "tally"
        Exact counts (`Tally`), a sketch of bounded memory (`EntropySketch`), or counts of pairs
        (`ContingencyTable`).
    memory : int or str, default "64KiB"
        What a sketch may take; the others take what their labels need.
    missing : {"skip", "raise", "label"}, default "skip"
        What to do with null and NaN as labels: no event, an error, or one label for all of them.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per group: its keys and the binary column `state`.

    Raises
    ------
    TypeError
        If a column cannot be a label or a key.
    ValueError
        If a column does not exist, or an option is not one of its choices.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> rows = [("web", "GET"), ("web", "POST"), ("mail", "GET")]
    >>> frame = session.createDataFrame(rows, ["host", "method"])
    >>> hosts = es.spark.states(frame, "method", group_by="host")
    >>> es.spark.read_state(hosts.filter("host = 'web'")).counts()
    {'GET': 1, 'POST': 1}
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {repr_short(kind)}")
    names = (columns,) if isinstance(columns, str) else tuple(columns)
    wanted = 2 if kind == "contingency" else 1
    if len(names) != wanted:
        raise ValueError(
            f"kind={kind!r} takes {('one column', 'two columns')[wanted - 1]} of labels, "
            f"got {repr_short(columns)}"
        )
    selection = select_columns(frame, names, group_by)
    counting = Counting(kind, missing, memory, selection.group_by, len(names))
    counting.empty()  # refuses invalid options
    return state_frame(frame, selection, counting, Reading(state=True))


def merge_states(
    frame: DataFrame,
    *,
    group_by: str | Sequence[str] | None = None,
    column: str = STATE,
    measures: str | Sequence[str] = (),
) -> DataFrame:
    """Give one state per group of a frame of states: hours to days, sites to regions.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
        The keys and a column of states, all of the same kind within a group.
    group_by : str or sequence of str, optional
        The columns of the new keys; without it all states are one group.
    column : str, default "state"
        The column of states.
    measures : str or sequence of str, default ()
        Measures to read from each merged state, such as "entropy" and "n"; a column each.

    Returns
    -------
    pyspark.sql.DataFrame
        A row per group: its keys, the binary column `state`, and the measures.

    Raises
    ------
    TypeError
        If a column cannot be a key, or that of states is not binary.
    ValueError
        If a column or a measure does not exist. A damaged state fails the job with a `StateError`
        that has its key and its partition.

    Examples
    --------
    >>> session = es.spark.session("local[2]")
    >>> rows = [("web", 1, "GET"), ("web", 2, "POST"), ("mail", 1, "GET")]
    >>> frame = session.createDataFrame(rows, ["host", "hour", "method"])
    >>> hours = es.spark.states(frame, "method", group_by=["host", "hour"])
    >>> days = es.spark.merge_states(hours, group_by="host", measures=["entropy", "n"])
    >>> sorted(tuple(row) for row in days.select("host", "entropy", "n").collect())
    [('mail', 0.0, 1), ('web', 1.0, 2)]
    """
    require_batch(frame)
    require_column(frame, column)
    held = frame.schema[column].dataType
    if not isinstance(held, BinaryType):
        raise TypeError(
            f"column {repr_short(column)} is of type {held.simpleString()}: states are binary"
        )
    chosen = known_measures(measures, (*MEASURES, *PAIR_MEASURES))
    names = key_names(frame, group_by)
    parts = frame.select(*key_columns(frame, names), named_column(frame, column).alias(STATE))
    return merged_frame(parts, parts.columns[:-1], names, Reading(True, chosen))


def read_state(state: Any, *, column: str = STATE) -> Tally | EntropySketch | ContingencyTable:
    """Give the summary of one state: counts, measures and estimates on one machine.

    Parameters
    ----------
    state : bytes, pyspark.sql.Row, or pyspark.sql.DataFrame
        A state, a row with one, or a frame of one row, which is collected.
    column : str, default "state"
        The column of states of a row or a frame.

    Returns
    -------
    Tally, EntropySketch or ContingencyTable
        What the state was made of.

    Raises
    ------
    StateError
        If the bytes are damaged or not a state.
    TypeError
        If this is neither bytes, a row nor a frame.
    ValueError
        If there is no such column, or the frame has not exactly one row.

    Examples
    --------
    >>> es.spark.read_state(es.Tally("abb").to_bytes()).counts()
    {'a': 1, 'b': 2}
    """
    if hasattr(state, "mapInArrow"):
        require_column(state, column)
        rows = state.limit(2).collect()
        if len(rows) != 1:
            found = "no rows" if not rows else "more"
            raise ValueError(f"the frame must have one row, and has {found}: filter it by its keys")
        state = rows[0]
    if hasattr(state, "asDict"):
        fields = state.asDict()
        if column not in fields:
            raise ValueError(
                f"there is no column {repr_short(column)}; there are {repr_short(list(fields))}"
            )
        state = fields[column]
    if state is not None and not isinstance(state, bytes | bytearray | memoryview):
        raise TypeError(
            f"state must be bytes, a Row or a DataFrame of one row, got {type(state).__name__}"
        )
    held: Tally | EntropySketch | ContingencyTable = summary_of(state)
    return held


def known_measures(measures: Any, known: Sequence[str]) -> tuple[str, ...]:
    """Return the names of measures; ValueError for one that does not exist or comes twice."""
    chosen = names_of(measures, known)
    for name in chosen:
        if name not in known:
            raise ValueError(
                f"measures must be of {', '.join(dict.fromkeys(known))}; got {repr_short(name)}"
            )
    if len(set(chosen)) != len(chosen):
        raise ValueError(f"measures must be names, each once, got {repr_short(list(chosen))}")
    return chosen
