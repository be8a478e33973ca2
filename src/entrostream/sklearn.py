"""The streaming tree as scikit-learn's classifier.

>>> from entrostream.sklearn import VFDTClassifier
>>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
>>> model = VFDTClassifier().fit(X, ["low", "low", "high", "high"] * 50)
>>> model.predict([[2.0], [8.0]]).tolist()
['low', 'high']
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets, unique_labels
    from sklearn.utils.validation import (
        _check_sample_weight,
        assert_all_finite,
        check_is_fitted,
        column_or_1d,
        validate_data,
    )
except ImportError as error:
    raise ImportError(
        'entrostream.sklearn needs scikit-learn: pip install "entrostream[sklearn]"'
    ) from error

from entrostream import tree
from entrostream._core import DictionaryEncoder, repr_short
from entrostream.tree import Rule
from entrostream.tree.earlier_names import with_current_names
from entrostream.tree.method_parameters import fitted_method, learning_estimator
from entrostream.tree.parameters import (
    AdaptiveTreeParameters,
    CVFDTParameters,
    EFDTParameters,
    TreeParameters,
    documented,
    initialized_from,
)
from entrostream.tree.rows import Rows, class_column, is_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Self

__all__ = [
    "CVFDTClassifier",
    "EFDTClassifier",
    "HoeffdingAdaptiveTreeClassifier",
    "VFDTClassifier",
]

UNCHECKED = """\
TypeError
    If there is no such parameter. Values are checked by `fit` and `partial_fit`, as everywhere in
    scikit-learn.
"""


def __dir__() -> list[str]:
    return __all__


@documented(TreeParameters, raises=UNCHECKED)
class VFDTClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A decision tree that learns from batches of a stream: `partial_fit`, or `fit` at once.

    Frames of pandas, Polars and Arrow may have columns of numbers and of labels; arrays of
    numbers have numeric attributes. NaN and None are missing. Classes may come at any time,
    unless `partial_fit` was given all of them.

    Attributes
    ----------
    tree_ : entrostream.tree.VFDTClassifier
        The tree with all that it can do.
    classes_ : array
        The classes so far, sorted.
    n_features_in_ : int
        The number of attributes.
    feature_names_in_ : array
        The names of the columns, if `X` has names that are all strings.
    feature_importances_ : array
        The share of each attribute in what all splits have gained.

    Examples
    --------
    >>> import pandas as pd
    >>> from entrostream.sklearn import VFDTClassifier
    >>> frame = pd.DataFrame({"wind": [3.0, 9.5] * 100, "sky": ["blue", "grey"] * 100})
    >>> model = VFDTClassifier().partial_fit(frame, ["sail", "stay"] * 100)
    >>> model.predict(pd.DataFrame({"wind": [4.0], "sky": ["blue"]})).tolist()
    ['sail']
    >>> model.tree_.n_leaves
    2
    """

    tree_: tree.VFDTClassifier
    classes_: NDArray[Any]
    n_features_in_: int
    _tree_class: ClassVar[type[tree.VFDTClassifier]] = tree.VFDTClassifier

    @initialized_from(TreeParameters)
    def __init__(self, parameters: TreeParameters) -> None:
        self.__dict__.update(vars(parameters))

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(with_current_names(state))

    @learning_estimator
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:  # noqa: N803
        """Learn the rows in their order, after all that was learned before is forgotten.

        Returns
        -------
        the same estimator
            Fitted.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> VFDTClassifier().fit(X, y).predict([[2.0], [8.0]]).tolist()
        ['low', 'high']
        """
        return self._learn(X, y, None, sample_weight, anew=True)

    @learning_estimator
    def partial_fit(
        self,
        X: Any,  # noqa: N803
        y: Any,
        classes: Any = None,
        sample_weight: Any = None,
    ) -> Self:
        """Learn more rows.

        Parameters
        ----------
        classes : array, optional
            All classes there will be, at the first call: they are in `classes_` from then on,
            and others are refused. By default classes may come at any time.

        Returns
        -------
        the same estimator
            Fitted to these rows and those before.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> model = VFDTClassifier()
        >>> for start in range(0, 200, 50):
        ...     model = model.partial_fit(X[start : start + 50], y[start : start + 50])
        >>> model.tree_.n
        200
        """
        return self._learn(X, y, classes, sample_weight, anew=not hasattr(self, "tree_"))

    @fitted_method
    def predict(self, X: Any) -> NDArray[Any]:  # noqa: N803
        """Return the class of each row.

        Returns
        -------
        array
            A class per row.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> VFDTClassifier().fit(X, y).predict([[2.0], [8.0]]).tolist()
        ['low', 'high']
        """
        rows = self._rows_to_predict(X)
        codes = self.tree_._predict_columns(rows.columns, rows.size)
        labels: NDArray[Any] = self.classes_[self._places()[codes]]
        return labels

    @fitted_method
    def predict_proba(self, X: Any) -> NDArray[np.float64]:  # noqa: N803
        """Return the shares of the classes for each row, in the order of `classes_`.

        Returns
        -------
        array
            One line per row, one column per class.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> model = VFDTClassifier(leaf_prediction="mc").fit(X, y)
        >>> model.predict_proba([[2.0]]).tolist(), model.classes_.tolist()
        ([[0.0, 1.0]], ['high', 'low'])
        """
        rows = self._rows_to_predict(X)
        shares = np.zeros((rows.size, len(self.classes_)))
        shares[:, self._places()] = self.tree_._predict_proba_columns(rows.columns, rows.size)
        return shares

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The share of each attribute in the bits that all splits have gained."""
        check_is_fitted(self)
        shares = self.tree_.feature_importances()
        return np.array([shares.get(name, 0.0) for name in self._names()])

    @fitted_method
    def plot(
        self,
        ax: Axes | None = None,
        *,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        max_branches: int = 20,
    ) -> Axes:
        """Draw the tree: the root at the left, a line for each leaf with its classes as a bar.

        Needs Matplotlib.

        Returns
        -------
        Axes
            The axes with the tree.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> ax = VFDTClassifier().fit(X, y).plot()
        >>> ax.figure.savefig("tree.png")  # doctest: +SKIP
        """
        check_is_fitted(self)
        return self.tree_.plot(
            ax, max_depth=max_depth, max_leaves=max_leaves, max_branches=max_branches
        )

    @fitted_method
    def to_rules(self) -> list[Rule]:
        """Return the tree as rules, one for each leaf.

        Returns
        -------
        list of Rule
            From the first branch to the last.

        Examples
        --------
        >>> from entrostream.sklearn import VFDTClassifier
        >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
        >>> y = ["low", "low", "high", "high"] * 50
        >>> print(VFDTClassifier().fit(X, y).to_rules()[0])
        IF 0 <= 5 THEN low (low 100; entropy 0.000)
        """
        check_is_fitted(self)
        return self.tree_.to_rules()

    def _learn(self, X: Any, y: Any, classes: Any, weights: Any, anew: bool) -> Self:  # noqa: N803
        """Learn rows. All attributes change together at the end, or none if any is refused."""
        after = object.__new__(type(self))
        after.__dict__ = dict(vars(self))
        grown = self._tree_class(**self.get_params(deep=False)) if anew else self.tree_
        X = after._checked(X, reset=anew)  # noqa: N806
        y = checked_classes(y)
        after._declared = self._declared_classes(classes, anew)
        after.classes_ = self._known_classes(unique_labels(y), after._declared, anew)
        rows = Rows(X, grown._kind, after._names())
        y = class_column(y, rows.size)
        require_some(rows, type(self).__name__)
        if weights is not None:
            weights = _check_sample_weight(weights, X if is_array(X) else y, dtype=np.float64)
            if not weights.any():  # as scikit-learn from 1.8 on says itself
                raise ValueError("Sample weights must contain at least one non-zero number.")
        grown._learn_columns(rows.columns, y, weights)
        after.tree_ = grown
        self.__dict__ = after.__dict__
        return self

    def _checked(self, X: Any, reset: bool) -> Any:  # noqa: N803
        """Return the rows as a frame or a matrix, their names and number noted or compared."""
        if is_frame(X) and not is_array(X):
            validate_data(self, X, skip_check_array=True, reset=reset)
            return X
        dtype = "numeric" if not has_labels(X) else object
        return validate_data(self, X, dtype=dtype, ensure_all_finite="allow-nan", reset=reset)

    def _declared_classes(self, classes: Any, anew: bool) -> NDArray[Any] | None:
        """Return all classes there may be, None if they were not declared."""
        declared = None if anew else self._declared
        if classes is None:
            return declared
        require_one_kind(classes)
        given: NDArray[Any] = unique_labels(classes)
        if declared is not None and not np.array_equal(given, declared):
            raise ValueError(
                f"`classes={repr_short(given)}` is not the same as on last call to partial_fit, "
                f"was: {repr_short(declared)}"
            )
        if not anew and declared is None:
            raise ValueError("classes must be given at the first call of partial_fit or never")
        return given

    def _known_classes(
        self, new: NDArray[Any], declared: NDArray[Any] | None, anew: bool
    ) -> NDArray[Any]:
        """Return all classes so far, sorted: those before, and those of the new rows."""
        if declared is not None:
            require_one_kind(declared, new)
            known = set(labels_of(declared))
            strange = [label for label in labels_of(new) if label not in known]
            if strange:
                raise ValueError(
                    f"y has classes that are not among classes: {repr_short(strange)}; "
                    "leave classes= out to let new ones come"
                )
            return declared
        parts = [new] if anew else [self.classes_, new]
        require_one_kind(*parts)
        together: NDArray[Any] = unique_labels(*parts)
        require_told_apart(together, parts)
        return together

    def _rows_to_predict(self, X: Any) -> Rows:  # noqa: N803
        check_is_fitted(self)
        return Rows(self._checked(X, reset=False), self.tree_._kind, self._names())

    def _names(self) -> list[Hashable]:
        """Return the names of the attributes: of a frame, or numbers."""
        names = getattr(self, "feature_names_in_", None)
        return list(range(self.n_features_in_)) if names is None else list(names)

    def _places(self) -> NDArray[np.intp]:
        """Return where in `classes_` the tree's own classes stand."""
        places = {label: place for place, label in enumerate(labels_of(self.classes_))}
        return np.array([places[label] for label in self.tree_.classes], dtype=np.intp)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "tree_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags


@documented(AdaptiveTreeParameters, raises=UNCHECKED)
class HoeffdingAdaptiveTreeClassifier(VFDTClassifier):
    """A tree for streams that change: subtrees are replaced where the error rises.

    Examples
    --------
    >>> from entrostream.sklearn import HoeffdingAdaptiveTreeClassifier
    >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
    >>> model = HoeffdingAdaptiveTreeClassifier().fit(X, ["low", "low", "high", "high"] * 50)
    >>> model.predict([[2.0], [8.0]]).tolist(), model.tree_.changes
    (['low', 'high'], [])
    """

    _tree_class: ClassVar[type[tree.VFDTClassifier]] = tree.HoeffdingAdaptiveTreeClassifier

    @initialized_from(AdaptiveTreeParameters)
    def __init__(self, parameters: AdaptiveTreeParameters) -> None:
        self.__dict__.update(vars(parameters))


@documented(EFDTParameters, raises=UNCHECKED)
class EFDTClassifier(VFDTClassifier):
    """A tree that re-evaluates its splits.

    Examples
    --------
    >>> from entrostream.sklearn import EFDTClassifier
    >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
    >>> model = EFDTClassifier().fit(X, ["low", "low", "high", "high"] * 50)
    >>> model.predict([[2.0], [8.0]]).tolist()
    ['low', 'high']
    """

    _tree_class: ClassVar[type[tree.VFDTClassifier]] = tree.EFDTClassifier

    @initialized_from(EFDTParameters)
    def __init__(self, parameters: EFDTParameters) -> None:
        self.__dict__.update(vars(parameters))


@documented(CVFDTParameters, raises=UNCHECKED)
class CVFDTClassifier(VFDTClassifier):
    """A tree whose statistics are those of a window of rows.

    Examples
    --------
    >>> from entrostream.sklearn import CVFDTClassifier
    >>> X = [[0.0], [1.0], [9.0], [10.0]] * 50
    >>> model = CVFDTClassifier(window=100).fit(X, ["low", "low", "high", "high"] * 50)
    >>> model.predict([[2.0], [8.0]]).tolist(), model.tree_.window_size
    (['low', 'high'], 100)
    """

    _tree_class: ClassVar[type[tree.VFDTClassifier]] = tree.CVFDTClassifier

    @initialized_from(CVFDTParameters)
    def __init__(self, parameters: CVFDTParameters) -> None:
        self.__dict__.update(vars(parameters))


def checked_classes(y: Any) -> NDArray[Any]:
    """Return the classes of the rows as an array, none of which is missing."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    require_one_kind(y)
    classes: NDArray[Any] = column_or_1d(y, warn=True)
    assert_all_finite(classes, input_name="y")
    check_classification_targets(classes)
    return classes


def require_one_kind(*columns: Any) -> None:
    """Refuse None, and strings mixed with numbers, which NumPy would convert to strings."""
    strings: list[Any] = []
    numbers: list[Any] = []
    for column in columns:
        for label in examples(column):
            if label is None:
                row = next(row for row, label in enumerate(column) if label is None)
                raise ValueError(f"y has no class in row {row} (None)")
            (strings if isinstance(label, str) else numbers).append(label)
    if strings and numbers:
        raise ValueError(
            f"Mix of label input types (string and number): {repr_short(strings[0])} and "
            f"{repr_short(numbers[0])}; make all classes strings, or all of them numbers"
        )


def examples(column: Any) -> list[Any]:
    """Return a label of each type that a column holds."""
    if isinstance(column, np.ndarray) and column.ndim == 1 and column.dtype != object:
        return list(column[:1].tolist())
    is_plain = isinstance(column, list | tuple | np.ndarray)
    return list({type(label): label for label in column}.values()) if is_plain else []


def require_told_apart(known: NDArray[Any], parts: list[NDArray[Any]]) -> None:
    """Refuse classes that become others, or each other, where all are put into one array."""
    there = set(labels_of(known))
    for part in parts:
        for label in labels_of(part):
            if label not in there:
                kinds = " and ".join(str(part.dtype) for part in parts)
                raise ValueError(
                    f"classes of {kinds} would not stay the same in one array: {repr_short(label)} "
                    "would become another; make all classes integers or strings"
                )


def require_some(rows: Rows, name: str) -> None:
    """Refuse a frame without rows or columns, in the words that scikit-learn has for arrays."""
    for count, what in ((rows.size, "sample(s)"), (len(rows.columns), "feature(s)")):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape={(rows.size, len(rows.columns))}) while a "
                f"minimum of 1 is required by {name}."
            )


def labels_of(classes: NDArray[Any]) -> list[Any]:
    """Return classes as the tree knows them."""
    encoder = DictionaryEncoder("raise")
    codes = encoder.codes(classes)
    labels = encoder.labels()
    return [labels[code] for code in codes]


def is_array(given: Any) -> bool:
    """Say whether this is a NumPy array."""
    return isinstance(given, np.ndarray)


def has_labels(given: Any) -> bool:
    """Say whether an array, or a list of rows, holds anything but numbers."""
    return np.asarray(given).dtype.kind in "OUS" if not hasattr(given, "tocsr") else False
