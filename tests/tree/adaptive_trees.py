"""The trees for streams that change, with parameters for short streams; for all tests to walk."""

import pytest

from entrostream.tree import CVFDTClassifier, EFDTClassifier, HoeffdingAdaptiveTreeClassifier

ADAPTIVE = {
    HoeffdingAdaptiveTreeClassifier: {},
    EFDTClassifier: {"re_evaluation_period": 100},
    CVFDTClassifier: {"window": 600, "re_evaluation_period": 200},
}
every_class = pytest.mark.parametrize("cls", ADAPTIVE, ids=lambda cls: cls.__name__)


def made(cls, **options):
    """Return an empty tree for a short stream."""
    return cls(**{**ADAPTIVE[cls], **options})
