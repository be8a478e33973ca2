"""The committed output of a stream of windows, compared with brute force over its rows."""

from tests.spark.streaming import model
from tests.spark.streaming.model import MEASURES, arrivals, bits, of_key, windows


def require_same_windows(rows, batches, rule, lateness):
    """Fail unless each window is there once, to the last bit, and late rows are counted."""
    came, watermark = arrivals(batches, lateness)
    hosts = {event.key for event, _ in came}
    expected = {
        (host, end): each
        for host in hosts
        for end, each in windows(of_key(came, host), rule, watermark).items()
    }
    late = {host: model.late(of_key(came, host), rule) for host in hosts}
    assert len(rows) == len(expected)
    assert {(row.host, row.end // 1000): measured(row) for row in rows} == expected
    assert {host: max(row.late for row in rows if row.host == host) for host in hosts} == late
    assert sum(late.values()) > 20, "the rows must have late ones among them"


def measured(row):
    """Return the measures of a row to the last bit."""
    return bits(row[name] for name in MEASURES)
