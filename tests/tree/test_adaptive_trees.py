"""Trees for streams that change: however the rows come, the tree is the same, and it adapts."""

import pytest

from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
    prequential,
)
from tests.refusals import refused
from tests.tree.adaptive_trees import ADAPTIVE, every_class, made
from tests.tree.streams import columns, drifting, learned, rows

STREAM = drifting(6000, 1500, missing=0.05)


def one_by_one(tree, stream):
    """Return what a tree predicts for each row before it learns the row."""
    predicted = []
    for x, y in stream:
        predicted.append(tree.predict_one(x))
        tree.learn_one(x, y)
    return predicted


def in_pieces(tree, stream, size):
    """Learn the rows in bulk, `size` at a time."""
    for first in range(0, len(stream), size):
        tree.learn_many(*columns(stream[first : first + size]))
    return tree


def require_same(tree, other):
    """Two trees have the same bytes, changes, text and predictions."""
    assert tree == other
    assert tree.to_bytes() == other.to_bytes()
    assert tree.changes == other.changes
    assert tree.describe() == other.describe()
    table, _ = columns(STREAM)
    assert tree.predict_many(table).tolist() == other.predict_many(table).tolist()
    assert (tree.predict_proba_many(table) == other.predict_proba_many(table)).all()


@every_class
@pytest.mark.parametrize("size", [1, 37, 1000, 6000])
def test_rows_in_bulk_make_the_tree_of_single_rows(cls, size):
    """To the last bit, in pieces of any size, while subtrees are replaced."""
    single = learned(made(cls), STREAM)

    require_same(in_pieces(made(cls), STREAM, size), single)
    assert single.n_changes > 0


@every_class
def test_prequential_run_makes_the_tree_of_single_rows(cls):
    """And predicts as it did, in one piece and in chunks."""
    single, whole, chunks = made(cls), made(cls), made(cls)
    predicted = one_by_one(single, STREAM)
    run = prequential(whole, *columns(STREAM))
    parts = (columns(STREAM[first : first + 450]) for first in range(0, 6000, 450))
    chunked = prequential(chunks, parts)

    assert run.predictions.tolist() == chunked.predictions.tolist() == predicted
    require_same(whole, single)
    require_same(chunks, single)


@every_class
def test_predicting_changes_nothing(cls):
    """Rows that are only predicted leave no trace, whichever way they are read."""
    single, asked = learned(made(cls), STREAM), made(cls)
    for place, (x, y) in enumerate(STREAM):
        asked.predict_one(x)
        asked.predict_proba_one(STREAM[-place][0])
        asked.learn_one(x, y)
        if place % 500 == 0:
            asked.debug_one(x)
            asked.predict_many(columns(STREAM[:20])[0])

    require_same(asked, single)


@every_class
def test_predictions_of_many_rows_are_those_of_single_rows(cls):
    """At times when alternates are being grown too."""
    tree = made(cls)
    with_alternates = 0
    for first in range(0, 6000, 100):
        learned(tree, STREAM[first : first + 100])
        probes = [x for x, _ in STREAM[first : first + 100]]
        table, _ = columns(STREAM[first : first + 100])
        with_alternates += tree.n_alternates > 0
        assert tree.predict_many(table).tolist() == [tree.predict_one(x) for x in probes]
        shares = [list(tree.predict_proba_one(x).values()) for x in probes]
        assert tree.predict_proba_many(table).tolist() == shares

    assert with_alternates > 1


@every_class
@pytest.mark.parametrize("leaf", ["mc", "nb", "nba"])
@pytest.mark.parametrize("schedule", ["lazy", "every_row", "grace_period"])
def test_lazy_attempts_grow_the_tree_of_an_attempt_at_every_row(cls, leaf, schedule):
    """Rows that leave a window are no reason to split either; in bulk as one by one."""
    options = {"leaf_prediction": leaf, "split_schedule": schedule}
    bulk = in_pieces(made(cls, **options), STREAM[:4000], 333)
    single = learned(made(cls, **options), STREAM[:4000])
    always = learned(made(cls, leaf_prediction=leaf, split_schedule="every_row"), STREAM[:4000])

    assert bulk.to_bytes() == single.to_bytes()
    if schedule == "lazy":
        assert single.describe() == always.describe()
        assert single.changes == always.changes


@every_class
def test_river_and_scikit_learn_have_the_same_trees(cls):
    """One by one, in mini batches, and by partial_fit."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("river")
    river = pytest.importorskip("entrostream.river")
    sklearn = pytest.importorskip("entrostream.sklearn")
    plain = learned(made(cls), STREAM)
    single, batch = (getattr(river, cls.__name__)(**ADAPTIVE[cls]) for _ in range(2))
    fitted = getattr(sklearn, cls.__name__)(**ADAPTIVE[cls])
    table, y = columns(STREAM)
    frame = pandas.DataFrame(table)
    predicted = []
    for x, label in STREAM:
        predicted.append(single.predict_one(x))
        single.learn_one(x, label)
    for first in range(0, 6000, 500):
        batch.learn_many(frame[first : first + 500], pandas.Series(y[first : first + 500]))
        fitted.partial_fit(frame[first : first + 500], y[first : first + 500])

    assert predicted == one_by_one(made(cls), STREAM)
    assert single.changes == batch.changes == plain.changes
    assert type(single.tree) is type(fitted.tree_) is cls
    # The names come in another order from rows than from frames.
    from_frames = in_pieces(made(cls), STREAM, 500)
    assert batch.tree == fitted.tree_ == from_frames
    assert fitted.predict(frame).tolist() == plain.predict_many(table).tolist()
    assert batch.predict_many(frame).tolist() == plain.predict_many(table).tolist()
    assert [single.predict_one(x) for x, _ in STREAM] == plain.predict_many(table).tolist()


def accuracy_after_changes(tree, concept=3000, size=15_000):
    """Return the share of right predictions from 500 to 1,500 rows after each change."""
    stream = drifting(size, concept)
    right = [said == y for said, (_, y) in zip(one_by_one(tree, stream), stream, strict=True)]
    counted = [hit for i, hit in enumerate(right) if i >= concept and 500 <= i % concept < 1500]
    return sum(counted) / len(counted)


@pytest.mark.parametrize("leaf", ["mc", "nba_path"])
def test_adaptive_trees_recover_where_a_vfdt_does_not(leaf):
    """Soon after the concept has changed they predict most of what noise leaves."""
    plain = accuracy_after_changes(VFDTClassifier(leaf_prediction=leaf))
    by_error = accuracy_after_changes(HoeffdingAdaptiveTreeClassifier(leaf_prediction=leaf))
    by_window = accuracy_after_changes(
        CVFDTClassifier(leaf_prediction=leaf, window=1000, re_evaluation_period=200)
    )

    assert plain < 0.8
    assert min(by_error, by_window) > plain + 0.15


def test_outdated_splits_are_replaced():
    """The class is one attribute, then for good another: the root is that one in the end."""
    stream = [
        ({"a": a, "b": b}, a if i < 1000 else b)
        for i, (a, b) in enumerate(
            ("xy"[i * 7919 % 101 % 2], "xy"[i * 104729 % 103 % 2]) for i in range(9000)
        )
    ]
    for cls in (EFDTClassifier, CVFDTClassifier):
        tree = learned(made(cls, explore=0), stream)
        assert tree._nodes()[0]["attribute"] == "b", cls
        assert tree.changes[0].attribute == "a"
        assert tree.n_leaves == 2
    plain = learned(VFDTClassifier(explore=0), stream)
    assert plain._nodes()[0]["attribute"] == "a"


@every_class
def test_stationary_streams_keep_their_trees(cls):
    """Hardly anything is replaced, and accuracy is that of a tree that does not adapt."""
    stream = rows(12_000)
    tree, plain = made(cls), VFDTClassifier()
    right, expected = (
        sum(said == y for said, (_, y) in zip(one_by_one(each, stream), stream, strict=True))
        for each in (tree, plain)
    )

    assert tree.n_changes <= 2
    assert right > expected - 0.01 * len(stream)


BAD = {
    "no window": (
        CVFDTClassifier,
        {"window": 0},
        ValueError,
        "window must be a positive integer, got 0",
    ),
    "negative window": (
        CVFDTClassifier,
        {"window": -5},
        ValueError,
        "window must be a positive integer, got -5",
    ),
    "window of text": (
        CVFDTClassifier,
        {"window": "x"},
        ValueError,
        'window "x" is not a length of time; write "10min", "1h30min", a timedelta or a number of '
        "seconds",
    ),
    "window of half a row": (
        CVFDTClassifier,
        {"window": 2.5},
        TypeError,
        'window must be an integer, or a length of time such as "10min", got 2.5 (float)',
    ),
    "huge window": (
        CVFDTClassifier,
        {"window": 2**31},
        ValueError,
        "window must be from 1 to 1073741824 rows, got 2147483648",
    ),
    "Gaussians in a window": (
        CVFDTClassifier,
        {"splitter": "gaussian"},
        ValueError,
        "a window needs splitter='histogram': Gaussians cannot forget rows exactly",
    ),
}
for _cls in (EFDTClassifier, CVFDTClassifier):
    BAD[f"no period of {_cls.__name__}"] = (
        _cls,
        {"re_evaluation_period": 0},
        ValueError,
        "re_evaluation_period must be a positive integer, got 0",
    )
    BAD[f"importances of {_cls.__name__}"] = (
        _cls,
        {"weight_type": "importance"},
        ValueError,
        "splits can be re-evaluated only if weight_type is 'frequency'",
    )


@pytest.mark.parametrize(("cls", "options", "kind", "text"), BAD.values(), ids=BAD.keys())
def test_bad_parameters_are_refused_in_words(cls, options, kind, text):
    """The same words in all interfaces; scikit-learn's refuses when it is fitted."""
    with refused(kind, text):
        cls(**options)
    pytest.importorskip("river")
    from entrostream import river

    with refused(kind, text):
        getattr(river, cls.__name__)(**options)


@pytest.mark.parametrize(("cls", "options", "kind", "text"), BAD.values(), ids=BAD.keys())
def test_bad_parameters_are_refused_by_fit(cls, options, kind, text):
    """As everywhere in scikit-learn; the model stays unfitted."""
    sklearn = pytest.importorskip("entrostream.sklearn")
    model = getattr(sklearn, cls.__name__)(**options)

    with refused(kind, text):
        model.fit([[0.0], [1.0]], [0, 1])
    assert not hasattr(model, "tree_")


@pytest.mark.parametrize("weight", [0.5, 1.5, -1, float("nan"), float("inf"), 2**31])
@pytest.mark.parametrize("cls", [EFDTClassifier, CVFDTClassifier])
def test_weights_that_are_no_number_of_rows_are_refused(cls, weight):
    """One by one and in bulk; nothing of the batch is learned."""
    tree = learned(made(cls), STREAM[:2000])
    before = tree.to_bytes()
    table, y = columns(STREAM[2000:2500])

    with pytest.raises(ValueError, match="weight"):
        tree.learn_one({"height": 1.0, "new": "value"}, "another", weight)
    with pytest.raises(ValueError, match="weight"):
        tree.learn_many(
            {**table, "new": ["value"] * 500}, [*y[:-1], "another"], [1.0] * 499 + [weight]
        )

    assert tree.to_bytes() == before
    assert "new" not in tree.attributes
    assert learned(tree, STREAM[2000:3000]) == learned(made(cls), STREAM[:3000])


@pytest.mark.parametrize("cls", [EFDTClassifier, CVFDTClassifier])
def test_half_a_row_is_refused_with_a_way_out_that_there_is(cls):
    """What the message recommends must not be refused in turn."""
    with pytest.raises(ValueError, match="weight must be an integer from 0 to 1073741824") as error:
        cls().learn_one({"x": 1.0}, 1, 0.5)

    assert 'a tree with weight_type="importance"' not in str(error.value)


def test_adaptive_tree_takes_importances():
    """Any number, as a VFDT does; 0 leaves a row out."""
    weights = [(i * 7 % 5) / 4 for i in range(6000)]
    single = HoeffdingAdaptiveTreeClassifier()
    for (x, y), weight in zip(STREAM, weights, strict=True):
        single.learn_one(x, y, weight)
    bulk = HoeffdingAdaptiveTreeClassifier()
    bulk.learn_many(*columns(STREAM), weights)

    require_same(bulk, single)
    assert single.n_changes > 0
    assert single.n == sum(weight > 0 for weight in weights)
