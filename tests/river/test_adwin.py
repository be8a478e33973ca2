"""ADWIN cuts exactly where river's ADWIN does, over the same numbers."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.drift.number_streams import KINDS, RULES, stream
from tests.examples import examples

pytest.importorskip("river", reason="river is not installed")
from river import drift

from entrostream.river import ADWIN

every_kind = pytest.mark.parametrize("kind", KINDS)
every_rule = pytest.mark.parametrize("rule", RULES, ids=str)


def rivers_detections(values, **rule):
    """Return where river's ADWIN, which begins again after each, finds changes."""
    theirs, found = drift.ADWIN(**rule), []
    for i, value in enumerate(values):
        theirs.update(value)
        if theirs.drift_detected:
            found.append((i, theirs.width))
    return found


def our_detections(values, **rule):
    """Return where ADWIN finds changes if it is cleared after each."""
    ours, found = es.ADWIN(**rule), []
    for i, value in enumerate(values):
        ours.update(value)
        if ours.changed:
            found.append((i, ours.n))
            ours.clear()
    return found


@every_rule
@every_kind
def test_detections_are_rivers_when_cleared(kind, rule):
    """The same numbers, and the same length of the window there."""
    found = 0
    for seed in range(8):
        values = stream(kind, seed).tolist()
        theirs = rivers_detections(values, **rule)
        found += len(theirs)

        assert our_detections(values, **rule) == theirs
    assert found > 0


@examples(150)
@given(
    st.lists(
        st.one_of(st.sampled_from([0.0, 1.0, 0.5]), st.floats(0, 1)), min_size=20, max_size=200
    ),
    st.fixed_dictionaries(
        {
            "delta": st.floats(1e-3, 0.99),
            "clock": st.integers(1, 9),
            "max_buckets": st.integers(2, 8),  # with 1 river's loses count: see below
            "min_window_length": st.integers(1, 9),
            "grace_period": st.integers(0, 20),
        }
    ),
)
def test_detections_are_rivers_whatever_the_numbers(values, rule):
    """Short streams, tiny windows, odd parameters."""
    assert our_detections(values, **rule) == rivers_detections(values, **rule)


@every_rule
@every_kind
def test_cuts_are_those_of_rivers_window_that_is_kept(kind, rule):
    """Every cut and length of the window behind river's wrapper, which throws it away.

    Its sums lose digits by subtraction, ours do not; the cuts are the same nevertheless.
    """
    rust = pytest.importorskip("river._river_rust.drift")
    for seed in range(5):
        theirs, ours = rust.AdaptiveWindowing(**rule), es.ADWIN(**rule)
        for value in stream(kind, seed).tolist():
            found = theirs.update(value)
            ours.update(value)

            assert (ours.changed, ours.n) == (found, theirs.get_width())
        assert ours.n_changes == theirs.get_n_detections()
        assert ours.total == pytest.approx(theirs.get_total(), rel=1e-11)
        assert ours.variance == pytest.approx(theirs.variance_in_window, rel=1e-9, abs=1e-13)


def require_same(ours, theirs, values):
    """Give both the same numbers and compare what they say after each; return the detections."""
    detections = []
    for place, value in enumerate(values):
        ours.update(value)
        theirs.update(value)
        if theirs.drift_detected:
            detections.append(place)

        assert (ours.drift_detected, ours.width) == (theirs.drift_detected, theirs.width)
        assert ours.estimation == pytest.approx(theirs.estimation, rel=1e-10, abs=1e-13)
        assert ours.total == pytest.approx(theirs.total, rel=1e-10, abs=1e-13)
        assert ours.n_detections == len(detections)
    assert [change.found - 1 for change in ours.changes] == detections
    return detections


@every_rule
@every_kind
def test_detector_is_rivers(kind, rule):
    """Value for value: the drifts, the width, the mean."""
    require_same(ADWIN(**rule), drift.ADWIN(**rule), stream(kind, seed=9).tolist())


@pytest.mark.parametrize("seed", range(20))
def test_one_step_is_one_detection_where_rivers_is(seed):
    """An abrupt change of a clean stream: not again while the window forgets what was before."""
    rng = np.random.default_rng(seed)
    before, after = rng.permutation([0.1, 0.3, 0.6, 0.9])[:2]
    lengths = rng.integers(500, 1500, 2)
    clean = np.repeat([before, after], lengths).tolist()
    noisy = (rng.random(lengths.sum()) < np.repeat([before, after], lengths)).astype(float)

    assert len(require_same(ADWIN(), drift.ADWIN(), clean)) == 1
    require_same(ADWIN(), drift.ADWIN(), noisy.tolist())


def test_example_of_rivers_documentation():
    """Its numbers from 0 to 7 as those from 0 to 1."""
    rng = random.Random(12345)
    numbers = rng.choices([0, 1], k=1000) + rng.choices(range(4, 8), k=1000)

    found = require_same(ADWIN(), drift.ADWIN(), [number / 7 for number in numbers])

    assert found == [1023]


def test_what_a_change_left_can_be_kept():
    """As in the paper, and in es.ADWIN: then the same step may be found again."""
    values = stream("coins", seed=3).tolist()
    kept, window = ADWIN(keep=True), es.ADWIN()
    for value in values:
        kept.update(value)
        window.update(value)

        assert (kept.drift_detected, kept.width) == (window.changed, window.n)
    assert kept.n_detections == window.n_changes


def test_what_river_does_otherwise_is_as_we_say():
    """Should river repair this, the docs are to be changed."""
    theirs, ours, kept = drift.ADWIN(), ADWIN(), ADWIN(keep=True)
    for value in [0.0] * 200 + [1.0] * 24:
        for detector in (theirs, ours, kept):
            detector.update(value)
    assert (theirs.width, ours.width, kept.width) == (56, 56, 56)
    for detector in (theirs, ours, kept):
        detector.update(1.0)

    assert (theirs.width, theirs.n_detections) == (1, 0)
    assert (ours.width, ours.n_detections) == (1, 1)
    assert (kept.width, kept.n_detections) == (57, 1)

    theirs, ours = drift.ADWIN(), ADWIN()
    for value in [0.2, 0.4, 0.6, 0.8, 1.0]:
        theirs.update(value)
        ours.update(value)
    assert theirs.variance == pytest.approx(5 * np.var([0.2, 0.4, 0.6, 0.8, 1.0]))
    assert ours.variance == pytest.approx(np.var([0.2, 0.4, 0.6, 0.8, 1.0]))
