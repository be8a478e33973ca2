"""The programming interface over HTTP: who may ask, what is refused, and how."""

import gzip
import http.client
import json
import os
import subprocess
import sys
import urllib.parse

import pytest

from tests.monitor.servers import Served

NDJSON = "application/x-ndjson"
TOKEN = "a-token-that-is-long-enough"


@pytest.fixture(scope="module")
def server():
    """Run a server without a token."""
    with Served(
        "-f", "src", "-f", "user.name", "--max-body", "100K", "--max-line", "10K"
    ) as served:
        yield served


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """Run a server that asks for a token."""
    path = tmp_path_factory.mktemp("token") / "token"
    path.write_text(TOKEN + "\n")
    with Served("-f", "src", "--token-file", path) as served:
        yield served


def ask(server, method, path, body=None, **headers):
    """Return status, headers and body of a request."""
    host = urllib.parse.urlsplit(server.url).netloc
    connection = http.client.HTTPConnection(host, timeout=30)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers, content


def test_events_are_taken_and_counted(server):
    """NDJSON and CSV, nested fields, packed."""
    lines = b'{"src": "a", "user": {"name": "x"}}\n{"src": "b", "user": {"name": "y"}}\n'
    before = server.get("/api/snapshot")["lines"]
    assert server.post("/ingest", lines, NDJSON) == (202, {"accepted": 2, "bad": 0})
    csv = b"src,user.name\na,x\n"
    assert server.post("/ingest", csv, "text/csv; charset=utf-8")[1]["accepted"] == 1
    packed = gzip.compress(lines)
    status, answer = server.post("/ingest", packed, NDJSON, {"Content-Encoding": "gzip"})
    assert (status, answer["accepted"]) == (202, 2)
    assert server.post("/ingest?format=csv", csv, "application/octet-stream")[0] == 202
    server.wait_for_lines(before + 6)


@pytest.mark.parametrize(
    ("path", "body", "kind", "headers", "status", "why"),
    [
        ("/ingest", b"x" * 200_000, "text/csv", {}, 413, "larger than 102,400"),
        ("/ingest", b"not json\n", NDJSON, {}, 400, "no record can be read"),
        ("/ingest", b"a,b\n1,2\n", "text/csv", {}, 400, "'src'"),
        ("/ingest", b'{"other": 1}\n', NDJSON, {}, 400, "'src'"),
        ("/ingest", b"src\na\n", "image/png", {}, 415, "which format"),
        ("/ingest", b"no gzip", "text/csv", {"Content-Encoding": "gzip"}, 400, "no gzip"),
        ("/ingest", b"x", "text/csv", {"Content-Encoding": "br"}, 415, "gzip"),
        ("/ingest?sync=1", b"src\na\n", "text/csv", {}, 409, "--db"),
        ("/ingest?sequence=1", b"src\na\n", "text/csv", {}, 400, "belong together"),
        ("/ingest?client=a&sequence=x", b"src\na\n", "text/csv", {}, 400, "belong together"),
    ],
)
def test_bad_requests_are_refused_with_the_reason(server, path, body, kind, headers, status, why):
    """And counted; nothing of them is taken."""
    before = server.get("/api/snapshot")
    got, answer = server.post(path, body, kind, headers)

    assert got == status
    assert why in answer["error"]
    server.wait_for(lambda: server.get("/api/snapshot")["rejected"] > before["rejected"])
    assert server.get("/api/snapshot")["lines"] == before["lines"]


def test_a_body_that_unpacks_to_gigabytes_is_refused(server):
    """After the first bytes beyond the limit."""
    bomb = gzip.compress(b"src\n" + b"a\n" * 50_000_000)
    status, answer = server.post("/ingest", bomb, "text/csv", {"Content-Encoding": "gzip"})

    assert status == 413, answer
    assert server.get("/api/snapshot")["memory"] < 500 << 20


def test_some_bad_records_are_counted_and_the_rest_taken(server):
    """The first is shown."""
    body = b'{"src": "a", "user": {"name": "x"}}\nnonsense\n'
    status, answer = server.post("/ingest", body, NDJSON)

    assert status == 202
    assert (answer["accepted"], answer["bad"]) == (1, 1)
    assert "nonsense" in answer["first_bad"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/history?field=src", 200),
        ("/api/history?field=nothing", 404),
        ("/api/history?field=src&from=x", 400),
        ("/api/history?field=src&points=nan", 400),
        ("/api/history?field=src&points=-5", 200),
        ("/api/alarms", 200),
        ("/api/alarms?order=beauty", 400),
        ("/api/alarms?limit=all", 400),
        ("/api/clients/somebody", 200),
        ("/api/nothing", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/healthz", 200),
        ("/metrics", 200),
        ("/", 200),
    ],
)
def test_questions(server, path, status):
    """Wrong ones are answered with the right status."""
    assert ask(server, "GET", path)[0] == status


def test_acknowledge_and_mute(server):
    """What is not there is 404, what cannot be read 400."""
    json_headers = {"Content_Type": "application/json"}
    mute = "/api/fields/src/mute"
    assert ask(server, "POST", "/api/alarms/99/acknowledge", b"", **json_headers)[0] == 404
    assert ask(server, "POST", "/api/fields/x/mute", b'{"seconds": 5}', **json_headers)[0] == 404
    for wrong in (b"", b"{}", b'{"seconds": -1}', b'{"seconds": "x"}', b"x" * 20_000):
        assert ask(server, "POST", mute, wrong, **json_headers)[0] == 400
    assert ask(server, "POST", mute, b'{"seconds": 60}', **json_headers)[0] == 204
    server.wait_for(lambda: server.get("/api/snapshot")["fields"][0]["muted_until"])
    assert ask(server, "POST", mute, b'{"seconds": 0}', **json_headers)[0] == 204
    server.wait_for(lambda: not server.get("/api/snapshot")["fields"][0]["muted_until"])


def test_the_headers_keep_a_browser_from_harm(server):
    """On every answer, errors too."""
    for path in ("/", "/api/snapshot", "/api/nothing", "/static/nothing"):
        _, headers, _ = ask(server, "GET", path)
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Server" not in headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:80", 200),
        ("127.0.0.1", 200),
        ("[::1]:8790", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("", 400),
        ("[broken", 400),
    ],
)
def test_a_name_that_leads_here_from_outside_is_refused(server, host, status):
    """A hostile site may direct its own name to this machine."""
    assert ask(server, "GET", "/api/snapshot", Host=host)[0] == status


def test_requests_of_other_sites_are_refused(server):
    """A page elsewhere cannot send events or acknowledge alarms."""
    body = b'{"src": "a", "user": {"name": "x"}}\n'
    host = urllib.parse.urlsplit(server.url).netloc
    for origin, status in ((f"http://{host}", 202), ("http://evil.example", 403), ("null", 403)):
        got, _, _ = ask(server, "POST", "/ingest", body, Content_Type=NDJSON, Origin=origin)
        assert got == status


def test_labels_are_data_in_metrics(server):
    """A field's name is escaped, and all lines can be parsed."""
    _, headers, content = ask(server, "GET", "/metrics")
    assert headers["Content-Type"].startswith("text/plain; version=0.0.4")
    for line in content.decode().splitlines():
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            assert name.startswith("entrostream_")
            float(value)
    assert b'entrostream_entropy_bits{field="user.name"}' in content
    assert b'entrostream_alarm{field="src"} 0' in content


def test_without_the_token_nothing_is_told(guarded):
    """But health, which says nothing, and what the form needs."""
    for path in ("/api/snapshot", "/api/stream", "/metrics", "/api/openapi.json", "/api/alarms"):
        status, headers, content = ask(guarded, "GET", path)
        assert (status, content) == (401, b"a token is needed")
        assert headers["WWW-Authenticate"] == "Bearer"
    assert ask(guarded, "POST", "/ingest", b"src\na\n", Content_Type="text/csv")[0] == 401
    assert ask(guarded, "GET", "/healthz")[0] == 200
    assert ask(guarded, "GET", "/static/monitor.css")[0] == 200
    status, _, page = ask(guarded, "GET", "/")
    assert status == 401
    assert b"token" in page
    assert b"src" not in page.replace(b"src=", b"")


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x"]
)
def test_a_wrong_token_is_refused(guarded, given):
    """Whatever it looks like."""
    assert ask(guarded, "GET", "/api/snapshot", Authorization=given)[0] == 401


def test_the_token_opens(guarded):
    """In a header, or by the form, which gives a cookie."""
    assert ask(guarded, "GET", "/api/snapshot", Authorization=f"Bearer {TOKEN}")[0] == 200
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    assert ask(guarded, "POST", "/login", b"token=wrong", **form)[0] == 401
    status, headers, _ = ask(guarded, "POST", "/login", f"token={TOKEN}".encode(), **form)
    assert (status, headers["Location"]) == (303, "/")
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert TOKEN not in cookie
    assert ask(guarded, "GET", "/api/snapshot", Cookie=cookie.split(";")[0])[0] == 200
    assert ask(guarded, "GET", "/api/snapshot", Cookie="entrostream=x")[0] == 401


def test_a_full_queue_says_when_to_come_again():
    """429 with Retry-After, and all that was answered with 202 is taken in the end."""
    rows = b"src\n" + b"".join(b"h%d\n" % (number % 5000) for number in range(100_000))
    with Served("-f", "src", "--max-queue", "600K") as server:
        taken = refused = 0
        for _ in range(60):
            status, headers, _ = ask(server, "POST", "/ingest", rows, Content_Type="text/csv")
            taken += status == 202
            if status == 429:
                refused += 1
                assert headers["Retry-After"] == "1"
        server.wait_for_lines(taken * 100_000)
        assert server.get("/api/snapshot")["rejected"] == refused
        assert taken >= 1


def test_the_description_has_every_path(server):
    """OpenAPI: all routes, and no others; the answers have the properties that it names."""
    from entrostream.monitor.web.openapi import description

    document = server.get("/api/openapi.json")
    assert document == description()
    from starlette.routing import Route

    from entrostream.monitor.web.app import make_app

    app = make_app(None, None, SettingsStub())
    for_programs = {
        route.path.replace(":int}", "}").replace(":path}", "}")
        for route in app.routes
        if isinstance(route, Route)
    } - {"/", "/login"}
    assert set(document["paths"]) == for_programs
    schemas = document["components"]["schemas"]
    snapshot = server.get("/api/snapshot")
    assert set(snapshot) == set(schemas["Snapshot"]["properties"])
    assert set(snapshot["fields"][0]) == set(schemas["Field"]["properties"])
    history = server.get("/api/history?field=src")
    assert set(history) == set(schemas["History"]["properties"])


class SettingsStub:
    """As AppSettings, for an application that is not used."""

    token, hosts, max_body, public_metrics = None, (), 1, False


def test_the_stream_of_snapshots(server):
    """Server-sent events, the newest state each."""
    host = urllib.parse.urlsplit(server.url).netloc
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("GET", "/api/stream")
    answer = connection.getresponse()
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    lines = []
    while not any(line.startswith(b"data: ") for line in lines):
        lines.append(answer.readline())
    connection.close()
    assert b"event: snapshot\n" in lines
    data = next(line for line in lines if line.startswith(b"data: "))
    assert json.loads(data.removeprefix(b"data: "))["fields"][0]["name"] == "src"


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ([], 2, "which fields"),
        (["-f", "src", "--listen", "0.0.0.0:0"], 2, "--token-file"),
        (["-f", "src", "--listen", "nowhere"], 2, "HOST:PORT"),
        (["-f", "src", "--listen", "127.0.0.1:99999"], 2, "HOST:PORT"),
        (["-f", "src", "--listen", "203.0.113.9:0", "--token-file", "{tmp}/t"], 2, "cannot listen"),
        (["-f", "src", "--window", "10"], 2, "window"),
        (["-f", "src", "--alarm", "dst.entropy > 3"], 2, "no field 'dst'"),
        (["-f", "src", "--alarm", "src.entropy outside 3..2"], 2, "lower limit"),
        (["-f", "src", "--webhook", "ftp://x"], 2, "http or https"),
        (["-f", "src", "--exec", "'"], 2, "cannot read the command"),
        (["-f", "src", "--token-file", "{tmp}/short"], 2, "shorter than 16"),
        (["-f", "src", "--db", "{tmp}/no/such/folder/x"], 1, "cannot open"),
        (["-f", "nothing", "{tmp}/flows.csv"], 2, "'nothing'"),
        (["-f", "src", "{tmp}"], 2, "not a regular file"),
        (["--demo", "-f", "src"], 2, "of its own"),
        (["--config", "{tmp}/none.toml"], 2, "cannot read"),
        (["--config", "{tmp}/bad.toml"], 2, "no TOML"),
        (["--config", "{tmp}/unknown.toml"], 2, "did you mean 'window'"),
        (["--config", "{tmp}/wrong.toml"], 2, "takes"),
    ],
)
def test_wrong_use_is_said_in_one_sentence(tmp_path, arguments, code, why):
    """With an exit code, and without a traceback."""
    (tmp_path / "short").write_text("short")
    (tmp_path / "flows.csv").write_text("src\na\n")
    (tmp_path / "bad.toml").write_text("= 3")
    (tmp_path / "unknown.toml").write_text('windw = "1h"')
    (tmp_path / "wrong.toml").write_text("window = [1, 2]")
    arguments = [each.replace("{tmp}", str(tmp_path)) for each in arguments]

    if "--listen" not in arguments:
        arguments += ["--listen", "127.0.0.1:0"]
    result = run("serve", *arguments)

    assert result.returncode == code, result
    assert why in result.stderr
    assert len(result.stderr.splitlines()) == 1


def run(*arguments):
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "entrostream.cli", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_configuration_is_checked(tmp_path):
    """`--check` says that it is good, and opens nothing."""
    (tmp_path / "monitor.toml").write_text(
        'field = ["src", "port"]\nwindow = "1h"\nmin-shift = 0.2\nalarm = ["src.entropy > 9"]\n'
        f'db = "{tmp_path}/state.sqlite"\nlisten = "127.0.0.1:0"\nfrom-end = true\n'
    )
    result = run("serve", "--config", str(tmp_path / "monitor.toml"), "--check")

    assert (result.returncode, result.stdout) == (0, "")
    assert "the configuration is good" in result.stderr


def test_a_new_token_is_made_for_its_owner_only(tmp_path):
    """Printed is where it is, not what it is."""
    path = tmp_path / "token"
    with Served("-f", "src", "--token-file", path) as server:
        token = path.read_text().strip()
        assert os.stat(path).st_mode & 0o777 == 0o600
        assert len(token) >= 32
        assert token not in server.output
        assert ask(server, "GET", "/api/snapshot", Authorization=f"Bearer {token}")[0] == 200
        assert ask(server, "GET", "/api/snapshot")[0] == 401
