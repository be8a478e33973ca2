"""Files and pipes as batches of rows: formats, compression, times, labels of fields.

What the programs read with. A source is opened once (`open_source`), its format is recognised
(`recognise`), and a reader of that format yields `Rows`: columns of text, numbers or Arrow
arrays, and the number of records that could not be read.
"""

try:
    import msgspec as _msgspec  # noqa: F401
    import pyarrow as _pyarrow  # noqa: F401
except ImportError as error:
    raise ImportError(
        f'the command line needs {error.name}: pip install "entrostream[cli]"'
    ) from error

from entrostream.ingest.bad_records import BadRecords, InputError
from entrostream.ingest.fields import Field, UnknownFieldError, resolve_fields
from entrostream.ingest.followed_source import FollowedSource
from entrostream.ingest.readers import (
    FORMATS,
    Reader,
    ReadOptions,
    follow_reader,
    open_reader,
    reader_of,
)
from entrostream.ingest.rows import Rows
from entrostream.ingest.source import Source, open_source
from entrostream.ingest.times import TimeParser

__all__ = [
    "FORMATS",
    "BadRecords",
    "Field",
    "FollowedSource",
    "InputError",
    "ReadOptions",
    "Reader",
    "Rows",
    "Source",
    "TimeParser",
    "UnknownFieldError",
    "follow_reader",
    "open_reader",
    "open_source",
    "reader_of",
    "resolve_fields",
]


def __dir__() -> list[str]:
    return __all__
