"""The committed output of a stream of windows, compared with brute force over its rows."""

from collections import Counter

from tests.spark.streaming import model
from tests.spark.streaming.model import MEASURES, arrivals, bits, of_key, windows


def require_same_windows(rows, batches, rule, lateness):
    """Fail unless each window is there once, to the last bit, and late rows are counted."""
    came, watermark = arrivals(batches, lateness)
    assert_same(rows, windows_by_host(came, rule, watermark))
    late = {host: model.late(of_key(came, host), rule) for host in hosts_of(came)}
    assert {host: max(row.late for row in rows if row.host == host) for host in late} == late
    assert sum(late.values()) > 20, "the rows must have late ones among them"


def require_same_early_windows(rows, batches, rule, lateness):
    """Fail unless each trigger gave the open windows that it changed, with the rows until then."""
    expected = []
    for number, batch in enumerate(batches, 1):
        came, _ = arrivals(batches[:number], lateness)
        so_far = windows_by_host(came, rule)
        changed = windows_by_host(came[len(came) - len(batch) :], rule)
        expected += [(window, so_far[window]) for window in changed]
    found = [((row.host, row.end // 1000), measured(row)) for row in rows]
    assert Counter(found) == Counter(expected)


def windows_by_host(came, rule, upto=model.OPEN):
    """Return the values of windows by host and end."""
    return {
        (host, end): each
        for host in hosts_of(came)
        for end, each in windows(of_key(came, host), rule, upto).items()
    }


def hosts_of(came):
    """Return the hosts of events."""
    return {event.key for event, _ in came}


def assert_same(rows, expected):
    """Fail unless each window is there once, to the last bit."""
    assert len(rows) == len(expected)
    assert {(row.host, row.end // 1000): measured(row) for row in rows} == expected


def measured(row):
    """Return the measures of a row to the last bit."""
    return bits(row[name] for name in MEASURES)
