"""Test, then train: how well a tree predicts each row before it learns it, over time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entrostream._core import PrequentialCurve
from entrostream.columns.chunk_parts import are_chunks, explained
from entrostream.columns.progress import Bar, bar_wanted
from entrostream.columns.window import positive
from entrostream.notebook import curve_html
from entrostream.tree.chunks import chunks_of
from entrostream.tree.classifier import VFDTClassifier
from entrostream.tree.labels import labelled
from entrostream.tree.rows import Column, Rows, class_column, weight_column

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Prequential", "prequential"]

Report: TypeAlias = "Callable[[int], object]"


@dataclass(frozen=True, eq=False, repr=False)
class Prequential:
    """What `prequential` gives: a curve of scores, and all predictions.

    Attributes
    ----------
    rows : array
        The number of rows before each point of the curve.
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
        """The predicted class of each row; None before the first class was known."""
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
            Whether to draw the accuracy of the no-change baseline, which predicts the class of the
            row before; runs over the same rows have it once.
        label : str, optional
            What the legend calls the run.

        Returns
        -------
        Axes
        """
        from entrostream.tree.pictures.score_curve import score_curve  # Matplotlib is an extra

        return score_curve(self, ax, measures, no_change, label)

    def _repr_html_(self) -> str:
        return curve_html(self)

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
    y: Any = None,
    *,
    every: int = 1000,
    weights: Any = None,
    progress: bool | None = None,
) -> Prequential:
    """Test, then train: predict the class of each row, score the prediction, learn the row.

    The tree goes on from what it has learned so far; all of it is done in the core. A row for
    which there is no prediction yet counts as wrong.

    >>> from entrostream.tree import VFDTClassifier, prequential
    >>> tree = VFDTClassifier()
    >>> prequential(tree, {"sky": ["blue", "grey"] * 200}, ["sail", "stay"] * 200, every=100)
    <Prequential: 400 rows, accuracy 0.9950, kappa 0.9900, no change 0.0000>

    Rows that are too many for the memory come in chunks; the curve, the predictions and the
    tree are those of one piece, to the last bit:

    >>> tree = VFDTClassifier()
    >>> chunks = ({"sky": ["blue", "grey"], "plan": ["sail", "stay"]} for _ in range(200))
    >>> prequential(tree, chunks, "plan", every=100)
    <Prequential: 400 rows, accuracy 0.9950, kappa 0.9900, no change 0.0000>

    Parameters
    ----------
    model : VFDTClassifier
    X : frame of pandas, Polars or Arrow, NumPy matrix, dict of columns, or chunks of them
        Chunks are what an iterator, `es.scan`, or a reader or dataset of pyarrow gives; from an
        iterator also pairs (X, y) or triples (X, y, weights). Columns are known by their names:
        chunks may have them in any order, and not all of them. A chunk that is refused is
        not learned; those before it have been.
    y : column of classes, or the name of a column of X
    every : int
        Rows between two points of the curve.
    weights : column, or the name of a column of X, optional
        Importances, or frequencies, by the tree's parameter `weights`. Scores are weighted by
        them; a row of weight 0 is only predicted.
    progress : bool, optional
        Whether to show a bar (needs tqdm). By default on a terminal or in a notebook,
        when it takes more than a moment.
    """
    run = Run(tree_of(model), positive("every", every))
    if are_chunks(X):
        with reporting(progress, None) as report:
            run.push_chunks(chunks_of(X, y, weights), report)
    else:
        batch = run.read(X, y, weights)
        with reporting(progress, batch.size) as report:
            run.push(batch, report)
    return run.result()


def tree_of(model: Any) -> VFDTClassifier:
    """Return the tree of a model: itself, or that of another library's face."""
    tree = model if isinstance(model, VFDTClassifier) else getattr(model, "tree", model)
    if isinstance(tree, VFDTClassifier):
        return tree
    raise TypeError(
        f"model must be a VFDTClassifier, got {type(tree).__name__}; "
        "river's evaluate.progressive_val_score takes any of river's models"
    )


@contextmanager
def reporting(progress: bool | None, total: int | None) -> Iterator[Report | None]:
    """Yield a function that reports how many more rows are done, None without a progress bar."""
    if not bar_wanted(progress):
        yield None
        return
    with Bar(total, at_once=bool(progress)) as bar:
        yield bar.add


@dataclass(frozen=True)
class Batch:
    """Rows as the core reads them."""

    size: int
    columns: list[Column]
    labels: Any
    weights: Any


class Run:
    """A prequential run: the tree, the scores so far, and the predictions."""

    def __init__(self, tree: VFDTClassifier, every: int):
        self._tree = tree
        self._curve = PrequentialCurve(every)
        self._codes = [np.empty(0, np.uint32)]

    def read(self, X: Any, y: Any, weights: Any) -> Batch:  # noqa: N803
        """Return rows as the core reads them; the tree must have learned those before."""
        rows = Rows(X, self._tree._kind, auxiliary=(y, weights))
        labels, amounts = rows.auxiliary
        return Batch(
            rows.size,
            rows.columns,
            class_column(labels, rows.size),
            weight_column(amounts, rows.size),
        )

    def push(self, batch: Batch, report: Report | None) -> None:
        """Predict, score and learn some rows."""
        self._codes.append(
            self._tree._prequential(batch.columns, batch.labels, batch.weights, self._curve, report)
        )

    def push_chunks(self, chunks: Iterable[tuple[Any, Any, Any]], report: Report | None) -> None:
        """Predict, score and learn chunk after chunk."""
        first = 0
        for number, given in enumerate(chunks):
            with explained(number, first):
                batch = self.read(*given)
                self.push(batch, report)
            first += batch.size

    def result(self) -> Prequential:
        """Return the curve and the predictions."""
        codes = np.concatenate(self._codes)
        return Prequential(codes=codes, classes=self._tree.classes, **self._curve.finish())
