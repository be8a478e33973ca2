"""What all pictures of trees need: no display, and a tree worth drawing."""

import pytest

from tests.plot.conftest import _no_display  # noqa: F401
from tests.tree.pictures.drawn import grown


@pytest.fixture(scope="package")
def tree():
    """Give a tree of more than 100 leaves."""
    made = grown(18_000)
    assert 100 < made.n_leaves < 200
    return made
