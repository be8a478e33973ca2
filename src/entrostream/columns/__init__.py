"""Column functions for pandas, Polars, Arrow and NumPy; results have the type of the input."""

from entrostream.columns.aggregate import entropy, gini
from entrostream.columns.bins import quantile_edges
from entrostream.columns.divergence import divergence, rolling_divergence
from entrostream.columns.expanding import expanding, expanding_entropy, expanding_gini
from entrostream.columns.fading import fading, fading_entropy, fading_gini
from entrostream.columns.pairs import (
    information_gain,
    mutual_information,
    rolling_mutual_information,
)
from entrostream.columns.rolling import rolling, rolling_entropy, rolling_gini
from entrostream.columns.scan import Chunks, scan

__all__ = [
    "Chunks",
    "divergence",
    "entropy",
    "expanding",
    "expanding_entropy",
    "expanding_gini",
    "fading",
    "fading_entropy",
    "fading_gini",
    "gini",
    "information_gain",
    "mutual_information",
    "quantile_edges",
    "rolling",
    "rolling_divergence",
    "rolling_entropy",
    "rolling_gini",
    "rolling_mutual_information",
    "scan",
]


def __dir__() -> list[str]:
    return __all__
