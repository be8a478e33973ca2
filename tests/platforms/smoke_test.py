"""Test an installed wheel with NumPy alone: `python -m tests.platforms.smoke_test`.

Run from the root of the repository, where `tests` is found but the package is not: it must be
installed. It needs no library besides NumPy.
"""

import platform
import sys
from pathlib import Path

import numpy as np

import entrostream as es
from entrostream.tree import VFDTClassifier
from tests.platforms import digests


def check_tally():
    """Count, remove and merge."""
    tally = es.Tally(["a", "a", "b", "c"])
    tally.remove("c")
    assert tally.counts() == {"a": 2, "b": 1}
    assert tally.entropy == 0.9182958340544896  # log2(3) - 2/3
    assert (tally + es.Tally(["b"])).gini == 0.5


def check_window():
    """Let the oldest label leave."""
    window = es.SlidingWindow(2)
    window.update_many(["a", "b", "b"])
    assert window.counts() == {"b": 2}
    assert window.entropy == 0.0


def check_rolling_column():
    """Compare with values of complete windows, NaN before."""
    values = es.rolling_entropy(["a", "b", "b", "a", "c"], 2)
    np.testing.assert_array_equal(values, [np.nan, 1.0, 0.0, 1.0, 1.0])


def check_tree():
    """Learn a concept that one split explains."""
    tree = VFDTClassifier()
    x = np.arange(2000) % 100
    tree.learn_many({"x": x}, x > 49)
    assert tree.predict_one({"x": 10}) == 0
    assert tree.predict_one({"x": 90}) == 1


def check_states():
    """Save, restore, and find damage."""
    tally = es.Tally(["a", "b", "b"])
    state = tally.to_bytes()
    assert es.Tally.from_bytes(state) == tally
    try:
        es.Tally.from_bytes(state[:-1] + bytes([state[-1] ^ 1]))
    except es.StateError:
        return
    raise AssertionError("a damaged state was read")


def check_digests():
    """Compare the bits of all classes with the recorded ones."""
    different = digests.differences()
    assert not different, f"other bits than recorded: {', '.join(different)}"


CHECKS = (
    check_tally,
    check_window,
    check_rolling_column,
    check_tree,
    check_states,
    check_digests,
)


def main():
    """Run all checks; an error ends the program."""
    for check in CHECKS:
        check()
    print(
        f"entrostream {es.__version__}: {len(CHECKS)} checks passed, "
        f"{len(digests.DIGESTS)} digests as recorded, with Python {platform.python_version()} and "
        f"NumPy {np.__version__} on {sys.platform} {platform.machine()}, "
        f"installed in {Path(es.__file__).parent}"
    )


if __name__ == "__main__":
    main()
