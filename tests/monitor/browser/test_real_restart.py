"""The real server is killed while a file grows, and comes back: the chart misses nothing."""

import pytest

from tests.monitor.browser.expecting import expect
from tests.monitor.browser.serving import Server
from tests.monitor.browser.waiting import until

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
def servers(flows, tmp_path):
    """Return a function that starts the server; all of them have ended after the test."""
    started = []

    def start(port=0):
        options = [flows.path, "-f", "src", "--time-field", "time", "--window", "10s"]
        server = Server(*map(str, options), "--db", str(tmp_path / "state.sqlite"), port=port)
        started.append(server)
        return server

    yield start
    if started[-1].process.returncode is None:
        started[-1].stop()


@pytest.fixture
def first(servers):
    return servers()


@pytest.fixture
def address(first):
    return first.address


def wait_for_points(page, number):
    """Wait until the chart has the points of some seconds; the last second is still open."""
    until(page, "number => plots[0].data[0].length >= number", number)


def test_nothing_is_missing_after_kill_9(live, watch, flows, first, servers):
    """Killed twice in the middle of the file; each second of the stream is drawn once."""
    watch.is_server_away = True
    server = first
    for _ in range(2):
        flows.grow(30)
        wait_for_points(live, flows.seconds - 1)
        server.kill()
        expect(live.locator("#connection")).to_have_text("Reconnecting")
        flows.grow(40)
        server = servers(server.port)
        expect(live.locator("#connection")).to_have_text("Live")
        wait_for_points(live, flows.seconds - 1)

    times = live.evaluate("plots[0].data[0]")
    answer = live.evaluate("fetch('api/history?field=src').then((answer) => answer.json())")
    assert times == list(range(times[0], times[0] + 1000 * len(times), 1000))
    assert len(times) >= flows.seconds - 1
    assert times == answer["time"][: len(times)]
    assert live.evaluate("plots[0].data[3]") == answer["entropy"][: len(times)]
