"""The names of the measures as types; written by tools/stubs.py."""

from typing import Literal, TypeAlias

__all__ = ["Measure", "PairMeasure"]

Measure: TypeAlias = Literal[
    "entropy",
    "gini",
    "n",
    "distinct",
    "nats",
    "evenness",
    "perplexity",
    "renyi2",
    "inverse_simpson",
]

PairMeasure: TypeAlias = Literal[
    "mutual_information",
    "information_gain",
    "gain_ratio",
    "normalized_mutual_information",
    "variation_of_information",
    "entropy_x",
    "entropy_y",
    "joint_entropy",
    "conditional_entropy",
    "g_statistic",
    "gini_x",
    "gini_y",
    "conditional_gini",
    "gini_gain",
    "n",
    "distinct",
    "distinct_x",
    "distinct_y",
]
