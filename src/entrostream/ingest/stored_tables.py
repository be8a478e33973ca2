"""Parquet and Arrow files: columns with types of their own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, cast

import pyarrow as pa

from entrostream.columns import scan
from entrostream.ingest.bad_records import InputError
from entrostream.ingest.rows import Rows
from entrostream.ingest.source import Source

__all__ = ["StoredTableReader"]


class StoredTableReader:
    """Rows of a Parquet or Arrow file, read by `es.scan`: strings as dictionaries where stored so."""

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

    def _scan(self, names: Sequence[str] | None) -> Any:
        kind: Literal["parquet", "ipc"] = "ipc" if self.format == "arrow" else "parquet"
        columns = None if names is None else list(names)
        return scan(self._path, columns, format=kind, progress=False)

    def _opened(self, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except (OSError, pa.ArrowException) as error:
            why = str(error).splitlines()[0]
            raise InputError(f"{self.source.name}: damaged {self.format} file: {why}") from None

    def _stored_at(self) -> str:
        """Return the path of the file; what is piped or compressed is copied, to read its end first."""
        if self.source.size is not None and self.source.compression is None:
            return self.source.name
        self._copy = tempfile.NamedTemporaryFile(suffix=f".{self.format}")
        shutil.copyfileobj(cast(Any, self.source), self._copy)
        self._copy.flush()
        return str(self._copy.name)
