"""Pause: the page stands still, the data go on and are shown on resume."""

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until


def drawn_times(page):
    return page.evaluate("[...plots[0].data[0]].slice(0, plots[0].data[0].length)")


def lines(page):
    return page.locator("#figures > div").nth(1).inner_text()


def pause(page):
    page.locator("body").press("Space")
    expect(page.locator("#connection")).to_have_text("Paused")


def test_paused_page_stands_still(live, monitor):
    """Numbers, cards and chart, while snapshots come in."""
    pause(live)
    before = lines(live), live.evaluate("plots[0].scales.x.max")
    monitor.sample.advance(30)
    live.wait_for_timeout(800)  # several snapshots

    assert (lines(live), live.evaluate("plots[0].scales.x.max")) == before
    expect(live.locator("#pause")).to_have_text("Resume")
    expect(live.locator("#pause")).to_have_attribute("aria-pressed", "true")


def test_nothing_is_missing_after_resume(live, monitor):
    """Point by point."""
    pause(live)
    for _ in range(5):
        monitor.sample.advance(3)
        live.wait_for_timeout(150)

    live.locator("body").press("Space")

    until(live, "now => plots[0].scales.x.max === now", monitor.sample.now)
    assert drawn_times(live) == monitor.sample.columns["dport"]["time"]
    expect(live.locator("#connection")).to_have_text("Live")


def test_alarms_are_announced_while_paused(live, monitor):
    """A pause must not hide that something happened."""
    pause(live)

    monitor.raise_alarm("src", "src: far less mixed than usual", 0.9)

    expect(live.locator("#pause")).to_have_text("Resume (1 new)")
    expect(live.locator("#announcement")).to_contain_text("src: far less mixed than usual")
    expect(live.locator("#alarm-list li")).to_have_count(4)
    live.click("#pause")
    expect(live.locator("#alarm-list li")).to_have_count(5)


def test_paused_page_can_be_explored(live, monitor):
    """Another field is shown, up to the moment of the pause."""
    pause(live)
    then = monitor.sample.now
    monitor.sample.advance(30)
    live.wait_for_timeout(300)

    live.click('.card[data-field="src"]')

    expect(live.locator("#labels-title")).to_have_text("Top labels of src")
    until(live, "then => plots[0].scales.x.max === then", then)


def test_space_on_a_button_presses_the_button(live):
    """It does not pause as well."""
    live.locator('.card[data-field="src"]').press("Space")

    expect(live.locator("#chart-title")).to_have_text("src: Entropy (bits)")
    expect(live.locator("#connection")).to_have_text("Live")
