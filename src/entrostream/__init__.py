"""Exact entropy and Gini index of label streams, at every event."""

from entrostream import formulas
from entrostream._core import SlidingWindow, StateError, Tally

__all__ = ["SlidingWindow", "StateError", "Tally", "formulas"]
