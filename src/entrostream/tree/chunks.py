"""Rows that come in chunks: what each chunk has to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from entrostream.columns.chunk_parts import is_dataset
from entrostream.columns.scan import Chunks, scan

__all__ = ["chunks_of"]


def chunks_of(chunks: Any, y: Any, weights: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Return an iterator over attributes, classes and weights of the chunks.

    `y` and `weights` name columns; a chunk that is a tuple brings its own. What they are is
    checked at once, whatever the chunks.
    """
    names = {"y": y, "weights": weights}
    for argument, name in names.items():
        if name is not None and not isinstance(name, str | int):
            raise TypeError(
                f"{argument} over chunks must name a column of them, got {type(name).__name__}; "
                "let the chunks be frames, or tuples (X, y) or (X, y, weights)"
            )
    return (given_in(chunk, y, weights) for chunk in tables(chunks, names.values()))


def tables(chunks: Any, names: Iterable[Any]) -> Iterator[Any]:
    """Return the chunks; only these columns of files are read."""
    if is_dataset(chunks):
        chunks = scan(chunks) if hasattr(chunks, "schema") else chunks.to_batches()
    if isinstance(chunks, Chunks):
        auxiliary = [str(name) for name in names if name is not None]
        # As written: words that come as codes would be taken for categories, and numbers
        # of the same column of another file for labels.
        return chunks.batches(auxiliary, as_written=True)
    return iter(chunks)


def given_in(chunk: Any, y: Any, weights: Any) -> tuple[Any, Any, Any]:
    """Return attributes, classes and weights of a chunk."""
    if not isinstance(chunk, tuple):
        if y is None:
            raise TypeError(
                "y must name a column of the chunks, or the chunks be tuples (X, y) or "
                f"(X, y, weights); a chunk is {type(chunk).__name__}"
            )
        return chunk, y, weights
    if y is not None or weights is not None or len(chunk) not in (2, 3):
        raise TypeError(
            "chunks that are tuples must be (X, y) or (X, y, weights), without the "
            f"arguments y and weights; a chunk has {len(chunk)} parts"
        )
    table, labels, *rest = chunk
    return table, labels, rest[0] if rest else None
