"""Alarms told to others: as JSON, as text, by a webhook, by a command."""

import io
import json
import sys
import threading

import pytest

from entrostream.monitor import AlarmRecord
from entrostream.monitor import notifications as module
from entrostream.monitor.notifications import (
    Command,
    JsonLines,
    Notifications,
    TextLines,
    Webhook,
    as_message,
)

EVIL = "src: '\x1b[31m<script>\n\u202e' 88 %"
ALARM = AlarmRecord(3, 10**9, "src", "change", EVIL, 0.83, began=5 * 10**8, cleared=2 * 10**9)


def test_a_label_breaks_neither_a_line_nor_a_terminal():
    """JSON has escapes only, text shows what it is."""
    for kind in (JsonLines, TextLines):
        stream = io.StringIO()
        kind(stream).send(as_message(ALARM))
        line = stream.getvalue()
        assert line.endswith("\n")
        assert line[:-1].isprintable()
        assert "\u202e" not in line
    stream = io.StringIO()
    JsonLines(stream).send(as_message(ALARM))
    assert json.loads(stream.getvalue())["text"] == EVIL
    assert stream.getvalue().isascii()


def test_a_message_has_times_and_status():
    """As text that people and programs read."""
    message = as_message(ALARM)
    assert (message["status"], message["time"]) == ("cleared", "1970-01-01T00:00:01Z")
    assert message["began"] == "1970-01-01T00:00:00.5Z"
    assert "notified" not in message


def test_a_command_gets_the_alarm(tmp_path):
    """On its standard input and in variables; no shell reads them."""
    out = tmp_path / "out"
    script = (
        "import os, sys; "
        f"open({str(out)!r}, 'w').write(sys.stdin.read() + os.environ['ENTROSTREAM_FIELD'])"
    )
    Command(f'{sys.executable} -c "{script}"').send(as_message(ALARM))
    text = out.read_text()
    assert text.endswith("src")
    assert json.loads(text[:-3])["text"] == EVIL


@pytest.mark.parametrize("command", ["false", "/no/such/program"])
def test_a_command_that_fails_is_an_error(command):
    """It is tried again."""
    with pytest.raises(OSError, match=r"false|No such file"):
        Command(command).send(as_message(ALARM))


@pytest.mark.parametrize(
    "url", ["", "example.org", "ftp://example.org", "file:///etc/passwd", "http:///x"]
)
def test_a_webhook_is_an_address_with_http(url):
    """Nothing else is opened."""
    with pytest.raises(ValueError, match="http or https"):
        Webhook(url)


class Flaky:
    """Fails some times, then takes messages."""

    def __init__(self, failures):
        self.failures = failures
        self.received = []

    def send(self, message):
        if self.failures:
            self.failures -= 1
            raise OSError("not now")
        self.received.append(message["id"])


def test_messages_are_repeated_and_come_in_order(monkeypatch):
    """One target that fails holds up neither its messages nor the other target."""
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    flaky, steady, said = Flaky(3), Flaky(0), []
    notifications = Notifications([("flaky", flaky), ("steady", steady)], said.append)
    left = threading.Semaphore(0)
    for number in (1, 2, 3):
        alarm = AlarmRecord(number, 0, "src", "limit", "text", 0.1)
        notifications.send(alarm, left.release)
    for _ in range(3):
        assert left.acquire(timeout=10)
    notifications.stop(5)
    assert flaky.received == steady.received == [1, 2, 3]
    assert any("not now" in message for message in said)
    assert notifications.dropped == 0


def test_a_message_that_never_arrives_is_dropped_and_counted(monkeypatch):
    """After a number of attempts: the next one has its turn."""
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(module, "ATTEMPTS", 3)
    flaky, done = Flaky(3), threading.Event()
    notifications = Notifications([("flaky", flaky)], lambda message: None)
    notifications.send(AlarmRecord(1, 0, "src", "limit", "", 0.1), lambda: None)
    notifications.send(AlarmRecord(2, 0, "src", "limit", "", 0.1), done.set)
    assert done.wait(10)
    notifications.stop(5)
    assert (flaky.received, notifications.dropped) == ([2], 1)


def test_a_message_that_waits_at_the_end_is_not_called_delivered(monkeypatch):
    """It is sent again after the next start."""
    done = threading.Event()
    notifications = Notifications([("flaky", Flaky(10))], lambda message: None)
    notifications.send(AlarmRecord(1, 0, "src", "limit", "", 0.1), done.set)
    notifications.stop(5)
    assert not done.is_set()
