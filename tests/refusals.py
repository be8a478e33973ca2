"""A call that is refused raises one error with one text and changes nothing."""

from contextlib import contextmanager

import pytest


@contextmanager
def refused(error, text):
    """Check that the block raises exactly this error with exactly this text."""
    with pytest.raises(error) as caught:
        yield caught
    assert str(caught.value) == text
    assert caught.type is error


def short_names(text):
    """Return Python's own message with our classes by their short names.

    From Python 3.12 on it names the module that a compiled class was made in.
    """
    return text.replace("entrostream._core.", "")


@contextmanager
def unchanged(*summaries):
    """Check that the block leaves parameters, content and reads as they were."""
    before = [picture(summary) for summary in summaries]
    yield
    assert [picture(summary) for summary in summaries] == before


def picture(summary):
    """Return all that a summary shows of itself."""
    events = summary.events() if hasattr(summary, "events") else None
    return repr(summary), summary.missing, summary.counts(), events, summary.entropy, summary.gini
