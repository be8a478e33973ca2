"""Plain lines: each line is one value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from entrostream.ingest.blocks import Blocks
from entrostream.ingest.followed_source import AnySource
from entrostream.ingest.rows import Rows

__all__ = ["LineReader", "lines_of"]


class LineReader:
    """Lines as the field "line"; empty lines are missing. An empty source has no field."""

    format = "lines"
    open_ended = False

    def __init__(self, source: AnySource, blocks: Blocks, *, empty: bool = False):
        self.source = source
        self.names = [] if empty else ["line"]
        self.blocks = blocks

    def batches(self, names: Sequence[str]) -> Iterator[Rows]:
        """Yield the lines."""
        for block in self.blocks:
            lines = lines_of(block)
            empty = pc.equal(pc.binary_length(lines), 0)
            lines = pc.if_else(empty, pa.scalar(None, pa.string()), lines)
            yield Rows(len(lines), dict.fromkeys(names, lines))


def lines_of(block: bytes) -> pa.Array:
    """Return the lines of a block without their ends, as strings."""
    text = block.removesuffix(b"\n")
    if not block:
        return pa.array([], pa.string())
    lines = pc.split_pattern(pa.array([text.decode()]), "\n").flatten()
    if b"\r" in block:
        lines = pc.utf8_rtrim(lines, "\r")
    return lines
