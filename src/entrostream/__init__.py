"""Exact entropy and Gini index of label streams, at every event.

>>> tally = es.Tally()
>>> tally.update_many(["a", "a", "b", "b", "b"])
>>> tally.entropy, tally.gini
(0.9709505944546687, 0.48)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from entrostream.contribution import Contribution
from entrostream.estimate import Estimate
from entrostream.mean_change import MeanChange
from entrostream.old_pickles import CLASSES as _OLD_PICKLES
from entrostream.protocols import Mergeable, Removable, Summary, Timed
from entrostream.sketches import FadingSketch, SketchWindow

if TYPE_CHECKING:  # imported by __getattr__
    from entrostream import duckdb as duckdb
    from entrostream import pandas as pandas
    from entrostream import plot as plot
    from entrostream import polars as polars
    from entrostream import river as river
    from entrostream import sklearn as sklearn
    from entrostream import spark as spark
    from entrostream import tree as tree

__version__ = "0.1.0.dev0"

__all__ = [
    "Change",
    "Chunks",
    "Contribution",
    "Estimate",
    "FadingSketch",
    "LabelShift",
    "MeanChange",
    "Mergeable",
    "Removable",
    "SketchWindow",
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


# Imported on first use: all but `tree` need an extra, and `import *` should need none of them.
_MODULES = ("duckdb", "pandas", "plot", "polars", "river", "sklearn", "spark", "tree")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        try:
            return import_module(f"entrostream.{name}")
        except ImportError as error:
            # AttributeError, so that `hasattr(es, "plot")` and `help(es)` work without the extra.
            raise AttributeError(str(error)) from error
    if name in _OLD_PICKLES:
        return _OLD_PICKLES[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_MODULES, "__version__"]
