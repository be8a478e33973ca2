"""Every kind of column that goes in, and the kind that must come out."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

# Eight rows, three labels, two of them missing; and the same where nothing can be missing.
ROWS = [0, 1, None, 1, 2, 0, None, 2]
FULL = [0, 1, 1, 1, 2, 0, 2, 2]

STRINGS = ("x", "", "zebra")
INTS = (7, -(2**40), 0)
FLOATS = (0.5, -1e300, float("inf"))
BOOLS = (True, False, True)  # two of the labels are one
TIMES = tuple(dt.datetime(2024, 1, day, 1, 2, 3) for day in (1, 2, 9))
DATES = tuple(dt.date(2024, 1, day) for day in (1, 2, 9))


def rows(labels, of=None):
    """Return the labels row by row."""
    return [None if row is None else labels[row] for row in (ROWS if of is None else of)]


def dictionary_with_null(kind):
    """Return an Arrow dictionary whose values hold null, and whose indices do too."""
    indices = pa.array([0, 1, 3, 1, 2, 0, None, 2], kind)
    return pa.DictionaryArray.from_arrays(indices, pa.array([*STRINGS, None]))


def chunks_with_dictionaries():
    """Return chunks, each with a dictionary of its own, one of them empty."""
    parts = [rows(STRINGS)[:3], [], rows(STRINGS)[3:]]
    return pa.chunked_array([pa.array(part, pa.string()).dictionary_encode() for part in parts])


def chunked(array):
    """Return the same rows in three chunks."""
    return pa.chunked_array([array[:2], array[2:2], array[2:]])


def sliced(array):
    """Return the same rows as a slice of more."""
    return pa.concat_arrays([array[4:], array, array[:3]])[4 : 4 + len(array)]


def category(values, *, unused, ordered=False):
    """Return a pandas category with labels that no row has."""
    kinds = [unused, *dict.fromkeys(value for value in values if value is not None)]
    return pd.Categorical(values, categories=kinds, ordered=ordered)


def with_missing():
    """Return columns of ROWS by name."""
    strings, ints, floats, bools, times = map(rows, (STRINGS, INTS, FLOATS, BOOLS, TIMES))
    nan = [np.nan if value is None else value for value in floats]
    string = np.dtypes.StringDType
    return {
        "list": (strings, strings),
        "tuple": (strings, tuple(strings)),
        "list of ints": (ints, ints),
        "list of NaN": (floats, nan),
        "list of mixed": ([1, "1", None, 1.0, b"1", True, None, (1, 2)],) * 2,
        "list of Decimal": ([None if i is None else Decimal(i) for i in ints],) * 2,
        "numpy objects": (strings, np.array(strings, object)),
        "numpy float64": (floats, np.array(nan)),
        "numpy float32": ([0.5, None, 1.5], np.array([0.5, np.nan, 1.5], np.float32)),
        "numpy strided": (floats, np.repeat(nan, 2)[::2]),
        "numpy big-endian": (floats, np.array(nan, ">f8")),
        "numpy datetime64": (times, np.array(times, "datetime64[us]")),
        "numpy StringDType None": (strings, np.array(strings, string(na_object=None))),
        "numpy StringDType NaN": (
            strings,
            np.array([np.nan if t is None else t for t in strings], string(na_object=np.nan)),
        ),
        "numpy masked": (ints, np.ma.array(rows(INTS, FULL), mask=[i is None for i in ints])),
        "pandas str": (strings, pd.Series(strings, dtype="str")),
        "pandas string": (strings, pd.Series(strings, dtype="string")),
        "pandas string[python]": (strings, pd.Series(strings, dtype="string[python]")),
        "pandas object": (strings, pd.Series(strings, dtype=object)),
        "pandas float64": (floats, pd.Series(nan)),
        "pandas Float64": (floats, pd.Series(floats, dtype="Float64")),
        "pandas Int64": (ints, pd.Series(ints, dtype="Int64")),
        "pandas boolean": (bools, pd.Series(bools, dtype="boolean")),
        "pandas category": (strings, pd.Series(category(strings, unused="never"))),
        "pandas ordered": (ints, pd.Series(category(ints, unused=99, ordered=True))),
        "pandas datetime": (times, pd.Series(times, dtype="datetime64[ns]")),
        "pandas zone": (times, pd.Series(times, dtype="datetime64[us]").dt.tz_localize("UTC")),
        "pandas timedelta": (ints, pd.Series(ints, dtype="timedelta64[ns]")),
        "pandas period": (times, pd.Series(pd.PeriodIndex(times, freq="s"))),
        "pandas arrow string": (strings, pd.Series(strings, dtype=pd.ArrowDtype(pa.string()))),
        "pandas arrow int": (ints, pd.Series(ints, dtype=pd.ArrowDtype(pa.int64()))),
        "pandas arrow dictionary": (
            strings,
            pd.Series(strings, dtype=pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string()))),
        ),
        "pandas index": (strings, pd.Index(strings)),
        "pandas category index": (strings, pd.CategoricalIndex(category(strings, unused="never"))),
        "pandas time index": (times, pd.DatetimeIndex(times)),
        "pandas Categorical": (strings, category(strings, unused="never")),
        "pandas array": (ints, pd.array(ints, dtype="Int64")),
        "polars String": (strings, pl.Series("s", strings, dtype=pl.String)),
        "polars Categorical": (strings, pl.Series("s", strings, dtype=pl.Categorical)),
        "polars Enum": (strings, pl.Series("s", strings, dtype=pl.Enum(["never", *STRINGS]))),
        "polars Int64": (ints, pl.Series("s", ints, dtype=pl.Int64)),
        "polars Float64": (floats, pl.Series("s", floats, dtype=pl.Float64)),
        "polars NaN": (floats, pl.Series("s", nan, dtype=pl.Float64)),
        "polars Boolean": (bools, pl.Series("s", bools, dtype=pl.Boolean)),
        "polars Datetime": (times, pl.Series("s", times, dtype=pl.Datetime("us"))),
        "polars Date": (rows(DATES), pl.Series("s", rows(DATES), dtype=pl.Date)),
        "polars chunks": (
            strings,
            pl.concat([pl.Series("s", strings[:3]), pl.Series("s", strings[3:])]),
        ),
        "polars slice": (strings, pl.Series("s", ["?", *strings, "?"])[1:-1]),
        "polars Null": ([None] * 3, pl.Series("s", [None] * 3)),
        "arrow string": (strings, pa.array(strings)),
        "arrow large_string": (strings, pa.array(strings, pa.large_string())),
        "arrow string_view": (strings, pa.array(strings, pa.string_view())),
        "arrow slice": (strings, sliced(pa.array(strings))),
        "arrow chunks": (strings, chunked(pa.array(strings))),
        "arrow chunks of slices": (strings, chunked(sliced(pa.array(strings)))),
        "arrow no chunk": ([], pa.chunked_array([], pa.string())),
        "arrow int": (ints, pa.array(ints)),
        "arrow double": (floats, pa.array(floats)),
        "arrow bool": (bools, pa.array(bools)),
        "arrow timestamp": (times, pa.array(times, pa.timestamp("us"))),
        "arrow dictionary": (strings, pa.array(strings).dictionary_encode()),
        "arrow dictionary slice": (strings, sliced(pa.array(strings).dictionary_encode())),
        "arrow dictionary with null": (strings, dictionary_with_null(pa.int8())),
        "arrow dictionary with null, wide": (strings, dictionary_with_null(pa.int64())),
        "arrow chunks of dictionaries": (strings, chunks_with_dictionaries()),
        "arrow null": ([None] * 3, pa.nulls(3)),
    }


def without_missing():
    """Return columns of FULL by name."""
    strings, ints, bools, times = (rows(labels, FULL) for labels in (STRINGS, INTS, BOOLS, TIMES))
    return {
        "text": ("abba", "abba"),
        "bytes": (list(b"abba"), b"abba"),
        "range": (list(range(5)), range(5)),
        "numpy strings": (strings, np.array(strings)),
        "numpy bytes": ([t.encode() for t in strings], np.array(strings, "S")),
        "numpy StringDType": (strings, np.array(strings, np.dtypes.StringDType())),
        "numpy int64": (ints, np.array(ints)),
        "numpy uint8": (bools, np.array(bools, np.uint8)),
        "numpy bool": (bools, np.array(bools)),
        "numpy timedelta64": (ints, np.array(ints, "timedelta64[us]")),
        "numpy datetime64": (times, np.array(times, "datetime64[ns]")),
        "numpy empty": ([], np.array([])),
        "pandas int64": (ints, pd.Series(ints)),
        "pandas bool": (bools, pd.Series(bools)),
        "pandas range index": (list(range(5)), pd.RangeIndex(5)),
        "pandas multi-index": (ints, pd.MultiIndex.from_arrays([ints, strings])),
        "pandas interval": (
            strings,
            pd.Series(pd.arrays.IntervalArray.from_breaks(range(9)))[[0, 1, 1, 1, 2, 0, 2, 2]],
        ),
        "pandas empty": ([], pd.Series([], dtype="str")),
        "polars UInt8": (bools, pl.Series("s", bools).cast(pl.UInt8)),
        "polars empty": ([], pl.Series("s", [], dtype=pl.String)),
        "arrow uint8": (bools, pa.array(map(int, bools), pa.uint8())),
        "arrow empty": ([], pa.array([], pa.string())),
    }


COLUMNS = with_missing() | without_missing()
