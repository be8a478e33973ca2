"""Files as chunks of rows: Parquet, CSV, Arrow IPC, one or many, read batch by batch."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Literal, TypeAlias

from entrostream._core import repr_short
from entrostream.columns.progress import Bar, bar_wanted
from entrostream.columns.window import positive

__all__ = ["Chunks", "scan"]

Format: TypeAlias = Literal["parquet", "csv", "ipc"]

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
RELEASE_AFTER = 8  # batches, after which pyarrow returns unused memory
BUFFER_BYTES = 1 << 20  # of a file that are read at once
SMALL_DICTIONARY = 1 << 16  # bytes: a smaller one surely holds all labels
PLAIN_STRING = 4  # bytes that a plain-encoded string takes at least: its length
BATCH_BYTES = 16 << 20  # of large batches
MAX_ROWS = 1 << 20
CODE_BYTES, NUMBER_BYTES = 4, 8
SIZED_ENCODINGS = {
    "PLAIN",
    "RLE",
    "RLE_DICTIONARY",
    "PLAIN_DICTIONARY",
    "BIT_PACKED",
}  # whose size tells the lengths


def scan(
    source: Any,
    columns: str | Sequence[str] | None = None,
    *,
    batch_rows: int = BATCH_ROWS,
    format: Format | None = None,
    progress: bool | None = None,
) -> Chunks:
    r"""Give a file as chunks of rows, for any of the column functions, to read it piece by piece.

    Needs pyarrow: `pip install "entrostream[arrow]"`.

    Parameters
    ----------
    source : path, list of paths, or pyarrow Dataset
        A Parquet, CSV or Arrow IPC file, a directory of them, or several files. A pyarrow
        dataset allows filters, other file systems and options of CSV.
    columns : name or list of names, optional
        What to measure. One name gives columns, a list frames; by default all columns. Columns
        named by `times=`, `group_by=` or `weights=` are read as well, others are not.
    batch_rows : int
        The maximum number of rows of a chunk.
    format : {"parquet", "csv", "ipc"}, optional
        The format, if the names of the files do not end in .parquet, .csv or .arrow.
    progress : bool, optional
        Whether to show a progress bar. By default on a terminal or in a notebook, when the work
        takes more than a second and tqdm is installed.

    Returns
    -------
    Chunks
        The rows, which are read when a function needs them.

    Raises
    ------
    FileNotFoundError
        If there is no file.
    ImportError
        If pyarrow is not installed, or `progress=True` without tqdm.
    ValueError
        If a column does not exist, or the format is not known.

    Examples
    --------
    >>> import tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "events.csv")
    >>> with open(file, "w") as events:
    ...     _ = events.write("source,user\nweb,1\nweb,2\nmail,1\n")
    >>> es.entropy(es.scan(file, "source"))
    0.9182958340544896
    >>> for part in es.rolling_entropy(es.scan(file, "source"), 2):
    ...     print(part.to_pylist())
    [None, 0.0, 1.0]
    """
    rows = positive("batch_rows", batch_rows)
    bar_wanted(progress)  # refuses invalid values
    dataset = import_dataset()
    if isinstance(source, dataset.Dataset):
        return Chunks(source, columns, rows, progress, own_files=False)
    return Chunks(open_dataset(source, format, dataset), columns, rows, progress, own_files=True)


class Chunks:
    r"""Rows of files in chunks, what `scan` returns; can be iterated more than once.

    Iterating yields pyarrow record batches, or arrays if `columns` is the name of one column.

    Parameters
    ----------
    dataset : pyarrow Dataset
        Where the rows are; `scan` opens it.
    columns : name, list of names, or None
        What to measure; None for all columns.
    batch_rows : int
        The maximum number of rows of a chunk.
    progress : bool or None
        Whether to show a progress bar; None decides as in `scan`.
    own_files : bool
        Whether `scan` opened the dataset, from the names of files.

    Raises
    ------
    ValueError
        If a column does not exist.

    Examples
    --------
    >>> import tempfile, os
    >>> file = os.path.join(tempfile.mkdtemp(), "events.csv")
    >>> with open(file, "w") as events:
    ...     _ = events.write("source,user\nweb,1\nmail,1\n")
    >>> chunks = es.scan(file, ["source", "user"])
    >>> chunks
    <Chunks of ['source', 'user']>
    >>> [batch.num_rows for batch in chunks]
    [2]
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
        """The requested columns as a list, also if it is one."""
        if self.columns is None:
            return list(self._dataset.schema.names)
        return [self.columns] if isinstance(self.columns, str) else self.columns

    @property
    def rows(self) -> int | None:
        """The number of rows; None if the files do not have it (CSV)."""
        if self._own_files and self._dataset.format.default_extname in ("parquet", "arrow"):
            return int(self._dataset.count_rows())
        return None

    def require(self, names: Sequence[str]) -> None:
        r"""Raise ValueError unless there are columns of these names.

        Parameters
        ----------
        names : sequence of str
            The names of columns, each once.

        Raises
        ------
        ValueError
            If there is no such column, or no name, or one comes twice.

        Examples
        --------
        >>> import tempfile, os
        >>> file = os.path.join(tempfile.mkdtemp(), "events.csv")
        >>> with open(file, "w") as events:
        ...     _ = events.write("source,user\nweb,1\n")
        >>> es.scan(file).require(["user", "sorce"])
        Traceback (most recent call last):
        ...
        ValueError: there is no column 'sorce'; there are ['source', 'user']
        """
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
        for batch in self._with_progress(self.names, as_written=True):
            yield batch.column(0) if isinstance(self.columns, str) else batch

    def batches(
        self, auxiliary: Sequence[str], *, as_written: bool = False, large: bool = False
    ) -> Iterator[Any]:
        r"""Give record batches of the requested columns and of auxiliary ones.

        Strings may be dictionary-encoded unless `as_written`. `large` batches have more rows if
        these are short: distinct labels are looked up once per batch.

        Parameters
        ----------
        auxiliary : sequence of str
            Columns to read besides `names`.
        as_written : bool, default False
            Whether each column has the type that it has in the file.
        large : bool, default False
            Whether batches may have more rows than `batch_rows`.

        Returns
        -------
        iterator of pyarrow RecordBatch
            The rows in order; one batch without rows if there are none.

        Raises
        ------
        ValueError
            If there is no such column.

        Examples
        --------
        >>> import tempfile, os
        >>> file = os.path.join(tempfile.mkdtemp(), "events.csv")
        >>> with open(file, "w") as events:
        ...     _ = events.write("source,user\nweb,1\nmail,1\n")
        >>> next(es.scan(file, "source").batches(["user"])).schema.names
        ['source', 'user']
        """
        names = list(dict.fromkeys([*self.names, *auxiliary]))
        self.require(names)
        return self._with_progress(names, as_written=as_written, large=large)

    def _with_progress(
        self, names: list[str], *, as_written: bool = False, large: bool = False
    ) -> Iterator[Any]:
        """Yield the batches, and show a progress bar of their rows."""
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
            # With short strings pyarrow would hold 70 MiB, so it holds 50.
            if number % RELEASE_AFTER == RELEASE_AFTER - 1:
                pyarrow.default_memory_pool().release_unused()
        if number < 0:  # the schema decides the type of the results
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
        # The columns of this file have other types than in others, or are missing.
        return self._by_scanner(fragment, names, schema=common)

    def _by_scanner(self, of: Any, names: list[str], **more: Any) -> Iterator[Any]:
        """Yield batches of a pyarrow dataset, with little read-ahead."""
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
        """Yield batches without decoding complete row groups, as datasets do.

        For a column of short strings, 1e8 rows in row groups of 2^20, a dataset takes 130 MiB,
        this 30.
        """
        parquet = import_module("pyarrow.parquet")
        codes = [] if as_written else dictionary_columns(fragment.metadata, names)
        rows = self._batch_rows
        if large and rows == BATCH_ROWS:  # the default
            rows = max(rows, rows_at_once(fragment.metadata, names, codes))
        with fragment.filesystem.open_input_file(fragment.path) as opened_file:
            file = parquet.ParquetFile(
                opened_file,
                metadata=fragment.metadata,
                pre_buffer=False,
                buffer_size=BUFFER_BYTES,
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


def dictionary_columns(metadata: Any, names: list[str]) -> list[str]:
    """Return the columns of strings that are dictionary-encoded in all row groups.

    Reading them as dictionaries takes half to a fifth of the time; where a writer abandoned its
    dictionary, five times as much.
    """
    return [
        name
        for name, chunks in column_chunks(metadata, names).items()
        if chunks and all(is_dictionary_encoded(chunk) for chunk in chunks)
    ]


def column_chunks(metadata: Any, names: list[str]) -> dict[str, list[Any]]:
    """Return the metadata of columns in each row group of a file."""
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    if not groups:
        return {name: [] for name in names}
    columns = range(groups[0].num_columns)
    places = {groups[0].column(place).path_in_schema: place for place in columns}
    return {
        name: [group.column(places[name]) for group in groups] if name in places else []
        for name in names
    }


def is_dictionary_encoded(chunk: Any) -> bool:
    """Say whether nearly all strings of a column chunk are codes: plain ones would take more."""
    if chunk.physical_type != "BYTE_ARRAY" or not chunk.has_dictionary_page:
        return False
    dictionary = chunk.data_page_offset - chunk.dictionary_page_offset
    if dictionary < SMALL_DICTIONARY:
        return True
    return bool(chunk.total_uncompressed_size - dictionary < PLAIN_STRING * chunk.num_values)


def rows_at_once(metadata: Any, names: list[str], codes: list[str]) -> int:
    """Return how many rows to read at once, by the sizes in the metadata of a file."""
    width = 0
    for name, chunks in column_chunks(metadata, names).items():
        if not chunks:
            return 0
        width += CODE_BYTES if name in codes else max(map(row_width, chunks))
    return min(MAX_ROWS, BATCH_BYTES // width)


def row_width(chunk: Any) -> int:
    """Return about how many bytes a value takes; a large number if that is unknown."""
    if chunk.physical_type != "BYTE_ARRAY":
        return NUMBER_BYTES if chunk.physical_type != "FIXED_LEN_BYTE_ARRAY" else BATCH_BYTES
    if not SIZED_ENCODINGS.issuperset(chunk.encodings) or not chunk.num_values:
        return BATCH_BYTES
    return NUMBER_BYTES + int(chunk.total_uncompressed_size) // int(chunk.num_values)


def open_dataset(source: Any, format: str | None, dataset: Any) -> Any:
    """Return the dataset of the files at these paths."""
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
    """Return the file at a path, or the visible files of a directory by name."""
    if not os.path.isdir(path):
        return [path]
    return sorted(
        os.path.join(folder, name)
        for folder, _, names in os.walk(path)
        for name in names
        if not name.startswith((".", "_"))  # as other readers do: _SUCCESS has no data
    )


def format_of(files: Sequence[str], format: str | None) -> str:
    """Return the format of the files: as given, or by their names."""
    if format is not None:
        if format not in FORMATS.values():
            raise ValueError(f"format must be one of parquet, csv, ipc, got {repr_short(format)}")
        return format
    formats = {format_named(file) for file in files} - {None}
    if len(formats) == 1:
        return str(formats.pop())
    if formats:
        raise ValueError(
            f"there are files of several kinds, {sorted(map(str, formats))}; pass format="
        )
    raise ValueError(
        f"cannot tell what {files[0]!r} is: its name ends in none of {', '.join(FORMATS)}; "
        "pass format="
    )


def format_named(file: str) -> str | None:
    """Return the format of a file by the end of its name."""
    ending = next((each for each in FORMATS if file.lower().endswith(each)), None)
    return None if ending is None else FORMATS[ending]


def import_dataset() -> Any:
    """Return pyarrow.dataset, or raise with the command that installs it."""
    try:
        return import_module("pyarrow.dataset")
    except ImportError as error:
        raise ImportError('scan needs pyarrow: pip install "entrostream[arrow]"') from error
