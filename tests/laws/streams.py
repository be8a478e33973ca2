"""Streams of labels for the laws: few labels, so that they meet again and again."""

import datetime as dt
from decimal import Decimal

from hypothesis import strategies as st

from tests.sequences import sequences

# Some of them equal others: 1, 1.0, True and Decimal(1) are one label.
LABELS = [
    "a",
    "b",
    "",
    "1",
    b"a",
    0,
    1,
    1.0,
    True,
    Decimal(1),
    -1,
    2**70,
    0.5,
    Decimal("0.5"),
    float("inf"),
    (1, "a"),
    (),
    dt.date(2020, 2, 29),
    dt.timedelta(days=-1, microseconds=7),
]
MISSING = [None, float("nan"), Decimal("nan")]

labels = st.sampled_from(LABELS)
streams = sequences(LABELS, max_size=40)
# Half of the values of a stream are missing.
streams_with_missing = sequences([*LABELS, *MISSING * (len(LABELS) // len(MISSING))], max_size=40)
counts = st.dictionaries(labels, st.integers(0, 5) | st.integers(0, 2**40), max_size=6)
small_counts = st.dictionaries(labels, st.integers(0, 9), max_size=6)
missing_rules = st.sampled_from(["skip", "label"])


def without_missing(stream):
    """Return the stream as a summary with missing="skip" sees it."""
    return [label for label in stream if label is not None and label == label]


def seen_with_rule(stream, rule):
    """Return the labels that a summary with this rule counts."""
    if rule == "skip":
        return without_missing(stream)
    return [label if label is not None and label == label else None for label in stream]
