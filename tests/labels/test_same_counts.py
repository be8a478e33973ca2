"""The same labels give the same counts, whichever container they come in."""

import datetime as dt
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.labels.counting import counted, counted_one_by_one

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

DAYS = {"min_value": dt.date(1700, 1, 1), "max_value": dt.date(2200, 1, 1)}
MOMENTS = {"min_value": dt.datetime(1700, 1, 1), "max_value": dt.datetime(2200, 1, 1)}
SPANS = {"min_value": dt.timedelta(-10_000), "max_value": dt.timedelta(10_000)}

# For each kind: its values, and its types in pandas, Polars and Arrow.
KINDS = {
    "integers": (st.integers(-(2**63), 2**63 - 1), "Int64", pl.Int64, pa.int64()),
    "small integers": (st.integers(-5, 5), "Int8", pl.Int8, pa.int8()),
    "floats": (st.floats(allow_nan=True), "float64", pl.Float64, pa.float64()),
    "half floats": (st.floats(width=16), "float32", pl.Float32, pa.float16()),
    "bools": (st.booleans(), "boolean", pl.Boolean, pa.bool_()),
    "strings": (st.text(st.characters(exclude_categories=["Cs"])), "str", pl.String, pa.string()),
    "few strings": (st.sampled_from(["a", "b", "", "ab"]), "category", pl.Categorical, pa.string()),
    "bytes": (st.binary(), "object", pl.Binary, pa.large_binary()),
    "dates": (st.dates(**DAYS), "object", pl.Date, pa.date32()),
    "datetimes": (st.datetimes(**MOMENTS), "datetime64[us]", pl.Datetime("us"), pa.timestamp("us")),
    "timedeltas": (
        st.timedeltas(**SPANS),
        "timedelta64[us]",
        pl.Duration("us"),
        pa.duration("us"),
    ),
}


def object_array(labels):
    """Return an array of these objects, none of them converted."""
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def containers(labels, in_pandas, in_polars, in_arrow):
    """Yield the labels in all containers that can hold them."""
    half = len(labels) // 2
    yield "tuple", tuple(labels)
    yield "generator", (label for label in list(labels))
    yield "array of objects", object_array(labels)
    yield "strided array", np.repeat(object_array(labels), 2)[::2]
    yield "pandas objects", pd.Series(labels, dtype=object)
    yield "pandas", pd.Series(labels, dtype=in_pandas)
    yield "pandas Index", pd.Index(pd.Series(labels, dtype=in_pandas))
    yield "pandas Categorical", pd.Series(labels, dtype=object).astype("category")
    polars = pl.Series(labels, dtype=in_polars, strict=False)
    yield "Polars", polars
    yield "Polars in chunks", pl.concat([polars[:half], polars[half:]], rechunk=False)
    arrow = pa.array(labels, in_arrow, from_pandas=False)
    yield "Arrow", arrow
    yield "Arrow in chunks", pa.chunked_array([arrow.slice(0, half), arrow.slice(half)])
    yield "Arrow slice", pa.concat_arrays([arrow, arrow]).slice(half, len(labels))
    if not pa.types.is_float16(in_arrow):
        yield "Arrow dictionary", arrow.dictionary_encode()


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_same_labels_give_the_same_counts(kind, data):
    """One by one, in a list, an array, a Series of either library, an Arrow column."""
    values, *types = KINDS[kind]
    labels = data.draw(st.lists(values | st.none(), max_size=30))
    expected = Counter(label if label == label else None for label in labels)

    assert counted_one_by_one(labels, missing="label") == expected
    assert counted(labels, missing="label") == expected
    for name, container in containers(labels, *types):
        tally = es.Tally(missing="label")
        tally.update_many(container)
        assert tally.counts() == expected, name
