"""The examples of streaming are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from entrostream import streaming

MODULES = sorted(
    f"entrostream.streaming.{each.name}" for each in pkgutil.iter_modules(streaming.__path__)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """As a reader would type them."""
    assert doctest.testmod(import_module(name)).failed == 0


def test_public_names():
    """`dir` shows what is public, and it exists."""
    assert dir(streaming) == sorted(streaming.__all__)
    assert all(hasattr(streaming, name) for name in streaming.__all__)
