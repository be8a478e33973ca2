"""The parameters of the streaming tree, written once: names, defaults, types and descriptions.

The tree and its adapters for scikit-learn and river take their signatures and their
documentation from here.
"""

from __future__ import annotations

import datetime as dt
import inspect
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, ClassVar, Concatenate, Literal, ParamSpec, TypeVar

from entrostream.docstrings import complete, parameters_described_by
from entrostream.tree.criterion import Criterion
from entrostream.tree.options import bytes_of, names_of

__all__ = [
    "AdaptiveTreeParameters",
    "CVFDTParameters",
    "EFDTParameters",
    "TreeParameters",
    "core_options",
    "documented",
    "initialized_from",
]


# Keyword-only for type checkers too: the faces take their signatures from this one.
@dataclass(eq=False, repr=False, kw_only=True)
class TreeParameters:
    """All parameters of a tree, as given.

    Parameters
    ----------
    rule : {"evidence", "hoeffding"}
        When to split. "evidence" is an anytime-valid test: with `explore=0`, a leaf whose
        attributes say nothing about the class is ever split with probability `delta` at most. By
        default `explore=2000` splits such leaves too. "hoeffding" is the bound of the literature.
    delta : float, optional
        By default 1e-3 for evidence, 1e-7 for Hoeffding's bound.
    tau : float
        Hoeffding: a bound below this is a tie, and the best split is taken.
    grace_period : int
        Rows between split attempts, if `split_schedule="grace_period"`.
    parent_counts : bool
        Hoeffding: count the parent's rows in the bound, as MOA and river do.
    max_depth : int, optional
        Leaves at this depth are not split; the root has depth 0. By default there is no limit.
    split_schedule : {"lazy", "every_row", "grace_period"}, optional
        When to attempt a split. "lazy" grows the same tree as "every_row", but skips the attempts
        that provably cannot succeed; the default for evidence. The default for Hoeffding's bound is
        "grace_period".
    splitter : {"histogram", "gaussian"}
        How thresholds of numbers are found: with exact counts in quantile bins, or with one
        Gaussian per class.
    n_bins : int
        The number of bins of a numeric attribute, a power of two.
    warm_up : int
        How many numbers of a leaf choose the edges of its bins.
    leaf_prediction : {"nba_path", "mc", "nb", "nba"}
        How leaves predict: "mc" with the majority class, "nb" with naive Bayes, "nba" (adaptive)
        with the one that was more accurate. "nba_path" compares the majority class and the naive
        Bayes models of the leaf and its ancestors on recent rows, and predicts with the best.
    split_criterion : {"info_gain", "gini", "gain_ratio"} or Criterion
        Which of the possible splits to take.
    explore : int
        The number of rows after which an impure leaf is split without evidence, noise or not;
        four times as many for each such split above it. 0: never.
    memory_limit : int or str, optional
        Of the tree with all its labels: bytes, or a string such as "10MiB". At the limit, the
        least promising leaves become inactive, further values of an attribute are counted
        together, new attributes are ignored, and a class that does not fit is refused with
        ValueError; see `beyond_limit`.
    max_values : int
        The number of values of an attribute that a split tells apart; all others share a branch.
    nominal_attributes : list of names, optional
        Attributes of which every value is a label, numbers too. The columns of arrays without
        names are numbered.
    weight_type : {"importance", "frequency"}
        The meaning of the weight of a row. An importance, any finite number from 0 on, is how much
        the row matters compared with others; evidence counts no row more than once. A frequency,
        an integer, is the number of equal rows that it stands for.
    """

    rule: Literal["evidence", "hoeffding"] = "evidence"
    delta: float | None = None
    tau: float = 0.05
    grace_period: int = 200
    parent_counts: bool = False
    max_depth: int | None = None
    split_schedule: Literal["lazy", "every_row", "grace_period"] | None = None
    splitter: Literal["histogram", "gaussian"] = "histogram"
    n_bins: int = 32
    warm_up: int = 100
    leaf_prediction: Literal["nba_path", "mc", "nb", "nba"] = "nba_path"
    split_criterion: Literal["info_gain", "gini", "gain_ratio"] | Criterion = "info_gain"
    explore: int = 2000
    memory_limit: int | str | None = None
    max_values: int = 1000
    nominal_attributes: Iterable[Hashable] | None = None
    weight_type: Literal["importance", "frequency"] = "importance"

    learner: ClassVar[str] = "vfdt"

    def __post_init__(self) -> None:
        """Do nothing: an adapter that inherits the parameters makes its tree here."""


@dataclass(eq=False, repr=False, kw_only=True)
class AdaptiveTreeParameters(TreeParameters):
    """Those of a tree that replaces subtrees where its error rises."""

    learner: ClassVar[str] = "adaptive"


@dataclass(eq=False, repr=False, kw_only=True)
class EFDTParameters(TreeParameters):
    """Those of a tree that re-evaluates its splits.

    Parameters
    ----------
    re_evaluation_period : int
        The split of a node is re-evaluated after this many rows of the node; twice as many for
        each alternate that did not take over.
    weight_type : {"frequency"}
        Weights are integers: the number of equal rows that a row stands for.
    """

    learner: ClassVar[str] = "efdt"

    re_evaluation_period: int = 500
    weight_type: Literal["frequency"] = "frequency"


@dataclass(eq=False, repr=False, kw_only=True)
class CVFDTParameters(EFDTParameters):
    """Those of a tree whose statistics are those of a window of rows.

    Parameters
    ----------
    window : int, str or timedelta
        What the statistics of all nodes cover: a number of rows, or a length of time such as
        "10min", and then every row has its time. With a `memory_limit` the window is shortened so
        that its rows take a quarter of the limit at most.
    splitter : {"histogram"}
        How thresholds of numbers are found: with exact counts in quantile bins, which can forget
        rows.
    re_evaluation_period : int
        The split of a node is re-evaluated after this many rows of the node; twice as many for
        each alternate that did not take over.
    weight_type : {"frequency"}
        Weights are integers: the number of equal rows that a row stands for.
    """

    learner: ClassVar[str] = "cvfdt"

    window: int | str | dt.timedelta = 20_000
    re_evaluation_period: int = 1000
    splitter: Literal["histogram"] = "histogram"


def core_options(parameters: TreeParameters) -> dict[str, Any]:
    """Return the arguments of the core, with the defaults that depend on the rule."""
    by_evidence = parameters.rule == "evidence"
    given = {each.name: getattr(parameters, each.name) for each in fields(parameters)}
    if parameters.delta is None:
        given["delta"] = 1e-3 if by_evidence else 1e-7
    if parameters.split_schedule is None:
        given["split_schedule"] = "lazy" if by_evidence else "grace_period"
    given["learner"] = parameters.learner
    given["memory_limit"] = bytes_of(parameters.memory_limit)
    given["nominal_attributes"] = names_of(parameters.nominal_attributes)
    return given


# Errors of calls name the class that a user knows.
TreeParameters.__init__.__qualname__ = "VFDTClassifier.__init__"
AdaptiveTreeParameters.__init__.__qualname__ = "HoeffdingAdaptiveTreeClassifier.__init__"
EFDTParameters.__init__.__qualname__ = "EFDTClassifier.__init__"
CVFDTParameters.__init__.__qualname__ = "CVFDTClassifier.__init__"

RAISES = """\
TypeError, ValueError
    If a parameter is not as described; the message has the value and the limit.
"""

Parameters = ParamSpec("Parameters")
Record = TypeVar("Record")
Owner = TypeVar("Owner")
AnyClass = TypeVar("AnyClass", bound=type[Any])


def initialized_from(
    record: Callable[Parameters, Record],
) -> Callable[[Callable[[Owner, Record], None]], Callable[Concatenate[Owner, Parameters], None]]:
    """Let an `__init__` that takes a record take the record's parameters instead."""

    def decorator(
        init: Callable[[Owner, Record], None],
    ) -> Callable[Concatenate[Owner, Parameters], None]:
        @wraps(init)
        def with_parameters(
            self: Owner, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> None:
            init(self, record(*args, **kwargs))

        signature = inspect.signature(record.__init__)
        with_parameters.__signature__ = signature  # type: ignore[attr-defined]
        return with_parameters

    return decorator


def documented(
    record: type[TreeParameters], *, raises: str = RAISES
) -> Callable[[AnyClass], AnyClass]:
    """Add the descriptions of the parameters to the docstring of a class, and what it raises."""
    inherited = parameters_described_by(TreeParameters)
    return complete(inherited | parameters_described_by(record), raises=raises)
