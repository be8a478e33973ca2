"""Real servers for the tests: `entrostream serve` in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request


class Served:
    """A server that is running, and what it printed."""

    def __init__(self, *arguments, env=None, stdin=None):
        self.lines = []
        command = [sys.executable, "-m", "entrostream.cli", "serve", "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [*command, *map(str, arguments)],
            stdin=stdin or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **(env or {})},
        )
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self.url = self._address()

    def _read(self):
        with self.process.stdout as output:
            for line in output:
                self.lines.append(line.rstrip("\n"))

    def _address(self):
        address = self.wait_for(
            lambda: next((line for line in self.lines if "http://" in line), None)
        )
        return address.split()[1].rstrip("/")

    def wait_for(self, condition, seconds=60.0):
        """Return what a condition gives once it gives something."""
        until = time.monotonic() + seconds
        while not (found := condition()):
            assert time.monotonic() < until, self.output
            if self.process.poll() is not None:
                self._thread.join(5)
                found = condition()
                assert found, self.output
                return found
            time.sleep(0.02)
        return found

    @property
    def output(self):
        """All that was printed so far."""
        return "\n".join(self.lines)

    def get(self, path):
        """Return the JSON of a path."""
        with urllib.request.urlopen(self.url + path, timeout=30) as answer:
            return json.load(answer)

    def post(self, path, body, kind="application/x-ndjson", headers=None):
        """Return status and JSON of a request."""
        request = urllib.request.Request(
            self.url + path, data=body, headers={"Content-Type": kind, **(headers or {})}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    def wait_for_lines(self, lines, seconds=60.0):
        """Wait until this number of lines was taken."""
        return self.wait_for(lambda: self.get("/api/snapshot")["lines"] >= lines, seconds)

    def wait_for_checkpoint(self):
        """Wait until a checkpoint was written after now."""
        began = time.monotonic()

        def is_written():
            age = self.get("/api/snapshot")["checkpoint_age"]
            return age is not None and age < time.monotonic() - began

        self.wait_for(is_written)

    def kill(self):
        """End it without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self):
        """End it in order, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        self._thread.join(10)
        return code

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.process.poll() is None:
            self.kill()
        self._thread.join(10)


def stored(path):
    """Return the newest state of a database: its plain data and the digests of its bytes."""
    from entrostream.monitor import Store

    with Store(str(path)) as store:
        checkpoint = store.load()
        assert store.warnings == []
        history = list(store.history())
        alarms = [alarm.to_dict() for alarm in store.alarms()]
    state = dict(checkpoint.state)
    state["files"] = [each["place"] and each["place"][1] for each in state["files"].values()]
    for alarm in alarms:
        del alarm["notified"]
    return state, checkpoint.digests, repr(history), alarms
