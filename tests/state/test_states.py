"""States that were written once are read for ever, and written again as they were."""

from pathlib import Path

import pytest

import entrostream as es
from tests.laws.summaries import LAST_OF_EACH_CLASS
from tests.state.write_states import SUMMARIES

HERE = Path(__file__).parent
VERSIONS = sorted(HERE.glob("version_*"))
FILES = sorted(path for version in VERSIONS for path in version.glob("*.bin"))
every_file = pytest.mark.parametrize(
    "path", FILES, ids=[f"{p.parent.name}/{p.stem}" for p in FILES]
)


def first_read(summary):
    """Return the main read of a summary of labels, pairs, numbers, two sides, or of a sketch."""
    names = ("mutual_information", "entropy", "mean", "divergence", "gini")
    return getattr(summary, next(name for name in names if hasattr(summary, name)))


def content(summary):
    """Return what a summary holds, as far as it can be read."""
    if isinstance(summary, es.ADWIN):
        return summary.changes
    return summary.counts() if hasattr(summary, "counts") else summary.most_common()


def newest(name):
    """Return the file of a summary in the newest version that has one."""
    return [path for path in FILES if path.stem == name][-1]


@every_file
def test_state_of_a_released_version_is_read(path):
    """Today's code gives the summary that was written then."""
    expected = SUMMARIES[path.stem]()

    restored = type(expected).from_bytes(path.read_bytes())

    if path == newest(path.stem):
        assert restored == expected
    assert content(restored) == content(expected)
    assert first_read(restored).hex() == first_read(expected).hex()


@pytest.mark.parametrize("name", SUMMARIES)
def test_state_of_this_version_is_written_as_it_was(name):
    """Not one byte differs: neither of what was read nor of what is made afresh."""
    state = newest(name).read_bytes()
    kind = type(SUMMARIES[name]())

    assert SUMMARIES[name]().to_bytes() == state
    assert kind.from_bytes(state).to_bytes() == state


OF_VERSION_1 = sorted((HERE / "version_1").glob("adaptive_window_*.bin"))


@pytest.mark.parametrize("path", OF_VERSION_1, ids=lambda path: path.stem)
def test_adaptive_window_of_version_1_goes_on_as_it_was(path):
    """It learns no overdispersion, and does not know how large its changes were."""
    written = SUMMARIES[path.stem]()
    known = len(es.Change._fields) - len(es.Change._field_defaults)

    restored = es.AdaptiveWindow.from_bytes(path.read_bytes())

    assert (restored.calibrate, restored.min_shift, restored.overdispersion) == (False, 0, 1)
    assert [change[:known] for change in restored.changes] == [
        change[:known] for change in written.changes
    ]
    assert {change.severity for change in restored.changes} <= {None}
    assert es.AdaptiveWindow.from_bytes(restored.to_bytes()) == restored


def test_every_summary_has_its_file_and_every_file_its_summary():
    """Nothing is tested by halves."""
    assert {path.stem for path in FILES} == set(SUMMARIES)
    classes = {
        next(c for c in kind.__mro__ if c.__module__ == "entrostream")
        for kind in LAST_OF_EACH_CLASS
    }
    assert {type(make()) for make in SUMMARIES.values()} >= classes
    assert issubclass(es.StateError, ValueError)
