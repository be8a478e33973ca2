"""What is going on shows within ten seconds: header, verdict, a card per field, top labels."""

from tests.monitor.browser.expecting import expect


def figure(page, name):
    """Return the value of the header with a name."""
    return page.locator("#figures > div").filter(has=page.get_by_text(name, exact=True))


def card(page, field):
    return page.locator(f'.card[data-field="{field}"]')


def test_header_shows_how_the_server_is_doing(live):
    """With nothing wrong there is no warning."""
    expect(live.locator("#title")).to_have_text("flows.csv")
    expect(live.locator("#connection")).to_have_text("Live")
    expect(figure(live, "lines/s")).to_contain_text("2,003")
    expect(figure(live, "lines")).to_contain_text("1,440,000")
    expect(figure(live, "checkpoint")).to_contain_text("1 s ago")
    expect(figure(live, "memory")).to_contain_text("42 MB")
    expect(live.locator("#figures .warned")).to_have_count(0)


def test_trouble_is_said_in_words(live, monitor):
    """Colour alone would not do."""
    monitor.header |= {"bad": 14_400, "rejected": 3, "checkpoint_age": 95.0}

    expect(figure(live, "bad")).to_contain_text("⚠ 1.0 % of lines")
    expect(figure(live, "rejected")).to_contain_text("⚠ over a limit")
    expect(figure(live, "checkpoint")).to_contain_text("1 min 35 s ago")
    expect(figure(live, "checkpoint")).to_contain_text("⚠ overdue")


def test_monitor_without_database_has_no_checkpoint(live, monitor):
    """That is not a warning."""
    monitor.header["checkpoint_age"] = None

    expect(figure(live, "checkpoint")).to_contain_text("off")
    expect(live.locator("#figures .warned")).to_have_count(0)


def test_card_has_all_measures(live, monitor):
    """Numbers as the server gives them."""
    _, entropy, evenness, gini, distinct, n, _ = monitor.sample.newest("dst")
    shown = card(live, "dst")

    expect(shown.locator(".card-value")).to_have_text(f"{entropy:.3f}")
    expect(shown.locator(".figure-value")).to_have_text(
        [f"{evenness:.3f}", f"{gini:.4f}", f"{distinct:,}", f"{n:,}"]
    )
    expect(shown).to_contain_text("Steady for 4 min")


def test_card_follows_the_stream(live, monitor):
    """A new point replaces the old value."""
    monitor.sample.advance(25)

    _, entropy, *_ = monitor.sample.newest("src")
    expect(card(live, "src").locator(".card-value")).to_have_text(f"{entropy:.3f}")


def test_card_in_alarm_says_so(live):
    """By a word, by the reason and by colour."""
    shown = card(live, "dport")

    expect(shown).to_have_class("card in-alarm")
    expect(shown.locator(".card-state")).to_have_text("In alarm")
    expect(shown.locator(".card-words")).to_have_text(
        "far more mixed than usual, 2.1 to 9.6 bits; 830 new labels hold 64 %"
    )
    expect(card(live, "src")).to_have_class("card")


def test_folded_labels_make_entropy_a_lower_bound(live, monitor):
    """As long as there are any."""
    expect(card(live, "src").locator(".card-bound")).to_have_text("")

    monitor.folded["src"] = 12_345

    expect(card(live, "src").locator(".card-bound")).to_have_text("lower bound")


def test_verdict_names_the_fields_in_alarm(live):
    """With the most severe alarm in words."""
    expect(live.locator("#verdict-headline")).to_have_text("2 fields in alarm: dport, status.")
    expect(live.locator("#verdict-detail")).to_contain_text("dport: far more mixed than usual")
    expect(live).to_have_title("(2) flows.csv · entrostream")


def test_title_of_the_tab_tells_of_alarms_in_the_background(page, monitor):
    """Browsers draw no frames of tabs that nobody sees."""
    page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto(monitor.address)

    expect(page).to_have_title("(2) flows.csv · entrostream")
    monitor.clear_alarm(3)
    expect(page).to_have_title("(1) flows.csv · entrostream")


def test_verdict_of_a_calm_stream(live, monitor):
    """It also says when it was not calm."""
    monitor.clear_alarm(3)
    monitor.clear_alarm(4)

    expect(live.locator("#verdict-headline")).to_have_text("All 4 fields are steady.")
    expect(live.locator("#verdict-detail")).to_contain_text("Last alarm 43 s ago: status")
    expect(live).to_have_title("flows.csv · entrostream")


def test_first_choice_is_a_field_in_alarm(live):
    """It is what a reader wants to see."""
    expect(live.locator("#chart-title")).to_have_text("dport: Entropy (bits)")


def test_top_labels_have_share_and_change(live):
    """Signed percentage points; a label without baseline has none."""
    rows = live.locator("#label-rows tr:visible")

    expect(rows).to_have_count(10)
    expect(rows.nth(0)).to_have_text("44342.0 %+11.0")
    expect(rows.nth(1).locator(".change")).to_have_text("\N{MINUS SIGN}7.7")
    expect(rows.nth(1).locator(".change")).to_have_attribute("data-direction", "down")
    expect(rows.nth(4).locator(".change")).to_have_text("\N{EN DASH}")


def test_note_of_the_server_is_shown(live, monitor):
    """And goes when the server takes it back."""
    monitor.header["note"] = "The checkpoint could not be written: disk full."
    expect(live.locator("#note")).to_have_text("The checkpoint could not be written: disk full.")

    monitor.header["note"] = None
    expect(live.locator("#note")).to_be_hidden()


def test_page_before_the_first_events(page, monitor):
    """Says what it is waiting for, and goes on by itself."""
    monitor.silent = True
    monitor.alarms.clear()
    page.goto(monitor.address)

    expect(page.locator("#verdict-headline")).to_have_text("Waiting for the first events.")
    expect(page.locator("#chart-message")).to_have_text("The curve begins with the first events.")
    expect(page.locator("#alarms-empty")).to_have_text("No alarms yet.")
    expect(page.locator("#labels-empty")).to_be_visible()

    monitor.silent = False
    expect(page.locator(".card")).to_have_count(4)
    expect(page.locator("#chart-message")).to_be_hidden()


def test_end_of_the_stream(live, monitor):
    """The values stay."""
    monitor.clear_alarm(3)
    monitor.clear_alarm(4)
    monitor.header["ended"] = True

    expect(live.locator("#connection")).to_have_text("Ended")
    expect(live.locator("#verdict-headline")).to_have_text(
        "The stream has ended after 1,440,000 lines."
    )


def test_installation_without_chart_library(page, monitor):
    """A build without a network: numbers without charts, and the way out."""
    page.route("**/vendor/uPlot.iife.min.js", lambda route: route.fulfill(body=""))
    page.goto(monitor.address)

    expect(page.locator("#chart-message")).to_contain_text("run tools/fetch_chart_library.py")
    expect(page.locator(".card")).to_have_count(4)
