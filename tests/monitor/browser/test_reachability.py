"""Every size of screen, every colour scheme, and a keyboard alone."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import wait_for_chart


@pytest.mark.parametrize("width", [320, 390, 768, 1100, 1440])
def test_page_never_scrolls_sideways(page, monitor, width):
    """Also with long names and all warnings."""
    monitor.header |= {"bad": 10**6, "late": 10**6, "rejected": 10**6, "checkpoint_age": 1e5}
    monitor.header["title"] = "/var/log/" + "very-long-name" * 9
    monitor.labels["src"][0] = "a" * 300
    monitor.raise_alarm("src", "src: 88 % is now " + "b" * 200 + ", was 12 %", 0.99)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{monitor.address}#field=src")
    wait_for_chart(page)

    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_phone_has_one_column(page, monitor):
    """Cards, chart, alarms and labels one below the other, over the whole width."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(monitor.address)
    wait_for_chart(page)
    boxes = [
        page.locator(f"#{part}").bounding_box() for part in ("chart-panel", "alarms", "labels")
    ]

    assert all(box["width"] > 360 for box in boxes)
    assert [box["y"] for box in boxes] == sorted(box["y"] for box in boxes)


def test_desk_has_everything_in_view(live):
    """Lists scroll inside of their panels."""
    assert live.evaluate("document.documentElement.scrollHeight") == 900


FOCUSED = """() => {
  const node = document.activeElement;
  const name = node.id || node.className || node.name;
  const styles = [getComputedStyle(node), getComputedStyle(node, "::after")];
  if (node.type === "radio") styles.push(getComputedStyle(node.nextElementSibling));
  return [name, styles.some((style) => style.outlineStyle !== "none")];
}"""


def test_everything_is_reached_by_tab(live):
    """In the order of reading, with a focus that shows."""
    seen = []
    while not seen or seen[-1]:
        live.keyboard.press("Tab")
        name, is_visible = live.evaluate(FOCUSED)
        assert is_visible or not name, name
        seen.append(name)

    order = [
        "skip",
        "pause",
        "theme",
        "help-open",
        "card",
        "measure",
        "span",
        "zoom-out",
        "zoom-in",
    ]
    order += ["chart", "flag", "alarm-order", "alarm-text", "small", "label-scroll"]
    found = [[name.split()[0] for name in seen[:-1]].index(each) for each in order]
    assert found == sorted(found)


def test_arrows_move_between_cards(live):
    """And Enter chooses."""
    live.locator('.card[data-field="src"]').focus()

    live.keyboard.press("ArrowRight")
    expect(live.locator('.card[data-field="dst"]')).to_be_focused()
    live.keyboard.press("ArrowLeft")
    live.keyboard.press("ArrowLeft")
    expect(live.locator('.card[data-field="status"]')).to_be_focused()
    live.keyboard.press("Enter")

    expect(live.locator("#chart-title")).to_have_text("status: Entropy (bits)")


def test_focus_stays_while_data_come_in(live, monitor):
    """Cards and entries are updated, not replaced."""
    button = live.locator('#alarm-list [data-alarm="1"] .alarm-text')
    button.focus()

    monitor.raise_alarm("src", "src: far less mixed than usual", 0.9)
    monitor.sample.advance(5)

    expect(live.locator("#alarm-list li")).to_have_count(5)
    expect(button).to_be_focused()


def test_help_opens_by_its_key_and_closes(live):
    """It lists the keys; Escape closes it and does not reset the zoom."""
    live.keyboard.press("?")
    expect(live.locator("#help")).to_be_visible()

    live.keyboard.press("Escape")

    expect(live.locator("#help")).to_be_hidden()


def test_keys_change_measure_span_and_theme(live):
    """Single keys."""
    live.keyboard.press("m")
    expect(live.locator("#chart-title")).to_have_text("dport: Evenness")
    live.keyboard.press("s")
    expect(live.get_by_role("radio", name="6 h")).to_be_checked()
    live.keyboard.press("t")
    expect(live.locator("html")).to_have_attribute("data-theme", "dark")


def test_single_keys_can_be_switched_off(live, monitor):
    """For those who speak to their computer; also after a reload."""
    live.click("#help-open")
    live.uncheck("#shortcuts")
    live.get_by_role("button", name="Close").click()
    live.reload()
    wait_for_chart(live)

    live.keyboard.press("m")
    live.locator("body").press("Space")

    expect(live.locator("#chart-title")).to_have_text("dport: Entropy (bits)")
    expect(live.locator("#connection")).to_have_text("Live")


# ------------------------------------------------------------------ light and dark


def background(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_theme_is_that_of_the_system(page, monitor):
    """And follows it."""
    page.emulate_media(color_scheme="dark")
    page.goto(monitor.address)
    dark = background(page)

    page.emulate_media(color_scheme="light")

    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert background(page) != dark


def test_chosen_theme_persists(live):
    """Over reloads, and against the system."""
    light = background(live)
    live.get_by_role("button", name="Switch to the dark theme").click()
    dark = background(live)
    assert dark != light

    live.reload()

    expect(live.locator("#connection")).to_have_text("Live")
    assert background(live) == dark
    expect(live.get_by_role("button", name="Switch to the light theme")).to_be_visible()


def test_page_works_without_storage(page, monitor):
    """Some browsers refuse it: the choice then lasts until the reload."""
    refuse = "() => { throw new DOMException('refused') }"
    for name in ("localStorage", "sessionStorage"):
        page.add_init_script(f"Object.defineProperty(window, '{name}', {{get: {refuse}}})")
    page.goto(monitor.address)
    wait_for_chart(page)

    page.click("#theme")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_moves_for_those_who_want_it_still(page, monitor):
    """`prefers-reduced-motion` ends the pulse of the live sign."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(monitor.address)
    expect(page.locator("#connection")).to_have_text("Live")

    pulse = "getComputedStyle(document.querySelector('#connection'), '::before').animationName"
    assert page.evaluate(pulse) == "none"
