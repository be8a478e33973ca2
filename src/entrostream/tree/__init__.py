"""Decision trees that learn from streams, one row after the other, from nothing known before.

>>> from entrostream.tree import VFDTClassifier
>>> tree = VFDTClassifier()
>>> for _ in range(100):
...     tree.learn_one({"sky": "blue", "wind": 3.0}, "sail")
...     tree.learn_one({"sky": "grey", "wind": 9.0}, "stay")
>>> print(tree)
sky = 'blue'
    sail (100 rows, entropy 0.000)
sky = 'grey'
    stay (100 rows, entropy 0.000)
"""

from entrostream.tree.adaptive import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
)
from entrostream.tree.classifier import VFDTClassifier
from entrostream.tree.criterion import Criterion
from entrostream.tree.prequential import Prequential, prequential
from entrostream.tree.rules import Condition, Rule
from entrostream.tree.tree_change import TreeChange

__all__ = [
    "CVFDTClassifier",
    "Condition",
    "Criterion",
    "EFDTClassifier",
    "HoeffdingAdaptiveTreeClassifier",
    "Prequential",
    "Rule",
    "TreeChange",
    "VFDTClassifier",
    "prequential",
]


def __dir__() -> list[str]:
    return __all__
