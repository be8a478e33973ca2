"""Whatever a stream holds, the page shows it as text and runs nothing."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until

MARKUP = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"


def test_markup_is_text_everywhere(page, monitor):
    """Labels, alarms, the title, the note; `alert` is never called."""
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    monitor.labels["src"][:2] = [MARKUP, IMAGE]
    monitor.header |= {"title": IMAGE, "note": IMAGE}
    monitor.raise_alarm("src", f"src: 88 % is now {IMAGE}, was 12 %", 0.99)
    page.goto(f"{monitor.address}#field=src")

    rows = page.locator("#label-rows tr")
    expect(rows.nth(0).locator("bdi")).to_have_text(MARKUP)
    expect(rows.nth(1).locator("bdi")).to_have_text(IMAGE)
    expect(page.locator("#title")).to_have_text(IMAGE)
    expect(page.locator("#note")).to_have_text(IMAGE)
    expect(page.locator("#alarm-list")).to_contain_text(IMAGE)
    expect(page.locator("#verdict-detail")).to_contain_text(IMAGE)
    page.locator(".flag[data-alarm='5']").focus()
    expect(page.locator("#mark-text")).to_contain_text(IMAGE)
    assert page.locator("main img, main script").count() == 0
    assert dialogs == []


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\u202etxt.exe", r"\u202etxt.exe"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
        ("", "(empty)"),
        ("naïve 日本", "naïve 日本"),
    ],
)
def test_characters_that_deceive_are_made_visible(page, monitor, label, shown):
    """Terminal escapes, reversed text, invisible characters; other scripts stay as they are."""
    monitor.labels["src"][0] = label
    page.goto(f"{monitor.address}#field=src")

    expect(page.locator("#label-rows bdi").first).to_have_text(shown, use_inner_text=True)


def test_script_in_the_page_would_be_stopped(live, watch):
    """The policy of the server is in force: this is what the other tests rely on."""
    live.evaluate("document.body.append(Object.assign(document.createElement('script'),"
                  " {textContent: 'window.ran = true'}))")  # fmt: skip

    until(live, "violations.length === 1")
    assert live.evaluate("window.ran") is None
    assert "Content Security Policy" in watch.errors.pop()
    live.evaluate("violations.length = 0")
