"""A server with a token shows a form first."""

import pytest

from tests.monitor.browser.expecting import expect


@pytest.fixture
def form(page, monitor, watch):
    """Return the tab with the login form."""
    watch.wants_token = True
    monitor.token = "secret"
    page.goto(monitor.address)
    return page


def test_right_token_leads_to_the_page(form):
    """By keyboard alone: the field has the focus."""
    expect(form.get_by_label("Token")).to_be_focused()
    expect(form.locator("#refused")).to_be_hidden()

    form.keyboard.type("secret")
    form.keyboard.press("Enter")

    expect(form.locator(".card")).to_have_count(4)


def test_wrong_token_is_refused_in_words(form):
    """And can be corrected."""
    form.get_by_label("Token").fill("wrong")
    form.get_by_role("button", name="Log in").click()

    expect(form.locator("#refused")).to_be_visible()
    form.get_by_label("Token").fill("secret")
    form.get_by_role("button", name="Log in").click()
    expect(form.locator(".card")).to_have_count(4)
