"""A server that was away comes back: the page goes on by itself, and no point is missing."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until


@pytest.fixture
def restarted(monitor, watch):
    """Return a function that stops the server, changes it and starts it again."""
    watch.is_server_away = True

    def restart(page, change=lambda: None):
        monitor.stop()
        expect(page.locator("#connection")).to_have_text("Reconnecting")
        change()
        monitor.restart()
        expect(page.locator("#connection")).to_have_text("Live")

    return restart


def times(page):
    return page.evaluate("plots[0].data[0]")


def test_nothing_is_missing_after_a_restart(live, monitor, restarted):
    """The points that came meanwhile are in the chart, each once."""
    monitor.sample.advance(3)
    restarted(live, lambda: monitor.sample.advance(40))

    monitor.sample.advance(2)

    until(live, "now => plots[0].data[0].at(-1) === now", monitor.sample.now)
    assert times(live) == monitor.sample.columns["dport"]["time"]
    assert live.evaluate("plots[0].data.at(-1)") == monitor.sample.columns["dport"]["entropy"]


def test_page_says_that_the_server_is_gone(live, monitor, watch):
    """In words, with the time; the last values stay."""
    watch.is_server_away = True
    monitor.stop()

    expect(live.locator("#connection")).to_have_text("Reconnecting")
    expect(live.locator("#verdict-headline")).to_contain_text("Server not reachable since")
    expect(live.locator("#verdict-detail")).to_have_text("The values below are from then.")
    expect(live.locator(".card")).to_have_count(4)


def test_server_that_forgot_everything(live, monitor, restarted):
    """No database: history, alarms and their numbers begin anew, without a reload."""

    def forget():
        monitor.alarms.clear()
        monitor.alarm_texts.clear()
        monitor.sample.__init__(900)
        monitor.sample.advance(12)

    restarted(live, forget)

    until(live, "plots[0].data[0].length === 12")
    expect(live.locator("#alarm-list li")).to_have_count(0)
    expect(live.locator("#alarms-empty")).to_be_visible()

    monitor.raise_alarm("dport", "dport: 88 % is now 443, was 12 %", 0.8)  # number 1 again
    expect(live.locator("#announcement")).to_contain_text("88 % is now 443")


def test_other_version_of_the_server(live, monitor, restarted):
    """The page goes on, and says that there is a newer one."""
    restarted(live, lambda: monitor.header.update(version="0.2"))

    expect(live.locator("#note")).to_have_text("The server is now version 0.2: reload the page.")
    monitor.sample.advance()
    until(live, "now => plots[0].data[0].at(-1) === now", monitor.sample.now)


def test_points_between_two_snapshots_are_fetched(live, monitor):
    """A file is read faster than snapshots come: the chart has every point all the same."""
    for _ in range(4):
        monitor.sample.advance(50)
        live.wait_for_timeout(150)

    until(live, "now => plots[0].data[0].at(-1) === now", monitor.sample.now)
    assert times(live) == monitor.sample.columns["dport"]["time"]


def test_server_that_wants_a_token_after_a_restart(live, monitor, watch):
    """The login form comes by itself."""
    watch.is_server_away = watch.wants_token = True
    monitor.stop()
    monitor.token = "secret"
    monitor.restart()

    expect(live.get_by_label("Token")).to_be_visible()
