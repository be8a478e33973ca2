"""The examples of ingest are true."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from entrostream import ingest

MODULES = sorted(
    f"entrostream.ingest.{each.name}" for each in pkgutil.iter_modules(ingest.__path__)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """As a reader would type them."""
    assert doctest.testmod(import_module(name)).failed == 0


def test_public_names():
    """`dir` shows what is public, and it exists."""
    assert dir(ingest) == sorted(ingest.__all__)
    assert all(hasattr(ingest, name) for name in ingest.__all__)
