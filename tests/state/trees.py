"""Trees whose bytes are test data: what they have learned, and rows to predict when read again.

A tree is a function of its rows by rules that may get better, so a later version need not make
these trees again; it must read them, write them as they were, and predict as they did then.
"""

import datetime as dt
from pathlib import Path

from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)

CLASSES = ["yes", "no", "perhaps"]
COLOURS = ["red", "green", "blue", "white"]


def row(i):
    """Return row i of one fixed stream: numbers, words, a bool, and its class."""
    height, age = (i * 7919 % 1009) / 16 - 30, i * 31 % 90
    colour, member = COLOURS[i * i % 7 % 4], i * 13 % 5 < 2
    y = CLASSES[0] if height > 2.5 or colour == "red" else CLASSES[1]
    if i % 17 == 0:
        y = CLASSES[i // 17 % 3]
    return {"height": height, "age": age, "colour": colour, "member": member}, y


def learned(tree, size, only=None, missing=0, weight=None):
    """Return the tree after `size` rows: of some attributes, with holes, with weights."""
    for i in range(size):
        x, y = row(i)
        x = {name: value for name, value in x.items() if only is None or name in only}
        if missing:
            x = {name: v for place, (name, v) in enumerate(x.items()) if (i + place) % missing}
        tree.learn_one(x, y, 1 if weight is None else i % weight)
    return tree


def drifting_row(i, every):
    """Return row i of a stream of two concepts that take turns, each for `every` rows."""
    x, y = row(i)
    if i // every % 2 == 1:
        y = CLASSES[0] if x["age"] > 50 and x["member"] else CLASSES[1]
    return x, y


def drifted(tree, size, every=1000, missing=0, weight=None):
    """Return the tree after `size` rows of a stream whose concept changes."""
    for i in range(size):
        x, y = drifting_row(i, every)
        if missing:
            x = {name: v for place, (name, v) in enumerate(x.items()) if (i + place) % missing}
        tree.learn_one(x, y, 1 if weight is None else i % weight)
    return tree


def many_values():
    """Return a tree with an attribute of hundreds of values, and one of numbers as labels."""
    tree = VFDTClassifier(max_values=40, nominal_attributes=["number", "never"])
    for i in range(900):
        x = {"tail": f"N{i * i % 211}", "number": i % 3}
        tree.learn_one(x, i * i % 211 % 2)
    return tree


def all_kinds_of_names():
    """Return a tree whose names are of many types."""
    tree = VFDTClassifier(delta=0.5)
    for i in range(400):
        x = {("a", 1): dt.date(2026, 1, 1 + i % 2), 3: 2.5 * (i % 10), b"z": (1, i % 2)}
        tree.learn_one(x, (i % 2, "b") if i % 7 else 10**30)
    return tree


NOMINAL, NUMERIC = ("colour", "member"), ("height", "age")
TREES = {
    "tree_empty": lambda: VFDTClassifier(memory_limit="1MiB", split_criterion="gini"),
    "tree_nominal": lambda: learned(VFDTClassifier(leaf_prediction="mc"), 800, NOMINAL),
    "tree_numeric": lambda: learned(VFDTClassifier(leaf_prediction="nb", n_bins=8), 800, NUMERIC),
    "tree_warming_up": lambda: learned(VFDTClassifier(), 20),
    "tree_rivals": lambda: learned(VFDTClassifier(explore=300), 3000),
    "tree_missing": lambda: learned(VFDTClassifier(delta=0.2), 1500, missing=5),
    "tree_weights": lambda: learned(VFDTClassifier(), 900, weight=4),
    "tree_limited": lambda: learned(VFDTClassifier(memory_limit=40_000, explore=100), 3000),
    "tree_hoeffding": lambda: learned(
        VFDTClassifier(
            rule="hoeffding", leaf_prediction="nba", parent_counts=True, delta=0.01, tau=0.2
        ),
        2000,
    ),
    "tree_every_look": lambda: learned(
        VFDTClassifier(split_schedule="every_row", split_criterion="gain_ratio", warm_up=20), 500
    ),
    "tree_gaussian": lambda: learned(VFDTClassifier(splitter="gaussian"), 1000),
    "tree_many_values": many_values,
    "tree_all_kinds": all_kinds_of_names,
    "tree_max_depth": lambda: learned(VFDTClassifier(max_depth=1, delta=0.2), 1500, missing=5),
    "adaptive_tree_empty": lambda: HoeffdingAdaptiveTreeClassifier(memory_limit="1MiB"),
    "adaptive_tree_alternates": lambda: drifted(HoeffdingAdaptiveTreeClassifier(), 2040),
    "adaptive_tree_weights": lambda: drifted(HoeffdingAdaptiveTreeClassifier(), 2060, weight=3),
    "adaptive_tree_limited": lambda: drifted(
        HoeffdingAdaptiveTreeClassifier(memory_limit=40_000, explore=100), 3040, missing=7
    ),
    "efdt_alternate": lambda: drifted(
        EFDTClassifier(re_evaluation_period=100), 2000, every=700, missing=7
    ),
    "efdt_max_depth": lambda: drifted(
        EFDTClassifier(max_depth=2, split_criterion="gini", leaf_prediction="mc"), 2500, every=700
    ),
    "cvfdt_not_full": lambda: drifted(CVFDTClassifier(), 400),
    "cvfdt_alternate": lambda: drifted(
        CVFDTClassifier(window=300, re_evaluation_period=100), 2050, missing=7
    ),
    "cvfdt_weights": lambda: drifted(
        CVFDTClassifier(window=300, leaf_prediction="nba"), 2050, weight=3
    ),
    "cvfdt_limited": lambda: drifted(
        CVFDTClassifier(window=5000, memory_limit=60_000, explore=200), 3000, missing=7
    ),
}
# By the first part of the name.
CLASSES_OF_TREES = {
    "tree": VFDTClassifier,
    "adaptive": HoeffdingAdaptiveTreeClassifier,
    "efdt": EFDTClassifier,
    "cvfdt": CVFDTClassifier,
}


def class_of(name):
    """Return the class of a tree."""
    return CLASSES_OF_TREES[name.partition("_")[0]]


def path_of(name):
    """Return the file of a tree, in the directory of the format version that it was written in."""
    (path,) = Path(__file__).parent.glob(f"version_*/trees/{name}.bin")
    return path


def facts(tree):
    """Return what a tree reports of itself, and predictions for some rows, as JSON can hold it."""
    probes = [row(i)[0] for i in range(5000, 5040)]
    probes += [{}, {"colour": "mauve"}, {"height": 0.0}, {"tail": "N4", "number": 1}, {3: 5.0}]
    known = {
        "rows": tree.n,
        "leaves": [tree.n_leaves, tree.n_active_leaves],
        "classes": [repr(label) for label in tree.classes],
        "attributes": {repr(name): kind for name, kind in tree.attributes.items()},
        "parameters": {name: repr(value) for name, value in tree.get_params().items()},
        "description": tree.describe().splitlines(),
        "predictions": [repr(tree.predict_one(probe)) for probe in probes],
        "shares": [[share.hex() for share in tree.predict_proba_one(x).values()] for x in probes],
    }
    if isinstance(tree, HoeffdingAdaptiveTreeClassifier):
        known["changes"] = [str(change) for change in tree.changes]
        known["alternates"] = tree.n_alternates
    if isinstance(tree, CVFDTClassifier):
        known["window"] = tree.window_size
    return known
