"""Reads and states have the bits that were recorded on Linux x86-64, on every platform."""

import math

import entrostream as es
from entrostream import tree
from tests.platforms import digests


def test_digests_are_those_recorded():
    """The same stream gives the same values and bytes, whatever the platform and the Python."""
    assert digests.differences() == []


def test_every_class_with_a_state_has_a_digest():
    """A new class is recorded too."""
    protocols = {"Summary", "Mergeable", "Removable", "Timed"}
    classes = {name for name in es.__all__ if hasattr(getattr(es, name), "to_bytes")} - protocols
    classes |= {name for name in tree.__all__ if hasattr(getattr(tree, name), "to_bytes")}

    assert [c for c in classes if not any(d.startswith(c) for d in digests.DIGESTS)] == []


def test_one_bit_changes_a_digest():
    """The comparison can fail."""
    assert digests.digest([0.5], b"state") != digests.digest([math.nextafter(0.5, 1)], b"state")
    assert digests.digest([0.5], b"state") != digests.digest([0.5], b"statf")
    assert digests.digest([float("nan")]) == digests.digest([-float("nan")])
