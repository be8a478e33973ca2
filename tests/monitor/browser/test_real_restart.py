"""The real server is killed while a file grows, and comes back: the chart misses nothing."""

from contextlib import ExitStack

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.waiting import until
from tests.monitor.servers import Served

pytest.importorskip("starlette")

BEGIN = 1_790_000_000  # seconds since 1970
PER_SECOND = 20


class GrowingFile:
    """Flows with one label that changes every second."""

    def __init__(self, path):
        self.path = path
        self.seconds = 0
        path.write_text("time,src\n")

    def grow(self, seconds):
        """Append the flows of some seconds."""
        with self.path.open("a") as file:
            for second in range(self.seconds, self.seconds + seconds):
                for flow in range(PER_SECOND):
                    file.write(f"{BEGIN + second},10.0.0.{flow * (second % 7 + 1) % 23}\n")
        self.seconds += seconds


@pytest.fixture
def flows(tmp_path):
    made = GrowingFile(tmp_path / "flows.csv")
    made.grow(120)
    return made


@pytest.fixture
def start(flows, tmp_path):
    """Return a function that starts the server, the second time where it was before."""
    options = [flows.path, "-f", "src", "--time-field", "time", "--window", "10s"]
    options += ["--db", tmp_path / "state.sqlite"]
    with ExitStack() as servers:
        yield lambda *more: servers.enter_context(Served(*options, *more))


@pytest.fixture
def first(start):
    return start()


@pytest.fixture
def address(first):
    return f"{first.url}/"


def wait_for_points(page, number):
    """Wait until the chart has the points of some seconds; the last second is still open."""
    until(page, "number => plots[0].data[0].length >= number", number)


def test_nothing_is_missing_after_kill_9(live, watch, flows, first, start):
    """Killed twice in the middle of the file; each second of the stream is drawn once."""
    watch.is_server_away = True
    server = first
    for _ in range(2):
        flows.grow(30)
        wait_for_points(live, flows.seconds - 1)
        server.kill()
        expect(live.locator("#connection")).to_have_text("Reconnecting")
        flows.grow(40)
        server = start("--listen", server.url.removeprefix("http://"))
        expect(live.locator("#connection")).to_have_text("Live")
        wait_for_points(live, flows.seconds - 1)

    times = live.evaluate("plots[0].data[0]")
    answer = live.evaluate("fetch('api/history?field=src').then((answer) => answer.json())")
    assert times == list(range(times[0], times[0] + 1000 * len(times), 1000))
    assert len(times) >= flows.seconds - 1
    assert times == answer["time"][: len(times)]
    assert live.evaluate("plots[0].data[3]") == answer["entropy"][: len(times)]
