"""A label column on its way through pandas: the labels arrive as they were.

pandas has no missing integers (2**53 + 1 would lose its last bit as a float), and Spark gives it
timestamps in the time zone of the session. Such labels travel as 64-bit integers, with a column
that says which are missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
from pyspark.sql import Column, types
from pyspark.sql import functions as F  # noqa: N812 - as everyone writes it

__all__ = ["LABEL", "LabelColumn", "can_be_label"]

LABEL, MISSING = "entrostream_label", "entrostream_missing"
WHOLE = (types.ByteType, types.ShortType, types.IntegerType, types.LongType, types.BooleanType)
PLAIN = (
    types.StringType,
    types.DateType,
    types.DecimalType,
    types.BinaryType,
    types.FloatType,
    types.DoubleType,
    types.TimestampNTZType,
)


def can_be_label(kind: types.DataType) -> bool:
    """Say whether values of a type can be labels."""
    return isinstance(kind, (*WHOLE, *PLAIN, types.TimestampType))


@dataclass(frozen=True)
class LabelColumn:
    """The label column of a stream.

    Parameters
    ----------
    kind : DataType
        Its type.
    """

    kind: types.DataType

    def encoded(self, label: Column) -> list[Column]:
        """Return the columns to send."""
        if isinstance(self.kind, PLAIN):
            return [label.alias(LABEL)]
        number = F.unix_micros(label) if self._is_instant else label.cast("long")
        sent = F.coalesce(number, F.lit(0).cast("long"))
        return [sent.alias(LABEL), label.isNull().alias(MISSING)]

    def decoded(self, rows: pd.DataFrame) -> Any:
        """Return the labels of rows that were sent."""
        labels = rows[LABEL]
        if self._is_instant:
            labels = pd.to_datetime(labels, unit="us", utc=True)
        if MISSING in rows and rows[MISSING].any():
            labels = labels.astype(object).where(~rows[MISSING].astype(bool), None)
        return labels

    @property
    def _is_instant(self) -> bool:
        return isinstance(self.kind, types.TimestampType)
