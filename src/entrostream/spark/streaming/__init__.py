"""Structured Streaming: windows, running values and changes per key, with exact state."""

from entrostream.spark.streaming.query import stream

__all__ = ["stream"]


def __dir__() -> list[str]:
    return __all__
