"""Records that cannot be read: counted and skipped, or the end of the work."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["BadRecords", "InputError"]

EXAMPLES = 5


class InputError(ValueError):
    """Input that cannot be read: which source, which record, and why."""


@dataclass
class BadRecords:
    """How many records were skipped, and why the first of them were.

    Parameters
    ----------
    fail : bool, default False
        Whether the first bad record raises InputError.

    Examples
    --------
    >>> from entrostream.ingest import BadRecords
    >>> bad = BadRecords()
    >>> bad.add("access.log", "not a line of a web-server log: 'hello'")
    >>> bad.count, bad.examples
    (1, ["access.log: not a line of a web-server log: 'hello'"])
    """

    fail: bool = False
    count: int = 0
    replaced: int = 0  # bytes that are not UTF-8, shown as \\xff
    examples: list[str] = field(default_factory=list)

    def add(self, source: str, why: str, records: int = 1) -> None:
        """Count bad records, or raise for the first."""
        message = f"{source}: {why}"
        if self.fail:
            raise InputError(f"{message} (--on-bad skip counts such records and goes on)")
        self.count += records
        if len(self.examples) < EXAMPLES:
            self.examples.append(message)
