"""Test, then train: how well a model predicts each row before it learns it, over time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entrostream._core import DictionaryEncoder, PrequentialCurve
from entrostream.columns.chunk_parts import are_chunks, explained
from entrostream.columns.progress import Bar, bar_wanted
from entrostream.columns.window import positive
from entrostream.notebook import curve_html
from entrostream.tree.chunks import chunks_of
from entrostream.tree.classifier import VFDTClassifier
from entrostream.tree.labels import NO_CODE, labelled
from entrostream.tree.models import Learner, checked_weights, learner_of
from entrostream.tree.rows import (
    Column,
    Rows,
    auxiliary_columns,
    class_column,
    column_values,
    named_columns,
    row_count,
    weight_column,
)
from entrostream.tree.run_changes import RunChanges
from entrostream.tree.tree_change import TreeChange

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Prequential", "prequential"]

Report: TypeAlias = "Callable[[int], object]"
ROWS_BETWEEN_REPORTS = 1000  # of models that are called for each row


@dataclass(frozen=True, eq=False, repr=False)
class Prequential:
    """What `prequential` gives: a curve of scores, and all predictions.

    Attributes
    ----------
    rows : array
        The number of rows before each point of the curve.
    accuracy, kappa, no_change : array
        Of all rows up to there. Kappa is 0 for predictions by chance and 1 if all are right (NaN
        where chance is right too); no_change is the accuracy of predicting the class of the row
        before.
    recent_accuracy, recent_kappa, recent_no_change : array
        Of the rows since the point before.
    codes : array
        The predicted class of each row as its place in `classes`; `predictions` has the classes.
    classes : list
        All classes that were seen.
    changes : tuple of TreeChange
        The subtrees that an adaptive tree has replaced during the run, oldest first; the latest
        thousand of them. Empty for other models. Their `row` counts the rows that the tree has
        learned, those before the run included.
    change_rows : array
        The number of rows of the run until each of the changes. Without rows of weight 0 it is
        `change.row` minus the tree's `n` before the run.

    Examples
    --------
    >>> from entrostream.tree import VFDTClassifier, prequential
    >>> columns, classes = {"sky": ["blue", "grey"] * 200}, ["sail", "stay"] * 200
    >>> run = prequential(VFDTClassifier(), columns, classes, every=100)
    >>> run.rows.tolist(), run.accuracy.tolist()
    ([100, 200, 300, 400], [0.98, 0.99, 0.9933333333333333, 0.995])
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
    changes: tuple[TreeChange, ...] = ()
    change_rows: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))

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
        next colour; give each a label. Thin vertical lines, 200 at most, are the rows at which an
        adaptive tree has replaced a subtree.

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
            The axes with the curves.

        Raises
        ------
        ImportError
            If Matplotlib is not installed.
        ValueError
            If a measure is not one of these.

        Examples
        --------
        >>> from entrostream.tree import VFDTClassifier, prequential
        >>> columns, classes = {"sky": ["blue", "grey"] * 200}, ["sail", "stay"] * 200
        >>> run = prequential(VFDTClassifier(), columns, classes, every=100)
        >>> ax = run.plot(label="evidence")
        >>> [text.get_text() for text in ax.get_legend().get_texts()]
        ['evidence: accuracy 99.5%', 'no change: 0.0%']
        >>> ax = prequential(VFDTClassifier(rule="hoeffding"), columns, classes).plot(ax)
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
    model: Any,
    X: Any,  # noqa: N803
    y: Any = None,
    *,
    every: int = 1000,
    weights: Any = None,
    times: Any = None,
    classes: Any = None,
    progress: bool | None = None,
) -> Prequential:
    """Test, then train: predict the class of each row, score the prediction, learn the row.

    The model goes on from what it has learned so far. A row for which there is no prediction yet
    counts as wrong. For this package's trees all of it is done in the core, at millions of rows per
    second; other models are called for each row.

    Parameters
    ----------
    model : VFDTClassifier, or any model of river or scikit-learn that learns incrementally
        It has `learn_one` and `predict_one`, or `partial_fit` and `predict`. An estimator of
        scikit-learn that was never fitted gives no prediction for the first row.
    X : frame of pandas, Polars or Arrow, NumPy matrix, dict of columns, or chunks of them
        Chunks are what an iterator, `es.scan`, or a reader or dataset of pyarrow gives; from an
        iterator also pairs (X, y) or triples (X, y, weights). Columns are known by their names:
        chunks may have them in any order, and not all of them. A chunk that this package's tree
        refuses is not learned; those before it have been.
    y : column, or the name of a column of X
        The class of each row.
    every : int
        Rows between two points of the curve.
    weights : column, or the name of a column of X, optional
        Importances, or frequencies, by the tree's parameter `weight_type`. Scores are weighted by
        them; a row of weight 0 is only predicted.
    times : column, or the name of a column of X, optional
        The times of the rows, for a CVFDTClassifier whose window has a length of time; over chunks
        the name of a column.
    classes : list, optional
        All classes, which scikit-learn's estimators need at their first `partial_fit`. By default
        those of `y`; over chunks they must be given. Other models do not need them.
    progress : bool, optional
        Whether to show a bar (needs tqdm). By default on a terminal or in a notebook,
        when it takes more than a moment.

    Returns
    -------
    Prequential
        The scores over time, and the predictions.

    Raises
    ------
    TypeError
        If the model cannot learn row by row, or the rows are not as described.
    ValueError
        If a class is missing, a weight or a time is not as described, or columns differ in length.

    Examples
    --------
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
    """
    run = run_of(model, positive("every", every), times, classes)
    if are_chunks(X):
        with reporting(progress, None) as report:
            run.push_chunks(chunks_of(X, y, weights), report)
    else:
        run.push_whole(X, y, weights, progress)
    return run.result()


def run_of(model: Any, every: int, times: Any, classes: Any) -> Run:
    """Return the run of a model: in the core if it is a tree of this package, or river's face."""
    tree = model if isinstance(model, VFDTClassifier) else getattr(model, "tree", None)
    if isinstance(tree, VFDTClassifier):
        return TreeRun(tree, every, times, getattr(model, "_count_weight", None))
    if times is not None:
        raise ValueError("times is for a CVFDTClassifier whose window has a length of time")
    return ModelRun(model, every, classes)


@contextmanager
def reporting(progress: bool | None, total: int | None) -> Iterator[Report | None]:
    """Yield a function that reports how many more rows are done, None without a progress bar."""
    if not bar_wanted(progress):
        yield None
        return
    with Bar(total, at_once=bool(progress)) as bar:
        yield bar.add


class Run(ABC):
    """A prequential run: the model, the scores so far, and the predictions."""

    def __init__(self, model: Any, every: int):
        self._curve = PrequentialCurve(every)
        self._codes = [np.empty(0, np.uint32)]
        self._changes = RunChanges(model)

    @abstractmethod
    def read(self, X: Any, y: Any, weights: Any) -> Batch:  # noqa: N803
        """Return rows as the model reads them, after it has learned those before."""

    @abstractmethod
    def push(self, batch: Any, report: Report | None) -> None:
        """Predict, score and learn some rows."""

    @abstractmethod
    def classes(self) -> list[Any]:
        """Return the classes by their codes."""

    def push_whole(self, X: Any, y: Any, weights: Any, progress: bool | None) -> None:  # noqa: N803
        """Predict, score and learn all rows."""
        batch = self.read(X, y, weights)
        with reporting(progress, batch.size) as report:
            self.push_and_note(batch, report)

    def push_chunks(self, chunks: Iterable[tuple[Any, Any, Any]], report: Report | None) -> None:
        """Predict, score and learn chunk after chunk."""
        first = 0
        for number, given in enumerate(chunks):
            with explained(number, first):
                batch = self.read(*given)
                self.push_and_note(batch, report)
            first += batch.size

    def push_and_note(self, batch: Batch, report: Report | None) -> None:
        """Predict, score and learn some rows, and note what they changed in the tree."""
        self.push(batch, report)
        self._changes.note(batch.size, batch.weights)

    def result(self) -> Prequential:
        """Return the curve and the predictions."""
        parts = {**self._curve.finish(), **self._changes.result()}
        return Prequential(codes=np.concatenate(self._codes), classes=self.classes(), **parts)


@dataclass(frozen=True)
class Batch:
    """Some rows, of which labels and weights are columns."""

    size: int
    labels: Any
    weights: Any


@dataclass(frozen=True)
class TreeBatch(Batch):
    """Rows as the core reads them."""

    columns: list[Column]
    times: Any


class TreeRun(Run):
    """The run of a tree of this package, in the core.

    `count_weight` is told the number of rows and their weights after each batch.
    """

    def __init__(
        self,
        tree: VFDTClassifier,
        every: int,
        times: Any,
        count_weight: Callable[[int, Any], None] | None,
    ):
        super().__init__(tree, every)
        self._tree = tree
        self._times = times
        self._count_weight = count_weight

    def read(self, X: Any, y: Any, weights: Any) -> TreeBatch:  # noqa: N803
        rows = Rows(X, self._tree._kind, auxiliary=(y, weights, self._times))
        labels, amounts, times = rows.auxiliary
        return TreeBatch(
            rows.size,
            class_column(labels, rows.size),
            weight_column(amounts, rows.size),
            rows.columns,
            times,
        )

    def push(self, batch: TreeBatch, report: Report | None) -> None:
        self._codes.append(
            self._tree._prequential(
                batch.columns, batch.labels, batch.weights, self._curve, report, batch.times
            )
        )
        if self._count_weight is not None:
            self._count_weight(batch.size, batch.weights)

    def classes(self) -> list[Any]:
        return self._tree.classes


@dataclass(frozen=True)
class ModelBatch(Batch):
    """Rows as a model takes them."""

    rows: Iterator[Any]


class ModelRun(Run):
    """The run of any other model, row by row."""

    def __init__(self, model: Any, every: int, classes: Any):
        super().__init__(model, every)
        self._learner: Learner = learner_of(model, classes)
        self._labels = DictionaryEncoder("skip")  # None, no prediction, has no code

    def push_whole(self, X: Any, y: Any, weights: Any, progress: bool | None) -> None:  # noqa: N803
        batch = self.read(X, y, weights)
        self._learner.expect(batch.labels)
        with reporting(progress, batch.size) as report:
            self.push_and_note(batch, report)

    def read(self, X: Any, y: Any, weights: Any) -> ModelBatch:  # noqa: N803
        table = list(named_columns(X))
        size = row_count(X, table)
        (labels, amounts), used = auxiliary_columns(table, (y, weights))
        return ModelBatch(
            size,
            column_values(class_column(labels, size)),
            checked_weights(weight_column(amounts, size), size),
            self._learner.rows(X, used),
        )

    def push(self, batch: ModelBatch, report: Report | None) -> None:
        codes = self._labels.codes(batch.labels)
        if (codes == NO_CODE).any():
            raise ValueError(f"y has no class in row {int(np.argmax(codes == NO_CODE))}")
        predicted: list[Any] = []
        for row in batch.rows:
            predicted.append(self._learner.predict(row))
            place = len(predicted) - 1
            weight = None if batch.weights is None else float(batch.weights[place])
            if weight != 0:
                self._learner.learn(row, batch.labels[place], weight)
            if report is not None and len(predicted) % ROWS_BETWEEN_REPORTS == 0:
                report(ROWS_BETWEEN_REPORTS)
        if report is not None:
            report(len(predicted) % ROWS_BETWEEN_REPORTS)
        self._codes.append(self._labels.codes(predicted))
        self._curve.add(self._codes[-1], codes, batch.weights)

    def classes(self) -> list[Any]:
        return self._labels.labels()
