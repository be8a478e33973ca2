"""One label of each kind and size that to_bytes carries, with its bytes."""

import datetime as dt
import uuid
from collections import namedtuple
from decimal import Decimal

import numpy as np

from tests.state import framing

UTC = dt.timezone.utc
EAST = dt.timezone(dt.timedelta(hours=5, minutes=30))
DAY = 24 * 60 * 60 * 10**6
Point = namedtuple("Point", "x y")


class Word(str):
    """A text that compares as any other."""

    __slots__ = ()


# Label, bytes, and the label that comes back.
CARRIED = [
    (0, framing.integer(0), 0),
    (1, framing.integer(1), 1),
    (-1, framing.integer(-1), -1),
    (255, framing.integer(255), 255),
    (256, framing.integer(256), 256),
    (-(2**63), framing.integer(-(2**63)), -(2**63)),
    (10**400, framing.integer(10**400), 10**400),
    (True, framing.integer(1), 1),
    (False, framing.integer(0), 0),
    (1.0, framing.integer(1), 1),
    (-0.0, framing.integer(0), 0),
    (1e300, framing.integer(int(1e300)), int(1e300)),
    (0.5, framing.real(0.5), 0.5),
    (-5e-324, framing.real(-5e-324), -5e-324),
    (float("inf"), framing.real(float("inf")), float("inf")),
    (float("-inf"), framing.real(float("-inf")), float("-inf")),
    (np.float32(0.1), framing.real(float(np.float32(0.1))), float(np.float32(0.1))),
    ("", framing.string(""), ""),
    ("a", framing.string("a"), "a"),
    ("日本 😀 \0", framing.string("日本 😀 \0"), "日本 😀 \0"),
    ("\ud800", framing.string("\ud800"), "\ud800"),
    ("x" * 1000, framing.string("x" * 1000), "x" * 1000),
    (Word("word"), framing.string("word"), "word"),
    (b"", framing.binary(b""), b""),
    (b"\0\xff", framing.binary(b"\0\xff"), b"\0\xff"),
    (dt.date.min, framing.date(1), dt.date.min),
    (dt.date.max, framing.date(3_652_059), dt.date.max),
    (dt.datetime.min, framing.datetime(1, 0), dt.datetime.min),
    (dt.datetime.max, framing.datetime(3_652_059, DAY - 1), dt.datetime.max),
    (
        dt.datetime(1, 1, 2, 5, 30, 0, 7, tzinfo=EAST),
        framing.instant(2, 7),
        dt.datetime(1, 1, 2, 0, 0, 0, 7, tzinfo=UTC),
    ),
    (dt.timedelta(0), framing.timedelta(0, 0), dt.timedelta(0)),
    (dt.timedelta(microseconds=-1), framing.timedelta(-1, DAY - 1), dt.timedelta(microseconds=-1)),
    (dt.timedelta.min, framing.timedelta(-999_999_999, 0), dt.timedelta.min),
    (dt.timedelta.max, framing.timedelta(999_999_999, DAY - 1), dt.timedelta.max),
    (Decimal("0.1"), framing.decimal(False, -1, b"1"), Decimal("0.1")),
    (Decimal("-1.30"), framing.decimal(True, -1, b"13"), Decimal("-1.3")),
    (Decimal("1E-5000"), framing.decimal(False, -5000, b"1"), Decimal("1E-5000")),
    (Decimal("0.50"), framing.real(0.5), 0.5),
    (Decimal("1.0"), framing.integer(1), 1),
    (Decimal("12E3"), framing.integer(12_000), 12_000),
    (Decimal("-0"), framing.integer(0), 0),
    (Decimal("Infinity"), framing.real(float("inf")), float("inf")),
    (uuid.UUID(int=5), framing.uuid(bytes(15) + b"\5"), uuid.UUID(int=5)),
    ((), framing.tuple_of(), ()),
    (
        (1.0, "a", None, (b"b",)),
        framing.tuple_of(
            framing.integer(1),
            framing.string("a"),
            framing.NONE,
            framing.tuple_of(framing.binary(b"b")),
        ),
        (1, "a", None, (b"b",)),
    ),
    (Point(np.int8(1), 0.5), framing.tuple_of(framing.integer(1), framing.real(0.5)), (1, 0.5)),
]
IDS = [repr(label)[:40] for label, _, _ in CARRIED]
