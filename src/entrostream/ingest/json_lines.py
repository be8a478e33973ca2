"""JSON Lines: an object per line; nested fields by their path, as in "http.status"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import Any

import msgspec

from entrostream.ingest.bad_records import BadRecords
from entrostream.ingest.blocks import Blocks
from entrostream.ingest.followed_source import AnySource
from entrostream.ingest.rows import Column, Rows, column_of

__all__ = ["JsonReader"]

LINES_FOR_NAMES = 10_000
SHOWN = 60  # characters of a bad line


class JsonReader:
    """Objects with their fields as JSON has them: text, numbers, true and false; null is missing.

    A list or an object as a value is the text of its JSON. Objects may have any fields: `names`
    are those of the first lines.
    """

    format = "jsonl"
    open_ended = True

    def __init__(self, source: AnySource, blocks: Blocks, bad: BadRecords):
        self.source = source
        self._bad = bad
        self.blocks = blocks
        self._blocks = iter(blocks)
        self._first = next((block for block in self._blocks if block.strip()), b"")
        self.names = names_in(self._first)

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the objects with these fields."""
        paths = [paths_of(name) for name in names]
        tops = dict.fromkeys(top for each in paths for top, _ in each)
        attributes = {top: f"f{place}" for place, top in enumerate(tops)}
        decoder = decoder_of(attributes)
        reads = [reader_of_paths(attributes, each) for each in paths]
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
        except (msgspec.MsgspecError, RecursionError):
            return [each for line in block.split(b"\n") for each in self._object(line, decoder)]

    def _object(self, line: bytes, decoder: Any) -> list[Any]:
        """Return the object of a line, or nothing if it is empty or bad."""
        if not line.strip():
            return []
        try:
            return [decoder.decode(line)]
        except (msgspec.MsgspecError, RecursionError) as error:
            shown = line[:SHOWN].decode("utf-8", "replace")
            self._bad.add(self.source.name, f"not a JSON object: {shown!r} ({error})")
            return []


def names_in(block: bytes) -> list[str]:
    """Return the names of the fields in the first lines, nested ones by their paths."""
    names: dict[str, None] = {}
    for line in islice(block.split(b"\n"), LINES_FOR_NAMES):
        try:
            record = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError):
            continue
        names.update(dict.fromkeys(paths_in(record)))
    return list(names)


def paths_in(record: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield the names of the fields of an object and of those in it."""
    for name, value in record.items():
        yield prefix + name
        if isinstance(value, dict):
            yield from paths_in(value, f"{prefix}{name}.")


def paths_of(name: str) -> list[tuple[str, list[str]]]:
    """Return what a name may mean: a field, then fields in it; the longest field name first.

    >>> from entrostream.ingest.json_lines import paths_of
    >>> paths_of("http.status")
    [('http.status', []), ('http', ['status'])]
    """
    parts = name.split(".")
    return [(".".join(parts[:count]), parts[count:]) for count in range(len(parts), 0, -1)]


def decoder_of(attributes: Mapping[str, str]) -> Any:
    """Return a decoder of objects that keeps these fields only, each under its attribute."""
    fields = [(attribute, Any, None) for attribute in attributes.values()]
    renamed = {attribute: name for name, attribute in attributes.items()}
    return msgspec.json.Decoder(msgspec.defstruct("Record", fields, rename=renamed))


def reader_of_paths(
    attributes: Mapping[str, str], paths: Sequence[tuple[str, list[str]]]
) -> Callable[[Any], Any]:
    """Return a function that reads a field of an object, or a field in it."""
    if len(paths) == 1:
        get = attrgetter(attributes[paths[0][0]])
        return lambda record: plain(get(record))
    ways = [(attributes[top], inner) for top, inner in paths]

    def read(record: Any) -> Any:
        values = (inside(getattr(record, attribute), inner) for attribute, inner in ways)
        return plain(next((value for value in values if value is not None), None))

    return read


def inside(value: Any, path: Sequence[str]) -> Any:
    """Return the value at a path of objects within each other; None if there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def plain(value: Any) -> Any:
    """Return a value that can be a label: lists and objects as the text of their JSON."""
    if isinstance(value, dict | list):
        return msgspec.json.encode(value, order="sorted").decode()
    return value
