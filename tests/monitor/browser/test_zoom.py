"""Dragging across the chart zooms; the zoom has finer points, and can be left in every way."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until, wait_for_chart
from tests.monitor.fake_server import START


def shown(page):
    """Return the first and last time of the axis."""
    return page.evaluate("[plots[0].scales.x.min, plots[0].scales.x.max]")


def drag(page, begin, end, plot="#value-plot"):
    """Drag across parts of the chart's width."""
    area = page.locator(f"{plot} .u-over").bounding_box()
    height = area["y"] + area["height"] / 2
    page.mouse.move(area["x"] + begin * area["width"], height)
    page.mouse.down()
    page.mouse.move(area["x"] + end * area["width"], height, steps=5)
    page.mouse.up()


def zoom_to_the_middle(page, plot="#value-plot"):
    """Drag, and return what was shown before and after."""
    before = shown(page)
    drag(page, 0.25, 0.75, plot)
    until(page, "max => plots[0].scales.x.max < max", before[1])
    return before, shown(page)


@pytest.mark.parametrize("plot", ["#value-plot", "#regime-plot"])
def test_drag_zooms_both_charts(live, plot):
    """To the part that was dragged across."""
    (left, right), (begin, end) = zoom_to_the_middle(live, plot)

    width = right - left
    assert begin == pytest.approx(left + 0.25 * width, abs=0.01 * width)
    assert end == pytest.approx(right - 0.25 * width, abs=0.01 * width)
    until(live, "plots[1].scales.x.max === plots[0].scales.x.max")
    assert "from=" in live.url


def test_zoom_fetches_finer_points(page, monitor):
    """Twenty thousand points are joined by fives; a fifth of them are shown one by one."""
    monitor.sample.advance(20_000 - 720)
    page.goto(f"{monitor.address}#field=src&span=all")
    wait_for_chart(page)
    assert page.evaluate("plots[0].data[0][1] - plots[0].data[0][0]") == 5000

    drag(page, 0.5, 0.65)

    until(page, "plots[0].data[0][1] - plots[0].data[0][0] === 1000")


@pytest.mark.parametrize("way", ["double click", "Escape", "button"])
def test_zoom_is_reset(live, way):
    """The chart is live again."""
    before, _ = zoom_to_the_middle(live)

    if way == "double click":
        live.locator("#value-plot .u-over").dblclick()
    elif way == "Escape":
        live.keyboard.press("Escape")
    else:
        live.click("#reset-zoom")

    until(live, "max => plots[0].scales.x.max === max", before[1])
    assert shown(live) == before
    expect(live.locator("#reset-zoom")).to_be_hidden()
    assert "from=" not in live.url


def test_zoom_stands_still_and_the_stream_goes_on(live, monitor):
    """New points are there after the reset."""
    _, zoomed = zoom_to_the_middle(live)
    monitor.sample.advance(5)
    expect(live.locator("#figures")).to_contain_text("1,450,000")
    assert shown(live) == zoomed

    live.click("#reset-zoom")

    until(live, "now => plots[0].scales.x.max === now", monitor.sample.now)


def test_zoom_by_keys_and_buttons(live):
    """Nobody has to drag."""
    left, right = shown(live)
    live.click("#zoom-in")
    until(live, "max => plots[0].scales.x.max < max", right)
    begin, end = shown(live)
    assert end - begin == pytest.approx((right - left) / 2)

    live.locator("#chart").focus()
    live.keyboard.press("ArrowLeft")
    until(live, "min => plots[0].scales.x.min < min", begin)
    live.keyboard.press("+")
    until(live, "width => plots[0].scales.x.max - plots[0].scales.x.min < width / 1.9", end - begin)


def test_zoom_in_the_address(page, monitor):
    """A link leads to the minute in question."""
    begin, end = START + 300_000, START + 500_000
    page.goto(f"{monitor.address}#field=src&from={begin}&to={end}")
    wait_for_chart(page)

    until(page, "min => plots[0].scales.x.min === min", begin)
    assert shown(page) == [begin, end]


def test_click_without_a_drag_does_not_zoom(live):
    """A few pixels are a trembling hand."""
    before = shown(live)

    drag(live, 0.5, 0.502)

    expect(live.locator("#reset-zoom")).to_be_hidden()
    assert shown(live) == before
