"""The protocols say of each summary what the laws' own list says."""

import pytest

import entrostream as es
from tests.laws.summaries import KINDS

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())


@every_kind
def test_protocols_tell_what_a_summary_can_do(kind):
    """Isinstance agrees with what the laws rely on."""
    summary = kind.make()

    assert isinstance(summary, es.Summary)
    assert isinstance(summary, es.Removable) == kind.removable
    assert isinstance(summary, es.Mergeable) == kind.mergeable
    assert isinstance(summary, es.Timed) == kind.clocked


@pytest.mark.parametrize("other", [{}, [], None, 3, object], ids=repr)
def test_other_objects_are_no_summaries(other):
    """Nor can they be merged or have events removed."""
    assert not isinstance(other, es.Summary | es.Removable | es.Mergeable | es.Timed)
