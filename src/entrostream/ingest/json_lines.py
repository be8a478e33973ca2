"""JSON Lines: an object per line; nested fields by their path, as in "http.status"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

import msgspec

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.blocks import Blocks
from entrostream.ingest.rows import Column, Rows, column_of
from entrostream.ingest.followed_source import AnySource

__all__ = ["JsonReader"]

LINES_FOR_NAMES = 10_000
SHOWN = 60  # characters of a bad line
BOM = b"\xef\xbb\xbf"


class JsonReader:
    """Objects with their fields as JSON has them: text, numbers, true and false; null is missing.

    A list or an object as a value is the text of its JSON.
    """

    format = "jsonl"

    def __init__(self, source: AnySource, blocks: Blocks, bad: BadRecords):
        self.source = source
        self._bad = bad
        self._blocks = iter(blocks)
        self._first = next((block for block in self._blocks if block.strip()), b"")
        self._first = self._first.removeprefix(BOM)
        self.names = names_in(self._first)

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the objects with these fields."""
        tops = [top_level(name, self.names) for name in names]
        attributes = {top: f"f{place}" for place, top in enumerate(dict.fromkeys(tops))}
        decoder = decoder_of(attributes)
        reads = [
            reader_of_path(attributes[top], name.removeprefix(top).split(".")[1:])
            for name, top in zip(names, tops, strict=True)
        ]
        for block in chain([self._first], self._blocks):
            objects = self._objects(block, decoder)
            columns: dict[str, Column] = {
                name: column_of([read(each) for each in objects])
                for name, read in zip(names, reads, strict=True)
            }
            yield Rows(len(objects), columns)

    def _objects(self, block: bytes, decoder: Any) -> list[Any]:
        try:
            return list(decoder.decode_lines(block))
        except msgspec.MsgspecError:
            return [each for line in block.splitlines() for each in self._object(line, decoder)]

    def _object(self, line: bytes, decoder: Any) -> list[Any]:
        """Return the object of a line, or nothing if it is empty or bad."""
        if not line.strip():
            return []
        try:
            return [decoder.decode(line)]
        except msgspec.MsgspecError as error:
            shown = line[:SHOWN].decode("utf-8", "replace")
            self._bad.add(self.source.name, f"not a JSON object: {shown!r} ({error})")
            return []


def names_in(block: bytes) -> list[str]:
    """Return the names of the fields in the first lines, nested ones by their paths."""
    names: dict[str, None] = {}
    for line in islice(block.splitlines(), LINES_FOR_NAMES):
        try:
            record = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            continue
        names.update(dict.fromkeys(paths_in(record)))
    return list(names)


def paths_in(record: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the names of the fields of an object and of those in it."""
    for name, value in record.items():
        yield prefix + name
        if isinstance(value, dict):
            yield from paths_in(value, f"{prefix}{name}.")


def top_level(path: str, names: Sequence[str]) -> str:
    """Return the field of the object that a path begins with; a name may have dots itself."""
    parts = path.split(".")
    starts = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    tops = {name for name in names if not is_nested(name, names)}
    return next((start for start in starts if start in tops), path)


def is_nested(name: str, names: Sequence[str]) -> bool:
    """Say whether a name is the path of a field in another one."""
    parts = name.split(".")
    return any(".".join(parts[:count]) in names for count in range(1, len(parts)))


def decoder_of(attributes: Mapping[str, str]) -> Any:
    """Return a decoder of objects that keeps these fields only, each under its attribute."""
    fields = [(attribute, Any, None) for attribute in attributes.values()]
    renamed = {attribute: name for name, attribute in attributes.items()}
    return msgspec.json.Decoder(msgspec.defstruct("Record", fields, rename=renamed))


def reader_of_path(attribute: str, inner: Sequence[str]) -> Callable[[Any], Any]:
    """Return a function that reads a field of an object, or a field in it."""

    def read(record: Any) -> Any:
        value = getattr(record, attribute)
        for name in inner:
            value = value.get(name) if isinstance(value, dict) else None
        if isinstance(value, dict | list):
            return msgspec.json.encode(value, order="sorted").decode()
        return value

    return read
