"""Test, then train: how well a tree foresees each row before it learns it, over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from entrostream.columns.progress import Bar, bar_wanted
from entrostream.columns.window import positive
from entrostream.tree.classifier import VFDTClassifier
from entrostream.tree.labels import labelled
from entrostream.tree.rows import Rows, class_column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Prequential", "prequential"]


@dataclass(frozen=True, eq=False, repr=False)
class Prequential:
    """What `prequential` gives: a curve of scores, and all predictions.

    Attributes
    ----------
    rows : array
        Where the points of the curve stand: after so many rows.
    accuracy, kappa, no_change : arrays
        Of all rows up to there. Kappa is 0 for guesses by chance and 1 for all right (NaN where
        chance is right too); no_change is the accuracy of saying the class of the row before.
    recent_accuracy, recent_kappa, recent_no_change : arrays
        Of the rows since the point before.
    """

    rows: NDArray[np.int64]
    accuracy: NDArray[np.float64]
    kappa: NDArray[np.float64]
    no_change: NDArray[np.float64]
    recent_accuracy: NDArray[np.float64]
    recent_kappa: NDArray[np.float64]
    recent_no_change: NDArray[np.float64]
    codes: NDArray[np.uint32]
    classes: list[Any]

    @property
    def predictions(self) -> NDArray[Any]:
        """What was said of each row; None before the first class was known."""
        return labelled(self.codes, self.classes)

    def plot(
        self,
        ax: Axes | None = None,
        *,
        measures: str | Iterable[str] = "accuracy",
        no_change: bool = True,
        label: str | None = None,
    ) -> Axes:
        """Draw the scores of the rows since the point before, over time; needs Matplotlib.

        The legend has the scores of all rows. A second run drawn into the same axes gets the
        next colour; give each a label.

        >>> from entrostream.tree import VFDTClassifier, prequential
        >>> columns, classes = {"sky": ["blue", "grey"] * 200}, ["sail", "stay"] * 200
        >>> run = prequential(VFDTClassifier(), columns, classes, every=100)
        >>> ax = run.plot(label="evidence")
        >>> [text.get_text() for text in ax.get_legend().get_texts()]
        ['evidence: accuracy 99.5%', 'no change: 0.0%']
        >>> ax = prequential(VFDTClassifier(rule="hoeffding"), columns, classes).plot(ax)

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; by default a new figure.
        measures : {"accuracy", "kappa"} or both
            Which scores to draw.
        no_change : bool
            Whether to draw the accuracy of saying the class of the row before, beside the
            accuracy; runs over the same rows have it once.
        label : str, optional
            What the legend calls the run.

        Returns
        -------
        Axes
        """
        from entrostream.tree.pictures.score_curve import score_curve  # Matplotlib is an extra

        return score_curve(self, ax, measures, no_change, label)

    def __repr__(self) -> str:
        if not len(self.rows):
            return "<Prequential: no rows>"
        return (
            f"<Prequential: {self.rows[-1]} rows, accuracy {self.accuracy[-1]:.4f}, "
            f"kappa {self.kappa[-1]:.4f}, no change {self.no_change[-1]:.4f}>"
        )


def prequential(
    model: VFDTClassifier,
    X: Any,  # noqa: N803
    y: Any,
    *,
    every: int = 1000,
    progress: bool | None = False,
) -> Prequential:
    """Ask a tree for the class of each row, score the answer, and let it learn the row.

    The tree goes on from what it has learned so far; all of it is done in the core. A row for
    which there is no answer yet counts as wrong.

    >>> from entrostream.tree import VFDTClassifier, prequential
    >>> tree = VFDTClassifier()
    >>> prequential(tree, {"sky": ["blue", "grey"] * 200}, ["sail", "stay"] * 200, every=100)
    <Prequential: 400 rows, accuracy 0.9950, kappa 0.9900, no change 0.0000>

    Parameters
    ----------
    model : VFDTClassifier
    X : frame of pandas, Polars or Arrow, NumPy matrix, or dict of columns
    y : column of classes
    every : int
        Rows between two points of the curve.
    progress : bool, optional
        Whether to show a bar on stderr (needs tqdm); None: on a terminal, when it takes long.
    """
    if not isinstance(model, VFDTClassifier):
        model = getattr(model, "tree", model)
    if not isinstance(model, VFDTClassifier):
        raise TypeError(
            f"model must be a VFDTClassifier, got {type(model).__name__}; "
            "river's evaluate.progressive_val_score takes any of river's models"
        )
    every = positive("every", every)
    rows = Rows(X, model._kind)
    labels = class_column(y, rows.size)
    if not bar_wanted(progress):
        codes, scores = model._prequential(rows.columns, labels, every, None)
    else:
        with Bar(rows.size, at_once=bool(progress)) as bar:
            codes, scores = model._prequential(rows.columns, labels, every, bar.add)
    return Prequential(codes=codes, classes=model.classes, **scores)
