"""One number over exact results that no machine, compiler or flag may change."""

import re
from pathlib import Path

from entrostream import _core

PINNED = 0xD17ACD09FFED4F70
HEADER = Path(__file__).parents[2] / "core" / "exact" / "checksum.hpp"


def test_checksum_is_the_pinned_one():
    """F for 16 000 counts and all reads of 2000 count vectors hash to the number known."""
    assert _core.exact_checksum() == PINNED


def test_checksum_of_the_core_is_the_same_number():
    """The C++ tests pin what is pinned here."""
    found = re.search(r"expected_checksum = (0x[0-9a-f]+)", HEADER.read_text())

    assert found is not None
    assert int(found[1], 16) == PINNED
