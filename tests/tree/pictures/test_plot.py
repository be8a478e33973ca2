"""The picture of a tree: what is drawn, and that it can be read."""

import subprocess
import sys

import numpy as np
import pytest

from entrostream.tree import VFDTClassifier
from tests.refusals import refused
from tests.tree.pictures.drawn import (
    classes,
    collection,
    ends,
    grown,
    heading,
    leaves_of,
    rows_of,
    texts,
)
from tests.tree.streams import rows

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from matplotlib import pyplot as plt
from matplotlib.colors import to_rgba

from entrostream.tree.pictures.layout import BAR, LINE, THINNEST, WIDEST
from entrostream.tree.pictures.outline import outline


@pytest.fixture(scope="module")
def many_values():
    """Give a tree with a split into a thousand branches."""
    random = np.random.default_rng(1)
    codes = np.minimum(random.zipf(1.2, 30_000), 1000)
    made = VFDTClassifier(max_values=5000)
    made.learn_many({"code": [f"c{code}" for code in codes]}, [int(code % 3) for code in codes])
    assert made.n_leaves > 500
    return made


def test_small_tree_has_a_test_and_a_leaf_in_each_line():
    """The root has neither."""
    small = VFDTClassifier()
    small.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
    ax = small.plot()

    assert texts(ax) == ["sky = blue", "sail: 100% of 100", "sky = grey", "stay: 100% of 100"]
    assert heading(ax) == "2 leaves, 200 rows"
    assert classes(ax) == ["sail", "stay"]


def test_leaves_stand_in_the_order_of_the_rules(tree):
    """Each with its majority, the share rounded down, and its rows."""
    expected = [
        f"{rule.label}: {100 * rule.counts[rule.label] // rule.n}% of {rule.n:,}"
        for rule in tree.to_rules()
    ]
    ax = tree.plot()

    assert ends(ax) == expected
    assert heading(ax) == f"{tree.n_leaves} leaves, 18,000 rows"
    places = [text.get_position()[1] for text in ax.texts if text.get_text() in set(expected)]
    assert np.all(np.diff(places) >= LINE - 1e-9)


def test_tests_of_a_way_are_those_of_the_rule():
    """The tests from the root to each leaf, one column after the other."""
    tree = grown(600)
    shown = [text for text in texts(tree.plot()) if text not in ends(tree.plot())]
    described = [
        line.strip().replace("<=", "≤").replace("'", "")
        for line in tree.describe().splitlines()
        if "entropy" not in line
    ]

    assert shown == described


def test_bars_are_the_shares_of_the_classes(tree):
    """Each class has its colour in all bars, and each bar the same width."""
    ax = tree.plot()
    expected = {
        label: sum(rule.counts.get(label, 0) / rule.n for rule in tree.to_rules())
        for label in tree.classes
    }
    for label, handle in zip(tree.classes, ax.get_legend().get_patches(), strict=True):
        drawn = collection(ax, label)
        widths = [np.ptp(path.vertices[:, 0]) for path in drawn.get_paths()]
        assert sum(widths) / BAR[0] == pytest.approx(expected[label])
        assert to_rgba(handle.get_facecolor()) == tuple(drawn.get_facecolor()[0])


def test_branches_are_as_thick_as_their_rows(tree):
    """But never too thin to be seen."""
    ax = tree.plot()
    nodes = tree._nodes()
    total = sum(nodes[0]["counts"])
    shares = sorted(sum(node["counts"]) / total for node in nodes[1:])
    drawn = sorted(collection(ax, "branches").get_linewidths())

    assert drawn == pytest.approx([max(THINNEST, WIDEST * share) for share in shares])


@pytest.mark.parametrize("most", [1, 2, 3, 10, 57, 1000])
def test_cut_tree_loses_neither_leaves_nor_rows(tree, most):
    """What is not drawn is in a box; the nodes with the most rows are drawn."""
    ax = tree.plot(max_leaves=most)
    shown = ends(ax)

    assert min(most, tree.n_leaves) - 2 <= len(shown) <= most
    assert sum(map(leaves_of, shown)) == tree.n_leaves
    assert sum(map(rows_of, shown)) == sum(tree._nodes()[0]["counts"])
    hidden = [leaves_of(end) for end in shown if end.startswith("+")]
    assert len(collection(ax, "cut").get_paths()) == len(hidden)
    many = f"{len(hidden)} box{'' if len(hidden) == 1 else 'es'}"
    folded = f" ({sum(hidden)} of them in {many})" if hidden else ""
    assert heading(ax) == f"{tree.n_leaves} leaves{folded}, 18,000 rows"


@pytest.mark.parametrize("depth", [0, 1, 2, 4])
def test_depth_is_cut(tree, depth):
    """After `depth` tests, wherever the leaves are."""
    drawn = outline(tree._nodes(), depth, 1000, 20)
    deepest = [twig for twig in drawn.root.walk() if twig.depth == depth]

    assert max(twig.depth for twig in drawn.root.walk()) == depth
    assert all(not twig.branches for twig in deepest)
    assert len(ends(tree.plot(max_depth=depth))) == sum(
        not twig.branches for twig in drawn.root.walk()
    )


def test_rare_values_share_a_line(many_values):
    """The frequent ones keep theirs, in their order; no row is lost."""
    ax = many_values.plot(max_branches=5)
    folded = many_values.n_leaves - 4

    frequent = {f"code = c{code}" for code in (1, 2, 3, 1000)}
    assert set(texts(ax)[:8:2]) == frequent
    assert texts(ax)[8] == f"code in {folded:,} more values"
    assert texts(ax)[9].startswith(f"+ {folded:,} leaves; ")
    assert sum(map(rows_of, ends(ax))) == sum(many_values._nodes()[0]["counts"])
    assert len(ends(many_values.plot())) == 20


def test_values_that_go_together_have_a_name():
    """Those beyond the most that a split tells apart."""
    tree = VFDTClassifier(max_values=3)
    tree.learn_many({"code": [f"c{i % 3}" for i in range(3000)]}, [i % 3 for i in range(3000)])
    tree.learn_many({"code": [f"late {i}" for i in range(300)]}, [9] * 300)

    assert "code in other values" in texts(tree.plot())


def test_tree_that_has_seen_nothing_says_so():
    """A frame without colour."""
    ax = VFDTClassifier().plot()

    assert texts(ax) == ["no rows yet"]
    assert heading(ax) == "1 leaf, 0 rows"
    assert len(collection(ax, "cut").get_paths()) == 1


def test_root_alone_is_a_leaf():
    """With its mixture."""
    tree = VFDTClassifier()
    tree.learn_many({"x": [1.0] * 10}, ["a"] * 7 + ["b"] * 3)
    ax = tree.plot()

    assert texts(ax) == ["a: 70% of 10"]
    assert len(collection(ax, "branches").get_segments()) == 0


def test_odd_names_are_shown_as_they_are():
    """Long ones cut in the middle, in one line, dollars without meaning."""
    tree = VFDTClassifier()
    name = "the $price$ of\na very long journey"
    tree.learn_many({name: [1.0, 5.0] * 200}, ["$a$ very\nlong name of a class", "_b"] * 200)
    ax = tree.plot()
    ax.figure.canvas.draw()

    assert texts(ax)[0] == "the $pr… journey ≤ 3"
    assert texts(ax)[1] == "$a$ very …of a class: 100% of 200"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "$a$ very …of a class",
        "_b",
    ]


def test_columns_of_a_matrix_are_told_from_values():
    """Their names are numbers."""
    tree = VFDTClassifier()
    tree.learn_many(np.array([[1.0, 0.0], [5.0, 0.0]] * 200), [0, 1] * 200)

    assert texts(tree.plot())[::2] == ["column 0 ≤ 3", "column 0 > 3"]


def test_classes_beyond_the_colours_are_grey_together():
    """Those of the fewest rows."""
    tree = VFDTClassifier()
    labels = [f"k{i}" for i in range(30) for _ in range(10 + i)]
    tree.learn_many({"x": [1.0] * len(labels)}, labels)
    ax = tree.plot()
    names = classes(ax)

    assert names == [*(f"k{i}" for i in range(14, 30)), "14 others"]
    widths = [np.ptp(collection(ax, name).get_paths()[0].vertices[:, 0]) for name in names]
    assert sum(widths) == pytest.approx(BAR[0])


def test_leaves_at_rest_say_so():
    """When memory is short."""
    tree = grown(18_000, memory_limit=60_000)
    inactive = tree.describe().count("inactive")

    assert inactive > 0
    assert sum(end.endswith(", inactive") for end in ends(tree.plot())) == inactive


def test_picture_is_the_same_each_time_and_changes_nothing(tree):
    """Neither the tree nor the next picture."""
    before = tree.copy()
    first, second = tree.plot(max_leaves=50), tree.plot(max_leaves=50)

    assert texts(first) == texts(second)
    assert [text.get_position() for text in first.texts] == [
        text.get_position() for text in second.texts
    ]
    assert tree == before


def chain(length):
    """Return the nodes of a tree as deep as it has inner nodes, each with one leaf."""
    nodes = []
    for depth in range(length):
        branches = [(2 * depth + 1, True), (2 * depth + 2, False)]
        nodes += [node(depth, length - depth + 1, branches), node(depth + 1, 1, [])]
    return [*nodes, node(length, 1, [])]


def node(depth, count, branches):
    """Return a node as the core tells it."""
    split = {"attribute": "x", "threshold": 0.5} if branches else {"attribute": None}
    return {"depth": depth, "counts": [count], "branches": branches, "active": True, **split}


def test_very_deep_tree_is_no_problem():
    """Nothing here calls itself."""
    drawn = outline(chain(5000), None, 10_000, 20)
    ends = [twig for twig in drawn.root.walk() if not twig.branches]

    assert len(ends) == drawn.root.leaves == 5001
    assert max(twig.depth for twig in ends) == 5000


def test_bad_arguments_are_refused_in_words(tree):
    """Before anything is drawn."""
    with refused(ValueError, "max_depth must be an integer, 0 or more, got -1"):
        tree.plot(max_depth=-1)
    with refused(ValueError, "max_leaves must be an integer, 1 or more, got 0"):
        tree.plot(max_leaves=0)
    with refused(ValueError, "max_leaves must be an integer, 1 or more, got 2.5"):
        tree.plot(max_leaves=2.5)
    with refused(ValueError, "max_branches must be an integer, 2 or more, got 1"):
        tree.plot(max_branches=1)
    with refused(ValueError, "max_branches must be an integer, 2 or more, got True"):
        tree.plot(max_branches=True)
    with refused(TypeError, "ax must be Matplotlib axes, got 'here'"):
        tree.plot("here")
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    "call", ["VFDTClassifier().plot()", "prequential(VFDTClassifier(), {'x': [1]}, [1]).plot()"]
)
def test_missing_matplotlib_is_named(call):
    """With the command that brings it; all else works without."""
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from entrostream.tree import VFDTClassifier, prequential\n" + call
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)

    text = 'ImportError: plot needs Matplotlib: pip install "entrostream[plot]"'
    assert result.stderr.splitlines()[-1] == text


def test_rivers_face_draws_its_tree():
    """The same picture."""
    pytest.importorskip("river")
    from entrostream.river import VFDTClassifier as Wrapped

    model = Wrapped()
    for x, y in rows(1000):
        model.learn_one(x, y)

    assert texts(model.plot()) == texts(model.tree.plot())
    assert len(ends(model.plot(max_leaves=1))) == 1


def test_scikit_learns_face_draws_its_tree():
    """With the names of a frame; not before it has learned."""
    exceptions = pytest.importorskip("sklearn.exceptions")
    pandas = pytest.importorskip("pandas")
    from entrostream.sklearn import VFDTClassifier as Wrapped

    with pytest.raises(exceptions.NotFittedError):
        Wrapped().plot()
    frame = pandas.DataFrame({"wind": [3.0, 9.0] * 100})
    ax = Wrapped().fit(frame, ["sail", "stay"] * 100).plot(max_depth=5)

    assert texts(ax) == ["wind ≤ 6", "sail: 100% of 100", "wind > 6", "stay: 100% of 100"]
