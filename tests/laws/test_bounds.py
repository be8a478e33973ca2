"""Entropy and Gini index stay between their least and their largest value."""

from hypothesis import given

from tests import truth
from tests.laws import streams
from tests.laws.summaries import KIND_OF, add_counts, every_exact, every_summary


@every_summary
@given(counts=streams.counts, stream=streams.streams)
def test_entropy_and_gini_stay_in_their_bounds(make, counts, stream):
    """0 <= H <= log2 m and 0 <= G <= 1 - 1/m for m labels, both bounds rounded once."""
    summary = make()
    add_counts(summary, counts)
    summary.update_many(stream)
    labels = summary.distinct or 1

    assert labels == (len(summary.counts()) or 1)
    assert 0.0 <= summary.entropy <= truth.nearest(truth.log2(labels)) + slack(make)
    assert 0.0 <= summary.gini <= truth.nearest(truth.gini([1] * labels))
    assert 0.0 <= summary.evenness <= 1.0
    assert 1.0 <= summary.inverse_simpson <= labels
    assert 1.0 <= summary.perplexity <= labels * (1 + 2**-52)


def slack(make):
    """Return by how much the bound itself may be off: an ulp or two where reads are not exact."""
    return 0.0 if KIND_OF[make].exact else 1e-15


@every_summary
@given(stream=streams.streams)
def test_both_are_zero_for_one_label(make, stream):
    """Exactly, also when others have been there before."""
    summary = make()
    summary.update_many(stream)
    summary.update_many(["last"] * 2000)

    if summary.distinct == 1:
        assert (summary.entropy, summary.gini) == (0.0, 0.0)


@every_exact
@given(counts=streams.counts)
def test_both_are_zero_for_at_most_one_label_alone(make, counts):
    """Impurity is seen from the first event of a second label on."""
    summary = make()
    add_counts(summary, counts)

    assert (summary.entropy == 0.0) == (summary.distinct < 2)
    assert (summary.gini == 0.0) == (summary.distinct < 2)
