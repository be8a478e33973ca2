"""A real Chromium with the monitor's page in it, watched for errors and for foreign requests.

Where Chromium, playwright or the chart library is missing, the tests are skipped; the reason says
what to install.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.monitor import fake_server
from tests.monitor.browser import chromium
from tests.monitor.browser.probe import PROBE
from tests.monitor.browser.waiting import SECONDS, wait_for_chart
from tests.monitor.fake_server import FakeMonitor

TIMEOUT = 1000 * SECONDS


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium for the tests of a file.

    Not for the whole session: playwright's event loop stays on this thread as long as it runs, and
    other tests could not start one.
    """
    api = pytest.importorskip("playwright.sync_api")
    if not (fake_server.STATIC / "vendor/uPlot.iife.min.js").is_file():
        pytest.skip("no chart library; python tools/fetch_chart_library.py gets it")
    path = chromium.find() or pytest.skip(chromium.WAY_OUT)
    api.expect.set_options(timeout=TIMEOUT)
    with api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield launched
        launched.close()


@dataclass
class Watch:
    """What a page did that it should not."""

    host: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    is_server_away: bool = False
    wants_token: bool = False

    def console(self, message: Any) -> None:
        """Note an error, unless it is the browser's own about what a server does on purpose."""
        if message.type in ("error", "warning") and not self._is_expected(message.text):
            self.errors.append(message.text)

    def _is_expected(self, text: str) -> bool:
        is_away = self.is_server_away and "Failed to load resource: net::" in text
        is_refused = self.wants_token and "the server responded with a status of 401" in text
        return is_away or is_refused

    def request(self, request: Any) -> None:
        """Note a request to another host."""
        if not request.url.startswith((self.host, "data:")):
            self.foreign.append(request.url)


@pytest.fixture
def monitor() -> Iterator[FakeMonitor]:
    """Serve a stream that has had a flood and is in the middle of a port scan."""
    made = fake_server.eventful()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    """Return a browser profile of its own: no storage, no cookies."""
    made = browser.new_context(
        viewport={"width": 1440, "height": 900}, timezone_id="UTC", color_scheme="light"
    )
    made.set_default_timeout(TIMEOUT)
    made.add_init_script(PROBE)
    yield made
    made.close()


@pytest.fixture
def address(monitor: FakeMonitor) -> str:
    """Return where the page is; tests of the real server have their own."""
    return monitor.address


@pytest.fixture
def watch(address: str) -> Watch:
    """Return what is noted about the page."""
    return Watch(address)


@pytest.fixture
def page(context: Any, watch: Watch) -> Iterator[Any]:
    """Return a tab. After the test: no errors, no violations, no request to another host."""
    tab = context.new_page()
    tab.on("console", watch.console)
    tab.on("pageerror", lambda error: watch.errors.append(str(error)))
    tab.on("request", watch.request)
    yield tab
    assert watch.errors == []
    assert watch.foreign == []
    assert tab.evaluate("window.violations") == []


@pytest.fixture
def live(page: Any, address: str) -> Any:
    """Return a tab that shows the monitor, with the chart drawn."""
    page.goto(address)
    wait_for_chart(page)
    return page
