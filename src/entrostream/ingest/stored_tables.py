"""Parquet and Arrow files: columns with types of their own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pyarrow as pa

from entrostream.columns import scan
from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import Rows
from entrostream.ingest.source import Source

__all__ = ["StoredTableReader"]

COPY_BYTES = 1 << 20


class StoredTableReader:
    """Rows of a Parquet or Arrow file, read by `es.scan`: stored dictionaries as such."""

    open_ended = False
    blocks = None

    def __init__(self, source: Source, form: str):
        self.source = source
        self.format = form
        self._copy: Any = None
        self._path = self._stored_at()
        self.names = self._opened(lambda: self._scan(None).names)

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the rows with these columns."""
        batches = self._opened(lambda: self._scan(names).batches([], large=True))
        while (batch := self._opened(lambda: next(batches, None))) is not None:
            columns = dict(zip(batch.schema.names, batch.columns, strict=True))
            yield Rows(batch.num_rows, columns)
        if self._copy is not None:
            self._copy.close()

    def _scan(self, names: Sequence[str] | None) -> Any:
        kind: Literal["parquet", "ipc"] = "ipc" if self.format == "arrow" else "parquet"
        columns = None if names is None else list(names)
        return scan(self._path, columns, format=kind, progress=False)

    def _opened(self, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except (OSError, pa.ArrowException) as error:
            why = str(error).splitlines()[0]
            raise InputError(f"cannot read {self.source.name} as {self.format}: {why}") from None

    def _stored_at(self) -> str:
        """Return the path; what is piped or compressed is copied, as the footer is read first."""
        if self.source.path is not None and self.source.size and self.source.compression is None:
            return self.source.path
        self._copy = tempfile.NamedTemporaryFile(suffix=f".{self.format}")  # noqa: SIM115 - kept
        while block := self.source.read(COPY_BYTES):
            self._copy.write(block)
        self._copy.flush()
        return str(self._copy.name)
