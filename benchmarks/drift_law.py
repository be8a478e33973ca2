"""The law of the drift: a slide multiplies by two rounded factors whose product is not 1."""

from __future__ import annotations

from fractions import Fraction


def eps_entropy(window: int) -> float:
    """Return by how much the two rounded factors of a slide, w/(w-1) and (w-1)/w, miss 1."""
    w = window
    return float(Fraction(w / (w - 1)) * Fraction((w - 1) / w) - 1)


def eps_gini(window: int) -> float:
    """Return the same for 1 - g, where the rounded factors are 1/(w-1)^2 and 1/w^2."""
    w = window
    return float(Fraction(1 / (w - 1) ** 2) * w**2 * Fraction(1 / w**2) * (w - 1) ** 2 - 1)
