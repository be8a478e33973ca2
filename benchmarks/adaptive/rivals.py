"""ADWIN on the numbers of the labels: what one does today with a detector made for means."""

from __future__ import annotations

import sys

import numpy as np

import entrostream as es


def adwin(codes: np.ndarray, k: int) -> es.ADWIN:
    """Return an ADWIN that has seen the codes, scaled to numbers from 0 to 1, its domain.

    It keeps what a cut left, as Bifet and Gavaldà say; river's throws that away as well.
    """
    detector = es.ADWIN()
    detector.update_many(codes / k)
    return detector


def in_another_order(codes: np.ndarray, k: int, seed: int) -> np.ndarray:
    """Give the labels other numbers: names are not in the order of frequencies."""
    return np.random.default_rng([seed, k]).permutation(k + 1)[codes]


def progress(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)
