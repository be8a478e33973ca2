"""Importance weights: predictions follow them, and evidence counts no row more than once."""

import math
import pickle
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier, prequential
from tests.tree.streams import columns, rows

WEIGHTS = {
    "all 10": lambda chance, i, y: 10,
    "1 to 20": lambda chance, i, y: chance.randint(1, 20),
    "fractions": lambda chance, i, y: chance.uniform(0.1, 3),
    "heavy tails": lambda chance, i, y: chance.lognormvariate(0, 2),
    "growing": lambda chance, i, y: 1.01**i,
    "falling": lambda chance, i, y: 0.99**i,
    "by class": lambda chance, i, y: 7.5 if y else 0.5,
    "tiny and huge": lambda chance, i, y: chance.choice([1e-300, 1e300]),
}


def noise(size, seed, kind):
    """Return columns that say nothing about the classes, the classes, and weights."""
    chance = random.Random(f"{seed} {kind}")
    numbers = {f"number {k}": [chance.random() for _ in range(size)] for k in range(5)}
    words = {f"word {k}": [chance.choice("ab") for _ in range(size)] for k in range(5)}
    y = [chance.randrange(2) for _ in range(size)]
    return {**numbers, **words}, y, [WEIGHTS[kind](chance, i, y[i]) for i in range(size)]


def streams_split(kind, streams, size, delta):
    """Return in how many streams of noise the tree was ever split."""
    split = 0
    for seed in range(streams):
        tree = VFDTClassifier(delta=delta, explore=0, leaf_prediction="mc")
        tree.learn_many(*noise(size, seed, kind))
        split += tree.n_leaves > 1
    return split


@pytest.mark.parametrize("kind", WEIGHTS)
def test_noise_is_split_with_probability_delta_at_most(kind):
    """Whatever the weights are, as long as they do not depend on the attributes and the class."""
    assert streams_split(kind, streams=20, size=1500, delta=0.05) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("delta", [0.001, 0.05, 0.2])
def test_share_of_streams_of_noise_that_are_split_is_delta_at_most(kind, delta):
    """In a hundred streams of 20,000 rows."""
    assert streams_split(kind, streams=100, size=20_000, delta=delta) <= 100 * delta


def test_important_row_is_one_row_of_evidence():
    """However important: what a frequency of a thousand would split, an importance does not."""
    for weights, leaves in (("importance", 1), ("frequency", 2)):
        tree = VFDTClassifier(weight_type=weights)
        for x, y in [("a", 0), ("b", 1), ("a", 0), ("b", 1)]:
            tree.learn_one({"x": x}, y, 1000)
        assert tree.n_leaves == leaves


@pytest.mark.parametrize("weight", [10, 0.1, 1e-300, 3.5e307])
def test_equal_weights_are_no_weights(weight):
    """Not one prediction differs from those of a tree that was told of no weights."""
    table, y = columns(rows(3000))
    plain, weighted = VFDTClassifier(), VFDTClassifier()
    plain.learn_many(table, y)
    weighted.learn_many(table, y, [weight] * len(y))

    assert weighted.n_leaves == plain.n_leaves > 2
    assert [rule.conditions for rule in weighted.to_rules()] == [
        rule.conditions for rule in plain.to_rules()
    ]
    assert (weighted.predict_proba_many(table) == plain.predict_proba_many(table)).all()


@pytest.mark.parametrize("factor", [0.125, 2.0**900, 2.0**-900])
@pytest.mark.parametrize("leaf", ["nba_path", "mc", "nb", "nba"])
def test_only_the_ratio_of_weights_matters(factor, leaf):
    """All of them times a power of two is the same tree to the last bit of its predictions."""
    chance = random.Random(3)
    table, y = columns(rows(3000, missing=0.05))
    weights = np.array([chance.uniform(0.1, 5) for _ in y])
    one, other = VFDTClassifier(leaf_prediction=leaf), VFDTClassifier(leaf_prediction=leaf)
    one.learn_many(table, y, weights)
    other.learn_many(table, y, weights * factor)

    assert one.n_leaves == other.n_leaves > 2
    assert (one.predict_proba_many(table) == other.predict_proba_many(table)).all()


def test_shares_are_those_of_the_weights():
    """Of the majority: exact for weights that are sums of a 64th of the largest."""
    tree = VFDTClassifier(leaf_prediction="mc")
    for label, weight in [("a", 1), ("b", 0.5), ("c", 2.5)]:
        tree.learn_one({"x": 1.0}, label, weight)

    assert tree.predict_proba_one({"x": 1.0}) == {"a": 0.25, "b": 0.125, "c": 0.625}
    assert tree.to_rules()[0].counts == {"a": 1.0, "b": 0.5, "c": 2.5}
    assert str(tree.to_rules()[0]) == "IF TRUE THEN c (c 2.5, a 1, b 0.5; entropy 1.299)"


@pytest.mark.parametrize("kind", ["1 to 20", "fractions", "heavy tails", "growing"])
def test_shares_of_many_rows_are_nearly_those_of_the_weights(kind):
    """Small weights are rounded to fractions of a row, on average to themselves."""
    chance = random.Random(8)
    tree, exact = VFDTClassifier(leaf_prediction="mc"), Counter()
    for i in range(5000):
        label, weight = chance.choice("abbc"), WEIGHTS[kind](chance, i, 0)
        tree.learn_one({}, label, weight)
        exact[label] += Fraction(weight)

    shares = tree.predict_proba_one({})
    for label, weight in exact.items():
        assert shares[label] == pytest.approx(float(weight / sum(exact.values())), abs=0.01)
    total = float(sum(exact.values()))
    assert sum(tree.to_rules()[0].counts.values()) == pytest.approx(total, rel=0.02)


def test_class_with_more_weight_is_predicted():
    """A tenth of the rows that has most of the weight, with every kind of leaf."""
    for leaf in ("mc", "nb", "nba", "nba_path"):
        tree = VFDTClassifier(leaf_prediction=leaf)
        for i in range(2000):
            tree.learn_one({"x": 1.0}, *(("light", 0.1) if i % 10 else ("heavy", 3)))
        assert tree.predict_one({"x": 1.0}) == "heavy"
        assert tree.predict_proba_one({"x": 1.0})["heavy"] == pytest.approx(3 / 3.9, abs=0.1)


def test_one_weight_far_above_all_others_changes_little_but_the_majority():
    """It outweighs the others in the counts, and the evidence of rows goes on to grow."""
    tree = VFDTClassifier(leaf_prediction="mc")
    for i in range(1000):
        tree.learn_one({"x": "ab"[i % 2], "y": i * 7 % 5}, i % 4 // 3)
        if i == 10:
            tree.learn_one({"x": "a", "y": 1}, "heavy", 1e9)
            assert tree.predict_one({"x": "b"}) == "heavy"
    assert tree.n_leaves > 1
    assert tree.predict_one({"x": "b", "y": 1}) in (0, 1)


def test_choice_of_a_split_follows_the_weights():
    """Of two attributes that tell the class of some rows, the one of the rows that matter."""
    chance = random.Random(5)
    for heavy in (0, 1):
        tree = VFDTClassifier(leaf_prediction="mc")
        for _ in range(4000):
            group, y = chance.randrange(2), chance.randrange(2)
            x = {name: y if group == name else chance.randrange(2) for name in (0, 1)}
            tree.learn_one(
                {name: "ab"[value] for name, value in x.items()}, y, 1.0 if group == heavy else 0.3
            )
        assert tree.to_rules()[0].conditions[0].attribute == heavy


def test_importances_can_make_a_pattern_of_few_rows_count():
    """What is lost among other rows is evidence where these hardly matter."""
    chance = random.Random(6)
    trees = {weight: VFDTClassifier(explore=0) for weight in (1.0, 0.01)}
    for i in range(4000):
        x, y = chance.choice("ab"), chance.randrange(2)
        if i % 20 == 0:
            y = int(x == "a")
        for weight, tree in trees.items():
            tree.learn_one({"x": x}, y, 1.0 if i % 20 == 0 else weight)

    assert trees[1.0].n_leaves == 1
    assert trees[0.01].n_leaves == 2


def weighted_rows(size, seed):
    """Return rows with their weights, some of them 0."""
    chance = random.Random(seed)
    return [
        (x, y, chance.choice([0, 0.25, 1, 3.3, chance.lognormvariate(0, 3)]))
        for x, y in rows(size, seed, missing=0.1)
    ]


@pytest.mark.parametrize("limit", [None, 30_000])
@pytest.mark.parametrize("leaf", ["nba_path", "mc", "nb", "nba"])
def test_every_way_learns_the_same_tree_and_saves_it(leaf, limit):
    """Row by row, in bulk, in pieces, through bytes and pickles in between."""
    stream = weighted_rows(1500, 4)
    options = {"leaf_prediction": leaf, "memory_limit": limit, "delta": 0.1}
    single, saved, bulk = (VFDTClassifier(**options) for _ in range(3))
    for i, (x, y, w) in enumerate(stream):
        single.learn_one(x, y, w)
        saved.learn_one(x, y, w)
        if i % 97 == 0:
            saved = VFDTClassifier.from_bytes(saved.to_bytes())
        if i % 89 == 0:
            saved = pickle.loads(pickle.dumps(saved))
        if limit is not None:
            assert single.nbytes <= limit
    for piece in (stream[:400], stream[400:401], stream[401:]):
        table, y = columns([(x, y) for x, y, _ in piece])
        prequential(bulk, table, y, weights=[w for *_, w in piece])

    assert single == saved == bulk == single.copy()
    assert single.to_bytes() == saved.to_bytes() == bulk.to_bytes()


def test_refused_rows_change_no_scale():
    """A batch whose last row is bad leaves all that its weights had changed as it was."""
    table, y = columns(rows(900))
    tree = VFDTClassifier()
    tree.learn_many(table, y)
    before = tree.to_bytes()
    for bad in (math.nan, math.inf, -0.5):
        with pytest.raises(ValueError, match="weight must be a finite number, 0 or more"):
            tree.learn_many(table, y, [*np.linspace(0.1, 1e9, len(y) - 1), bad])
        assert tree.to_bytes() == before
    with pytest.raises(ZeroDivisionError):
        tree.learn_many(table, [*y[:-1], Bad()], np.linspace(0.1, 1e9, len(y)))
    assert tree.to_bytes() == before


class Bad:
    """A class that cannot be told from others."""

    def __hash__(self):
        return 1 // 0


def test_bag_of_trees_learns_from_poisson_weights():
    """As in online bagging: each tree gets each row with a random weight."""
    stream = rows(4000)
    chance = np.random.default_rng(9)
    bag = [VFDTClassifier() for _ in range(5)]
    right = 0
    for i, (x, y) in enumerate(stream):
        votes = Counter(tree.predict_one(x) for tree in bag)
        right += i >= 2000 and votes.most_common(1)[0][0] == y
        for tree in bag:
            tree.learn_one(x, y, weight=float(chance.poisson(1)))

    assert right / 2000 > 0.93
    assert all(tree.n_leaves > 3 for tree in bag)


@pytest.mark.parametrize("rule", ["evidence", "hoeffding"])
@pytest.mark.parametrize("splitter", ["histogram", "gaussian"])
def test_weighted_trees_learn_the_rule(rule, splitter):
    """With any rule and splitter, from weights that say nothing."""
    chance = random.Random(12)
    tree = VFDTClassifier(rule=rule, splitter=splitter, leaf_prediction="mc")
    for _ in range(3000):
        x = {"signal": chance.gauss(0, 1), "noise": chance.random()}
        tree.learn_one(x, x["signal"] > 0.25, chance.uniform(0.1, 3))

    assert tree.predict_one({"signal": 0.6}) is True
    assert tree.predict_one({"signal": -0.1}) is False
    assert next(iter(tree.feature_importances())) == "signal"


def test_scores_are_weighted():
    """Against the definition: the weight of what was right over all weight."""
    stream = weighted_rows(500, 2)
    table, y = columns([(x, y) for x, y, _ in stream])
    weights = [w for *_, w in stream]
    run = prequential(VFDTClassifier(), table, y, weights=weights, every=500)
    right = sum(
        w for found, label, w in zip(run.predictions, y, weights, strict=True) if found == label
    )

    assert run.accuracy[-1] == pytest.approx(right / sum(weights), rel=1e-12)


def test_tree_with_weights_is_shown_with_them():
    """Weights are no counts: they are told with six digits, and called so."""
    tree = VFDTClassifier(leaf_prediction="mc")
    for i in range(300):
        tree.learn_one({"x": "ab"[i % 2]}, i % 2, 1 / 3 if i % 4 else 1 / 6)

    assert "weight" in tree.describe()
    assert " row" not in tree.describe()
    assert tree.plot() is not None
    assert sum(tree.to_rules()[0].counts.values()) == pytest.approx(37.5, rel=0.01)
