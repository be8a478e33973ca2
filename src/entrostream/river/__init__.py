"""river's statistics and drift detectors on our core: a river user changes one import.

>>> from entrostream.river import Entropy, Gini, MutualInformation
>>> from river import utils
>>> rolling = utils.Rolling(Entropy, window_size=3)
>>> for label in ["a", "b", "b", "b"]:
...     rolling.update(label)
>>> rolling.get()
0.0

The statistics keep river's words (`update`, `revert`, `get`, `clone`), its unit (nats, unless
`base` says otherwise) and its parameters, and repair what river's own `stats.Entropy`
cannot do: it has no `revert`, so `utils.Rolling` and `utils.TimeRolling` refuse it; with
a `fading_factor` it follows the paper's printed Algorithm 4 (erratum E2) and tends to 0
whatever the stream does; its `eps` keeps it from the exact value.

The drift detectors have `update` and `drift_detected`, as river's pipelines want them: ADWIN
for numbers, AdaptiveWindow for labels, ChangeDetector for any of ours. VFDTClassifier,
HoeffdingAdaptiveTreeClassifier, EFDTClassifier and CVFDTClassifier are the streaming trees of
`entrostream.tree`, classifiers for river's pipelines and evaluations.
"""

try:
    import river as _river  # noqa: F401
except ImportError as error:
    raise ImportError('entrostream.river needs river: pip install "entrostream[river]"') from error

from entrostream.river.change_detectors import ADWIN, AdaptiveWindow, ChangeDetector
from entrostream.river.statistics import Entropy, Gini, MutualInformation
from entrostream.river.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)

__all__ = [
    "ADWIN",
    "AdaptiveWindow",
    "CVFDTClassifier",
    "ChangeDetector",
    "EFDTClassifier",
    "Entropy",
    "Gini",
    "HoeffdingAdaptiveTreeClassifier",
    "MutualInformation",
    "VFDTClassifier",
]


def __dir__() -> list[str]:
    return __all__
