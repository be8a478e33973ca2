"""The key of a stream on its way through pandas: strings, which no library changes.

pandas would make a null string the string "NaN", a null integer a float, and move timestamps to
the time zone of the session. Each column of the key is sent as a string that Spark writes and
reads: "=" and its value, or the empty string for null.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column, types
from pyspark.sql import functions as F  # noqa: N812 - as everyone writes it

from entrostream.spark.frame_columns import named_column

__all__ = ["KeyColumns", "can_be_key"]

MARK = "="
NULL = ""
KINDS = (
    types.StringType,
    types.BinaryType,
    types.BooleanType,
    types.ByteType,
    types.ShortType,
    types.IntegerType,
    types.LongType,
    types.FloatType,
    types.DoubleType,
    types.DecimalType,
    types.DateType,
    types.TimestampType,
    types.TimestampNTZType,
)


def can_be_key(kind: types.DataType) -> bool:
    """Say whether values of a type can be keys."""
    return isinstance(kind, KINDS)


@dataclass(frozen=True)
class KeyColumns:
    """The columns of the key of a stream.

    Parameters
    ----------
    names : tuple of str
        Their names in the frame of the user.
    kinds : tuple of DataType
        Their types.
    """

    names: tuple[str, ...]
    kinds: tuple[types.DataType, ...]

    @property
    def sent(self) -> list[str]:
        """The names of the columns that are sent."""
        return [f"k{place}" for place in range(len(self.names))]

    def encoded(self, frame: Any) -> list[Column]:
        """Return the columns to send, of the frame of the user."""
        return [
            self._text(named_column(frame, name), kind).alias(sent)
            for name, kind, sent in zip(self.names, self.kinds, self.sent, strict=True)
        ]

    def decoded(self, frame: Any) -> list[Column]:
        """Return the columns of the user, of a frame with those that were sent."""
        return [
            self._value(frame[sent], kind).alias(name)
            for name, kind, sent in zip(self.names, self.kinds, self.sent, strict=True)
        ]

    def described(self, key: Sequence[str]) -> str:
        """Return a key as an error names it."""
        values = [None if text == NULL else text[len(MARK) :] for text in key]
        return ", ".join(
            f"{name}={value!r}" for name, value in zip(self.names, values, strict=True)
        )

    def _text(self, value: Column, kind: types.DataType) -> Column:
        if isinstance(kind, types.TimestampType):
            value = F.unix_micros(value)
        elif isinstance(kind, types.BinaryType):
            value = F.hex(value)
        elif isinstance(kind, (types.FloatType, types.DoubleType)):
            value = value + F.lit(0).cast(kind)  # -0.0 and 0.0 are one key
        marked = F.concat(F.lit(MARK), value.cast(types.StringType()))
        return F.coalesce(marked, F.lit(NULL))

    def _value(self, text: Column, kind: types.DataType) -> Column:
        value = F.when(text != NULL, F.substring(text, len(MARK) + 1, 2**31 - 1))
        if isinstance(kind, types.TimestampType):
            return F.timestamp_micros(value.cast("long"))
        if isinstance(kind, types.BinaryType):
            return F.unhex(value)
        return value.cast(kind)
