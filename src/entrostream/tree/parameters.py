"""The parameters of the streaming tree, written once: names, defaults, types and descriptions.

The tree and its adapters for scikit-learn and river take their signatures and their
documentation from here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from entrostream.tree.criterion import Criterion
from entrostream.tree.options import bytes_of, names_of

__all__ = ["TreeParameters", "documented", "initialized_from"]


@dataclass(eq=False, repr=False)
class TreeParameters:
    """All parameters of a tree, as given.

    Parameters
    ----------
    rule : {"evidence", "hoeffding"}
        When to split. With "evidence", a leaf whose attributes say nothing about the class is ever
        split with probability `delta` at most (if `explore=0`). "hoeffding" is the bound of the
        literature.
    delta : float, optional
        By default 1e-3 for evidence, 1e-7 for Hoeffding's bound.
    tie : float
        Hoeffding: also split when the bound is below this.
    grace_period : int
        Rows between split attempts, if `looks="grace_period"`.
    parent_counts : bool
        Hoeffding: count the parent's rows in the bound, as MOA and river do.
    looks : {"certified", "every_example", "grace_period"}, optional
        When to attempt a split. "certified" grows the same tree as an attempt after every example,
        but makes only the attempts that could succeed; the default for evidence. The default for
        Hoeffding's bound is "grace_period".
    observer : {"bins", "gaussian"}
        How thresholds of numbers are found: in bins with exact counts, or by one Gaussian per
        class.
    bins, warm_up : int
        The number of bins, a power of two, and how many numbers of a leaf choose their edges.
    leaf : {"rivals", "majority", "nb", "nba"}
        How leaves predict: with the best of majority class and naive Bayes of the leaf and its
        ancestors; with the majority class; with naive Bayes; or with adaptive naive Bayes.
    criterion : {"information_gain", "gini", "gain_ratio"} or Criterion
        Which of the possible splits to take.
    explore : int
        The number of rows after which an impure leaf is split without evidence; 0: never.
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
    weights : {"importance", "frequency"}
        The meaning of the weight of a row. An importance, any finite number from 0 on, is how much
        the row matters compared with others; evidence counts no row more than once. A frequency,
        an integer, is the number of equal rows that it stands for.
    """

    rule: str = "evidence"
    delta: float | None = None
    tie: float = 0.05
    grace_period: int = 200
    parent_counts: bool = False
    looks: str | None = None
    observer: str = "bins"
    bins: int = 32
    warm_up: int = 100
    leaf: str = "rivals"
    criterion: str | Criterion = "information_gain"
    explore: int = 2000
    memory_limit: int | str | None = None
    max_values: int = 1000
    nominal_attributes: Iterable[Hashable] | None = None
    weights: Literal["importance", "frequency"] = "importance"

    def __post_init__(self) -> None:
        """Do nothing: an adapter that inherits the parameters makes its tree here."""

    def core_options(self) -> dict[str, Any]:
        """Return the arguments of the core, with the defaults that depend on the rule."""
        by_evidence = self.rule == "evidence"
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        if self.delta is None:
            given["delta"] = 1e-3 if by_evidence else 1e-7
        if self.looks is None:
            given["looks"] = "certified" if by_evidence else "grace_period"
        given["memory_limit"] = bytes_of(self.memory_limit)
        given["nominal_attributes"] = names_of(self.nominal_attributes)
        return given


# Errors of calls name the class that a user knows.
TreeParameters.__init__.__qualname__ = "VFDTClassifier.__init__"

Parameters = ParamSpec("Parameters")
Record = TypeVar("Record")
Owner = TypeVar("Owner")
AnyClass = TypeVar("AnyClass", bound=type)


def initialized_from(
    record: Callable[Parameters, Record],
) -> Callable[[Callable[[Owner, Record], None]], Callable[Concatenate[Owner, Parameters], None]]:
    """Let an `__init__` that takes a record take the record's parameters instead, by keyword."""

    def decorator(
        init: Callable[[Owner, Record], None],
    ) -> Callable[Concatenate[Owner, Parameters], None]:
        @wraps(init)
        def with_parameters(
            self: Owner, /, *args: Parameters.args, **kwargs: Parameters.kwargs
        ) -> None:
            if args:
                given = f"takes 1 positional argument but {len(args) + 1} were given"
                raise TypeError(f"{type(self).__name__}.__init__() {given}")
            init(self, record(*args, **kwargs))

        with_parameters.__signature__ = keyword_only(record)  # type: ignore[attr-defined]
        return with_parameters

    return decorator


def keyword_only(record: Any) -> inspect.Signature:
    """Return the signature of `__init__` with all parameters but self by keyword only."""
    signature = inspect.signature(record.__init__)
    self, *rest = signature.parameters.values()
    return signature.replace(
        parameters=[self, *(each.replace(kind=each.KEYWORD_ONLY) for each in rest)]
    )


def documented(cls: AnyClass) -> AnyClass:
    """Put the descriptions of the parameters into the docstring of a class, at `{parameters}`."""
    if cls.__doc__ is not None and TreeParameters.__doc__ is not None:  # without python -OO
        section = inspect.cleandoc(TreeParameters.__doc__).split("\n\n", maxsplit=1)[1]
        cls.__doc__ = inspect.cleandoc(cls.__doc__).replace("{parameters}", section)
    return cls
