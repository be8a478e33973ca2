"""Estimates depend on the counts now held alone, and leave the summary as it was."""

import pytest
from hypothesis import given

import entrostream as es
from tests.estimates.published import METHODS
from tests.laws import streams
from tests.laws.summaries import RESTORES, add_counts, parametrize
from tests.refusals import refused, unchanged

every_estimator = parametrize(lambda kind: hasattr(kind.make(), "entropy_estimate"))


def estimates(summary):
    """Return every estimate."""
    return [*map(summary.entropy_estimate, METHODS), summary.gini_estimate()]


@every_estimator
@given(counts=streams.counts, stream=streams.streams)
def test_estimates_are_those_of_a_fresh_tally(make, counts, stream):
    """To the last bit, whatever came and went, and in whatever order."""
    summary = make()
    add_counts(summary, counts)
    summary.update_many(stream)
    fresh = es.Tally()
    fresh.update_counts(dict(reversed(summary.counts().items())))

    assert estimates(summary) == estimates(fresh)


@every_estimator
@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
def test_estimates_survive_a_copy(make, restore):
    """Also those of a summary that has forgotten labels."""
    summary = make()
    summary.update_many("abracadabra" * 3)

    assert estimates(restore(summary)) == estimates(summary)


@every_estimator
def test_estimates_change_nothing(make):
    """They are questions."""
    summary = make()
    summary.update_many("abracadabra")
    with unchanged(summary):
        estimates(summary)


@every_estimator
@pytest.mark.parametrize("method", ["", "Plugin", "chao-wang-jost", None, 1, b"plugin"])
def test_unknown_method_is_refused_with_those_there_are(make, method):
    """One text for all that is no method."""
    known = "plugin, miller_madow, jackknife, chao_wang_jost"
    with refused(ValueError, f"method must be one of {known}, got {method!r}"):
        make().entropy_estimate(method)
