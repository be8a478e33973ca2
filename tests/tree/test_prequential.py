"""The prequential run: what it counts, against the definitions in exact fractions."""

import math
from collections import Counter
from dataclasses import FrozenInstanceError
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest

import entrostream as es
from entrostream.tree import VFDTClassifier, prequential
from tests.refusals import refused
from tests.tree.streams import columns, rows


def scores(predicted, true, before):
    """Return accuracy, kappa and the no-change baseline of some rows by their definitions."""
    n = len(true)
    right = Fraction(sum(a == b for a, b in zip(predicted, true, strict=True)), n)
    same = Fraction(sum(a == b for a, b in zip(before, true, strict=True)), n)
    a, b = Counter(predicted), Counter(true)
    chance = sum((Fraction(a[label], n) * Fraction(b[label], n) for label in b), Fraction(0))
    kappa = float((right - chance) / (1 - chance)) if chance != 1 else math.nan
    return float(right), kappa, float(same)


@pytest.mark.parametrize("every", [1, 7, 400, 1000, 5000])
def test_curve_is_that_of_the_definitions(every):
    """At every point, for all rows so far and for those since the point before."""
    stream = rows(1000)
    table, y = columns(stream)
    single = VFDTClassifier()
    predicted = []
    for x, label in stream:
        predicted.append(single.predict_one(x))
        single.learn_one(x, label)
    before = [None, *y[:-1]]

    tree = VFDTClassifier()
    result = prequential(tree, table, y, every=every)

    assert tree == single
    assert result.predictions.tolist() == predicted
    assert result.rows.tolist() == [*range(every, 1000, every), 1000]
    start = 0
    for i, end in enumerate(result.rows.tolist()):
        whole = scores(predicted[:end], y[:end], before[:end])
        found = result.accuracy[i], result.kappa[i], result.no_change[i]
        assert found == pytest.approx(whole, abs=1e-15, nan_ok=True)
        if every > 1:
            part = scores(predicted[start:end], y[start:end], before[start:end])
            found = result.recent_accuracy[i], result.recent_kappa[i], result.recent_no_change[i]
            assert found == pytest.approx(part, abs=1e-15, nan_ok=True)
        start = end


def test_kappa_is_scikit_learns():
    """An independent hand wrote that one."""
    metrics = pytest.importorskip("sklearn.metrics")
    table, y = columns(rows(2000))
    result = prequential(VFDTClassifier(), table, y)

    kappa = metrics.cohen_kappa_score(y[1:], result.predictions[1:].tolist())

    assert result.kappa[-1] == pytest.approx(kappa, abs=2e-3)  # the first row has no prediction


def test_run_goes_on_where_the_tree_stands():
    """Two halves make the tree of one run."""
    table, y = columns(rows(800))
    tree, whole = VFDTClassifier(), VFDTClassifier()
    first = {name: column[:400] for name, column in table.items()}
    second = {name: column[400:] for name, column in table.items()}

    one = prequential(tree, first, y[:400])
    two = prequential(tree, second, y[400:])

    assert [*one.predictions, *two.predictions] == [*prequential(whole, table, y).predictions]
    assert tree == whole
    assert two.predictions.dtype.kind == "U"


def test_no_rows_give_no_points():
    """And no complaint."""
    result = prequential(VFDTClassifier(), {"x": []}, [])

    assert len(result.rows) == len(result.accuracy) == len(result.predictions) == 0
    assert repr(result) == "<Prequential: no rows>"


def test_single_class_has_no_kappa():
    """Chance is right too."""
    result = prequential(VFDTClassifier(), {"x": [1] * 10}, ["a"] * 10, every=5)

    assert result.recent_accuracy.tolist() == [0.8, 1.0]
    assert np.isnan(result.recent_kappa[1])


def test_progress_is_shown_and_changes_nothing(capsys):
    """A bar on stderr."""
    pytest.importorskip("tqdm")
    table, y = columns(rows(500))
    shown, quiet = VFDTClassifier(), VFDTClassifier()

    prequential(shown, table, y, progress=True)
    written = capsys.readouterr().err
    prequential(quiet, table, y)

    assert "500" in written
    assert capsys.readouterr().err == ""
    assert shown == quiet


def test_no_bar_is_made_unless_it_is_wanted(monkeypatch):
    """Not even one that would show itself late."""
    module = import_module("entrostream.tree.prequential")
    monkeypatch.setattr(module, "Bar", None)
    table, y = columns(rows(10))

    prequential(VFDTClassifier(), table, y, progress=False)
    with pytest.raises(TypeError, match="NoneType"):
        prequential(VFDTClassifier(), table, y, progress=True)


def test_points_are_a_thousand_rows_apart_unless_told():
    """And the last one is that of the last row."""
    table, y = columns(rows(2300))

    assert prequential(VFDTClassifier(), table, y).rows.tolist() == [1000, 2000, 2300]


def test_repr_has_the_scores_of_all_rows():
    """Those of the last point."""
    table, y = columns(rows(1000))
    result = prequential(VFDTClassifier(), table, y, every=300)

    assert len({score.round(4) for score in result.accuracy}) == 4
    assert repr(result) == (
        f"<Prequential: 1000 rows, accuracy {result.accuracy[3]:.4f}, "
        f"kappa {result.kappa[3]:.4f}, no change {result.no_change[3]:.4f}>"
    )


def test_result_cannot_be_changed_and_equals_itself_alone():
    """Arrays cannot be compared to a truth value."""
    table, y = columns(rows(100))
    one, other = (prequential(VFDTClassifier(), table, y) for _ in range(2))

    assert one == one
    assert one != other
    with pytest.raises(FrozenInstanceError):
        one.classes = []


def test_tree_of_a_subclass_is_the_tree_itself():
    """Whatever attributes the subclass has."""

    class Named(VFDTClassifier):
        tree = "oak"

    table, y = columns(rows(300))
    named = Named()
    prequential(named, table, y)

    assert named.n == 300


def test_face_of_another_library_lends_its_tree():
    """River's wrapper is as good as the tree itself."""
    pytest.importorskip("river")
    from entrostream.river import VFDTClassifier as Wrapped

    table, y = columns(rows(300))
    model, tree = Wrapped(), VFDTClassifier()

    assert prequential(model, table, y).accuracy == prequential(tree, table, y).accuracy
    assert model.tree == tree


FIELDS = ("rows", "accuracy", "kappa", "no_change")
RECENT = ("recent_accuracy", "recent_kappa", "recent_no_change")


def assert_same(found, expected):
    """Two results are the same to the last bit."""
    for name in (*FIELDS, *RECENT, "codes"):
        assert np.array_equal(getattr(found, name), getattr(expected, name), equal_nan=True), name
    assert found.classes == expected.classes


def cut(table, y, sizes):
    """Yield pairs (X, y) of these numbers of rows."""
    first = 0
    for size in sizes:
        last = first + size
        yield {name: column[first:last] for name, column in table.items()}, y[first:last]
        first = last


@pytest.mark.parametrize("sizes", [[1000], [0, 1, 999, 0], [333, 333, 334], [1] * 1000])
def test_chunks_give_what_one_piece_gives(sizes):
    """Any cut: the curve, the predictions and the tree, to the last bit."""
    table, y = columns(rows(1000, missing=0.1))
    whole, tree = VFDTClassifier(), VFDTClassifier()
    expected = prequential(whole, table, y, every=70)

    assert_same(prequential(tree, cut(table, y, sizes), every=70), expected)

    assert tree.to_bytes() == whole.to_bytes()


def test_no_chunks_give_no_points():
    """As no rows do."""
    assert repr(prequential(VFDTClassifier(), iter([]))) == "<Prequential: no rows>"


def frame_chunks(table):
    """Yield the name of a library and the table as chunks of it, class and weight among them."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    first = {name: column[:400] for name, column in table.items()}
    # In another order, and without an attribute that has no value there.
    second = {name: table[name][400:] for name in reversed(table) if name != "age"}
    yield "pandas", lambda: (pandas.DataFrame(part) for part in (first, second))
    yield "polars", lambda: (polars.DataFrame(part) for part in (first, second))
    yield "pyarrow", lambda: (pyarrow.table(part) for part in (first, second))
    yield (
        "reader",
        lambda: pyarrow.RecordBatchReader.from_batches(
            pyarrow.table(table).schema, pyarrow.table(table).to_batches(max_chunksize=97)
        ),
    )
    yield "dataset", lambda: pyarrow.dataset.dataset(pyarrow.table(table))


def test_frames_in_chunks_are_known_by_their_names():
    """Classes and weights are columns of them; the order of columns says nothing."""
    pytest.importorskip("pyarrow.dataset")
    table, y = columns(rows(900, missing=0.05))
    table["age"][400:] = [None] * 500
    weights = [i % 3 for i in range(900)]
    whole = VFDTClassifier()
    expected = prequential(whole, table, y, weights=weights)

    for name, chunks in frame_chunks({**table, "plan": y, "times": weights}):
        tree = VFDTClassifier()
        found = prequential(tree, chunks(), "plan", weights="times")
        assert_same(found, expected)
        assert tree.to_bytes() == whole.to_bytes(), name


def test_files_are_read_piece_by_piece(tmp_path):
    """What es.scan gives; only the selected columns are attributes."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table, y = columns(rows(900))
    file = tmp_path / "rows.parquet"
    parquet.write_table(pyarrow.table({**table, "plan": y, "noise": y}), file)
    whole, tree = VFDTClassifier(), VFDTClassifier()
    expected = prequential(whole, table, y)

    found = prequential(tree, es.scan(file, sorted(table), batch_rows=100), "plan")

    assert_same(found, expected)
    assert tree.to_bytes() == whole.to_bytes()


def test_class_may_be_a_column_of_the_frame():
    """Named, of a frame or of a dict, it is no attribute then."""
    table, y = columns(rows(300))
    tree, whole = VFDTClassifier(), VFDTClassifier()

    found = prequential(tree, {**table, "plan": y}, "plan")

    assert_same(found, prequential(whole, table, y))
    assert tree == whole
    assert "plan" not in tree.attributes


def test_words_that_are_all_missing_in_a_chunk_may_come_as_floats():
    """As pandas reads them from a file."""
    pandas = pytest.importorskip("pandas")
    words = pandas.DataFrame({"word": ["a", "b"], "size": [1.0, 2.0], "y": ["p", "q"]})
    holes = pandas.DataFrame({"word": [math.nan] * 2, "size": [1.0, None], "y": ["p", "q"]})
    tree, single = VFDTClassifier(), VFDTClassifier()

    prequential(tree, iter([words, holes, words]), "y")

    for frame in (words, holes, words):
        for row in frame.to_dict("records"):
            single.learn_one({"word": row["word"], "size": row["size"]}, row["y"])
    assert tree.to_bytes() == single.to_bytes()


def test_weight_counts_as_so_many_rows_in_the_scores():
    """Against the definitions; a row of weight 0 is only predicted."""
    stream = rows(400)
    table, y = columns(stream)
    weights = [i * 7 % 4 for i in range(400)]
    single = VFDTClassifier()
    predicted = []
    for (x, label), weight in zip(stream, weights, strict=True):
        predicted.append(single.predict_one(x))
        single.learn_one(x, label, weight)
    tree = VFDTClassifier()
    result = prequential(tree, table, y, weights=weights, every=400)

    assert tree == single
    assert result.predictions.tolist() == predicted
    kept = [i for i in range(400) if weights[i]]
    before = dict(zip(kept, [None, *(y[i] for i in kept)], strict=False))
    often = [i for i in kept for _ in range(weights[i])]
    expected = scores(
        [predicted[i] for i in often], [y[i] for i in often], [before[i] for i in often]
    )
    found = result.accuracy[0], result.kappa[0], result.no_change[0]
    assert found == pytest.approx(expected, abs=1e-15)


def test_chunk_that_is_refused_is_named_and_not_learned():
    """Those before it have been learned."""
    tree, before = VFDTClassifier(), VFDTClassifier()
    good = ({"x": [1.0, 2.0]}, ["a", "b"])
    prequential(before, *good)

    with refused(
        ValueError,
        "chunk 1, which begins with row 2: attribute 'x' must be a finite float, got inf at "
        "position 1; pass None where it is unknown",
    ):
        prequential(tree, iter([good, ({"x": [1.0, math.inf]}, ["a", "new"])]))

    assert tree == before


REFUSED = {
    "no classes": (
        [{"x": [1.0]}],
        {},
        "y must name a column of the chunks, or the chunks be tuples (X, y) or (X, y, weights); "
        "a chunk is dict",
    ),
    "classes in one piece": (
        [{"x": [1.0]}],
        {"y": ["a"]},
        "y over chunks must name a column of them, got list; "
        "let the chunks be frames, or tuples (X, y) or (X, y, weights)",
    ),
    "classes twice": (
        [({"x": [1.0]}, ["a"])],
        {"y": "x"},
        "chunks that are tuples must be (X, y) or (X, y, weights), without the "
        "arguments y and weights; a chunk has 2 parts",
    ),
    "too many parts": (
        [({"x": [1.0]}, ["a"], [1], [2])],
        {},
        "chunks that are tuples must be (X, y) or (X, y, weights), without the "
        "arguments y and weights; a chunk has 4 parts",
    ),
}


@pytest.mark.parametrize(("chunks", "more", "text"), REFUSED.values(), ids=REFUSED.keys())
def test_chunks_must_bring_their_classes(chunks, more, text):
    """As a column that is named, or in pairs with the attributes."""
    with refused(TypeError, text):
        prequential(VFDTClassifier(), iter(chunks), **more)
    with refused(ValueError, "the frame has no column 'plan'; it has ['x']"):
        prequential(VFDTClassifier(), {"x": [1.0]}, "plan")
