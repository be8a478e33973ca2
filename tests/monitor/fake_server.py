"""A stand-in for the monitor's server: the page's tests decide what it sends, and when.

    python -m tests.monitor.fake_server [PORT]

The stream is made up: four fields of network flows with a flood and a port scan in them, one point
per second. `advance` adds points; `stop` and `start` on the same port are a restart.
"""

from __future__ import annotations

import json
import math
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

STATIC = Path(__file__).resolve().parents[2] / "src/entrostream/monitor/web/static"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
START = 1_790_000_000_000  # milliseconds since 1970
EVERY = 1000
MEASURES = ("entropy", "evenness", "gini", "distinct", "n", "regime")

# field: entropy in bits of ordinary traffic, in the flood, in the scan, and its labels
FIELDS: dict[str, tuple[float, float, float, list[str]]] = {
    "src": (6.5, 12.3, 4.2, [f"10.0.{i // 4}.{37 * i % 251}" for i in range(20)]),
    "dst": (5.3, 1.8, 5.4, [f"192.168.1.{10 + 3 * i}" for i in range(20)]),
    "dport": (2.1, 0.9, 9.6, ["443", "80", "53", "22", "123", "25", "8080", "3389", "5432", "993"]),
    "status": (0.33, 0.32, 1.6, ["200", "304", "404", "500", "301"]),
}


def episode(index: int, length: int) -> str:
    """Say what happens at a point of the sample."""
    position = index % length / length
    if 0.40 <= position < 0.52:
        return "flood"
    return "scan" if 0.74 <= position < 0.82 else "calm"


class Sample:
    """The points of every field, one per second, as many as were asked of it."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.columns: dict[str, dict[str, list[float]]] = {
            name: {measure: [] for measure in ("time", *MEASURES)} for name in FIELDS
        }
        self._regime = dict.fromkeys(FIELDS, 0)
        self._level = {name: levels[0] for name, levels in FIELDS.items()}

    @property
    def now(self) -> int:
        """The time of the newest point."""
        return START + (len(self.columns["src"]["time"]) - 1) * EVERY

    def advance(self, points: int = 1) -> None:
        """Add points to all fields."""
        for _ in range(points):
            index = len(self.columns["src"]["time"])
            for name in FIELDS:
                self._add(name, index)

    def _add(self, name: str, index: int) -> None:
        calm, flood, scan, _ = FIELDS[name]
        kind = episode(index, self.length)
        goal = {"calm": calm, "flood": flood, "scan": scan}[kind]
        self._level[name] += (goal - self._level[name]) * 0.12
        changed = (
            index
            and kind != episode(index - 1, self.length)
            and abs(goal - calm) + abs(self._level[name] - calm) > 0.5
        )
        self._regime[name] = 0 if changed else self._regime[name] + EVERY
        noise = 0.03 * (math.sin(index * 1.7) + math.sin(index * 0.31 + len(name)))
        entropy = max(0.0, self._level[name] + noise)
        row = {
            "time": START + index * EVERY,
            "entropy": entropy,
            "evenness": min(1.0, entropy / 13.3),
            "gini": 1 - 2**-entropy,
            "distinct": round(2 ** (entropy * 0.9)) + 3,
            "n": 10_000,
            "regime": self._regime[name],
        }
        for measure, value in row.items():
            self.columns[name][measure].append(value)

    def newest(self, name: str) -> list[float]:
        """Return a field's newest point as the page gets it."""
        return [self.columns[name][measure][-1] for measure in ("time", *MEASURES)]


def thinned(columns: dict[str, list[float]], first: int, last: int, points: int) -> dict[str, Any]:
    """Return rows of a field, several joined to one where there are more than the page can show."""
    stride = max(1, math.ceil((last - first) / points))
    starts = range(first, last, stride)
    ends = [min(start + stride, last) for start in starts]
    taken: dict[str, Any] = {
        name: [values[end - 1] for end in ends] for name, values in columns.items()
    }
    entropy = columns["entropy"]
    taken["low"] = [min(entropy[a:b]) for a, b in zip(starts, ends, strict=True)]
    taken["high"] = [max(entropy[a:b]) for a, b in zip(starts, ends, strict=True)]
    taken["step"] = stride * EVERY
    return taken


class FakeMonitor:
    """What the server knows; tests change it directly."""

    def __init__(self, points: int = 900, length: int = 900, *, token: str | None = None) -> None:
        self.sample = Sample(length)
        self.sample.advance(points)
        self.token = token
        self.interval = 0.1  # seconds between snapshots
        self.advancing = False
        self.most_points: int | None = None  # a server that gives more points than the page wants
        self.header: dict[str, Any] = {
            "title": "flows.csv",
            "version": "0.1",
            "rate": 2003.4,
            "bad": 0,
            "late": 0,
            "rejected": 0,
            "checkpoint_age": 1.2,
            "memory": 41_943_040,
            "ended": False,
            "note": None,
        }
        self.labels = {name: list(levels[3]) for name, levels in FIELDS.items()}
        self.alarm_texts: dict[str, str] = {}
        self.muted: dict[str, float | None] = {}
        self.folded = dict.fromkeys(FIELDS, 0)
        self.silent = False  # no events have come yet
        self.alarms: list[dict[str, Any]] = []
        self.revision = 1
        self.requests: list[tuple[str, str, str]] = []
        self.port = 0
        self._server: ThreadingHTTPServer | None = None
        self._stopped = threading.Event()

    # ---------------------------------------------------------------- what tests do

    def start(self, port: int = 0) -> str:
        """Listen, and return the page's address."""
        self._stopped.clear()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.monitor = self  # type: ignore[attr-defined]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.port = int(self._server.server_address[1])
        return self.address

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        """End all connections, as a killed server does."""
        if self._server is None:
            return
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._server = None

    def restart(self) -> None:
        """Listen where the server listened before it was stopped."""
        self.start(self.port)

    def raise_alarm(self, field: str, text: str, severity: float, seconds_ago: int = 0) -> int:
        """Add an alarm that is still active and return its id."""
        number = len(self.alarms) + 1
        self.alarms.append(
            {
                "id": number,
                "time": self.sample.now - seconds_ago * 1000,
                "cleared": None,
                "field": field,
                "kind": "change",
                "text": text,
                "severity": severity,
                "entropy_before": FIELDS[field][0],
                "entropy_after": FIELDS[field][1],
                "labels": [{"label": self.labels[field][0], "before": 0.12, "after": 0.88}],
                "acknowledged": False,
                "muted": self.muted.get(field) is not None,
            }
        )
        self.alarm_texts[field] = text
        self.touch()
        return number

    def clear_alarm(self, number: int, seconds_ago: int = 0) -> None:
        """End an alarm."""
        alarm = self.alarms[number - 1]
        alarm["cleared"] = self.sample.now - seconds_ago * 1000
        self.alarm_texts.pop(alarm["field"], None)
        self.touch()

    def touch(self) -> None:
        """Say that the alarms are not those of before."""
        self.revision += 1

    # ---------------------------------------------------------------- what the page sees

    def snapshot(self) -> dict[str, Any]:
        """Return all but history and alarms."""
        points = len(self.sample.columns["src"]["time"])
        return {
            **self.header,
            "now": None if self.silent else self.sample.now,
            "lines": 0 if self.silent else points * 2000,
            "every": EVERY,
            "window": 60_000,
            "alarms": self.revision,
            "fields": [] if self.silent else [self._field(name) for name in FIELDS],
        }

    def _field(self, name: str) -> dict[str, Any]:
        newest = self.sample.newest(name)
        return {
            "name": name,
            **dict(zip(MEASURES, newest[1:], strict=True)),
            "folded": self.folded[name],
            "alarm": self.alarm_texts.get(name),
            "muted_until": self.muted.get(name),
            "sparkline": self.sample.columns[name]["entropy"][-60:],
            "top": self._top(name),
            "point": newest,
        }

    def _top(self, name: str) -> list[dict[str, Any]]:
        shares = [0.42 * 0.62**i for i in range(len(self.labels[name]))]
        changes = [None if i == 4 else 0.11 * (-0.7) ** i for i in range(len(shares))]
        return [
            {"label": label, "share": share, "change": change}
            for label, share, change in zip(self.labels[name], shares, changes, strict=True)
        ]

    def history(self, query: dict[str, list[str]]) -> dict[str, Any]:
        """Return the points of a field between two times."""
        name = query["field"][0]
        columns = self.sample.columns[name]
        first = math.ceil((float(query.get("from", ["0"])[0]) - START) / EVERY)
        last = math.floor((float(query.get("to", ["1e15"])[0]) - START) / EVERY) + 1
        first, last = max(0, first), min(last, len(columns["time"]))
        points = self.most_points or int(query.get("points", ["4000"])[0])
        return {"field": name, **thinned(columns, first, max(first, last), points)}

    def listed_alarms(self, query: dict[str, list[str]]) -> dict[str, Any]:
        """Return the alarms, the most severe or the newest first."""
        key = "time" if query.get("order") == ["time"] else "severity"
        ordered = sorted(self.alarms, key=lambda alarm: -alarm[key])
        return {"revision": self.revision, "alarms": ordered}

    def post(self, path: str, body: Any) -> None:
        """Acknowledge or mute."""
        _, _, kind, name, _ = path.split("/")
        if kind == "alarms":
            self.alarms[int(name) - 1]["acknowledged"] = True
        else:
            seconds = body["seconds"]
            self.muted[unquote(name)] = self.sample.now + 1000 * seconds if seconds else None
        self.touch()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    monitor: FakeMonitor

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of browsers that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    @property
    def monitor(self) -> FakeMonitor:
        return self.server.monitor

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        self.monitor.requests.append(("GET", self.path, ""))
        query = parse_qs(url.query)
        if url.path.startswith("/static/"):
            self._send_file(url.path.removeprefix("/static/"))
        elif not self._is_allowed():
            self._send_file("login.html", 401)
        elif url.path == "/":
            self._send_file("index.html")
        elif url.path == "/api/stream":
            self._stream()
        elif url.path == "/api/history":
            self._send_json(self.monitor.history(query))
        elif url.path == "/api/alarms":
            self._send_json(self.monitor.listed_alarms(query))
        else:
            self._send(404, b"not found", "text/plain")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
        self.monitor.requests.append(("POST", self.path, body))
        if self.path == "/login":
            self._log_in(body)
        elif not self._is_allowed():
            self._send(401, b"", "text/plain")
        elif self.headers.get("Content-Type") != "application/json":
            self._send(415, b"", "text/plain")
        else:
            self.monitor.post(self.path, json.loads(body or "null"))
            self._send(204, b"", "text/plain")

    def _is_allowed(self) -> bool:
        token = self.monitor.token
        return token is None or f"token={token}" in self.headers.get("Cookie", "")

    def _log_in(self, body: str) -> None:
        if parse_qs(body).get("token") != [self.monitor.token]:
            self._send_file("login.html", 401)
            return
        self.send_response(303)
        self.send_header("Set-Cookie", f"token={self.monitor.token}; HttpOnly; SameSite=Strict")
        self.send_header("Location", "/")
        self.end_headers()

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"retry: 1000\n\n")
        while not self.monitor._stopped.is_set():
            data = json.dumps(self.monitor.snapshot())
            self.wfile.write(f"event: snapshot\ndata: {data}\n\n".encode())
            self.monitor._stopped.wait(self.monitor.interval)
            if self.monitor.advancing:
                self.monitor.sample.advance()

    def _send_file(self, name: str, status: int = 200) -> None:
        path = STATIC / name
        if not path.is_file():
            self._send(404, b"not found", "text/plain")
            return
        self._send(status, path.read_bytes(), TYPES.get(path.suffix, "text/plain"))

    def _send_json(self, value: Any) -> None:
        self._send(200, json.dumps(value).encode(), "application/json")

    def _send(self, status: int, content: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)


def eventful() -> FakeMonitor:
    """Return a monitor whose stream has had a flood, and is in the middle of a port scan."""
    monitor = FakeMonitor(points=720, length=900)
    monitor.labels["src"][3] = "<script>alert(1)</script>"
    mixed = "far more mixed than usual"
    flood = monitor.raise_alarm(
        "src", f"src: {mixed}, 6.5 to 12.3 bits; 4,100 new labels hold 71 %", 0.93, 354
    )
    falls = monitor.raise_alarm("dst", "dst: 81 % is now 192.168.1.10, was 9 %", 0.71, 351)
    monitor.clear_alarm(flood, 240)
    monitor.clear_alarm(falls, 236)
    monitor.raise_alarm(
        "dport", f"dport: {mixed}, 2.1 to 9.6 bits; 830 new labels hold 64 %", 0.83, 48
    )
    monitor.raise_alarm("status", "status: 18 % is now 404, was 2 %", 0.19, 43)
    return monitor


def main() -> None:
    """Serve until Ctrl-C."""
    monitor = eventful()
    monitor.advancing, monitor.interval = True, 0.5
    print(monitor.start(int(sys.argv[1]) if len(sys.argv) > 1 else 8799))
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
