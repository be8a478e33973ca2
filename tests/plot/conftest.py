"""Pictures are drawn without a display, and every figure is closed after its test."""

import pytest


@pytest.fixture(autouse=True)
def _no_display():
    """Draw into memory."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    yield
    pyplot.close("all")
