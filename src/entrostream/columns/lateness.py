"""How late rows may come, and what becomes of those that are later."""

from __future__ import annotations

from typing import Any

from entrostream._core import shown, span_nanoseconds

__all__ = ["Lateness", "TooLateError"]


class TooLateError(ValueError):
    """A row is later than the lateness allows: to the user a ValueError."""


class Lateness:
    """How far times may go back, and what becomes of rows that are later than that."""

    def __init__(self, lateness: Any, late: str):
        if late not in ("raise", "drop"):
            raise ValueError(f'late must be "raise" or "drop", got {shown(late)}')
        self.given = lateness
        self.drops = late == "drop"
        is_none = lateness is None or (isinstance(lateness, int | float) and lateness == 0)
        self.nanoseconds = 0 if is_none else span_nanoseconds(lateness)

    def error(self, row: int) -> TooLateError:
        """Return what is wrong with a row that is too late."""
        given = "lateness=" if self.given is None else f"lateness={shown(self.given)}"
        return TooLateError(
            f'the time of row {row} is too late for {given}: pass a larger lateness, or late="drop"'
        )
