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
from entrostream.tree.parameters import TreeParameters, documented, initialized_from
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

    {parameters}
    """

    _learner = "vfdt"  # its states are those of this class
    _learners: ClassVar[dict[str, str]] = {}  # the names of all classes, by their learners
    _parameters: ClassVar[type[TreeParameters]] = TreeParameters

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._learners.setdefault(cls._learner, cls.__name__)

    @initialized_from(TreeParameters)
    def __init__(self, parameters: TreeParameters) -> None:
        super().__init__(**parameters.core_options())

    def get_params(self) -> dict[str, Any]:
        """Return all parameters with their values.

        >>> from entrostream.tree import VFDTClassifier
        >>> VFDTClassifier(memory_limit="1MiB").get_params()["memory_limit"]
        1048576
        """
        options = {**self._options(), "nominal_attributes": self._nominal() or None}
        return {each.name: options[each.name] for each in fields(self._parameters)}

    def learn_many(self, X: Any, y: Any, weights: Any = None) -> None:  # noqa: N803
        """Learn many rows, to the same tree as one by one; all of them or, if refused, none.

        Parameters
        ----------
        X : frame of pandas, Polars or Arrow, NumPy matrix, or dict of columns
            Columns of numbers are numeric, all others nominal; columns of objects by their
            first value. The columns of a matrix are named 0, 1, 2, ...
        y : column of classes
        weights : column of weights, optional
            Importances, or frequencies, by the parameter `weight_type`; 0 leaves a row out.

        Raises
        ------
        ValueError
            For bad values, and for a new class that `memory_limit` has no room for.

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

    def predict_many(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """Return the classes of many rows; None, in an array of objects, if none is known.

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5]}, ["sail", "stay", "sail"])
        >>> tree.predict_many({"wind": [2.75]}).tolist()
        ['sail']
        """
        rows = Rows(X, self._kind)
        return labelled(self._predict_columns(rows.columns, rows.size), self.classes)

    def predict_proba_many(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """Return the shares of the classes, in the order of `classes`, for many rows.

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier(leaf_prediction="mc")
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5, 1.0]}, ["sail", "stay", "sail", "sail"])
        >>> tree.predict_proba_many({"wind": [2.75]}).tolist()
        [[0.75, 0.25]]
        """
        rows = Rows(X, self._kind)
        return self._predict_proba_columns(rows.columns, rows.size)

    def describe(self, max_depth: int | None = None) -> str:
        """Return the tree as text: its tests, and what the leaves hold.

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> print(tree.describe(max_depth=0))
        (2 leaves below)
        """
        return description(self._nodes(), self.classes, max_depth, self.beyond_limit)

    def __str__(self) -> str:
        return self.describe()

    def to_rules(self) -> list[Rule]:
        """Return the tree as rules, one for each leaf, with their counts and entropies.

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> rule = tree.to_rules()[0]
        >>> str(rule.conditions[0]), rule.label, rule.entropy
        ("sky = 'blue'", 'sail', 0.0)
        """
        return list(rules_of(self._nodes(), self.classes))

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

        >>> from entrostream.tree import VFDTClassifier
        >>> tree = VFDTClassifier()
        >>> tree.learn_many({"sky": ["blue", "grey"] * 100}, ["sail", "stay"] * 100)
        >>> ax = tree.plot()
        >>> [text.get_text() for text in ax.texts]
        ['sky = blue', 'sail: 100% of 100', 'sky = grey', 'stay: 100% of 100']
        >>> ax.figure.savefig("tree.png")  # doctest: +SKIP

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; labels get smaller if they must. By default a new figure, as large
            as the tree needs.
        max_depth : int, optional
            The number of levels to draw.
        max_leaves : int, optional
            The largest number of lines; nodes with few rows are cut first. By default 300, or as
            many as `ax` has room for. Above 3,000 save the picture as PDF or SVG: a PNG of
            100 dots per inch would be too high.
        max_branches : int
            The largest number of branches of a node: the values with the fewest rows share one.

        Returns
        -------
        Axes
        """
        from entrostream.tree.pictures.tree_picture import tree_picture  # Matplotlib is an extra

        return tree_picture(self, ax, max_depth, max_leaves, max_branches)

    def debug_one(self, x: Mapping[Hashable, Any]) -> str:
        """Return why a row gets its prediction: the path to its leaf, and the predictor there.

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

    def feature_importances(self) -> dict[Any, float]:
        """Return the share of each attribute in the bits that all splits gained, largest first.

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
