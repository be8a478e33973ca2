"""Learning from columns: every kind of frame and matrix makes the tree of its rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.tree import VFDTClassifier
from tests.examples import examples
from tests.tree.streams import columns, learned, rows

OPTIONS = {
    "default": {},
    "hoeffding": {"rule": "hoeffding", "delta": 0.01},
    "lazy hoeffding": {"rule": "hoeffding", "split_schedule": "lazy", "delta": 0.01},
    "gaussian": {
        "rule": "hoeffding",
        "splitter": "gaussian",
        "leaf_prediction": "nba",
        "delta": 0.01,
    },
    "gini": {"split_criterion": "gini", "leaf_prediction": "nb"},
    "gain ratio": {
        "split_criterion": "gain_ratio",
        "leaf_prediction": "mc",
        "split_schedule": "every_row",
    },
    "small": {"memory_limit": "64KiB", "max_values": 2, "explore": 0},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_columns_make_the_tree_of_single_rows(options, missing):
    """To the last bit, whatever is missing and wherever it is."""
    stream = rows(3000, missing=missing)
    one_by_one = learned(VFDTClassifier(**options), stream)
    bulk = VFDTClassifier(**options)

    bulk.learn_many(*columns(stream[:50]))
    bulk.learn_many(*columns(stream[50:]))

    assert one_by_one.n_leaves > 1
    assert bulk == one_by_one
    assert bulk.to_bytes() == one_by_one.to_bytes()


def frames(table):
    """Return the same columns in every kind of frame that is installed."""
    yield table
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    yield pandas.DataFrame(table)
    yield pandas.DataFrame(table).convert_dtypes()
    yield polars.DataFrame(table)
    yield pyarrow.table(table)
    yield pyarrow.RecordBatch.from_pydict(table)


def test_every_kind_of_frame_makes_the_same_tree():
    """pandas, Polars, Arrow and columns of Python, with missing values."""
    table, y = columns(rows(2000, missing=0.2))
    trees = []
    for frame in frames(table):
        trees.append(VFDTClassifier())
        trees[-1].learn_many(frame, y)
        expected = [trees[0].predict_one(x) for x, _ in rows(2000, missing=0.2)]

        assert trees[-1] == trees[0]
        assert trees[-1].predict_many(frame).tolist() == expected
        assert np.allclose(trees[-1].predict_proba_many(frame).sum(axis=1), 1.0)
    assert len(trees) == 6


@pytest.mark.parametrize("dtype", ["float64", "float32", "int16", "uint8", "object"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_matrix_is_read_as_its_rows(dtype, order):
    """Whatever its numbers are and however they lie; columns are named by their place."""
    rng = np.random.default_rng(1)
    matrix = np.asarray(rng.integers(0, 50, (1000, 3)), dtype=dtype, order=order)
    y = (matrix[:, 1].astype(float) > 25).astype(int)
    tree, single = VFDTClassifier(), VFDTClassifier()

    tree.learn_many(matrix[::2], y[::2])
    for x, label in zip(matrix[::2].tolist(), y[::2].tolist(), strict=True):
        single.learn_one(dict(enumerate(x)), label)

    assert tree == single
    assert tree.attributes == {0: "numeric", 1: "numeric", 2: "numeric"}
    assert (tree.predict_many(matrix[1::2]) == y[1::2]).mean() > 0.95


def test_masked_numbers_are_missing():
    """A mask says the same as NaN."""
    values = np.ma.array([1.0, 2.0, 3.0, 4.0] * 50, mask=[0, 0, 1, 0] * 50)
    masked, plain = VFDTClassifier(), VFDTClassifier()

    masked.learn_many({"x": values}, [0, 1, 0, 1] * 50)
    plain.learn_many({"x": values.filled(np.nan)}, [0, 1, 0, 1] * 50)

    assert masked == plain


def test_pandas_na_is_missing():
    """Pandas has a third word for it."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()

    tree.learn_one({"x": pandas.NA, "y": pandas.NaT, "z": 1}, "a")

    assert tree.attributes == {"z": "numeric"}


def test_categories_are_nominal_whatever_they_are():
    """A column of categories says that its numbers are labels, then and later."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()
    codes = pandas.Categorical([1, 7, 1, 1] * 100, categories=[9, 7, 1])

    tree.learn_many(pandas.DataFrame({"code": codes}), list("abaa") * 100)
    tree.learn_one({"code": 8}, "c")

    assert tree.attributes == {"code": "nominal"}
    assert tree.predict_one({"code": 7}) == "b"


def test_empty_batches_change_nothing():
    """No rows, nothing learned; a tree that has learned nothing predicts nothing."""
    tree = VFDTClassifier()
    tree.learn_many({"x": []}, [])
    tree.learn_many(np.empty((0, 3)), np.empty(0))

    assert tree == VFDTClassifier()
    assert tree.predict_one({}) is None
    assert tree.predict_proba_one({"x": 1}) == {}
    assert tree.predict_many({"x": [1, 2]}).tolist() == [None, None]
    assert tree.predict_proba_many({"x": [1, 2]}).shape == (2, 0)
    assert tree.to_rules()[0].counts == {}
    assert tree.describe() == "no rows yet"


@examples(20)
@given(
    st.lists(
        st.tuples(
            st.dictionaries(
                st.sampled_from("abc"), st.none() | st.floats(-2, 2) | st.integers(-9, 9)
            ),
            st.sampled_from([0, 1, "x"]),
        ),
        max_size=60,
    )
)
def test_law_columns_are_rows(stream):
    """Any rows at all: columns and single rows end in the same bytes."""
    bulk = VFDTClassifier(warm_up=5)

    bulk.learn_many(
        {name: [x.get(name) for x, _ in stream] for name in "cab"}, [y for _, y in stream]
    )

    assert bulk.to_bytes() == learned(VFDTClassifier(warm_up=5), stream).to_bytes()


def test_codes_of_categories_are_not_taken_for_the_categories():
    """A frame that has only some of them, in another order, means the same by each."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()
    first = pandas.Categorical(["a", "b", "c"] * 100)
    second = pandas.Categorical(["b", "c"], categories=["c", "b"])

    tree.learn_many(pandas.DataFrame({"x": first}), ["A", "B", "C"] * 100)

    assert tree.predict_many(pandas.DataFrame({"x": second})).tolist() == ["B", "C"]


def test_nothing_before_the_first_number_leaves_the_attribute_numeric():
    """A None in the first row says nothing of what is to come; a later one neither."""
    tree = VFDTClassifier()
    for i in range(1000):
        tree.learn_one({"x": None if i % 100 == 0 else i * 7 % 50}, i * 7 % 50 > 20)

    assert tree.attributes == {"x": "numeric"}
    assert tree.n_nodes < 10
    assert tree.predict_one({"x": 49.5}) is True


def test_classes_that_come_in_a_later_batch_are_learned():
    """The first batch does not say which classes there are; -1 is a class as good as any."""
    tree = VFDTClassifier()
    tree.learn_many({"x": [1.0, 2.0] * 100}, [0] * 200)
    tree.learn_many({"x": [8.0, 9.0] * 200}, [-1] * 400)

    assert tree.classes == [0, -1]
    assert tree.predict_many({"x": [1.5, 8.5]}).tolist() == [0, -1]
