"""The examples of all public names give what they say."""

import doctest
import inspect

import pytest

import entrostream as es
from tests.spark.availability import require_spark

require_spark(allow_module_level=True)
import entrostream.spark  # noqa: E402

NAMES = ["", *es.spark.__all__]


@pytest.mark.parametrize("name", NAMES, ids=[name or "module" for name in NAMES])
def test_examples_give_what_they_say(spark, name, tmp_path, monkeypatch):
    """In a session that is there already."""
    monkeypatch.chdir(tmp_path)  # where an example writes its files
    thing = getattr(es.spark, name) if name else es.spark
    words = inspect.getdoc(thing)
    examples = doctest.DocTestParser().get_doctest(words, {"es": es}, name, None, 0)

    assert examples.examples
    assert doctest.DocTestRunner().run(examples).failed == 0
