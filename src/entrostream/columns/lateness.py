"""How late rows may be over chunks, and what becomes of later ones."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from entrostream._core import TimeWindow, repr_short

__all__ = ["Lateness", "OutOfOrderError", "times_go_back"]


class OutOfOrderError(ValueError):
    """The time of a row is too late; the message has the number of the row in the stream."""


def times_go_back(row: int) -> OutOfOrderError:
    """Return the error for the first row whose time is before that of the row before it."""
    return OutOfOrderError(
        f"times must not go back over chunks, as that of row {row} does; pass lateness=, or "
        "sort first"
    )


class Lateness:
    """How far times may go back, and what becomes of rows that are later than that."""

    def __init__(self, lateness: Any, late: Literal["raise", "drop"]):
        # TimeWindow has the same arguments and checks them.
        window = TimeWindow(1, lateness=0 if lateness is None else lateness, late=late)
        self.given = lateness
        self.drops = late == "drop"
        self.nanoseconds = int(np.timedelta64(window.lateness).astype("m8[ns]").astype(np.int64))

    def error(self, row: int) -> OutOfOrderError:
        """Return the error for a row that is too late."""
        given = "lateness=" if self.given is None else f"lateness={repr_short(self.given)}"
        return OutOfOrderError(
            f'the time of row {row} is too late for {given}: pass a larger lateness, or late="drop"'
        )
