"""Rows that have few of many attributes: what they cost, and that they are rows like others."""

import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.tree import VFDTClassifier
from tests.examples import examples
from tests.tree.streams import columns, learned

LEAVES = ["nba_path", "mc", "nb", "nba"]
every_leaf = pytest.mark.parametrize("leaf", LEAVES)


def sparse_rows(size, known=60, present=5, seed=1, kind="mixed"):
    """Return rows of some attributes among many; those of few numbers tell the class."""
    rng = random.Random(seed)

    def value(a, y):
        if kind == "numeric" or (kind == "mixed" and a % 2 == 0):
            return rng.gauss(3 * y if a < 8 else 0, 1)
        return rng.choice("abc" if a >= 8 else "aab" if y else "bcc")

    made = []
    for _ in range(size):
        y = rng.randrange(2)
        some = rng.sample(range(known), rng.randrange(present + 1))
        some += [a for a in rng.sample(range(8), 2) if a not in some]
        made.append(({f"a{a}": value(a, y) for a in some}, f"class {y}"))
    return made


def filled(x, names):
    """Return the row with None for all that it lacks."""
    return {name: x.get(name) for name in names}


@every_leaf
@pytest.mark.parametrize("kind", ["numeric", "nominal", "mixed"])
def test_bulk_and_single_rows_make_the_same_tree(leaf, kind):
    """Whatever of the attributes is there, and whenever they come."""
    stream = sparse_rows(1500, kind=kind)
    one_by_one = learned(VFDTClassifier(leaf_prediction=leaf), stream)
    bulk = VFDTClassifier(leaf_prediction=leaf)
    for first in range(0, len(stream), 400):
        bulk.learn_many(*columns(stream[first : first + 400]))

    assert bulk.to_bytes() == one_by_one.to_bytes()


@every_leaf
def test_the_form_of_a_row_does_not_matter(leaf):
    """A list of what is there, or all attributes with None for what is not."""
    stream = sparse_rows(1500)
    names = sorted({name for x, _ in stream for name in x})
    sparse, dense = VFDTClassifier(leaf_prediction=leaf), VFDTClassifier(leaf_prediction=leaf)
    for i, (x, y) in enumerate(stream):
        full = filled(x, names)
        assert dense.predict_one(full) == sparse.predict_one(x)
        if i % 7 == 0:
            assert dense.predict_proba_one(x) == sparse.predict_proba_one(full)
        sparse.learn_one(x, y)
        dense.learn_one(full, y)

    assert dense.to_bytes() == sparse.to_bytes()


def test_the_order_of_a_dict_does_not_matter():
    """Neither of what is known nor of what is new."""
    stream = sparse_rows(800)
    shuffled = [(dict(reversed(x.items())), y) for x, y in stream]

    assert (
        learned(VFDTClassifier(), shuffled).to_bytes()
        == learned(VFDTClassifier(), stream).to_bytes()
    )


@every_leaf
def test_a_saved_tree_goes_on_bit_for_bit(leaf):
    """Saved and read back between rows, with a memory limit and without."""
    for limit in (None, "200KiB"):
        tree = VFDTClassifier(leaf_prediction=leaf, memory_limit=limit)
        twin = tree.copy()
        for i, (x, y) in enumerate(sparse_rows(1200, seed=3)):
            if i % 100 == 50:
                twin = VFDTClassifier.from_bytes(twin.to_bytes())
            assert twin.predict_proba_one(x) == tree.predict_proba_one(x)
            twin.learn_one(x, y)
            tree.learn_one(x, y)

        assert twin.to_bytes() == tree.to_bytes()
        assert twin.nbytes == tree.nbytes


names = st.integers(0, 12).map("n{}".format)
values = st.one_of(st.integers(-3, 3), st.none())
small_rows = st.tuples(st.dictionaries(names, values, max_size=4), st.sampled_from("xyz"))


@examples(30)
@given(stream=st.lists(small_rows, max_size=40), cut=st.integers(0, 40))
def test_any_sparse_stream_in_any_pieces(stream, cut):
    """Row by row, in two pieces, and saved between them: the same tree."""
    one_by_one = learned(VFDTClassifier(warm_up=5, n_bins=4), stream)
    bulk = VFDTClassifier(warm_up=5, n_bins=4)
    for piece in (stream[:cut], stream[cut:]):
        bulk = VFDTClassifier.from_bytes(bulk.to_bytes())
        table, classes = columns(piece)
        bulk.learn_many({**table, "never": [None] * len(piece)}, classes)

    assert bulk.to_bytes() == one_by_one.to_bytes()


class Items(Mapping):
    """A mapping that gives its items as they are, names twice among them."""

    def __init__(self, items):
        self.pairs = items

    def __getitem__(self, name):
        return dict(self.pairs)[name]

    def __iter__(self):
        return iter(dict(self.pairs))

    def __len__(self):
        return len(dict(self.pairs))

    def items(self):
        """Return all pairs."""
        return self.pairs


def test_of_a_name_that_is_there_twice_the_last_value_counts():
    """As in a dict, few of many attributes or not."""
    for known in (3, 60):
        rows = sparse_rows(300, known=max(8, known))
        plain, twice = learned(VFDTClassifier(), rows), learned(VFDTClassifier(), rows)
        plain.learn_one({"a0": 1.5, "a1": "b"}, "class 1")
        twice.learn_one(Items([("a0", 7.0), ("a1", "a"), ("a1", "b"), ("a0", 1.5)]), "class 1")

        assert twice.to_bytes() == plain.to_bytes()


def test_few_columns_of_many_attributes():
    """In bulk as row by row, and the predictions too."""
    tree = learned(VFDTClassifier(), sparse_rows(600))
    twin = tree.copy()
    some = [({n: v for n, v in x.items() if n < "a4"}, y) for x, y in sparse_rows(300, seed=9)]
    some_columns, classes = columns(some)
    predictions = tree.predict_many(some_columns)
    shares = tree.predict_proba_many(some_columns)
    for (x, _), prediction, share in zip(some, predictions, shares, strict=True):
        assert twin.predict_one(x) == prediction
        assert list(twin.predict_proba_one(x).values()) == share.tolist()
    tree.learn_many(some_columns, classes)

    assert tree.to_bytes() == learned(twin, some).to_bytes()


def naive_bayes(stream, x):
    """Return the shares of the classes by the definition, over what the row has."""
    n = Counter(y for _, y in stream)
    met = defaultdict(list)  # of an attribute: (value, class)
    for row, y in stream:
        for name, value in row.items():
            met[name].append((value, y))
    scores = {}
    for y in n:
        score = math.log2(n[y])
        for name, value in x.items():
            of_class = [v for v, other in met[name] if other == y]
            if isinstance(value, str):
                different = len({v for v, _ in met[name]})
                score += math.log2((of_class.count(value) + 1) / (len(of_class) + different))
                continue
            numbers = [v for v, _ in met[name]]
            width = (max(numbers) - min(numbers)) ** 2
            if len(of_class) < 2:
                variance = width + 1e-12
            else:
                variance = float(np.var(of_class, ddof=1)) + 1e-6 * width + 1e-12
            score -= math.log2(variance) / 2
            if of_class:
                score -= (value - np.mean(of_class)) ** 2 / (2 * variance * math.log(2))
        scores[y] = score
    top = max(scores.values())
    whole = sum(2 ** (score - top) for score in scores.values())
    return {y: 2 ** (score - top) / whole for y, score in scores.items()}


@pytest.mark.parametrize("size", [20, 400])
def test_scores_are_those_of_the_definition(size):
    """Prior, normal densities and Laplace's estimates, of what the row has and nothing else."""
    stream = sparse_rows(size, seed=6)
    tree = learned(VFDTClassifier(leaf_prediction="nb", delta=1e-300, explore=0), stream)
    met = Counter((name, x[name]) for x, _ in stream for name in x)
    assert tree.n_leaves == 1
    for x, _ in sparse_rows(60, seed=7):
        known = {
            name: value
            for name, value in x.items()
            if name in tree.attributes and (not isinstance(value, str) or met[name, value])
        }
        assert tree.predict_proba_one(x) == pytest.approx(naive_bayes(stream, known), abs=1e-4)


def fastest(call, rows, times=5):
    """Return the least CPU time that a call took over all rows, of several tries."""
    taken = []
    for _ in range(times):
        start = time.thread_time()
        for row in rows:
            call(*row)
        taken.append(time.thread_time() - start)
    return min(taken)


def wide_tree(known, leaf):
    """Return a tree that has met this number of attributes, half of them numbers."""
    tree = VFDTClassifier(leaf_prediction=leaf)
    for part in range(4):
        x = {f"a{a}": float(a % 7) if a % 2 else "abc"[a % 3] for a in range(part, known, 4)}
        tree.learn_one(x, part % 2)
    return tree


@every_leaf
def test_a_row_costs_what_it_has_not_what_is_known(leaf):
    """Fifty times as many attributes: not even ten times the time."""
    rng = random.Random(2)

    def some_rows(known):
        return [
            ({f"a{a}": 2.5 if a % 2 else "b" for a in rng.sample(range(known), 10)}, i % 2)
            for i in range(200)
        ]

    narrow, wide = wide_tree(1_000, leaf), wide_tree(50_000, leaf)
    few, many = some_rows(1_000), some_rows(50_000)

    assert fastest(wide.learn_one, many) < 10 * fastest(narrow.learn_one, few)
    short, short_wide = [x[:1] for x in few], [x[:1] for x in many]
    assert fastest(wide.predict_one, short_wide) < 10 * fastest(narrow.predict_one, short)


def test_many_columns_cost_no_more_each():
    """Ten times as many take not even forty times the time; each with each would be a hundred."""

    def in_bulk(columns):
        VFDTClassifier().learn_many({f"c{i}": [1.0, 2.0, 3.0] for i in range(columns)}, [0, 1, 0])

    assert fastest(in_bulk, [(10_000,)], 2) < 40 * fastest(in_bulk, [(1_000,)])
