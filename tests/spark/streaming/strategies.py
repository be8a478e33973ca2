"""Random streams for Hypothesis: late and out of order, with nulls among the labels."""

from hypothesis import strategies as st

from entrostream.spark.streaming.panes import PaneRule
from tests.spark.streaming.model import Event

BASE = 1_000_000  # milliseconds: not before the first watermark, which is 0


def events(keys):
    """Return events within 200 ms."""
    times = st.integers(BASE * 1000, BASE * 1000 + 200_000)
    return st.builds(Event, st.sampled_from(keys), times, st.sampled_from(["a", "b", "c", None]))


def batches(keys):
    """Return the events of some triggers."""
    return st.lists(st.lists(events(keys), max_size=12), min_size=1, max_size=6)


def rules(slides):
    """Return windows of one to seven slides."""
    return st.builds(
        lambda panes, slide: PaneRule(panes * slide, slide, "label"),
        st.integers(1, 7),
        st.sampled_from(slides),
    )
