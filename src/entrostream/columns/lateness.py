"""How late rows may come, and what becomes of those that are later."""

from __future__ import annotations

from typing import Any

import numpy as np

from entrostream._core import TimeWindow, repr_short

__all__ = ["Lateness", "TooLateError"]


class TooLateError(ValueError):
    """A row is later than the lateness allows: to the user a ValueError."""


class Lateness:
    """How far times may go back, and what becomes of rows that are later than that."""

    def __init__(self, lateness: Any, late: str):
        # A window of time knows what is wrong with them.
        window = TimeWindow(1, lateness=0 if lateness is None else lateness, late=late)
        self.given = lateness
        self.drops = late == "drop"
        self.nanoseconds = int(np.timedelta64(window.lateness).astype("m8[ns]").astype(np.int64))

    def error(self, row: int) -> TooLateError:
        """Return what is wrong with a row that is too late."""
        given = "lateness=" if self.given is None else f"lateness={repr_short(self.given)}"
        return TooLateError(
            f'the time of row {row} is too late for {given}: pass a larger lateness, or late="drop"'
        )
