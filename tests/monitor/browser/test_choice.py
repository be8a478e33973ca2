"""The reader chooses a field, a measure and a time span; the address keeps them."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until, wait_for_chart


def drawn(page):
    """Return the values of the curve."""
    return page.evaluate("plots[0].data.at(-1)")


def shown_span(page):
    """Return how much time the chart shows, in seconds."""
    return page.evaluate("(plots[0].scales.x.max - plots[0].scales.x.min) / 1000")


def wait_for_values(page, expected):
    until(
        page,
        "expected => JSON.stringify(plots[0].data.at(-1)) === JSON.stringify(expected)",
        expected,
    )


def test_field_is_chosen_by_its_card(live, monitor):
    """Chart, labels, card and address follow."""
    live.click('.card[data-field="src"]')

    wait_for_values(live, monitor.sample.columns["src"]["entropy"])
    expect(live.locator("#chart-title")).to_have_text("src: Entropy (bits)")
    expect(live.locator("#labels-title")).to_have_text("Top labels of src")
    expect(live.locator('.card[aria-pressed="true"]')).to_have_attribute("data-field", "src")
    assert "field=src" in live.url


def test_address_leads_to_the_same_view(page, monitor):
    """A link for a colleague."""
    page.goto(f"{monitor.address}#field=dst&measure=gini&span=15m")

    wait_for_chart(page)
    wait_for_values(page, monitor.sample.columns["dst"]["gini"])
    expect(page.locator("#chart-title")).to_have_text("dst: Gini")
    expect(page.get_by_role("radio", name="15 min")).to_be_checked()


def test_address_with_an_unknown_field(page, monitor):
    """Another server's link: what is there is shown."""
    page.goto(f"{monitor.address}#field=nothing&measure=none&span=never")

    expect(page.locator("#chart-title")).to_have_text("dport: Entropy (bits)")


@pytest.mark.parametrize(
    ("name", "key"),
    [("Evenness", "evenness"), ("Gini", "gini"), ("Distinct", "distinct"), ("n", "n")],
)
def test_measure_is_chosen(live, monitor, name, key):
    """The curve is that of the measure."""
    live.get_by_role("radio", name=name, exact=True).check()

    wait_for_values(live, monitor.sample.columns["dport"][key])


def test_span_is_chosen(page, monitor):
    """Fifteen minutes of two hours, and all of it."""
    monitor.sample.advance(7200 - 720)
    page.goto(monitor.address)
    wait_for_chart(page)

    page.get_by_role("radio", name="15 min").check()
    until(page, "plots[0].scales.x.max - plots[0].scales.x.min === 900_000")

    page.get_by_role("radio", name="All").check()
    until(page, "plots[0].scales.x.max - plots[0].scales.x.min >= 7_190_000")


def test_span_longer_than_the_stream_shows_the_stream(live):
    """No empty space to the left of a stream that began twelve minutes ago."""
    assert shown_span(live) == 719


def test_steps_coarser_than_a_point_have_a_band(page, monitor):
    """The smallest and the largest entropy in each step."""
    monitor.sample.advance(20_000 - 720)
    page.goto(f"{monitor.address}#field=src&span=all")
    wait_for_chart(page)

    _, low, high, value = page.evaluate("plots[0].data")
    assert len(value) == 4000
    assert all(a <= b <= c for a, b, c in zip(low, value, high, strict=True))
    assert max(c - a for a, c in zip(low, high, strict=True)) > 0.1


def test_time_since_the_last_change_is_on_the_same_axis(live, monitor):
    """Below the curve, with the same times."""
    assert live.evaluate("plots[1].data[1]") == monitor.sample.columns["dport"]["regime"]
    assert live.evaluate("plots[1].data[0]") == live.evaluate("plots[0].data[0]")
    assert live.evaluate("plots[1].bbox.left") == live.evaluate("plots[0].bbox.left")
    assert live.evaluate("plots[1].bbox.width") == live.evaluate("plots[0].bbox.width")


def test_cursor_is_read_out_and_moves_in_both_charts(live, monitor):
    """The words above the chart are those of the point under the cursor."""
    area = live.locator("#value-plot .u-over").bounding_box()

    live.mouse.move(area["x"] + 1, area["y"] + 100)

    first = monitor.sample.columns["dport"]["entropy"][0]
    expect(live.locator("#readout")).to_contain_text(f"14:13:20  ·  {first:.3f} bits")
    assert live.evaluate("plots[1].cursor.idx") == 0
    expect(live.locator("#regime-plot .u-cursor-x")).to_be_visible()


def test_chart_has_a_summary_for_screen_readers(live, monitor):
    """What a canvas does not say."""
    values = monitor.sample.columns["dport"]["entropy"]

    summary = live.locator("#chart-summary")
    expect(summary).to_contain_text(f"between {min(values):.3f} bits and {max(values):.3f} bits")
    expect(summary).to_contain_text("Alarms in this time: 1.")
