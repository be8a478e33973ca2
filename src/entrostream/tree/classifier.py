"""The streaming tree: VFDT with an anytime-valid test and lazy split attempts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from entrostream._core import Tree
from entrostream.notebook import tree_html
from entrostream.tree.description import depth_of, description, explanation
from entrostream.tree.labels import labelled
from entrostream.tree.method_parameters import (
    describing_method,
    learning_method,
    of_tree,
    plotting_method,
    row_method,
)
from entrostream.tree.options import at_least
from entrostream.tree.parameters import (
    TreeParameters,
    core_options,
    documented,
    initialized_from,
)
from entrostream.tree.rows import Rows, class_column, weight_column
from entrostream.tree.rules import Rule, rules_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["VFDTClassifier"]


@documented(TreeParameters)
class VFDTClassifier(Tree):
    """A decision tree that learns row by row and needs to know nothing beforehand.

    New attributes, values and classes may come at any time; what is missing (None, NaN, not
    there) is left out. A leaf is split when there is evidence that stays valid however often
    splits are attempted, and, by default, without evidence after `explore` rows; only with
    `explore=0` is noise split with probability `delta` at most. Deterministic: the same rows give
    the same tree, to the last bit.

    Examples
    --------
    >>> from entrostream.tree import VFDTClassifier
    >>> tree = VFDTClassifier()
    >>> for wind in range(300):
    ...     tree.learn_one({"wind": wind % 10, "sky": "blue"}, "stay" if wind % 10 > 6 else "sail")
    >>> tree.predict_one({"wind": 9.5}), tree.predict_one({"wind": 2})
    ('stay', 'sail')
    >>> for rule in tree.to_rules():
    ...     print(rule)
    IF wind <= 6.5 THEN sail (sail 210; entropy 0.000)
    IF wind > 6.5 THEN stay (stay 90; entropy 0.000)
    """

    _learner = "vfdt"  # its states are those of this class
    _learners: ClassVar[dict[str, str]] = {}  # the names of all classes, by their learners
    _parameters: ClassVar[type[TreeParameters]] = TreeParameters

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._learners.setdefault(cls._learner, cls.__name__)

    @initialized_from(TreeParameters)
    def __init__(self, parameters: TreeParameters) -> None:
        super().__init__(**core_options(parameters))

    @of_tree
    def get_params(self) -> dict[str, Any]:
        """Return all parameters with their values.

        Returns
        -------
        dict
            The values by the names of the parameters.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> VFDTClassifier(memory_limit="1MiB").get_params()["memory_limit"]
        1048576
        """
        options = {**self._options(), "nominal_attributes": self._nominal() or None}
        return {each.name: options[each.name] for each in fields(self._parameters)}

    @learning_method
    def learn_many(self, X: Any, y: Any, weights: Any = None) -> None:  # noqa: N803
        """Learn many rows, to the same tree as one by one; all of them or, if refused, none.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5]}, ["sail", "stay", "sail"])
        >>> tree.n, tree.classes
        (3, ['sail', 'stay'])
        """
        rows = Rows(X, self._kind)
        self._learn_columns(
            rows.columns, class_column(y, rows.size), weight_column(weights, rows.size)
        )

    @row_method
    def predict_many(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """Return the classes of many rows; None, in an array of objects, if none is known.

        Returns
        -------
        array
            A class per row.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5]}, ["sail", "stay", "sail"])
        >>> tree.predict_many({"wind": [2.75]}).tolist()
        ['sail']
        """
        rows = Rows(X, self._kind)
        return labelled(self._predict_columns(rows.columns, rows.size), self.classes)

    @row_method
    def predict_proba_many(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """Return the shares of the classes, in the order of `classes`, for many rows.

        Returns
        -------
        array
            One line per row, one column per class.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier(leaf_prediction="mc")
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5, 1.0]}, ["sail", "stay", "sail", "sail"])
        >>> tree.predict_proba_many({"wind": [2.75]}).tolist()
        [[0.75, 0.25]]
        """
        rows = Rows(X, self._kind)
        return self._predict_proba_columns(rows.columns, rows.size)

    @describing_method
    def describe(self, max_depth: int | None = None) -> str:
        """Return the tree as text: its tests, and what the leaves hold.

        Returns
        -------
        str
            A line per test and per leaf, indented by depth.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> print(tree.describe(max_depth=0))
        (2 leaves below)
        """
        depth = None if max_depth is None else at_least(0, "max_depth", max_depth)
        return description(self._nodes(), self.classes, depth, self.beyond_limit)

    def __str__(self) -> str:
        return self.describe()

    @of_tree
    def to_rules(self) -> list[Rule]:
        """Return the tree as rules, one for each leaf, with their counts and entropies.

        Returns
        -------
        list of Rule
            From the first branch to the last.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> rule = tree.to_rules()[0]
        >>> str(rule.conditions[0]), rule.label, rule.entropy
        ("sky = 'blue'", 'sail', 0.0)
        """
        return list(rules_of(self._nodes(), self.classes))

    @plotting_method
    def plot(
        self,
        ax: Axes | None = None,
        *,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        max_branches: int = 20,
    ) -> Axes:
        """Draw the tree: the root at the left, a line for each leaf with its classes as a bar.

        A branch is the thicker the more rows took it. What is cut off is one line with the
        number of its leaves, and a frame around its bar. Needs Matplotlib.

        Returns
        -------
        Axes
            The axes with the tree.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> ax = tree.plot()
        >>> [text.get_text() for text in ax.texts]
        ['sky = blue', 'sail: 100% of 100', 'sky = grey', 'stay: 100% of 100']
        >>> ax.figure.savefig("tree.png")  # doctest: +SKIP
        """
        from entrostream.tree.pictures.tree_picture import tree_picture  # Matplotlib is an extra

        return tree_picture(self, ax, max_depth, max_leaves, max_branches)

    @row_method
    def debug_one(self, x: Mapping[Hashable, Any]) -> str:
        """Return why a row gets its prediction: the path to its leaf, and the predictor there.

        Returns
        -------
        str
            A line per test on the path, and the prediction.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier(leaf_prediction="mc")
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> print(tree.debug_one({"sky": "grey"}))
        sky is 'grey': goes to sky = 'grey'
        here: stay 100; entropy 0.000
        the majority class of its rows predicts stay: stay 1.000, sail 0.000
        """
        shares = self.predict_proba_one(x)
        return explanation(self._nodes(), self.classes, x, self._explain(x), shares)

    @of_tree
    def feature_importances(self) -> dict[Any, float]:
        """Return the share of each attribute in the bits that all splits gained, largest first.

        Returns
        -------
        dict
            The shares by the names of the attributes; all are 0 before the first split.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> columns = {"sky": ["blue", "grey"] * 100, "day": ["mon"] * 200}
        >>> tree.learn_many(columns, ["sail", "stay"] * 100)
        >>> tree.feature_importances()
        {'sky': 1.0, 'day': 0.0}
        """
        gains = dict(zip(self.attributes, self._importances(), strict=True))
        total = sum(gains.values())
        names = sorted(gains, key=lambda name: -gains[name])
        return {name: gains[name] / total if total > 0 else 0.0 for name in names}

    @property
    def nbytes(self) -> int:
        """Memory of the tree: statistics, models, nodes, and all labels.

        Labels are the names of attributes, their values and the classes. Without a memory limit
        they are counted when this is read.

        >>> from entrostream.tree import VFDTClassifier
        >>> VFDTClassifier().nbytes < 1000
        True
        """
        return self._nbytes

    @property
    def depth(self) -> int:
        """How many tests the longest way from the root to a leaf has."""
        return depth_of(self._nodes())

    def _repr_html_(self) -> str:
        return tree_html(self)


VFDTClassifier._learners["vfdt"] = "VFDTClassifier"
