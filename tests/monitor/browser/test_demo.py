"""The whole way, from the sample stream to the pixels: its flood and its scan are seen."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until
from tests.monitor.servers import Served

pytest.importorskip("starlette")

SECOND = 1000


@pytest.fixture(scope="module")
def server():
    """Run the demo once: the flood is in its past, the scan comes after twenty seconds."""
    with Served("--demo") as demo:
        yield demo


@pytest.fixture
def address(server):
    return f"{server.url}/"


@pytest.fixture
def began(live):
    """Return the time of the sample's first second, when its fifteen minutes are read."""
    until(live, "plots[0].data[0].length >= 900")
    return live.evaluate("plots[0].data[0][0]") - SECOND


def choose(page, field):
    page.click(f'.card[data-field="{field}"]')
    expect(page.locator("#chart-title")).to_have_text(f"{field}: Entropy (bits)")
    until(page, "plots[0].data[0].length >= 900")


def curve(page):
    """Return the points of the curve as pairs."""
    return page.evaluate("plots[0].data[0].map((time, row) => [time, plots[0].data[3][row]])")


def between(points, begin, end):
    return [value for time, value in points if begin <= time <= end]


def alarms(page):
    """Return time and text of the entries of the list."""
    return page.evaluate("fetch('api/alarms?order=time').then((answer) => answer.json())")["alarms"]


def test_flood_is_a_peak_of_sources(live, began):
    """From seven minutes on, for one and a half: thousands of addresses."""
    choose(live, "src")
    points = curve(live)

    calm = between(points, began + 120 * SECOND, began + 415 * SECOND)
    flood = between(points, began + 480 * SECOND, began + 510 * SECOND)
    assert max(calm) < 8.5
    assert max(flood) > 11


def test_flood_is_a_valley_of_destinations(live, began):
    """One server gets most of it."""
    choose(live, "dst")
    points = curve(live)

    calm = between(points, began + 120 * SECOND, began + 415 * SECOND)
    flood = between(points, began + 480 * SECOND, began + 510 * SECOND)
    assert min(calm) > 4
    assert min(flood) < 3.5


@pytest.mark.parametrize("field", ["src", "dst", "dport"])
def test_flood_is_mark_and_entry(live, began, field):
    """The alarm stands where the curve begins to change."""
    choose(live, field)
    begin, end = began + 420 * SECOND, began + 450 * SECOND
    (alarm, *_) = [
        each for each in alarms(live) if each["field"] == field and begin <= each["time"] <= end
    ]

    entry = live.locator(f'#alarm-list [data-alarm="{alarm["id"]}"]')
    expect(entry).to_contain_text(alarm["text"])
    expect(entry).to_contain_text("over after")
    flag = live.locator(f'.flag[data-alarm="{alarm["id"]}"]')
    expect(flag).to_be_visible()
    left = flag.evaluate("flag => parseFloat(flag.style.left)")
    expected = live.evaluate("time => plots[0].valToPos(time, 'x')", alarm["time"])
    assert left == pytest.approx(expected, abs=2)  # the chart moves on meanwhile


def test_scan_comes_live(live, began):
    """Without a reload: card, verdict, curve, mark and entry of the ports; then the labels."""
    choose(live, "dport")
    card = live.locator('.card[data-field="dport"]')
    expect(card.locator(".card-state")).to_have_text("In alarm", timeout=60_000)

    expect(live.locator("#verdict-headline")).to_contain_text("in alarm")
    expect(live.locator("#verdict-headline")).to_contain_text("dport")
    begin = began + 920 * SECOND
    until(live, "begin => plots[0].data[0].at(-1) > begin + 10_000", begin)
    points = curve(live)
    assert max(between(points, begin, begin + 10**6)) > 1 + max(
        between(points, begin - 200 * SECOND, begin)
    )
    (alarm, *_) = [
        each for each in alarms(live) if each["field"] == "dport" and each["time"] >= begin
    ]
    expect(live.locator(f'#alarm-list [data-alarm="{alarm["id"]}"]')).to_be_visible()
    expect(live.locator(f'.flag[data-alarm="{alarm["id"]}"]')).to_be_visible()
    choose(live, "src")
    expect(live.locator("#label-rows th").first).to_have_text("203.0.113.66", timeout=60_000)


def test_alarm_is_acknowledged_and_its_field_muted(live, began):
    """The server remembers both, so that other browsers see it."""
    number = alarms(live)[-1]["id"]
    entry = live.locator(f'#alarm-list [data-alarm="{number}"]')
    entry.get_by_role("button", name="Acknowledge").click()
    expect(entry.get_by_role("button", name="Acknowledged")).to_be_visible()
    entry.get_by_role("button", name="Mute field 1 h").click()
    expect(entry.get_by_role("button", name="Unmute field")).to_be_visible()

    live.reload()

    expect(entry.get_by_role("button", name="Acknowledged")).to_be_visible()
    entry.get_by_role("button", name="Unmute field").click()
    expect(entry.get_by_role("button", name="Mute field 1 h")).to_be_visible()
