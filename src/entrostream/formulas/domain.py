"""The domains of the formulas: every argument is read here, and every refusal is worded here.

A number is taken at its exact value: an integer, a `Fraction`, or the rational that a float
stands for. No sum or square can then overflow or cancel on the way.

Rounding. A value that a recurrence in floats feeds back may lie a little outside its range, for
example an entropy of -1e-17. So once a float is among the arguments, bounds on values and sums
give way by `ROUNDING`; what lies further out is a mistake, or drift that made the value useless.
Integers and fractions are never rounded, so for them the bounds are strict.

What no check can see: whether a value really is that of the sample it is passed with.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import TypeAlias

Number: TypeAlias = int | float | Fraction

#: By how much a bound gives way once a float is involved: absolute for an entropy or a Gini
#: index, relative for an element against the total it is part of.
ROUNDING = Fraction(1, 10**9)


class Arguments:
    """Reads the arguments of one call and remembers whether a float was among them."""

    def __init__(self) -> None:
        self._slack = Fraction(0)

    def number(self, name: str, value: object) -> Fraction:
        """Read a finite real number."""
        if isinstance(value, bool) or not isinstance(value, Real):
            raise TypeError(f"{name} must be a real number, {_got(value)}")
        if isinstance(value, Rational):
            return Fraction(int(value.numerator), int(value.denominator))
        if not math.isfinite(value):
            raise ValueError(f"{name} must be finite, got {value}")
        self._slack = ROUNDING
        return Fraction(float(value))

    def element(self, name: str, value: object) -> Fraction:
        """Read an element or a sum of elements: a number of at least 0."""
        element = self.number(name, value)
        if element < 0:
            raise ValueError(f"{name} must be at least 0, got {value}")
        return element

    def elements(self, name: str, values: object) -> list[Fraction]:
        """Read a sample."""
        return [self.element(f"{name}[{i}]", value) for i, value in enumerate(_items(name, values))]

    def part(self, name: str, value: object, whole_name: str, whole: Fraction) -> Fraction:
        """Read an element of the sample whose sum is `whole`."""
        part = self.element(name, value)
        self._check_part(name, part, whole_name, whole)
        return part

    def parts(self, name: str, values: object, whole_name: str, whole: Fraction) -> list[Fraction]:
        """Read some elements of the sample whose sum is `whole`."""
        parts = self.elements(name, values)
        self._check_part(f"the sum of {name}", sum(parts, Fraction(0)), whole_name, whole)
        return parts

    def gini(self, name: str, value: object, total_name: str, total: Fraction) -> Fraction:
        """Read the Gini index of a sample whose sum is `total`."""
        gini = self.number(name, value)
        if not -self._slack <= gini <= 1 + self._slack:
            raise ValueError(
                f"{name} must be a Gini index, between 0 and 1, got {value}; "
                "compute it afresh with gini(counts)"
            )
        self._check_empty(name, gini, total_name, total)
        return gini

    def entropy(self, name: str, value: object, total_name: str, total: Fraction) -> float:
        """Read the entropy of a sample whose sum is `total`."""
        entropy = self.number(name, value)
        if entropy < -self._slack:
            raise ValueError(
                f"{name} must be an entropy, at least 0, got {value}; "
                "compute it afresh with entropy(counts)"
            )
        self._check_empty(name, entropy, total_name, total)
        return float(entropy)

    def changes(
        self, name: str, values: object, total_name: str, total: Fraction
    ) -> list[tuple[Fraction, Fraction]]:
        """Read pairs (x, r): an element of a sample whose sum is `total`, and its change."""
        pairs = [
            self._change(f"{name}[{i}]", value) for i, value in enumerate(_items(name, values))
        ]
        changed = sum((x for x, _ in pairs), Fraction(0))
        self._check_part(f"the sum of x in {name}", changed, total_name, total)
        return pairs

    def new_total(self, name: str, total: Fraction) -> Fraction:
        """Check the sum after the change: the formulas divide by it."""
        if total <= 0:
            raise ValueError(
                f"{name} must be above 0, got {self._show(total)}; "
                "no formula is needed: the empty sample has the value 0"
            )
        return total

    def fading_factor(self, name: str, value: object) -> Fraction:
        """Read a fading factor."""
        factor = self.number(name, value)
        if not 0 < factor <= 1:
            raise ValueError(f"{name} must be above 0 and at most 1, got {value}")
        return factor

    def result(self, value: Fraction) -> Fraction | float:
        """Return the value as it is, or rounded (once) if a float was among the arguments."""
        return float(value) if self._slack else value

    def _change(self, name: str, pair: object) -> tuple[Fraction, Fraction]:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"{name} must be a pair (x, r), {_got(pair)}")
        x = self.element(f"x of {name}", pair[0])
        r = self.number(f"r of {name}", pair[1])
        if r < -x * (1 + self._slack):
            raise ValueError(
                f"r of {name} must be at least -x = {self._show(-x)}, got {pair[1]}; "
                "no element can fall below 0"
            )
        # What is below -x by rounding means -x: a logarithm follows.
        return x, max(r, -x)

    def _check_part(self, name: str, part: Fraction, whole_name: str, whole: Fraction) -> None:
        if part > whole * (1 + self._slack):
            raise ValueError(
                f"{name} must be at most {whole_name} = {self._show(whole)}, "
                f"got {self._show(part)}; {whole_name} is the sum of all elements before the change"
            )

    def _check_empty(self, name: str, value: Fraction, total_name: str, total: Fraction) -> None:
        if total == 0 and value > self._slack:
            raise ValueError(
                f"{name} must be 0 for an empty sample ({total_name} = 0), got {self._show(value)}"
            )

    def _show(self, value: Fraction) -> str:
        return str(float(value)) if self._slack else str(value)


def count(name: str, value: object) -> int:
    """Read a number of examples."""
    number = _integer(name, value)
    if number < 0:
        raise ValueError(f"{name} must be at least 0, got {number}")
    return number


def present_count(name: str, value: object) -> int:
    """Read the number of examples of a class that has some."""
    number = _integer(name, value)
    if number < 1:
        raise ValueError(
            f"{name} must be at least 1, got {number}; a class without examples cannot come or go"
        )
    return number


def counts(n: object, n_i: object, *, present: bool) -> tuple[int, int]:
    """Read the number of all examples and that of one class among them."""
    whole = count("n", n)
    part = present_count("n_i", n_i) if present else count("n_i", n_i)
    if part > whole:
        raise ValueError(
            f"n_i must be at most n = {whole}, got {part}; n counts the examples of all classes"
        )
    return whole, part


def window_size(value: object) -> int:
    """Read the size of a window."""
    size = _integer("window size", value)
    if size < 1:
        raise ValueError(f"window size must be a positive integer, got {size}")
    return size


def same_length(xs: list[Fraction], ys: list[Fraction]) -> None:
    """Check that two samples are aligned class by class."""
    if len(xs) != len(ys):
        raise ValueError(
            f"xs and ys must have the same length, got {len(xs)} and {len(ys)}; "
            "align the classes and write 0 where one is absent"
        )


def table(arguments: Arguments, name: str, rows: object) -> list[list[Fraction]]:
    """Read a table of counts: a row a branch, a column a class."""
    counts_of = [
        arguments.elements(f"{name}[{j}]", row) for j, row in enumerate(_items(name, rows))
    ]
    for j, row in enumerate(counts_of):
        if len(row) != len(counts_of[0]):
            raise ValueError(
                f"{name} must have equally many classes each, got {len(counts_of[0])} in "
                f"{name}[0] and {len(row)} in {name}[{j}]; write 0 where a class is absent"
            )
    return counts_of


def _items(name: str, values: object) -> list[object]:
    # Iterating a mapping gives its labels; if these are numbers, the result would be
    # silently that of the wrong sample.
    if isinstance(values, Mapping):
        raise TypeError(f"{name} must be numbers, got a mapping; pass its values()")
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} must be an iterable, {_got(values)}")
    return list(values)


def _got(value: object) -> str:
    return f"got {value!r} ({type(value).__name__})"


def _integer(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be an integer, {_got(value)}")
    return int(value)
