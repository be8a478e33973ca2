"""The objects whose pickles are test data. Add some at the end; never change one."""

from fractions import Fraction

import entrostream as es
from entrostream.sklearn import CVFDTClassifier as SklearnCVFDT
from entrostream.sklearn import VFDTClassifier as SklearnClassifier
from entrostream.tree import VFDTClassifier
from tests.state.trees import TREES, class_of, drifted, drifting_row, learned, path_of, row
from tests.state.write_states import SUMMARIES, adwin


class NamedTally(es.Tally):
    """A subclass with an attribute of its own."""


class NamedPairs(es.ContingencyWindow):
    """The same for pairs."""


def named(summary, labels):
    """Return a summary with an attribute, and with labels that only a pickle can carry."""
    summary.name = "of my own"
    summary.update_many(*labels)
    return summary


def most_mixed(counts):
    """Return the number of branches: a criterion of one's own."""
    return float(len(counts))


def fitted():
    """Return a scikit-learn classifier that has learned a few rows."""
    rows = [row(i) for i in range(600)]
    matrix = [[x["height"], x["age"]] for x, _ in rows]
    return SklearnClassifier(explore=200).fit(matrix, [y for _, y in rows])


def fitted_cvfdt():
    """Return a scikit-learn classifier with a window, after the concept has changed."""
    rows = [drifting_row(i, 1000) for i in range(2100)]
    matrix = [[x["height"], x["age"], x["member"]] for x, _ in rows]
    return SklearnCVFDT(window=200).fit(matrix, [y for _, y in rows])


def updated(detector, values):
    """Return a detector or statistic of river after these values."""
    for value in values:
        detector.update(*value) if isinstance(value, tuple) else detector.update(value)
    return detector


def own_criterion():
    """Return a tree with a criterion of its own."""
    return learned(VFDTClassifier(split_criterion=most_mixed), 700)


def saved(name):
    """Return a factory of the tree in a state file; one grown today may be a better one."""
    return lambda: class_of(name).from_bytes(path_of(name).read_bytes())


# Those of `es.river` are made on request: not every Python has river.
OBJECTS = {
    **SUMMARIES,
    **{name: saved(name) for name in TREES},
    "tally_of_any_labels": lambda: named(NamedTally(), [[Fraction(1, 3), 1j, frozenset("a")] * 3]),
    "pairs_of_any_labels": lambda: named(NamedPairs(4), [[1j, 2j, 1j], [frozenset(), "b", "b"]]),
    "tree_own_criterion": own_criterion,
    "sklearn_classifier": fitted,
    "river_classifier": lambda: learned(es.river.VFDTClassifier(explore=200), 600),
    "river_entropy": lambda: updated(es.river.Entropy(), "abracadabra"),
    "river_fading_entropy": lambda: updated(es.river.Entropy(fading_factor=0.9), "abracadabra"),
    "river_mutual_information": lambda: updated(
        es.river.MutualInformation(), zip("abab", "xyxy", strict=True)
    ),
    "river_adwin": lambda: updated(es.river.ADWIN(delta=0.01), [i // 100 % 2 for i in range(450)]),
    "river_adaptive_window": lambda: updated(es.river.AdaptiveWindow(), "a" * 500 + "b" * 80),
    "mean_change": lambda: adwin([i // 100 % 2 for i in range(450)], delta=0.01).changes[0],
    "change": lambda: SUMMARIES["adaptive_window_timed"]().changes[0],
    "estimate": lambda: es.Tally("abracadabra").entropy_estimate(),
    "sklearn_cvfdt": fitted_cvfdt,
    "river_adaptive_tree": lambda: drifted(es.river.HoeffdingAdaptiveTreeClassifier(), 2100),
    "tree_change": lambda: saved("cvfdt_alternate")().changes[0],
}
