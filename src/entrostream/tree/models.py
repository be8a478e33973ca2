"""Models of any library in a prequential run: each row is predicted, then learned."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entrostream._core import repr_short
from entrostream.columns.libraries import library_of, row_slice
from entrostream.tree.labels import label_array
from entrostream.tree.rows import column_kind, column_values, named_columns

__all__ = ["Learner", "checked_weights", "learner_of"]


class Learner(ABC):
    """A model that is given rows one by one, in the form that it takes."""

    @abstractmethod
    def rows(self, given: Any, used: set[int]) -> Iterator[Any]:
        """Yield the rows of a table without its columns at the places `used`."""

    @abstractmethod
    def expect(self, labels: list[Any]) -> None:
        """Note the classes of all rows that will come, if they are needed beforehand."""

    @abstractmethod
    def predict(self, row: Any) -> Any:
        """Return the class of a row, None if there is no prediction yet."""

    @abstractmethod
    def learn(self, row: Any, label: Any, weight: float | None) -> None:
        """Learn a row; a weight of None: the model's own default."""


def learner_of(model: Any, classes: Any) -> Learner:
    """Return a model as a learner; `classes` are for those that need them at the first row."""
    if isinstance(model, type):
        raise TypeError(f"model must be an object, got the class {model.__name__}")
    if hasattr(model, "learn_one") and hasattr(model, "predict_one"):
        return OneByOne(model)
    if hasattr(model, "partial_fit") and hasattr(model, "predict"):
        return ByPartialFit(model, classes)
    raise TypeError(
        "model must have learn_one and predict_one, as river's, or partial_fit and predict, as "
        f"scikit-learn's incremental estimators, got {type(model).__name__}"
    )


class OneByOne(Learner):
    """A model with `learn_one` and `predict_one`: rows are dicts."""

    def __init__(self, model: Any):
        self._model = model
        self._weight = weight_parameter(model.learn_one, "w", "weight", "sample_weight")

    def rows(self, given: Any, used: set[int]) -> Iterator[dict[Hashable, Any]]:
        table = [pair for place, pair in enumerate(named_columns(given)) if place not in used]
        names = [name for name, _ in table]
        for values in zip(*(column_values(column) for _, column in table), strict=True):
            yield dict(zip(names, values, strict=True))

    def expect(self, labels: list[Any]) -> None:
        """Such a model learns of its classes row by row."""

    def predict(self, row: Any) -> Any:
        return self._model.predict_one(row)

    def learn(self, row: Any, label: Any, weight: float | None) -> None:
        self._model.learn_one(row, label, **named_weight(self._model, self._weight, weight))


class ByPartialFit(Learner):
    """An estimator with `partial_fit` and `predict`: rows are tables with one row.

    Before its first call of `partial_fit` such an estimator cannot predict, and that call takes
    all classes.
    """

    def __init__(self, model: Any, classes: Any):
        self._model = model
        self._weight = weight_parameter(model.partial_fit, "sample_weight")
        self._is_fitted = is_fitted(model)
        self._takes_classes = "classes" in inspect.signature(model.partial_fit).parameters
        self._classes = classes

    def rows(self, given: Any, used: set[int]) -> Iterator[Any]:
        table = without_columns(given, used)
        for row in range(len(table)):
            yield row_slice(table, row, row + 1)

    def expect(self, labels: list[Any]) -> None:
        if self._classes is None and self._takes_classes and labels:
            self._classes = np.unique(label_array(labels))

    def predict(self, row: Any) -> Any:
        if not self._is_fitted:
            return None
        (label,) = np.asarray(self._model.predict(row)).tolist()
        return label

    def learn(self, row: Any, label: Any, weight: float | None) -> None:
        weights = None if weight is None else np.array([weight])
        more = named_weight(self._model, self._weight, weights)
        if not self._is_fitted and self._takes_classes and self._classes is not None:
            more["classes"] = self._classes
        self._model.partial_fit(row, label_array([label]), **more)
        self._is_fitted = True


def is_fitted(model: Any) -> bool:
    """Say whether an estimator was fitted, by scikit-learn's convention for attributes."""
    if hasattr(model, "__sklearn_is_fitted__"):
        return bool(model.__sklearn_is_fitted__())
    return any(name.endswith("_") and not name.startswith("__") for name in vars(model))


def weight_parameter(learn: Callable[..., Any], *names: str) -> str | None:
    """Return by which of these names a method takes weights, None if it takes none."""
    parameters = inspect.signature(learn).parameters
    for name in names:
        if name in parameters:
            return name
    passes_on = any(each.kind == each.VAR_KEYWORD for each in parameters.values())
    return names[0] if passes_on else None


def named_weight(model: Any, name: str | None, weight: Any) -> dict[str, Any]:
    """Return a weight as the argument that a model takes."""
    if weight is None:
        return {}
    if name is None:
        raise TypeError(f"{type(model).__name__} takes no weights; leave out weights=")
    return {name: weight}


def without_columns(given: Any, used: set[int]) -> Any:
    """Return a table that estimators take, without the columns at these places."""
    if isinstance(given, Mapping):
        return matrix_of([c for place, c in enumerate(given.values()) if place not in used])
    library = library_of(given)
    names = library.names(given)
    keep = [place for place in range(len(names)) if place not in used]
    if len(keep) == len(names):
        return given
    if isinstance(given, np.ndarray):
        return given[:, keep]
    if hasattr(given, "iloc"):
        return given.iloc[:, keep]
    return given.select([names[place] for place in keep])


def matrix_of(columns: list[Any]) -> NDArray[Any]:
    """Return columns as a matrix: of floats, or of objects if not all of them hold numbers."""
    if not columns:
        raise ValueError("X has no columns")
    if all(is_numeric(column) for column in columns):
        return np.column_stack([np.asarray(column, dtype=np.float64) for column in columns])
    matrix = np.empty((len(columns[0]), len(columns)), dtype=object)
    for place, column in enumerate(columns):
        matrix[:, place] = column_values(column)
    return matrix


def is_numeric(column: Any) -> bool:
    """Say whether a column holds numbers: by its type, or by all values of a list."""
    kind = column_kind(column)
    if kind != "objects":
        return kind == "numbers"
    return all(isinstance(x, int | float) and not isinstance(x, bool) for x in column)


def checked_weights(weights: NDArray[np.float64] | None, rows: int) -> NDArray[np.float64] | None:
    """Return weights, one for each row, none of which is missing, infinite or negative."""
    if weights is None:
        return None
    if len(weights) != rows:
        raise ValueError(f"X and weights differ in length: {rows} and {len(weights)}")
    bad = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad):
        value = float(weights[bad[0]])
        raise ValueError(
            f"weight must be a finite number, 0 or more, got {repr_short(value)} at position "
            f"{bad[0]}"
        )
    return weights
