"""The examples in the words of the module give what they say."""

import doctest
import inspect

import pytest

import entrostream as es

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")
from entrostream import plot
from entrostream.docstrings import entries, parameters_of, sections_of


@pytest.mark.parametrize("thing", [plot, plot.trace, plot.labels], ids=lambda each: each.__name__)
def test_examples_give_what_they_say(thing):
    """As a reader would type them."""
    words = inspect.getdoc(thing)
    examples = doctest.DocTestParser().get_doctest(words, {"es": es, "plot": plot}, "", None, 0)

    result = doctest.DocTestRunner().run(examples)

    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("function", [plot.trace, plot.labels], ids=lambda each: each.__name__)
def test_all_sections_are_there(function):
    """In NumPy's order, with every parameter of the signature."""
    _, sections = sections_of(inspect.getdoc(function))

    assert list(sections) == ["Parameters", "Returns", "Raises", "Examples"]
    assert list(entries(sections["Parameters"])) == parameters_of(function)


def test_docstring_of_the_module_runs():
    """Two functions."""
    assert dir(plot) == sorted(plot.__all__) == ["labels", "trace"]
