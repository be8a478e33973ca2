"""With group_by= a function of whole columns gives each group the value of its rows alone."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.columns.brute_force import same_bits
from tests.columns.divergence_truth import held, is_near
from tests.refusals import refused
from tests.sequences import sequences

FRAME = {
    "k": ["u", "v", "u", None, "v", "u"],
    "j": [1, 1, 2, 2, 1, 1],
    "x": ["a", "a", "b", "b", None, "a"],
    "y": ["p", "q", "p", "q", "p", "q"],
    "w": [1.0, 2.0, 3.0, 4.0, 5.0, 0.0],
}
rows_of_groups = sequences(["u", "v", 1, None], ["a", "b", "c", None], max_size=14)


def groups_of(keys):
    """Return the rows of each group, in the order in which they come."""
    groups = {}
    for row, key in enumerate(keys):
        if key is not None:
            groups.setdefault(key, []).append(row)
    return groups


@given(rows=rows_of_groups)
def test_each_group_is_as_if_alone(rows):
    """A dict for lists, the groups in the order in which they come."""
    keys, labels = ([row[part] for row in rows] for part in range(2))
    others = [len(str(label)) % 2 for label in labels]
    weights = [0.5 + row % 3 for row in range(len(rows))]
    expected = {key: [labels[row] for row in own] for key, own in groups_of(keys).items()}

    result = es.entropy(labels, group_by=keys)
    assert list(result) == list(expected)
    assert same_bits(result.values(), [es.entropy(own) for own in expected.values()])
    assert list(es.gini(labels, group_by=keys)) == list(expected)
    result = es.gini(labels, group_by=keys, weights=weights)
    for key, own in groups_of(keys).items():
        alone = es.gini([labels[row] for row in own], weights=[weights[row] for row in own])
        assert same_bits([result[key]], [alone])
    both = es.mutual_information(labels, others, group_by=keys)
    for key, own in groups_of(keys).items():
        first, second = ([column[row] for row in own] for column in (labels, others))
        assert same_bits([both[key]], [es.mutual_information(first, second)])
    gains = es.information_gain(labels, others, group_by=keys)
    assert list(gains) == list(both)
    assert same_bits(gains.values(), both.values())


def test_pandas_gives_what_groupby_gives():
    """A Series for a Series, a frame for a frame; the keys are its index, sorted."""
    frame = pd.DataFrame(FRAME)

    result = es.entropy(frame["x"], group_by=frame["k"])
    pd.testing.assert_series_equal(result, frame.groupby("k")["x"].agg(es.entropy))
    result = es.gini(frame[["k", "x", "y"]], group_by="k")
    pd.testing.assert_frame_equal(result, frame.groupby("k")[["x", "y"]].agg(es.gini))
    for by in (["k", "j"], [frame["k"], frame["j"]], ("k", frame["j"])):
        result = es.entropy(frame[["k", "j", "x"]], group_by=by)["x"]
        expected = frame.groupby(["k", "j"])["x"].agg(es.entropy)
        pd.testing.assert_series_equal(result, expected)
    category = frame["k"].astype("category")
    assert es.entropy(frame["x"], group_by=category).index.dtype == category.dtype


def test_polars_and_arrow_give_frames_with_columns_of_keys():
    """Of the kind that the keys have."""
    expected = [("u", es.entropy(["a", "b", "a"])), ("v", es.entropy(["a"]))]
    frame = pl.DataFrame(FRAME)
    result = es.entropy(frame["x"], group_by=frame["k"].cast(pl.Categorical))
    assert result.rows() == expected
    assert result.dtypes == [pl.Categorical, pl.Float64]
    assert result.columns == ["k", "x"]
    result = es.entropy(frame.select("k", "j", "x"), group_by=["k", "j"])
    assert result.columns == ["k", "j", "x"]
    assert result.rows() == [("u", 1, 0.0), ("v", 1, 0.0), ("u", 2, 0.0)]

    table = pa.table(FRAME)
    result = es.entropy(table["x"], group_by=table["k"])
    assert result.column_names == ["group", "entropy"]
    assert list(zip(*result.to_pydict().values(), strict=True)) == expected
    result = es.gini(table.select(["k", "x", "y"]), group_by="k")
    assert result.column_names == ["k", "x", "y"]


def test_matrices_give_an_array_for_each_group():
    """One value per column."""
    matrix = np.array([[1, 1], [2, 1], [2, 1]])
    result = es.gini(matrix, group_by=["u", "u", "v"])
    assert {key: values.tolist() for key, values in result.items()} == {"u": [0.5, 0], "v": [0, 0]}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
@pytest.mark.parametrize("cut", [0, 1, 4])
def test_chunks_give_what_the_whole_gives(make, cut):
    """Groups go on from chunk to chunk."""
    frame = make({name: FRAME[name] for name in ("k", "x", "w")})
    chunks = [frame[:cut], frame[cut:]]

    result = es.entropy(iter(chunks), group_by="k", weights="w")

    whole = es.entropy(frame, group_by="k", weights="w")
    same = result.equals(whole)
    assert same
    both = make(FRAME)
    result = es.mutual_information(
        "x", "y", frame=iter([both[:cut], both[cut:]]), group_by=["k", "j"]
    )
    assert result.equals(es.mutual_information("x", "y", frame=both, group_by=["k", "j"]))


def test_errors_name_the_row():
    """Of the column, or of the chunk."""
    text = 'label is missing (None at position 1); pass missing="skip" or missing="label"'
    with refused(ValueError, text):
        es.entropy(["a", None], group_by=["u", "u"], missing="raise")
    filled = pd.DataFrame({"k": [1, 1], "x": ["a", "b"]}, dtype=object)
    frame = pd.DataFrame({"k": [1, 1], "x": ["a", None]}, dtype=object)
    with refused(ValueError, f"chunk 1, which begins with row 2: {text}"):
        es.entropy(iter([filled, frame]), group_by="k", missing="raise")
    text = "values and group_by differ in length: 2 and 1; names of columns need a frame"
    with refused(ValueError, text):
        es.entropy(["a", "b"], group_by=["u"])
    with refused(ValueError, 'times= needs every=, the length of the intervals: "10min"'):
        es.entropy(["a", "b"], times=[1, 2])


SAMPLES = sequences(["a", "b", "c", "d", None], max_size=12)
MEASURES = [
    {},
    {"weighting": "rows"},
    {"method": "kullback-leibler"},
    {"method": "kullback-leibler", "unseen": 0.5},
]


@pytest.mark.parametrize("options", MEASURES, ids=str)
@given(values=SAMPLES, reference=SAMPLES)
def test_divergence_of_two_samples(options, values, reference):
    """As near to the true value as the docs promise; no rows have none."""
    if not held(reference):
        with refused(ValueError, "the reference holds no labels"):
            es.divergence(values, reference, **options)
        return
    result = es.divergence(values, reference, **options)
    if not held(values):
        assert math.isnan(result)
    else:
        assert is_near(result, held(values), held(reference), **options)
        window = es.rolling_divergence(
            values, len(values), reference=reference, min_periods=1, **options
        )
        assert result == window[-1]


def test_divergence_of_frames_and_chunks():
    """One value for each column, each with its own reference."""
    frame = pd.DataFrame({"x": list("aabb"), "y": list("uvuv")})
    reference = pd.DataFrame({"y": list("uu"), "x": list("ab")})

    result = es.divergence(frame, reference)

    assert result["x"] == 0.0
    assert result["y"] == es.divergence(list("uvuv"), list("uu"))
    assert es.divergence(iter([frame[:1], frame[1:]]), reference).equals(result)
    assert es.divergence([0.1, 0.9], [0.2, 0.8], bins=2) == 0.0
    with refused(
        ValueError, "values are one column, the reference is a frame: give one of its columns"
    ):
        es.divergence(frame["x"], reference)
    with refused(ValueError, "reference='previous' is for windows: use rolling_divergence"):
        es.divergence(frame["x"], "previous")


@pytest.mark.parametrize("options", MEASURES, ids=str)
@given(
    rows=sequences("uvz", ["a", "b", None], max_size=12),
    sample=sequences("uv", "abc", min_size=1, max_size=9),
    center=st.booleans(),
)
def test_each_group_has_its_own_reference(options, rows, sample, center):
    """By keys of its rows, or as a mapping; a group without one gets NaN."""
    keys, labels = ([row[part] for row in rows] for part in range(2))
    own_keys, own = ([row[part] for row in sample] for part in range(2))
    samples = {key: [label for at, label in sample if at == key] for key in dict.fromkeys(own_keys)}
    expected = np.full(len(rows), np.nan)
    whole = dict.fromkeys(samples, math.nan)
    for key, places in groups_of(keys).items():
        mine = [labels[row] for row in places]
        whole[key] = math.nan
        if key in samples:
            window = {"min_periods": 1, "center": center, "reference": samples[key]}
            expected[places] = es.rolling_divergence(mine, 3, **window, **options)
            whole[key] = es.divergence(mine, samples[key], **options)

    for reference in ({"reference": samples}, {"reference": own, "reference_group_by": own_keys}):
        window = {"min_periods": 1, "center": center, "group_by": keys}
        result = es.rolling_divergence(labels, 3, **window, **reference, **options)
        np.testing.assert_array_equal(result, expected)
        result = es.divergence(labels, group_by=keys, **reference, **options)
        assert result.keys() == whole.keys()
        np.testing.assert_array_equal([result[key] for key in whole], list(whole.values()))


def test_references_of_groups_in_frames_and_chunks():
    """Keys by their names on both sides; several keys; spans of time in any order."""
    frame = pd.DataFrame(FRAME).assign(t=[3, 1, 2, 5, 4, 6])[["k", "j", "x", "t"]]
    reference = pd.DataFrame({"k": list("uuvv"), "j": [1, 2, 1, 1], "x": list("abab")})
    options = {
        "reference": reference,
        "reference_group_by": ["k", "j"],
        "group_by": ["k", "j"],
        "times": "t",
    }

    result = es.rolling_divergence(frame, "3s", **options)["x"]

    expected = np.full(6, np.nan)
    for (k, j), own in frame.groupby(["k", "j"]):
        sample = reference[(reference["k"] == k) & (reference["j"] == j)]["x"]
        expected[own.index] = es.rolling_divergence(
            own["x"], "3s", times=own["t"], reference=sample
        )
    np.testing.assert_array_equal(result, expected)
    ordered = frame.sort_values("t")
    parts = es.rolling_divergence(iter([ordered[:2], ordered[2:]]), "3s", **options)
    np.testing.assert_array_equal(pd.concat(parts)["x"], expected[ordered.index])
    with refused(ValueError, "reference_group_by= needs group_by=, the groups of the values"):
        es.rolling_divergence(["a"], 1, reference=["a"], reference_group_by=["u"])
