"""A label column on its way through pandas: the labels arrive as they were.

pandas has no missing integers (2**53 + 1 would lose its last bit as a float), and Spark gives it
timestamps in the time zone of the session. Such labels travel as 64-bit integers, with a column
that says which are missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pyspark.sql import Column, types
from pyspark.sql import functions as F  # noqa: N812 - as everyone writes it

from entrostream.spark.frame_columns import labels_of

__all__ = ["LABEL", "LabelColumn"]

LABEL, MISSING = "label", "missing"
WHOLE = (types.ByteType, types.ShortType, types.IntegerType, types.LongType, types.BooleanType)


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
        if not self._is_number:
            return [self.plain(label)]
        number = F.unix_micros(label) if self._is_instant else label.cast("long")
        sent = F.coalesce(number, F.lit(0).cast("long"))
        return [sent.alias(LABEL), label.isNull().alias(MISSING)]

    def plain(self, label: Column) -> Column:
        """Return the column to send where pandas has no part in it."""
        plain: Column = labels_of(label, self.kind).alias(LABEL)
        return plain

    def decoded(self, rows: pd.DataFrame) -> Any:
        """Return the labels of rows that were sent."""
        labels = rows[LABEL]
        if self._is_instant:
            instants = labels.to_numpy(np.int64).view("datetime64[us]")
            labels = pd.Series(instants).dt.tz_localize("UTC")
        if self._is_number and rows[MISSING].any():
            labels = labels.astype(object).where(~rows[MISSING].to_numpy(bool), None)
        return labels

    @property
    def _is_number(self) -> bool:
        """Whether the labels travel as integers."""
        return self._is_instant or isinstance(self.kind, WHOLE)

    @property
    def _is_instant(self) -> bool:
        return isinstance(self.kind, types.TimestampType)
