"""A prequential run tells which subtrees an adaptive tree has replaced, and at which rows."""

import numpy as np
import pytest

from entrostream.tree import HoeffdingAdaptiveTreeClassifier, VFDTClassifier, prequential
from tests.tree.adaptive_trees import every_class, made
from tests.tree.streams import columns, drifting, learned, rows

STREAM = drifting(6000, 1500)


def halves(stream):
    """Return the columns and classes of the first and of the second half."""
    middle = len(stream) // 2
    return columns(stream[:middle]), columns(stream[middle:])


@every_class
def test_changes_are_those_of_the_tree(cls):
    """All of them, if the run is all that the tree has learned."""
    tree = made(cls)
    run = prequential(tree, *columns(STREAM))

    assert run.changes == tuple(tree.changes)
    assert run.change_rows.tolist() == [change.row for change in tree.changes]
    assert len(run.changes) > 0


def test_changes_before_the_run_are_not_its_own():
    """Rows of the run are counted from its beginning, `row` from that of the tree."""
    first, second = halves(STREAM)
    tree = made(HoeffdingAdaptiveTreeClassifier)
    before = prequential(tree, *first)
    run = prequential(tree, *second)

    assert [*before.changes, *run.changes] == tree.changes
    assert min(len(before.changes), len(run.changes)) > 0
    assert run.change_rows.tolist() == [change.row - 3000 for change in run.changes]


def test_chunks_give_the_changes_of_one_piece():
    """At the same rows."""
    table, y = columns(STREAM)
    whole = prequential(made(HoeffdingAdaptiveTreeClassifier), table, y)
    chunks = (
        ({name: column[first : first + 700] for name, column in table.items()}, y[first:][:700])
        for first in range(0, 6000, 700)
    )
    run = prequential(made(HoeffdingAdaptiveTreeClassifier), chunks)

    assert run.changes == whole.changes
    assert run.change_rows.tolist() == whole.change_rows.tolist()


@pytest.mark.parametrize("library", ["entrostream", "river", "sklearn"])
def test_rows_that_are_not_learned_are_counted_in_the_run(library):
    """Every third row has weight 0: the tree does not know of it, the curve does."""
    table, y = columns(STREAM)
    weights = np.array([float(i % 3 != 0) for i in range(6000)])
    if library == "entrostream":
        model = HoeffdingAdaptiveTreeClassifier()
    else:
        pytest.importorskip("river" if library == "river" else "sklearn")
        faces = pytest.importorskip(f"entrostream.{library}")
        model = faces.HoeffdingAdaptiveTreeClassifier()
    if library == "sklearn":
        pytest.importorskip("pandas")
        import pandas as pd

        table = pd.DataFrame(table)

    run = prequential(model, table, y, weights=weights)

    tree = learned(
        HoeffdingAdaptiveTreeClassifier(), [row for i, row in enumerate(STREAM) if i % 3]
    )
    learned_rows = np.flatnonzero(weights) + 1
    assert run.changes == tuple(tree.changes) != ()
    assert run.change_rows.tolist() == [learned_rows[c.row - 1] for c in tree.changes]


def test_other_models_have_no_changes():
    """An empty tuple, and an empty array."""
    run = prequential(VFDTClassifier(), *columns(rows(300)))

    assert run.changes == ()
    assert run.change_rows.tolist() == []
    assert prequential(HoeffdingAdaptiveTreeClassifier(), {"x": []}, []).changes == ()
