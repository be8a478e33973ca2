"""Parquet files that executors read themselves: dictionary codes never become rows of the JVM."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urlsplit

from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    ByteType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    ShortType,
    StringType,
)

from entrostream.columns.scan import (
    BATCH_ROWS,
    BUFFER_BYTES,
    dictionary_columns,
    rows_at_once,
)
from entrostream.spark.frame_columns import Selection
from entrostream.spark.keyed_codes import plain_type

__all__ = ["FilePart", "ScannedColumns", "file_parts", "is_plain_parquet"]

pa: Any = import_module("pyarrow")  # it has no type hints

# Types that Arrow and Spark read alike from every file. Dates and times depend on the calendar of
# the writer and on INT96, decimals on the precision.
SAME_KEYS: dict[Any, Any] = {
    StringType(): pa.string(),
    BinaryType(): pa.binary(),
    BooleanType(): pa.bool_(),
    ByteType(): pa.int8(),
    ShortType(): pa.int16(),
    IntegerType(): pa.int32(),
    LongType(): pa.int64(),
}
# As keys, Spark distinguishes null and NaN.
SAME_LABELS = SAME_KEYS | {FloatType(): pa.float32(), DoubleType(): pa.float64()}
PLAN = "org.apache.spark.sql.catalyst.plans.logical."
RELATION = "org.apache.spark.sql.execution.datasources.LogicalRelation"
FILES = "org.apache.spark.sql.execution.datasources.HadoopFsRelation"
PARQUET = "org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat"
ATTRIBUTE = "org.apache.spark.sql.catalyst.expressions.AttributeReference"
TOLERANT = ("ignoreCorruptFiles", "ignoreMissingFiles")


@dataclass(frozen=True)
class FilePart:
    """Every `parts`-th row group of a file, from number `part` on."""

    path: str
    part: int
    parts: int


@dataclass(frozen=True)
class ScannedColumns:
    """The columns to read of each file, and the types that they have in the frame."""

    names: tuple[str, ...]
    types: tuple[Any, ...]  # of Arrow
    case_sensitive: bool

    @classmethod
    def of(cls, selection: Selection) -> ScannedColumns:
        """Return the keys and then the labels of a selection."""
        kinds = [SAME_KEYS[kind] for kind in selection.key_types]
        kinds += [SAME_LABELS[kind] for kind in selection.label_types]
        case = selection.frame.sparkSession.conf.get("spark.sql.caseSensitive") == "true"
        return cls((*selection.group_by, *selection.columns), tuple(kinds), case)

    def push(self, file: FilePart, rows: Any) -> None:
        """Count the rows of a file; an error has its path."""
        try:
            for columns in self.batches(file):
                rows.push(columns)
        except (OSError, ValueError) as error:
            raise ValueError(f"{file.path}: {error}") from None

    def batches(self, file: FilePart) -> Iterator[list[Any]]:
        """Yield the columns of batches of rows; strings may be dictionary-encoded."""
        parquet = import_module("pyarrow.parquet")
        metadata = parquet.read_metadata(file.path)
        groups = list(range(file.part, metadata.num_row_groups, file.parts))
        if not groups:
            return
        names = [self.name_in(metadata.schema.to_arrow_schema().names, each) for each in self.names]
        read = list(dict.fromkeys(name for name in names if name is not None))
        codes = dictionary_columns(metadata, read)
        rows = max(BATCH_ROWS, rows_at_once(metadata, read, codes)) if read else BATCH_ROWS
        opened = parquet.ParquetFile(
            file.path,
            metadata=metadata,
            pre_buffer=False,
            buffer_size=BUFFER_BYTES,
            read_dictionary=codes,
        )
        with opened:
            for batch in opened.iter_batches(
                rows, row_groups=groups, columns=read, use_threads=False
            ):
                yield [
                    as_declared(batch, name, kind)
                    for name, kind in zip(names, self.types, strict=True)
                ]

    def name_in(self, known: Sequence[str], name: str) -> str | None:
        """Return the name that a column has in a file, as Spark finds it; None if it has none."""
        if name in known or self.case_sensitive:
            return name if name in known else None
        return next((each for each in known if each.lower() == name.lower()), None)


def as_declared(batch: Any, name: str | None, kind: Any) -> Any:
    """Return a column with the values that the frame declares; one that is not there is null."""
    if name is None:
        return pa.nulls(batch.num_rows, kind)
    column = batch.column(name)
    held = plain_type(column.type)
    if is_text(held) != is_text(kind) or pa.types.is_boolean(held) != pa.types.is_boolean(kind):
        raise ValueError(f"column {name!r} is {held}, and {kind} in the frame")
    return column if held == kind else column.cast(kind)


def is_text(kind: Any) -> bool:
    """Say whether values are strings or bytes, which Spark converts to nothing else."""
    types = pa.types
    tests = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(test(kind) for test in tests)


def is_plain_parquet(frame: Any, selection: Selection) -> bool:
    """Say whether executors can read the files of a frame and find its rows, no more and no less.

    The plan must be a scan of Parquet files of a file system that is mounted, at most with columns
    selected by name; those that are used must be in the files, not in the names of directories.
    """
    if not (
        all(kind in SAME_KEYS for kind in selection.key_types)
        and all(kind in SAME_LABELS for kind in selection.label_types)
        and hasattr(frame, "_jdf")  # Spark Connect shows no plans
        and not frame.is_cached
    ):
        return False
    relation = bare_relation(frame._jdf.queryExecution().analyzed())
    # A table of a catalog may have defaults for columns that a file does not have.
    is_table = relation is not None and not relation.catalogTable().isEmpty()
    files = None if relation is None or is_table else relation.relation()
    if files is None or class_name(files) != FILES or class_name(files.fileFormat()) != PARQUET:
        return False
    stored = set(files.dataSchema().fieldNames()) - set(files.partitionSchema().fieldNames())
    if not stored.issuperset([*selection.group_by, *selection.columns]):
        return False
    paths = frame.inputFiles()
    mounted = bool(paths) and all(urlsplit(path).scheme == "file" for path in paths)
    return mounted and not is_tolerant(frame.sparkSession.conf, files.options())


def is_tolerant(settings: Any, options: Any) -> bool:
    """Say whether Spark would leave out files that it cannot read, or some that it could."""
    given = {option.lower() for option in scala_keys(options)}
    ignored = any(settings.get(f"spark.sql.files.{name}") == "true" for name in TOLERANT)
    return ignored or not given.isdisjoint(name.lower() for name in TOLERANT)


def bare_relation(plan: Any) -> Any:
    """Return the scan below columns selected by name, None if a plan has anything else."""
    while class_name(plan) in (PLAN + "Project", PLAN + "SubqueryAlias"):
        if class_name(plan) == PLAN + "Project":
            chosen = plan.projectList()
            each = [chosen.apply(place) for place in range(chosen.size())]
            if any(class_name(expression) != ATTRIBUTE for expression in each):
                return None
        plan = plan.child()
    return plan if class_name(plan) == RELATION else None


def class_name(thing: Any) -> str:
    """Return the name of the class of an object of the JVM."""
    return str(thing.getClass().getName())


def scala_keys(mapping: Any) -> list[str]:
    """Return the keys of a map of Scala."""
    found, keys = [], mapping.keysIterator()
    while keys.hasNext():
        found.append(str(keys.next()))
    return found


def file_parts(paths: Sequence[str], parallelism: int) -> list[FilePart]:
    """Return the parts to read: those of few files are several, so that each core has work."""
    parts = max(1, -(-2 * parallelism // len(paths)))
    return [
        FilePart(unquote(urlsplit(path).path), part, parts)
        for path in sorted(paths)
        for part in range(parts)
    ]
