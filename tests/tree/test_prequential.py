"""The prequential run: what it counts, against the definitions in exact fractions."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier, prequential
from tests.tree.streams import columns, rows


def scores(said, true, before):
    """Return accuracy, kappa and the no-change baseline of some rows by their definitions."""
    n = len(true)
    right = Fraction(sum(a == b for a, b in zip(said, true, strict=True)), n)
    same = Fraction(sum(a == b for a, b in zip(before, true, strict=True)), n)
    a, b = Counter(said), Counter(true)
    chance = sum((Fraction(a[label], n) * Fraction(b[label], n) for label in b), Fraction(0))
    kappa = float((right - chance) / (1 - chance)) if chance != 1 else math.nan
    return float(right), kappa, float(same)


@pytest.mark.parametrize("every", [1, 7, 400, 1000, 5000])
def test_curve_is_that_of_the_definitions(every):
    """At every point, for all rows so far and for those since the point before."""
    stream = rows(1000)
    table, y = columns(stream)
    single = VFDTClassifier()
    said = []
    for x, label in stream:
        said.append(single.predict_one(x))
        single.learn_one(x, label)
    before = [None, *y[:-1]]

    tree = VFDTClassifier()
    result = prequential(tree, table, y, every=every)

    assert tree == single
    assert result.predictions.tolist() == said
    assert result.rows.tolist() == [*range(every, 1000, every), 1000]
    start = 0
    for i, end in enumerate(result.rows.tolist()):
        whole = scores(said[:end], y[:end], before[:end])
        found = result.accuracy[i], result.kappa[i], result.no_change[i]
        assert found == pytest.approx(whole, abs=1e-15, nan_ok=True)
        if every > 1:
            part = scores(said[start:end], y[start:end], before[start:end])
            found = result.recent_accuracy[i], result.recent_kappa[i], result.recent_no_change[i]
            assert found == pytest.approx(part, abs=1e-15, nan_ok=True)
        start = end


def test_kappa_is_scikit_learns():
    """An independent hand wrote that one."""
    metrics = pytest.importorskip("sklearn.metrics")
    table, y = columns(rows(2000))
    result = prequential(VFDTClassifier(), table, y)

    kappa = metrics.cohen_kappa_score(y[1:], result.predictions[1:].tolist())

    assert result.kappa[-1] == pytest.approx(kappa, abs=2e-3)  # the first row has no answer


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


def test_face_of_another_library_lends_its_tree():
    """River's wrapper is as good as the tree itself."""
    pytest.importorskip("river")
    from entrostream.river import VFDTClassifier as Wrapped

    table, y = columns(rows(300))
    model, tree = Wrapped(), VFDTClassifier()

    assert prequential(model, table, y).accuracy == prequential(tree, table, y).accuracy
    assert model.tree == tree
