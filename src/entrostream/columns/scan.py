"""Files as chunks of rows: Parquet, CSV, Arrow IPC, one or many, read batch by batch."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from entrostream._core import repr_short
from entrostream.columns.progress import Bar, bar_wanted
from entrostream.columns.window import positive

__all__ = ["Chunks", "scan"]

BATCH_ROWS = 1 << 17
FORMATS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".csv.gz": "csv",
    ".arrow": "ipc",
    ".ipc": "ipc",
    ".feather": "ipc",
}
KEPT = 8  # batches, before pyarrow gives back what it does not need
BUFFER = 1 << 20  # bytes of a file read at once
FEW_LABELS = 1 << 16  # bytes of a dictionary in a file that surely holds all labels
PLAIN_LABEL = 4  # bytes that a plain-encoded string takes at least: its length
AT_ONCE = 16 << 20  # bytes read at once where nobody sees how many rows that is
MOST_ROWS = 1 << 20
CODE, NUMBER = 4, 8  # bytes
PLAIN = {"PLAIN", "RLE", "RLE_DICTIONARY", "PLAIN_DICTIONARY", "BIT_PACKED"}  # of all lengths


def scan(
    source: Any,
    columns: str | Sequence[str] | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    format: str | None = None,
    progress: bool | None = None,
) -> Chunks:
    r"""Give a file as chunks of rows, for any of the column functions: it is never read whole.

    >>> import tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "events.csv")
    >>> with open(file, "w") as events:
    ...     _ = events.write("source,user\nweb,1\nweb,2\nmail,1\n")
    >>> es.entropy(es.scan(file, "source"))
    0.9182958340544896
    >>> for part in es.rolling_entropy(es.scan(file, "source"), 2):
    ...     print(part.to_pylist())
    [None, 0.0, 1.0]

    Needs pyarrow: `pip install "entrostream[arrow]"`.

    Parameters
    ----------
    source : path, list of paths, or pyarrow Dataset
        A Parquet, CSV or Arrow IPC file, a directory of them, or several files. A dataset of
        your own makes for filters, other file systems, ways to read CSV.
    columns : name or list of names, optional
        What to measure. One name gives columns, a list frames; all columns if nothing is
        said. Columns that `times=`, `by=` or `weights=` name are read beside, others are not.
    batch_rows : int
        How many rows a chunk holds at most.
    format : {"parquet", "csv", "ipc"}, optional
        What the files are, if their names do not end in .parquet, .csv or .arrow.
    progress : bool, optional
        Whether to show a bar. If nothing is said: on a terminal or in a notebook, when the
        work takes more than a moment and tqdm is installed.
    """
    rows = positive("batch_rows", batch_rows)
    bar_wanted(progress)  # says what is wrong with it
    dataset = import_dataset()
    if isinstance(source, dataset.Dataset):
        return Chunks(source, columns, rows, progress, own_files=False)
    return Chunks(opened(source, format, dataset), columns, rows, progress, own_files=True)


class Chunks:
    """Rows of files in chunks, as often as they are asked for; what `scan` gives.

    Iterating yields pyarrow record batches, or arrays if one column was asked for by its name.
    """

    def __init__(
        self,
        dataset: Any,
        columns: str | Sequence[str] | None,
        batch_rows: int,
        progress: bool | None,
        *,
        own_files: bool,
    ):
        self._dataset = dataset
        self._batch_rows = batch_rows
        self._progress = progress
        self._own_files = own_files
        self.columns = columns if columns is None or isinstance(columns, str) else list(columns)
        self.require(self.names)

    @property
    def names(self) -> list[str]:
        """The columns that are asked for, as a list in any case."""
        if self.columns is None:
            return list(self._dataset.schema.names)
        return [self.columns] if isinstance(self.columns, str) else self.columns

    @property
    def rows(self) -> int | None:
        """How many rows there are, None if the files do not say it (CSV)."""
        if self._own_files and self._dataset.format.default_extname in ("parquet", "arrow"):
            return int(self._dataset.count_rows())
        return None

    def require(self, names: Sequence[str]) -> None:
        """Refuse names of columns that are not there."""
        known = self._dataset.schema.names
        for name in names:
            if name not in known:
                raise ValueError(
                    f"there is no column {repr_short(name)}; there are {repr_short(known)}"
                )
        if not names or len(set(names)) != len(names):
            raise ValueError(f"columns must be names, each once, got {names}")

    def __repr__(self) -> str:
        return (
            "<Chunks of all columns>" if self.columns is None else f"<Chunks of {self.columns!r}>"
        )

    def __iter__(self) -> Iterator[Any]:
        for batch in self._watched(self.names, as_written=True):
            yield batch.column(0) if isinstance(self.columns, str) else batch

    def batches(
        self, beside: Sequence[str], *, as_written: bool = False, large: bool = False
    ) -> Iterator[Any]:
        """Yield record batches of the columns asked for, and of those named beside them.

        Strings may come dictionary-encoded unless `as_written`. `large` batches have more
        rows if these are short: labels that are many are found once for each batch.
        """
        names = list(dict.fromkeys([*self.names, *beside]))
        self.require(names)
        return self._watched(names, as_written=as_written, large=large)

    def _watched(
        self, names: list[str], *, as_written: bool = False, large: bool = False
    ) -> Iterator[Any]:
        """Yield the batches, with a bar that tells how many of their rows are done."""
        if not bar_wanted(self._progress):
            yield from self._read(names, as_written, large)
            return
        with Bar(self.rows, at_once=bool(self._progress)) as bar:
            for batch in self._read(names, as_written, large):
                yield batch
                bar.add(len(batch))

    def _read(self, names: list[str], as_written: bool, large: bool) -> Iterator[Any]:
        pyarrow = import_module("pyarrow")
        number = -1
        for number, batch in enumerate(self._batches(names, as_written, large)):
            yield batch
            if number % KEPT == KEPT - 1:  # of short texts pyarrow would keep 70 MiB, so 50
                pyarrow.default_memory_pool().release_unused()
        if number < 0:  # so that it is known what the results would be
            schema = pyarrow.schema([self._dataset.schema.field(name) for name in names])
            yield pyarrow.RecordBatch.from_pylist([], schema=schema)

    def _batches(self, names: list[str], as_written: bool, large: bool) -> Iterator[Any]:
        if not self._own_files:
            yield from self._by_scanner(self._dataset, names)
            return
        for fragment in self._dataset.get_fragments():
            yield from self._of_file(fragment, names, as_written, large)

    def _of_file(
        self, fragment: Any, names: list[str], as_written: bool, large: bool
    ) -> Iterator[Any]:
        own, common = fragment.physical_schema, self._dataset.schema
        alike = all(
            name in own.names and own.field(name).equals(common.field(name)) for name in names
        )
        kind = self._dataset.format.default_extname
        if alike and kind == "parquet":
            return self._parquet(fragment, names, as_written, large)
        if alike and kind == "arrow":
            return self._ipc(fragment, names)
        # The file has the columns in another way than others, or not at all.
        return self._by_scanner(fragment, names, schema=common)

    def _by_scanner(self, of: Any, names: list[str], **more: Any) -> Iterator[Any]:
        """Yield batches as pyarrow's datasets give them, few of them ahead of time."""
        yield from of.to_batches(
            columns=names,
            batch_size=self._batch_rows,
            batch_readahead=1,
            fragment_readahead=1,
            **more,
        )

    def _parquet(
        self, fragment: Any, names: list[str], as_written: bool, large: bool
    ) -> Iterator[Any]:
        """Yield batches without decoding a whole row group at once, as datasets do.

        Of a file of 1e8 rows in groups of 2^20 a dataset takes 130 MiB for a column of short
        texts, this 30.
        """
        parquet = import_module("pyarrow.parquet")
        codes = [] if as_written else coded(fragment.metadata, names)
        rows = self._batch_rows
        if large and rows == BATCH_ROWS:  # nobody asked for fewer
            rows = max(rows, rows_at_once(fragment.metadata, names, codes))
        with fragment.filesystem.open_input_file(fragment.path) as opened_file:
            file = parquet.ParquetFile(
                opened_file,
                metadata=fragment.metadata,
                pre_buffer=False,
                buffer_size=BUFFER,
                read_dictionary=codes,
            )
            yield from file.iter_batches(rows, columns=names, use_threads=False)

    def _ipc(self, fragment: Any, names: list[str]) -> Iterator[Any]:
        """Yield batches of an Arrow file, cut smaller if they were written large.

        A dataset reads several ahead, with all their columns.
        """
        ipc = import_module("pyarrow.ipc")
        places = [fragment.physical_schema.get_field_index(name) for name in names]
        options = ipc.IpcReadOptions(included_fields=places, use_threads=False)
        with fragment.filesystem.open_input_file(fragment.path) as opened_file:
            file = ipc.open_file(opened_file, options=options)
            for number in range(file.num_record_batches):
                batch = file.get_batch(number).select(names)
                for first in range(0, len(batch), self._batch_rows):
                    yield batch.slice(first, self._batch_rows)


def coded(metadata: Any, names: list[str]) -> list[str]:
    """Return the columns of strings that are dictionary-encoded in all row groups.

    Read as such they cost a half to a fifth; where a writer gave its dictionary up, five times
    as much.
    """
    return [
        name
        for name, chunks in column_chunks(metadata, names).items()
        if chunks and all(is_coded(chunk) for chunk in chunks)
    ]


def column_chunks(metadata: Any, names: list[str]) -> dict[str, list[Any]]:
    """Return what a file says about columns in each of its row groups."""
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    if not groups:
        return {name: [] for name in names}
    columns = range(groups[0].num_columns)
    places = {groups[0].column(place).path_in_schema: place for place in columns}
    return {
        name: [group.column(places[name]) for group in groups] if name in places else []
        for name in names
    }


def is_coded(chunk: Any) -> bool:
    """Say whether nearly all strings of a column chunk are codes: plain ones take more bytes."""
    if chunk.physical_type != "BYTE_ARRAY" or not chunk.has_dictionary_page:
        return False
    dictionary = chunk.data_page_offset - chunk.dictionary_page_offset
    if dictionary < FEW_LABELS:
        return True
    return bool(chunk.total_uncompressed_size - dictionary < PLAIN_LABEL * chunk.num_values)


def rows_at_once(metadata: Any, names: list[str], codes: list[str]) -> int:
    """Return how many rows to read at once, as far as a file tells how long they are."""
    width = 0
    for name, chunks in column_chunks(metadata, names).items():
        if not chunks:
            return 0
        width += CODE if name in codes else max(map(row_width, chunks))
    return min(MOST_ROWS, AT_ONCE // width)


def row_width(chunk: Any) -> int:
    """Return about how many bytes a value takes; a large number if the file does not tell."""
    if chunk.physical_type != "BYTE_ARRAY":
        return NUMBER if chunk.physical_type != "FIXED_LEN_BYTE_ARRAY" else AT_ONCE
    if not PLAIN.issuperset(chunk.encodings) or not chunk.num_values:
        return AT_ONCE
    return NUMBER + int(chunk.total_uncompressed_size) // int(chunk.num_values)


def opened(source: Any, format: str | None, dataset: Any) -> Any:
    """Return the dataset of the files at these places."""
    paths = [
        os.fsdecode(path) for path in (source if isinstance(source, list | tuple) else [source])
    ]
    for path in paths:
        if not os.path.exists(path):
            raise FileNotFoundError(f"there is no file or directory {path!r}")
    files = [file for path in paths for file in files_in(path)]
    if not files:
        raise ValueError(f"there are no files in {', '.join(map(repr, paths))}")
    format = format_of(files, format)
    chosen = [file for file in files if format_named(file) == format] or files
    return dataset.dataset(chosen, format=format, partitioning="hive")


def files_in(path: str) -> list[str]:
    """Return the files at this place, in a directory those that are not hidden, by name."""
    if not os.path.isdir(path):
        return [path]
    return sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(path)
        for name in names
        if not name.startswith((".", "_"))  # as other readers do: _SUCCESS is no data
    )


def format_of(files: Sequence[str], format: str | None) -> str:
    """Return what the files are: as said, or as their names end."""
    if format is not None:
        if format not in FORMATS.values():
            raise ValueError(f"format must be one of parquet, csv, ipc, got {repr_short(format)}")
        return format
    found = {format_named(file) for file in files} - {None}
    if len(found) == 1:
        return str(found.pop())
    if found:
        raise ValueError(
            f"there are files of several kinds, {sorted(map(str, found))}; pass format="
        )
    raise ValueError(
        f"cannot tell what {files[0]!r} is: its name ends in none of {', '.join(FORMATS)}; "
        "pass format="
    )


def format_named(file: str) -> str | None:
    """Return what a file is, by the end of its name."""
    ending = next((each for each in FORMATS if file.lower().endswith(each)), None)
    return None if ending is None else FORMATS[ending]


def import_dataset() -> Any:
    """Return pyarrow.dataset, or say how to get it."""
    try:
        return import_module("pyarrow.dataset")
    except ImportError as error:
        raise ImportError('scan needs pyarrow: pip install "entrostream[arrow]"') from error
