"""Alarms told to others: a line of JSON, a webhook, a command."""

from __future__ import annotations

import os
import queue
import shlex
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TextIO
from urllib.parse import urlsplit

import msgspec

from entrostream.monitor.alarm_log import AlarmRecord
from entrostream.streaming.printable import printable
from entrostream.streaming.texts import time_text

__all__ = [
    "Command",
    "JsonLines",
    "Notifications",
    "Target",
    "TextLines",
    "Webhook",
    "as_message",
]

TIMEOUT = 10.0  # seconds for one attempt of a webhook
COMMAND_TIMEOUT = 60.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0  # seconds between attempts
ATTEMPTS = 30  # some two hours
WAITING = 1000  # messages at most


class Target(Protocol):
    """Somebody who is told of alarms."""

    def send(self, message: dict[str, Any]) -> None:
        """Tell it, or raise OSError: then it is tried again."""


def as_message(alarm: AlarmRecord) -> dict[str, Any]:
    """Return what others are told of an alarm.

    Examples
    --------
    >>> from entrostream.monitor import AlarmRecord
    >>> from entrostream.monitor.notifications import as_message
    >>> message = as_message(AlarmRecord(7, 10**9, "src", "limit", "src: entropy is 9.3", 0.2))
    >>> message["id"], message["status"], message["time"]
    (7, 'raised', '1970-01-01T00:00:01Z')
    """
    message = alarm.to_dict()
    for hidden in ("acknowledged", "muted", "notified"):
        del message[hidden]
    for name in ("time", "began", "cleared"):
        message[name] = None if message[name] is None else time_text(message[name])
    return {"status": alarm.status, **message}


class JsonLines:
    """Writes messages as lines of JSON in ASCII: no label breaks a line, or a terminal."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def send(self, message: dict[str, Any]) -> None:
        """Write a line."""
        text = msgspec.json.encode(message).decode()
        escaped = "".join(char if " " <= char <= "~" else escape(char) for char in text)
        self._stream.write(escaped + "\n")
        self._stream.flush()


class TextLines:
    """Writes messages as lines for people, as a terminal shows them."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def send(self, message: dict[str, Any]) -> None:
        """Write a line."""
        text = f"{message['time']}  {message['status']:7}  {message['severity']:.2f}  "
        self._stream.write(f"{text}{printable(message['text'])}\n")
        self._stream.flush()


def escape(char: str) -> str:
    r"""Return a character as JSON escapes it, such as \u00e9."""
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2))


class Webhook:
    """Posts each message as JSON to an address.

    Parameters
    ----------
    url : str
        An address with http or https.

    Raises
    ------
    ValueError
        If the address is none.
    """

    def __init__(self, url: str):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"a webhook is an address with http or https, got {url!r}")
        self._url = url

    def send(self, message: dict[str, Any]) -> None:
        """Post a message; an answer other than 2xx is an error."""
        request = urllib.request.Request(
            self._url,
            data=msgspec.json.encode(message),
            headers={"Content-Type": "application/json", "User-Agent": "entrostream"},
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT):
            pass


class Command:
    """Runs a command for each message, which it gets on standard input and in variables.

    Parameters
    ----------
    command : str
        The command and its arguments, as in a shell; no shell runs it.

    Raises
    ------
    ValueError
        If its quotes are not closed, or it is empty.
    """

    def __init__(self, command: str):
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"cannot read the command {command!r}: {error}") from None
        if not self._arguments:
            raise ValueError("the command of an alarm is empty")

    def send(self, message: dict[str, Any]) -> None:
        """Run the command; a failure is an error."""
        names = ("status", "field", "kind", "text", "severity", "time")
        variables = {f"ENTROSTREAM_{name.upper()}": plain(message[name]) for name in names}
        try:
            subprocess.run(
                self._arguments,
                input=msgspec.json.encode(message),
                env={**os.environ, **variables},
                timeout=COMMAND_TIMEOUT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        except subprocess.SubprocessError as error:
            raise OSError(str(error)) from None


def plain(value: Any) -> str:
    """Return a value as the text of a variable, which has no zero bytes."""
    return str(value).replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


class Notifications:
    """Sends messages to targets, each from a thread of its own, with retries.

    A slow target holds up neither the monitor nor the others. A message that fails is tried again
    with growing pauses; beyond a number of waiting messages the oldest are dropped, and counted.

    Parameters
    ----------
    targets : mapping of str to Target
        Who is told, by a name for messages.
    say : callable
        Told of failures, in a sentence.
    """

    def __init__(self, targets: Sequence[tuple[str, Target]], say: Callable[[str], None]):
        self._lines = [Line(name, target, say) for name, target in targets]
        self._say = say

    @property
    def dropped(self) -> int:
        """How many messages were dropped."""
        return sum(line.dropped for line in self._lines)

    def send(self, alarm: AlarmRecord, done: Callable[[], None]) -> None:
        """Tell all targets of an alarm; `done` is called once all know, or were given up."""
        left = Countdown(len(self._lines), done)
        for line in self._lines:
            line.put(as_message(alarm), left)

    def stop(self, seconds: float) -> None:
        """End, after waiting at most this long for what is under way."""
        until = time.monotonic() + seconds
        for line in self._lines:
            line.stop()
        for line in self._lines:
            line.join(until - time.monotonic())


class Countdown:
    """Calls a function after a number of steps, of whatever threads."""

    def __init__(self, steps: int, done: Callable[[], None]):
        self._steps = steps
        self._done = done
        self._lock = threading.Lock()

    def step(self) -> None:
        """Count one step."""
        with self._lock:
            self._steps -= 1
            is_done = self._steps == 0
        if is_done:
            self._done()


class Line:
    """The messages to one target, sent one after the other."""

    def __init__(self, name: str, target: Target, say: Callable[[str], None]):
        self._name = name
        self._target = target
        self._say = say
        self._waiting: queue.Queue[tuple[dict[str, Any], Countdown] | None] = queue.Queue()
        self._stopping = threading.Event()
        self.dropped = 0
        self._thread = threading.Thread(target=self._run, name=f"notify {name}", daemon=True)
        self._thread.start()

    def put(self, message: dict[str, Any], left: Countdown) -> None:
        """Send a message in its turn."""
        if self._waiting.qsize() >= WAITING:
            self.dropped += 1
            oldest = self._waiting.get_nowait()
            if oldest is not None:
                oldest[1].step()
        self._waiting.put((message, left))

    def stop(self) -> None:
        """End after the messages that are there, without further attempts of those that fail."""
        self._stopping.set()
        self._waiting.put(None)

    def join(self, seconds: float) -> None:
        """Wait for the end, at most this long."""
        self._thread.join(max(0.0, seconds))

    def _run(self) -> None:
        while (each := self._waiting.get()) is not None:
            message, left = each
            if self._is_delivered(message):
                left.step()

    def _is_delivered(self, message: dict[str, Any]) -> bool:
        """Send a message; False if the end came first: then it is sent after the next start."""
        pause = FIRST_PAUSE
        for attempt in range(1, ATTEMPTS + 1):
            try:
                self._target.send(message)
                return True
            except (OSError, ValueError) as error:
                if attempt in (1, ATTEMPTS):
                    left = ATTEMPTS - attempt
                    self._say(f"{self._name} failed: {error}; attempts left: {left}")
            if self._stopping.wait(pause):
                return False
            pause = min(2 * pause, LONGEST_PAUSE)
        self.dropped += 1
        return True
