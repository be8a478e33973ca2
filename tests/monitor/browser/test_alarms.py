"""An alarm is a mark in the chart, an entry in the list, and is announced once."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until, wait_for_chart


def entry(page, number):
    return page.locator(f'#alarm-list [data-alarm="{number}"]')


def posts(monitor):
    return [(path, body) for method, path, body in monitor.requests if method == "POST"]


def test_new_alarm_is_mark_and_entry(live, monitor):
    """Without a reload."""
    number = monitor.raise_alarm("dport", "dport: 88 % is now 443, was 12 %", 0.25)

    expect(entry(live, number)).to_contain_text("medium 0.25")
    expect(entry(live, number)).to_contain_text("dport: 88 % is now 443, was 12 %")
    expect(entry(live, number)).to_contain_text("active")
    expect(entry(live, number)).to_contain_text("443 12 → 88 %")
    expect(live.locator(f'.flag[data-alarm="{number}"]')).to_have_attribute(
        "data-severity", "medium"
    )


def test_mark_stands_at_the_time_of_its_alarm(live, monitor):
    """At the position of the axis."""
    time = monitor.alarms[2]["time"]
    flag = live.locator('.flag[data-alarm="3"]')

    left = flag.evaluate("flag => parseFloat(flag.style.left)")
    expected = live.evaluate("time => plots[0].valToPos(time, 'x')", time)
    assert left == pytest.approx(expected, abs=0.01)


PIXELS = """(time) => {
  const { ctx, bbox, valToPos } = plots[0];
  const left = Math.round(valToPos(time, "x", true));
  const pixels = ctx.getImageData(left - 8, bbox.top + bbox.height - 3, 9, 1).data;
  return [[...pixels.slice(0, 4)], [...pixels.slice(-4)]];
}"""


def test_line_of_the_alarm_is_drawn_in_the_colour_of_its_severity(live, monitor):
    """The pixel on the line; eight pixels before it there is nothing."""
    name = "getComputedStyle(document.documentElement).getPropertyValue('--alarm')"
    colour = list(bytes.fromhex(live.evaluate(name).strip().removeprefix("#")))

    before, on_line = live.evaluate(PIXELS, monitor.alarms[2]["time"])

    assert on_line == [*colour, 255]
    assert before == [0, 0, 0, 0]


@pytest.mark.parametrize("way", ["hover", "focus", "cursor"])
def test_mark_shows_its_words(live, way):
    """When pointed at, when focused, and when the cursor is on its line."""
    flag = live.locator('.flag[data-alarm="3"]')
    if way == "hover":
        flag.hover()
    elif way == "focus":
        flag.focus()
    else:
        area = flag.bounding_box()
        live.mouse.move(area["x"] + area["width"] / 2, area["y"] + 150)

    expect(live.locator("#mark-text")).to_be_visible()
    expect(live.locator("#mark-text")).to_have_text(
        "14:24:31, severity high 0.83: "
        "dport: far more mixed than usual, 2.1 to 9.6 bits; 830 new labels hold 64 %"
    )


def test_only_marks_of_the_chosen_field_are_shown(live):
    """Two of the four alarms are those of other fields' charts."""
    expect(live.locator(".flag")).to_have_count(1)
    live.click('.card[data-field="src"]')
    expect(live.locator('.flag[data-alarm="1"]')).to_be_visible()
    expect(live.locator(".flag")).to_have_count(1)


def test_list_is_by_severity_or_by_time(live):
    """Active ones first by severity; the newest first by time."""
    numbers = "items => items.map(item => item.dataset.alarm).join()"
    entries = live.locator("#alarm-list li")
    expect(entries).to_have_count(4)
    assert entries.evaluate_all(numbers) == "3,4,1,2"

    live.locator("#alarm-order").get_by_role("radio", name="Time").check()

    until(live, "document.querySelector('#alarm-list li').dataset.alarm === '4'")
    assert entries.evaluate_all(numbers) == "4,3,2,1"


def test_alarm_that_is_over_says_how_long_it_was(live, monitor):
    """Its entry and its card."""
    expect(entry(live, 1)).to_contain_text("over after 1 min 54 s")
    expect(live.locator("#alarms-title")).to_have_text("Alarms (2 active)")

    monitor.clear_alarm(3)

    expect(entry(live, 3)).to_contain_text("over after 48 s")
    expect(live.locator("#alarms-title")).to_have_text("Alarms (1 active)")


def test_clicking_an_alarm_shows_its_field_and_time(live, monitor):
    """The chart begins before the alarm and ends after it."""
    entry(live, 1).locator(".alarm-text").click()

    expect(live.locator("#chart-title")).to_have_text("src: Entropy (bits)")
    expect(live.locator("#reset-zoom")).to_be_visible()
    alarm = monitor.alarms[0]
    until(live, "max => plots[0].scales.x.max < max", monitor.sample.now)
    begin, end = live.evaluate("[plots[0].scales.x.min, plots[0].scales.x.max]")
    assert begin < alarm["time"] < alarm["cleared"] < end


def test_acknowledge_tells_the_server(live, monitor):
    """The button says that it was done, and keeps the focus."""
    button = entry(live, 3).get_by_role("button", name="Acknowledge")
    button.press("Enter")

    done = entry(live, 3).get_by_role("button", name="Acknowledged")
    expect(done).to_have_attribute("aria-disabled", "true")
    expect(done).to_be_focused()
    done.press("Enter")
    assert posts(monitor) == [("/api/alarms/3/acknowledge", "{}")]


def test_mute_and_unmute(live, monitor):
    """For an hour; the card says until when."""
    entry(live, 1).get_by_role("button", name="Mute field 1 h").click()

    expect(live.locator('.card[data-field="src"]')).to_contain_text("Muted until 15:25:19")
    entry(live, 1).get_by_role("button", name="Unmute field").click()

    expect(live.locator('.card[data-field="src"]')).not_to_contain_text("Muted")
    assert posts(monitor) == [
        ("/api/fields/src/mute", '{"seconds":3600}'),
        ("/api/fields/src/mute", '{"seconds":0}'),
    ]


def test_action_that_fails_is_said(live, monitor, watch):
    """In a sentence; the page goes on."""
    live.route("**/acknowledge", lambda route: route.fulfill(status=503))

    entry(live, 3).get_by_role("button", name="Acknowledge").click()

    expect(live.locator("#problem")).to_contain_text("the server answered 503")
    assert len(watch.errors) == 1  # the browser's own line about the answer
    watch.errors.clear()


def test_alarm_is_announced_once(live, monitor):
    """Not again after a reload, when it was heard before."""
    region = live.locator("#announcement")
    expect(region).to_have_attribute("aria-live", "assertive")
    expect(region).to_contain_text("Alarm, severity high. dport: far more mixed than usual")

    monitor.raise_alarm("src", "src: far less mixed than usual", 0.9)
    expect(region).to_have_text("Alarm, severity high. src: far less mixed than usual.")

    live.reload()
    wait_for_chart(live)
    expect(live.locator("#alarm-list li")).to_have_count(5)
    expect(region).to_have_text("")


def test_alarm_of_a_muted_field_is_not_announced(page, monitor):
    """The reader wants silence."""
    monitor.alarms.clear()
    monitor.muted["src"] = monitor.sample.now + 10**6
    monitor.raise_alarm("src", "src: far less mixed than usual", 0.9)
    page.goto(monitor.address)

    expect(page.locator("#alarm-list li")).to_have_count(1)
    expect(page.locator("#announcement")).to_have_text("")
