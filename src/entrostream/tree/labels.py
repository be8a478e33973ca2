"""Classes as arrays: codes of the core become labels again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["label_array", "labelled"]

NO_CODE = 2**32 - 1


def label_array(labels: list[Any]) -> NDArray[Any]:
    """Return labels as an array of their own kind, of objects if they are of several."""
    kinds = {type(label) for label in labels}
    fits = len(kinds) == 1 and kinds <= {bool, int, float, str}
    if fits and all(stays_the_same(label) for label in labels):
        return np.array(labels)
    array = np.empty(len(labels), dtype=object)
    array[:] = labels
    return array


def stays_the_same(label: Any) -> bool:
    """Say whether an array can hold a label: no larger integers, and no NUL ends a string."""
    if type(label) is int:
        return abs(label) < 2**63
    return not (type(label) is str and label.endswith("\0"))


def labelled(codes: NDArray[np.uint32], labels: list[Any]) -> NDArray[Any]:
    """Return the labels of codes; None where there was no prediction."""
    known = codes != NO_CODE
    if known.all() and labels:
        return label_array(labels)[codes]
    array = np.full(len(codes), None, dtype=object)
    if labels:
        objects = np.empty(len(labels), dtype=object)
        objects[:] = labels
        array[known] = objects[codes[known]]
    return array
