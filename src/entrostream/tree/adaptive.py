"""Trees for streams that change: an adaptive tree, EFDT and CVFDT."""

from __future__ import annotations

from typing import Any, ClassVar

from entrostream._core import Tree
from entrostream.tree.classifier import VFDTClassifier
from entrostream.tree.method_parameters import learning_method
from entrostream.tree.parameters import (
    AdaptiveTreeParameters,
    CVFDTParameters,
    EFDTParameters,
    TreeParameters,
    core_options,
    documented,
    initialized_from,
)
from entrostream.tree.rows import Rows, class_column, weight_column
from entrostream.tree.tree_change import TreeChange, changes_of

__all__ = ["CVFDTClassifier", "EFDTClassifier", "HoeffdingAdaptiveTreeClassifier"]


@documented(AdaptiveTreeParameters)
class HoeffdingAdaptiveTreeClassifier(VFDTClassifier):
    """A tree that replaces subtrees where its error rises, after Bifet and Gavaldà (2009).

    Every node compares its recent error with its error in the long run. Where it is clearly
    higher, an alternate subtree is grown from the same rows. It predicts while it was more
    accurate recently, takes over when it is clearly better (McNemar's test on recent rows), and is
    dropped after 5,000 rows otherwise. Deterministic, unlike MOA's and river's: no rows are
    resampled.

    Examples
    --------
    >>> from entrostream.tree import HoeffdingAdaptiveTreeClassifier
    >>> tree = HoeffdingAdaptiveTreeClassifier()
    >>> for i in range(6000):
    ...     sky, wind = ["blue", "grey"][i % 2], i * 7919 % 10
    ...     stays = wind > 6 if i < 3000 else sky == "grey"  # the concept changes
    ...     tree.learn_one({"sky": sky, "wind": wind}, "stay" if stays else "sail")
    >>> tree.predict_one({"sky": "grey", "wind": 1})
    'stay'
    >>> change = tree.changes[0]
    >>> change.attribute, change.reason, change.accuracy_after > change.accuracy_before
    ('wind', 'error', True)
    """

    _learner = "adaptive"
    _parameters: ClassVar[type[TreeParameters]] = AdaptiveTreeParameters

    @initialized_from(AdaptiveTreeParameters)
    def __init__(self, parameters: AdaptiveTreeParameters) -> None:
        Tree.__init__(self, **core_options(parameters))

    @property
    def changes(self) -> list[TreeChange]:
        """The subtrees that were replaced, oldest first; the latest thousand of them.

        >>> from entrostream.tree import HoeffdingAdaptiveTreeClassifier
        >>> HoeffdingAdaptiveTreeClassifier().changes
        []
        """
        return changes_of(self._changes())

    @property
    def n_changes(self) -> int:
        """How many subtrees were replaced."""
        return self._change_counts()[0]

    @property
    def n_alternates(self) -> int:
        """How many alternates are being grown."""
        return self._change_counts()[2]


@documented(EFDTParameters)
class EFDTClassifier(HoeffdingAdaptiveTreeClassifier):
    """A tree that re-evaluates its splits, after Manapragada, Webb and Salehi (2018).

    Inner nodes keep their statistics. Now and then a node is evaluated again: where another split
    would be clearly better than the one it has, an alternate is grown. It takes over if it is
    clearly more accurate, or as accurate after 5,000 rows. (The paper replaces a subtree at once,
    which loses what was learned below the node.)

    Examples
    --------
    >>> from entrostream.tree import EFDTClassifier
    >>> tree = EFDTClassifier(re_evaluation_period=100)
    >>> for i in range(9000):
    ...     sky, wind = ["blue", "grey"][i % 2], i * 7919 % 10
    ...     stays = wind > 6 if i < 500 else sky == "grey"
    ...     tree.learn_one({"sky": sky, "wind": wind}, "stay" if stays else "sail")
    >>> print(tree)
    sky = 'blue'
        sail (3950 rows, entropy 0.000)
    sky = 'grey'
        stay (3950 rows, entropy 0.000)
    """

    _learner = "efdt"
    _parameters: ClassVar[type[TreeParameters]] = EFDTParameters

    @initialized_from(EFDTParameters)
    def __init__(self, parameters: EFDTParameters) -> None:
        Tree.__init__(self, **core_options(parameters))


@documented(CVFDTParameters)
class CVFDTClassifier(EFDTClassifier):
    """A tree of a window of rows, after Hulten, Spencer and Domingos (2001).

    The statistics of every node are those of the rows of the window that passed it since it was
    made: a row that leaves the window is removed from the counts of its path, exactly, numbers
    included. Splits are re-evaluated by these statistics, and alternates are grown where another
    split would be better, and where the error rises. The naive Bayes models of the leaves are not
    those of the window: they are replaced by younger ones that predict better.

    Examples
    --------
    >>> from entrostream.tree import CVFDTClassifier
    >>> tree = CVFDTClassifier(window=500)
    >>> for i in range(6000):
    ...     sky, wind = ["blue", "grey"][i % 2], i * 7919 % 10
    ...     stays = wind > 6 if i < 3000 else sky == "grey"
    ...     tree.learn_one({"sky": sky, "wind": wind}, "stay" if stays else "sail")
    >>> tree.predict_one({"sky": "grey", "wind": 1}), tree.window_size
    ('stay', 500)

    A window may have a length of time; then each row has its time:

    >>> tree = CVFDTClassifier(window="10min")
    >>> for second in range(1000):
    ...     tree.learn_one({"wind": second % 10}, second % 10 > 6, at=second)
    >>> tree.window_size
    600
    """

    _learner = "cvfdt"
    _parameters: ClassVar[type[TreeParameters]] = CVFDTParameters

    @initialized_from(CVFDTParameters)
    def __init__(self, parameters: CVFDTParameters) -> None:
        Tree.__init__(self, **core_options(parameters))

    @learning_method
    def learn_many(self, X: Any, y: Any, weights: Any = None, times: Any = None) -> None:  # noqa: N803
        """Learn many rows, to the same tree as one by one; all of them or, if refused, none.

        Parameters
        ----------
        weights : column of integers, optional
            How many equal rows each stands for; 0 leaves a row out.
        times : column of times, optional
            If the window has a length of time, the time of each row; times must not go back.

        Examples
        --------
        >>> from entrostream.tree import CVFDTClassifier
        >>> tree = CVFDTClassifier(window="1h")
        >>> tree.learn_many({"wind": [3.0, 9.5, 2.5]}, [0, 1, 0], times=[0, 3000, 4000])
        >>> tree.window_size
        2
        """
        rows = Rows(X, self._kind)
        labels, amounts = class_column(y, rows.size), weight_column(weights, rows.size)
        self._learn_columns(rows.columns, labels, amounts, times)

    @property
    def window_size(self) -> int:
        """How many rows the window holds now."""
        return self._change_counts()[3]
