"""The examples in the docstrings of the formulas give what they say."""

import doctest
import importlib
import pkgutil

import pytest

from entrostream import formulas

MODULES = [
    f"{formulas.__name__}.{module.name}" for module in pkgutil.iter_modules(formulas.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name):
    """Each function shows itself at work, and the picture is right."""
    result = doctest.testmod(importlib.import_module(name))

    assert result.failed == 0


def test_there_are_examples():
    """The examples are found at all."""
    found = doctest.DocTestFinder().find(importlib.import_module(MODULES[0]))

    assert any(test.examples for test in found)
