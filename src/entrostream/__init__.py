"""Exact entropy and Gini index of label streams, at every event.

>>> tally = es.Tally()
>>> tally.update_many(["a", "a", "b", "b", "b"])
>>> tally.entropy, tally.gini
(0.9709505944546687, 0.48)
"""

from entrostream import _core, formulas
from entrostream._core import *  # noqa: F403 - the compiled classes, registered in bindings/module.cpp
from entrostream.change import Change, LabelShift
from entrostream.columns import (
    Chunks,
    divergence,
    entropy,
    expanding,
    expanding_entropy,
    expanding_gini,
    fading,
    fading_entropy,
    fading_gini,
    gini,
    information_gain,
    mutual_information,
    quantile_edges,
    rolling,
    rolling_divergence,
    rolling_entropy,
    rolling_gini,
    rolling_mutual_information,
    scan,
)
from entrostream.estimate import Estimate
from entrostream.mean_change import MeanChange
from entrostream.protocols import Mergeable, Removable, Summary, Timed

__version__ = "0.1.0.dev0"

__all__ = [
    "Change",
    "Chunks",
    "Estimate",
    "LabelShift",
    "MeanChange",
    "Mergeable",
    "Removable",
    "Summary",
    "Timed",
    "divergence",
    "entropy",
    "expanding",
    "expanding_entropy",
    "expanding_gini",
    "fading",
    "fading_entropy",
    "fading_gini",
    "formulas",
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
__all__ += _core.__all__

# The compiled classes are public here: errors, pickles and docs name this place.
for _name in _core.__all__:
    getattr(_core, _name).__module__ = "entrostream"
del _name


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
