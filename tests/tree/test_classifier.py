"""The tree from Python: rows and columns, kinds of attributes, what is new and what is missing."""

import gc
import threading
import weakref
from contextlib import suppress
from decimal import Decimal
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.tree.streams import columns, learned, rows

OPTIONS = {
    "default": {},
    "hoeffding": {"rule": "hoeffding", "delta": 0.01},
    "certified hoeffding": {"rule": "hoeffding", "looks": "certified", "delta": 0.01},
    "gaussian": {"rule": "hoeffding", "observer": "gaussian", "leaf": "nba", "delta": 0.01},
    "gini": {"criterion": "gini", "leaf": "nb"},
    "gain ratio": {"criterion": "gain_ratio", "leaf": "majority", "looks": "every_example"},
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
    """pandas, Polars, Arrow and columns of Python, with holes in them."""
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


def test_order_of_attributes_does_not_matter():
    """A row is a set of named values: neither the order in dicts nor that of columns shows."""
    stream = rows(1500, missing=0.1)
    turned = [(dict(reversed(x.items())), y) for x, y in stream]
    table, y = columns(stream)
    other = VFDTClassifier()

    other.learn_many(dict(reversed(table.items())), y)

    assert learned(VFDTClassifier(), stream) == learned(VFDTClassifier(), turned) == other


def test_predicting_first_changes_nothing():
    """Asking, of whatever, leaves the tree as it would be without."""
    stream = rows(1500)
    asked = VFDTClassifier()
    for i, (x, y) in enumerate(stream):
        asked.predict_one(x)
        asked.predict_proba_one({"colour": f"never {i}", "height": None, "other": 5})
        asked.predict_one(x)
        asked.learn_one(x, y)

    assert asked == learned(VFDTClassifier(), stream)
    assert list(asked.attributes) == ["age", "colour", "height", "member"]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1, "numeric"),
        (2.5, "numeric"),
        (np.float32(2.5), "numeric"),
        (np.int8(3), "numeric"),
        (Decimal("2.5"), "numeric"),
        (True, "nominal"),
        (np.bool_(True), "nominal"),
        ("red", "nominal"),
        (np.str_("red"), "nominal"),
        (("a", 1), "nominal"),
        (b"red", "nominal"),
    ],
    ids=repr,
)
def test_first_value_says_what_an_attribute_is(value, kind):
    """Numbers are numbers, but bools and all else are labels."""
    tree = VFDTClassifier()
    tree.learn_one({"x": None}, 0)
    assert tree.attributes == {}

    tree.learn_one({"x": value}, 0)

    assert tree.attributes == {"x": kind}


@pytest.mark.parametrize(
    "nothing", [None, float("nan"), np.nan, np.datetime64("NaT", "s")], ids=repr
)
def test_missing_values_are_as_if_not_there(nothing):
    """None, NaN and an absent key say the same, of numbers and of words."""
    stream = rows(800, missing=0.3)
    full = [({**dict.fromkeys(["height", "colour", "age"], nothing), **x}, y) for x, y in stream]

    assert learned(VFDTClassifier(), full) == learned(VFDTClassifier(), stream)


def test_pandas_na_is_missing():
    """Pandas has a third word for it."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()

    tree.learn_one({"x": pandas.NA, "y": pandas.NaT, "z": 1}, "a")

    assert tree.attributes == {"z": "numeric"}


def test_nominal_attributes_take_numbers_for_labels():
    """By name, in rows and in columns; equal numbers are one label."""
    tree, bulk = (VFDTClassifier(nominal_attributes=["code"]) for _ in range(2))
    for code, label in [(1, "a"), (7, "b"), (1.0, "a"), (True, "a")] * 100:
        tree.learn_one({"code": code}, label)
    bulk.learn_many({"code": np.array([1.0, 7.0, 1.0, 1.0] * 100)}, list("abaa") * 100)

    assert tree.attributes == {"code": "nominal"}
    assert tree == bulk
    assert [str(rule.conditions[0]) for rule in tree.to_rules()] == ["code = 1", "code = 7"]
    assert tree.parameters["nominal_attributes"] == ["code"]


def test_categories_are_nominal_whatever_they_are():
    """A column of categories says that its numbers are labels, then and later."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()
    codes = pandas.Categorical([1, 7, 1, 1] * 100, categories=[9, 7, 1])

    tree.learn_many(pandas.DataFrame({"code": codes}), list("abaa") * 100)
    tree.learn_one({"code": 8}, "c")

    assert tree.attributes == {"code": "nominal"}
    assert tree.predict_one({"code": 7}) == "b"


def test_new_attributes_values_and_classes_come_in_mid_stream():
    """And attributes vanish; the tree goes on."""
    tree = learned(VFDTClassifier(), rows(500))
    for i in range(600):
        tree.learn_one({"planet": "mars" if i % 2 else "venus", "colour": "pink"}, i % 2)

    assert tree.classes[-2:] == [0, 1]
    assert tree.attributes["planet"] == "nominal"
    assert tree.predict_one({"planet": "mars", "colour": "pink"}) == 1
    assert tree.predict_one({"planet": "venus", "colour": "pink"}) == 0


def test_value_that_a_split_never_met_gets_the_nodes_own_answer():
    """Not that of some other value's branch."""
    tree = VFDTClassifier(leaf="majority")
    for i in range(400):
        tree.learn_one({"sky": "blue" if i % 4 else "grey"}, "sail" if i % 4 else "stay")

    assert tree.n_leaves == 2
    assert tree.predict_proba_one({"sky": "grey"}) == {"stay": 1.0, "sail": 0.0}
    assert 0.6 < tree.predict_proba_one({"sky": "green"})["sail"] < 0.8


def test_classes_of_several_types_live_together():
    """1 and 1.0 are one class, "1" is another; a tuple is one as well."""
    tree = VFDTClassifier()
    for label in [1, "1", 1.0, (1,), True]:
        tree.learn_one({"x": 1}, label)

    assert tree.classes == [1, "1", (1,)]
    assert tree.predict_many({"x": [1]}).tolist() == [1]


def test_weight_counts_as_so_many_rows():
    """In the counts; 0 learns nothing, not even names."""
    tree = VFDTClassifier()
    tree.learn_one({"x": "a"}, "yes", w=3)
    tree.learn_one({"x": "b"}, "no", 2.0)
    tree.learn_one({"new": "b"}, "other", w=0)
    bulk = VFDTClassifier()
    bulk.learn_many({"x": ["a", "b", "a"]}, ["yes", "no", "yes"], [3, 2, 0])

    assert tree.to_rules()[0].counts == {"yes": 3, "no": 2}
    assert tree.classes == ["yes", "no"]
    assert list(tree.attributes) == ["x"]
    assert bulk == tree


def test_empty_batches_change_nothing():
    """No rows, nothing learned; a tree that has learned nothing has no answer."""
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


def test_rows_without_attributes_are_counted():
    """Their class is all there is to learn."""
    tree = VFDTClassifier()
    for label in "aab":
        tree.learn_one({}, label)

    assert tree.predict_one({}) == "a"


def test_any_mapping_is_a_row():
    """Not only a dict."""
    tree = learned(VFDTClassifier(), [(MappingProxyType(x), y) for x, y in rows(300)])

    assert tree == learned(VFDTClassifier(), rows(300))


@settings(max_examples=40)
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


def test_memory_limit_is_held():
    """At every growth, whatever comes."""
    tree = VFDTClassifier(memory_limit=200_000)
    rng = np.random.default_rng(3)
    for _ in range(20):
        x = rng.normal(size=(1000, 8))
        tree.learn_many(x, (x[:, 0] * x[:, 1] > 0).astype(int) + 2 * (x[:, 2] > 0))
        assert tree.bytes <= 200_000
    assert tree.n_leaves > 1


def test_many_values_of_one_attribute_are_borne():
    """1e5 different ones, in little time and memory."""
    tree = VFDTClassifier(memory_limit="4MiB")

    tree.learn_many({"id": [f"user {i}" for i in range(100_000)]}, [0, 1] * 50_000)

    assert tree.bytes <= 4 * 2**20


@pytest.mark.parametrize("stream", [[({"x": 1.0}, "a")] * 500, [({"x": "b"}, "a")] * 500])
def test_one_class_and_constant_attributes_never_split(stream):
    """There is nothing to gain."""
    tree = learned(VFDTClassifier(), stream)

    assert (tree.n_leaves, tree.predict_one({"x": None})) == (1, "a")


def test_balance_after_a_long_time_of_one_class_is_learned():
    """No leaf is ever switched off for being pure."""
    tree = VFDTClassifier()
    for i in range(5000):
        tree.learn_one({"x": i % 2, "y": "u"}, "often" if i % 500 else "seldom")
    for i in range(3000):
        tree.learn_one({"x": i % 2, "y": "u"}, ["often", "seldom"][i % 2])

    assert [tree.predict_one({"x": x, "y": "u"}) for x in (0, 1)] == ["often", "seldom"]


def test_tree_is_one_threads_at_a_time():
    """Another call meanwhile is refused and changes nothing."""
    tree = VFDTClassifier()
    matrix = np.random.default_rng(1).normal(size=(200_000, 10))
    y = (matrix[:, 0] > 0).astype(int)
    busy = []

    def ask():
        with suppress(RuntimeError):
            tree.predict_one({0: 1.0})
            return
        busy.append(True)

    worker = threading.Thread(target=tree.learn_many, args=(matrix, y))
    worker.start()
    while worker.is_alive():
        ask()
    worker.join()
    expected = VFDTClassifier()
    expected.learn_many(matrix, y)

    assert busy
    assert tree == expected


def test_value_that_calls_the_tree_back_is_refused():
    """A label's own code finds the tree at work."""
    tree = VFDTClassifier()

    class Meddler:
        def __hash__(self):
            tree.learn_one({}, "again")
            return 1

    with refused(
        RuntimeError,
        "summary is busy: it was called by a label's own code or another thread while at work",
    ):
        tree.learn_one({"x": Meddler()}, "a")
    assert tree == VFDTClassifier()


def test_circles_are_collected():
    """A tree whose criterion holds the tree goes when nobody else does."""

    class Own:
        def __call__(self, counts):
            return 0.0

    criterion = Own()
    criterion.tree = VFDTClassifier(criterion=criterion)
    gone = weakref.ref(criterion)

    del criterion
    gc.collect()

    assert gone() is None


def test_work_and_size_can_be_read():
    """Rows, looks, splits, nodes and bytes."""
    tree = learned(VFDTClassifier(), rows(2000))

    assert tree.n == tree.work["examples"] == 2000
    assert tree.work["splits"] == tree.n_nodes - len(tree.to_rules()) > 0
    assert tree.n_leaves == tree.n_active_leaves == len(tree.to_rules())
    assert tree.depth >= 1
    assert tree.bytes > 1000
    assert repr(tree) == f"<VFDTClassifier: 2000 rows, {tree.n_leaves} leaves, 3 classes>"


def test_codes_of_categories_are_not_taken_for_the_categories():
    """A frame that has only some of them, in another order, means the same by each."""
    pandas = pytest.importorskip("pandas")
    tree = VFDTClassifier()
    first = pandas.Categorical(["a", "b", "c"] * 100)
    second = pandas.Categorical(["b", "c"], categories=["c", "b"])

    tree.learn_many(pandas.DataFrame({"x": first}), ["A", "B", "C"] * 100)

    assert tree.predict_many(pandas.DataFrame({"x": second})).tolist() == ["B", "C"]


def test_holes_in_the_good_attribute_cost_only_their_rows():
    """One number in ten is missing; the others are as good as ever."""
    rng = np.random.default_rng(2)
    good, noise = rng.normal(size=(2, 5000))
    y = (good > 0).astype(int)
    good[rng.random(5000) < 0.1] = np.nan
    table = {"good": good, "noise": noise}
    tree = VFDTClassifier()
    tree.learn_many(table, y)

    right = tree.predict_many(table) == y

    assert right[~np.isnan(good)].mean() > 0.98
    assert tree.feature_importances()["good"] > 0.9


def test_arguments_are_checked_like_pythons():
    """By place or by name; what is missing or too much is named."""
    tree = VFDTClassifier()
    tree.learn_one(x={"a": 1}, y="b", w=1)

    assert tree.predict_one(x={}) == "b"
    with refused(TypeError, "learn_one() misses the argument 'y'"):
        tree.learn_one({})
    with refused(TypeError, "predict_proba_one() got an unexpected argument 'z'"):
        tree.predict_proba_one({}, z=1)


def test_nothing_before_the_first_number_leaves_the_attribute_numeric():
    """A None in the first row says nothing of what is to come; a later one neither."""
    tree = VFDTClassifier()
    for i in range(1000):
        tree.learn_one({"x": None if i % 100 == 0 else i * 7 % 50}, i * 7 % 50 > 20)

    assert tree.attributes == {"x": "numeric"}
    assert tree.n_nodes < 10
    assert tree.predict_one({"x": 49.5}) is True


def test_absent_keys_cost_only_what_they_told():
    """Three in ten are not there; the rule is found all the same."""
    stream = rows(3000, missing=0.3)
    tree = learned(VFDTClassifier(), stream)
    whole = [(x, y) for x, y in rows(500, seed=2) if y != "perhaps"]

    right = sum(tree.predict_one(x) == y for x, y in whole)

    assert right > 0.9 * len(whole)


def test_classes_that_come_in_a_later_batch_are_learned():
    """The first batch does not say which classes there are; -1 is a class as good as any."""
    tree = VFDTClassifier()
    tree.learn_many({"x": [1.0, 2.0] * 100}, [0] * 200)
    tree.learn_many({"x": [8.0, 9.0] * 200}, [-1] * 400)

    assert tree.classes == [0, -1]
    assert tree.predict_many({"x": [1.5, 8.5]}).tolist() == [0, -1]


@pytest.mark.parametrize("limit", [2**14, 2**16, 314_572])
def test_little_memory_is_held_at_every_row_and_still_answers(limit):
    """Also 0.3 MiB, at which river's trees take ten times as much or fall from 99 to 80 %."""
    rng = np.random.default_rng(1)
    x = rng.integers(0, 1000, size=(4000, 3))
    y = (x[:, 0] > 500).astype(int) + (x[:, 1] > 700)
    tree = VFDTClassifier(memory_limit=limit)
    right = 0
    for row, label in zip(x.tolist(), y.tolist(), strict=True):
        row = dict(enumerate(row))
        right += tree.predict_one(row) == label
        tree.learn_one(row, label)
        assert tree.bytes <= limit
    assert right > (0.6 if limit < 2**16 else 0.95) * len(x)
