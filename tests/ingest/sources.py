"""Sources of bytes for tests: cut into pieces as a pipe would."""

import io

from entrostream.ingest import BadRecords, ReadOptions, Source
from entrostream.ingest.readers import reader_of


class Pieces(io.RawIOBase):
    """Bytes that are read in pieces of given sizes, over and over."""

    def __init__(self, data, sizes=(1 << 20,)):
        self._data = io.BytesIO(data)
        self._sizes = list(sizes)
        self._reads = 0

    def readable(self):
        return True

    def read(self, size=-1):
        most = self._sizes[self._reads % len(self._sizes)]
        self._reads += 1
        return self._data.read(most if size < 0 else min(most, size))


def reader(data, name="input", sizes=(1 << 20,), bad=None, **options):
    """Return the reader of some bytes."""
    bad = bad if bad is not None else BadRecords()
    return reader_of(Source(name, Pieces(data, sizes)), ReadOptions(bad, **options))


def columns(data, names, **options):
    """Return the values of fields of some bytes, by name, and the bad records."""
    bad = options.pop("bad", None) or BadRecords()
    values = {name: [] for name in names}
    for rows in reader(data, bad=bad, **options).batches(names):
        for name in names:
            if rows.n:
                column = rows.columns[name]
                values[name] += column if isinstance(column, list) else column.to_pylist()
    return values, bad
