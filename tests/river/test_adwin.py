"""Adwin cuts exactly where river's ADWIN does, over the same numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrostream as es
from tests.summaries.number_streams import KINDS, RULES, stream

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
    """Return where Adwin finds changes if it is cleared after each."""
    ours, found = es.Adwin(**rule), []
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


@settings(max_examples=300)
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
        theirs, ours = rust.AdaptiveWindowing(**rule), es.Adwin(**rule)
        for value in stream(kind, seed).tolist():
            found = theirs.update(value)
            ours.update(value)

            assert (ours.changed, ours.n) == (found, theirs.get_width())
        assert ours.n_changes == theirs.get_n_detections()
        assert ours.total == pytest.approx(theirs.get_total(), rel=1e-11)
        assert ours.variance == pytest.approx(theirs.variance_in_window, rel=1e-9, abs=1e-13)


@every_rule
@every_kind
def test_detector_that_does_not_keep_is_rivers(kind, rule):
    """ADWIN(keep=False) is river's ADWIN, value for value."""
    ours, theirs = ADWIN(**rule, keep=False), drift.ADWIN(**rule)
    detections = 0
    for value in stream(kind, seed=9).tolist():
        ours.update(value)
        theirs.update(value)
        detections += theirs.drift_detected

        assert (ours.drift_detected, ours.width) == (theirs.drift_detected, theirs.width)
        assert ours.estimation == pytest.approx(theirs.estimation, rel=1e-10, abs=1e-13)
    assert ours.n_detections == detections


def test_what_river_does_otherwise_is_as_we_say():
    """Should river repair this, the docs are to be changed."""
    theirs, ours = drift.ADWIN(), ADWIN()
    for value in [0.0] * 200 + [1.0] * 24:
        theirs.update(value)
        ours.update(value)
    assert (theirs.width, ours.width) == (56, 56)
    theirs.update(1.0)
    ours.update(1.0)

    assert (theirs.width, theirs.n_detections) == (1, 0)
    assert (ours.width, ours.n_detections) == (57, 1)

    theirs, ours = drift.ADWIN(), ADWIN()
    for value in [0.2, 0.4, 0.6, 0.8, 1.0]:
        theirs.update(value)
        ours.update(value)
    assert theirs.variance == pytest.approx(5 * np.var([0.2, 0.4, 0.6, 0.8, 1.0]))
    assert ours.variance == pytest.approx(np.var([0.2, 0.4, 0.6, 0.8, 1.0]))
