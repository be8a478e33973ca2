"""Noise stays unsplit where classes and attributes come late, as docs/trees.md says."""

import pytest

from tests.tree.late_noise import STREAMS


@pytest.mark.parametrize("kind", STREAMS)
def test_late_noise_is_not_evidence(kind):
    """A few streams, at a delta that is large; benchmarks/trees/late_noise.py has more."""
    noise = STREAMS[kind]

    assert noise.split(streams=8, rows=1200, delta=0.2) <= 8 * noise.bound(0.2)


@pytest.mark.slow
@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("delta", [0.05, 0.2])
def test_share_of_streams_that_are_split_is_within_the_bound(kind, delta):
    """In 300 streams of 6,000 rows."""
    noise = STREAMS[kind]

    assert noise.split(streams=300, rows=6000, delta=delta) <= 300 * noise.bound(delta)
