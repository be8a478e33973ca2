"""The streaming tree as river's classifier."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from river import base

from entrostream import tree as trees
from entrostream.river.tree_graph import tree_graph
from entrostream.tree import Rule
from entrostream.tree.earlier_names import with_current_names
from entrostream.tree.method_parameters import (
    describing_method,
    drawing_method,
    learning_method,
    of_tree,
    plotting_method,
    row_method,
)
from entrostream.tree.parameters import (
    AdaptiveTreeParameters,
    CVFDTParameters,
    EFDTParameters,
    TreeParameters,
    documented,
)
from entrostream.tree.rows import weight_column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "CVFDTClassifier",
    "EFDTClassifier",
    "HoeffdingAdaptiveTreeClassifier",
    "VFDTClassifier",
]


@documented(TreeParameters)
class VFDTClassifier(TreeParameters, base.MiniBatchClassifier):
    """A decision tree that learns row by row, in place of river's HoeffdingTreeClassifier.

    `model.tree` is the entrostream.tree.VFDTClassifier with everything that it can do; the most
    common parts have their own names here too.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics
    >>> from entrostream.river import VFDTClassifier
    >>> model = VFDTClassifier()
    >>> evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    Accuracy: 88.23%
    """

    _tree_class: ClassVar[type[trees.VFDTClassifier]] = trees.VFDTClassifier

    # river's clones read the parameters from attributes of their names.
    def __post_init__(self) -> None:
        self.tree = self._tree_class(**self._get_params())
        self._weight_seen = 0.0

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(with_current_names(state))

    @property
    def _multiclass(self) -> bool:
        return True

    @property
    def _raw_memory_usage(self) -> int:
        return self.tree.nbytes

    @learning_method
    def learn_one(self, x: dict[Any, Any], y: Any, w: float = 1.0) -> None:
        """Learn one row.

        Parameters
        ----------
        y : hashable
            The class of the row.
        w : float
            The weight of the row: an importance, or a frequency, by the parameter `weight_type`.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> model.learn_one({"sky": "blue", "wind": 3.5}, "sail")
        >>> model.predict_one({"sky": "blue"})
        'sail'
        """
        self.tree.learn_one(x, y, w)
        self._weight_seen += w

    @row_method
    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> Any:
        """Return the class of a row, None before the first is learned.

        Returns
        -------
        hashable
            The predicted class.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> model.predict_one({"sky": "grey"})
        'stay'
        """
        return self.tree.predict_one(x)

    @row_method
    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:
        """Return the share of every class for a row.

        Returns
        -------
        dict
            The shares by class; they add up to 1. Empty before the first row is learned.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier(leaf_prediction="mc")
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> model.predict_proba_one({"sky": "grey"})
        {'sail': 0.0, 'stay': 1.0}
        """
        return self.tree.predict_proba_one(x)

    @learning_method
    def learn_many(self, X: Any, y: Any, w: Any = None) -> None:  # noqa: N803
        """Learn the rows of a frame, to the same tree as one by one.

        Parameters
        ----------
        w : column, optional
            The weights of the rows.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"sky": ["blue", "grey"] * 100})
        >>> model.learn_many(frame, pd.Series(["sail", "stay"] * 100))
        >>> model.n_leaves
        2
        """
        self.tree.learn_many(X, y, w)
        self._count_weight(len(y), weight_column(w, len(y)))

    def _count_weight(self, rows: int, weights: Any) -> None:
        """Note what the tree has learned; weights of None are 1."""
        self._weight_seen += rows if weights is None else float(weights.sum())

    @row_method
    def predict_many(self, X: Any) -> Any:  # noqa: N803
        """Return the classes of the rows of a pandas frame.

        Returns
        -------
        Series
            A class per row, with the index of the frame.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"sky": ["blue", "grey"] * 100})
        >>> model.learn_many(frame, pd.Series(["sail", "stay"] * 100))
        >>> model.predict_many(frame[:2]).tolist()
        ['sail', 'stay']
        """
        series: Any = import_module("pandas").Series
        return series(self.tree.predict_many(X), index=X.index)

    @row_method
    def predict_proba_many(self, X: Any) -> Any:  # noqa: N803
        """Return the shares of the classes for the rows of a pandas frame.

        Returns
        -------
        DataFrame
            One line per row, one column per class.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier(leaf_prediction="mc")
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"sky": ["blue", "grey"] * 100})
        >>> model.learn_many(frame, pd.Series(["sail", "stay"] * 100))
        >>> model.predict_proba_many(frame[:2])
           sail  stay
        0   1.0   0.0
        1   0.0   1.0
        """
        frame: Any = import_module("pandas").DataFrame
        shares = self.tree.predict_proba_many(X)
        return frame(shares, index=X.index, columns=self.tree.classes)

    @row_method
    def debug_one(self, x: dict[Any, Any]) -> str:
        """Return why a row gets its prediction, as text.

        Returns
        -------
        str
            A line per test on the path, and the prediction.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier(leaf_prediction="mc")
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> print(model.debug_one({"sky": "grey"}))
        sky is 'grey': goes to sky = 'grey'
        here: stay 100; entropy 0.000
        the majority class of its rows predicts stay: stay 1.000, sail 0.000
        """
        return self.tree.debug_one(x)

    @describing_method
    def describe(self, max_depth: int | None = None) -> str:
        """Return the tree as text.

        Returns
        -------
        str
            A line per test and per leaf, indented by depth.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> print(model.describe())
        sky = 'blue'
            sail (100 rows, entropy 0.000)
        sky = 'grey'
            stay (100 rows, entropy 0.000)
        """
        return self.tree.describe(max_depth)

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

        Returns
        -------
        Axes
            The axes with the tree.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> ax = model.plot()
        >>> ax.figure.savefig("tree.png")  # doctest: +SKIP
        """
        return self.tree.plot(
            ax, max_depth=max_depth, max_leaves=max_leaves, max_branches=max_branches
        )

    @of_tree
    def to_rules(self) -> list[Rule]:
        """Return the tree as rules, one for each leaf.

        Returns
        -------
        list of Rule
            From the first branch to the last.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> print(model.to_rules()[0])
        IF sky = 'blue' THEN sail (sail 100; entropy 0.000)
        """
        return self.tree.to_rules()

    @of_tree
    def feature_importances(self) -> dict[Any, float]:
        """Return the share of each attribute in what all splits have gained.

        Returns
        -------
        dict
            The shares by the names of the attributes, largest first.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
        >>> model.feature_importances()
        {'sky': 1.0}
        """
        return self.tree.feature_importances()

    @drawing_method
    def draw(self, max_depth: int | None = None) -> Any:
        """Draw the tree with Graphviz, as river's trees do; `plot` needs Matplotlib instead.

        Parameters
        ----------
        max_depth : int, optional
            The number of levels to draw; 0: only the root.

        Returns
        -------
        graphviz.Digraph
            The graph, which notebooks show; `.render("tree")` writes it to a file.

        Examples
        --------
        >>> from entrostream.river import VFDTClassifier
        >>> graph = VFDTClassifier().draw()  # doctest: +SKIP
        """
        return tree_graph(self.tree._nodes(), self.tree.classes, max_depth)

    @property
    def summary(self) -> dict[str, float]:
        """The size of the tree, and the weight it has learned, under river's names.

        >>> model = VFDTClassifier()
        >>> for i in range(200):
        ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, i % 2)
        >>> model.summary["n_nodes"], model.summary["height"]
        (3, 2)
        """
        return {
            "n_nodes": self.n_nodes,
            "n_branches": self.n_branches,
            "n_leaves": self.n_leaves,
            "n_active_leaves": self.n_active_leaves,
            "n_inactive_leaves": self.n_inactive_leaves,
            "height": self.height,
            "total_observed_weight": self._weight_seen,
        }

    @property
    def n_nodes(self) -> int:
        """How many nodes there are, leaves included."""
        return self.tree.n_nodes

    @property
    def n_branches(self) -> int:
        """How many nodes have a split."""
        return self.tree.n_nodes - self.tree.n_leaves

    @property
    def n_leaves(self) -> int:
        """How many leaves there are."""
        return self.tree.n_leaves

    @property
    def n_active_leaves(self) -> int:
        """How many leaves have statistics: those that the memory limit has not deactivated."""
        return self.tree.n_active_leaves

    @property
    def n_inactive_leaves(self) -> int:
        """How many leaves the memory limit has deactivated; they only predict."""
        return self.tree.n_leaves - self.tree.n_active_leaves

    @property
    def height(self) -> int:
        """How many nodes the longest path from the root to a leaf has; 0 before the first row."""
        return self.tree.depth + 1 if self.tree.n else 0


@documented(AdaptiveTreeParameters)
class HoeffdingAdaptiveTreeClassifier(AdaptiveTreeParameters, VFDTClassifier):
    """A tree that replaces subtrees where its error rises, in place of river's class of this name.

    `model.tree` is the entrostream.tree.HoeffdingAdaptiveTreeClassifier: its `changes` say what was
    replaced, when and why.

    Examples
    --------
    >>> from river import datasets, evaluate, metrics
    >>> from entrostream.river import HoeffdingAdaptiveTreeClassifier
    >>> model = HoeffdingAdaptiveTreeClassifier()
    >>> evaluate.progressive_val_score(datasets.Phishing(), model, metrics.Accuracy())
    Accuracy: 88.23%
    """

    tree: trees.HoeffdingAdaptiveTreeClassifier
    _tree_class: ClassVar[type[trees.VFDTClassifier]] = trees.HoeffdingAdaptiveTreeClassifier

    @property
    def changes(self) -> list[trees.TreeChange]:
        """The subtrees that were replaced, oldest first; the latest thousand of them."""
        return self.tree.changes


@documented(EFDTParameters)
class EFDTClassifier(EFDTParameters, HoeffdingAdaptiveTreeClassifier):
    """A tree that re-evaluates its splits, in place of ExtremelyFastDecisionTreeClassifier.

    Examples
    --------
    >>> from entrostream.river import EFDTClassifier
    >>> model = EFDTClassifier(re_evaluation_period=100)
    >>> for i in range(200):
    ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
    >>> model.predict_one({"sky": "grey"}), model.changes
    ('stay', [])
    """

    _tree_class: ClassVar[type[trees.VFDTClassifier]] = trees.EFDTClassifier


@documented(CVFDTParameters)
class CVFDTClassifier(CVFDTParameters, EFDTClassifier):
    """A tree whose statistics are those of a window of rows; river has none.

    Examples
    --------
    >>> from entrostream.river import CVFDTClassifier
    >>> model = CVFDTClassifier(window=100)
    >>> for i in range(200):
    ...     model.learn_one({"sky": ["blue", "grey"][i % 2]}, ["sail", "stay"][i % 2])
    >>> model.predict_one({"sky": "grey"}), model.tree.window_size
    ('stay', 100)
    """

    _tree_class: ClassVar[type[trees.VFDTClassifier]] = trees.CVFDTClassifier
