"""Exact truth for times: what a point or a length of time is in nanoseconds."""

import datetime as dt
from fractions import Fraction

import numpy as np

from entrostream import _core

UTC = dt.timezone.utc
EPOCH = dt.datetime(1970, 1, 1)
LAST = 2**63 - 1
RANGE = "must lie between 1677-09-21 and 2262-04-11"
NUMBER_RANGE = RANGE + ", a number within 9223372036 seconds of 0"
KINDS = (
    "must be a number of seconds, a datetime, a numpy.datetime64, a pandas.Timestamp or ISO 8601 "
    "text"
)

read_time = _core._read_time
read_span = _core._read_span
shown_time = _core._shown_time
shown_span = _core._shown_span
span_text = _core._span_text


def read_times(column, rows):
    """Return the nanoseconds of a column as a list, and its clock."""
    times, clock = _core._read_times(column, rows)
    assert times.dtype == np.int64
    return times.tolist(), clock


def nanoseconds_of_seconds(number):
    """Return the nearest integer of nanoseconds, ties to even."""
    return round(Fraction(number) * 10**9)


def nanoseconds_of_datetime(at):
    """Return the exact nanoseconds since 1970; without a zone it is UTC."""
    naive = at.replace(tzinfo=None) - (at.utcoffset() or dt.timedelta(0))
    return (naive - EPOCH) // dt.timedelta(microseconds=1) * 1000
