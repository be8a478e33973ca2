"""What happens when things break: nothing acknowledged is lost, nothing is counted twice."""

import contextlib
import http.server
import json
import os
import random
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from tests.monitor.servers import Served, stored

START = 1_700_000_000
OPTIONS = ("-f", "src", "-f", "port", "--time-field", "time", "--window", "1min")


def flows(lines, seed=0):
    """Return rows of a stream whose distribution changes now and then."""
    rng = np.random.default_rng(seed)
    times = START + np.sort(rng.random(lines)) * lines / 500
    regime = np.arange(lines) * 5 // lines
    src = (rng.zipf(1.3, lines) + 1000 * regime) % 5000
    port = np.where(rng.random(lines) < 0.3 * (regime % 2), 443, rng.choice([22, 53, 80], lines))
    return [
        f"{t:.6f},10.0.{s // 250}.{s % 250},{p}\n" for t, s, p in zip(times, src, port, strict=True)
    ]


def write(path, rows, mode="a"):
    """Add rows to a file."""
    with open(path, mode) as file:
        file.writelines(rows)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Return the rows of a stream, and the state of a server that read them undisturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    rows = flows(120_000)
    write(folder / "flows.csv", ["time,src,port\n", *rows])
    with Served(folder / "flows.csv", *OPTIONS, "--db", folder / "state.sqlite") as server:
        server.wait_for_lines(len(rows))
        assert server.stop() == 0
    return rows, stored(folder / "state.sqlite")


def test_twenty_times_killed_it_has_the_same_bits(tmp_path, undisturbed):
    """A stream that grows, and a server that is killed at any moment: every row counts once."""
    rows, wanted = undisturbed
    random_number = random.Random(1)
    log, database = tmp_path / "flows.csv", tmp_path / "state.sqlite"
    write(log, ["time,src,port\n"])
    written = kills = 0
    while kills < 20:
        step = random_number.randrange(3000, 8000)
        with Served(log, *OPTIONS, "--db", database) as server:
            write(log, rows[written : written + step])
            written = min(written + step, len(rows))
            time.sleep(random_number.random() * 1.5)
            server.kill()
        kills += 1
    with Served(log, *OPTIONS, "--db", database) as server:
        write(log, rows[written:])
        server.wait_for_lines(len(rows))
        assert server.stop() == 0

    state, digests, history, alarms = stored(database)

    assert state["rows"] == len(rows)
    assert digests == wanted[1]
    assert history == wanted[2]
    assert alarms == wanted[3]
    assert state == wanted[0]


def test_rotation_while_it_is_down(tmp_path, undisturbed):
    """The rest of a file that was rotated meanwhile is read before the new one."""
    rows, wanted = undisturbed
    log, database = tmp_path / "flows.csv", tmp_path / "state.sqlite"
    write(log, ["time,src,port\n", *rows[:50_000]])
    with Served(log, *OPTIONS, "--db", database) as server:
        server.wait_for_lines(50_000)
        server.wait_for_checkpoint()
        server.kill()
    write(log, rows[50_000:60_000])
    log.rename(tmp_path / "flows.csv.1")
    write(log, ["time,src,port\n", *rows[60_000:]])
    with Served(log, *OPTIONS, "--db", database) as server:
        server.wait_for_lines(len(rows))
        assert server.stop() == 0

    assert stored(database)[1:] == wanted[1:]


def test_a_truncated_file_begins_anew(tmp_path):
    """What is written after a truncation is read, once."""
    log = tmp_path / "flows.csv"
    rows = flows(4000)
    write(log, ["time,src,port\n", *rows[:2000]])
    with Served(log, *OPTIONS) as server:
        server.wait_for_lines(2000)
        write(log, ["time,src,port\n", *rows[2000:2500]], "w")
        server.wait_for_lines(2500)
        time.sleep(0.5)
        assert server.get("/api/snapshot")["lines"] == 2500


def test_every_acknowledged_request_survives_a_signal(tmp_path):
    """SIGTERM drains: what was answered with 202 is in the database."""
    database = tmp_path / "state.sqlite"
    rows = flows(30_000)
    sent = 0
    with Served(*OPTIONS, "--db", database) as server:
        for first in range(0, 30_000, 1000):
            body = ("time,src,port\n" + "".join(rows[first : first + 1000])).encode()
            status, answer = server.post("/ingest", body, "text/csv")
            assert (status, answer["accepted"]) == (202, 1000)
            sent += 1000
        assert server.stop() == 0

    assert stored(database)[0]["rows"] == sent


def test_what_was_answered_after_the_checkpoint_survives_a_kill(tmp_path):
    """`sync=1` means that the events are stored; with numbers a request is never taken twice."""
    database = tmp_path / "state.sqlite"
    rows = flows(12_000)
    bodies = [
        ("time,src,port\n" + "".join(rows[first : first + 1000])).encode()
        for first in range(0, 12_000, 1000)
    ]
    number = 0
    while number < len(bodies):
        with Served(*OPTIONS, "--db", database) as server:
            for _ in range(3):
                path = f"/ingest?sync=1&client=a&sequence={number}"
                assert server.post(path, bodies[number], "text/csv")[0] == 200
                number += 1
            server.kill()
        with Served(*OPTIONS, "--db", database) as server:  # the last one again, as a retry
            path = f"/ingest?sync=1&client=a&sequence={number - 1}"
            status, answer = server.post(path, bodies[number - 1], "text/csv")
            assert (status, answer["duplicate"], answer["durable"]) == (200, True, number - 1)
            server.kill()

    assert stored(database)[0]["rows"] == len(rows)


def test_corrupt_lines_are_counted_and_the_rest_is_exact(tmp_path, undisturbed):
    """Rows with too few fields, without a time, too long, or not UTF-8."""
    rows, wanted = undisturbed
    random_number = random.Random(3)
    bad = ["only one\n", "yesterday,a,b\n", "1,2,3,4\n", "x" * 70_000 + "\n"]
    mixed, count = [], 0
    for row in rows:
        if random_number.random() < 0.01:
            mixed.append(random_number.choice(bad))
            count += 1
        mixed.append(row)
    log, database = tmp_path / "flows.csv", tmp_path / "state.sqlite"
    write(log, ["time,src,port\n", *mixed])
    with Served(log, *OPTIONS, "--db", database, "--max-line", "64K") as server:
        server.wait_for_lines(len(mixed))
        assert server.get("/api/snapshot")["bad"] == count
        assert server.stop() == 0

    assert stored(database)[1:] == wanted[1:]


@pytest.mark.parametrize("place", range(8))
def test_a_damaged_checkpoint_is_refused_and_the_older_one_used(tmp_path, undisturbed, place):
    """A flipped byte in the newest state: loudly back to the one before, then the same bits."""
    rows, wanted = undisturbed
    log, database = tmp_path / "flows.csv", tmp_path / "state.sqlite"
    write(log, ["time,src,port\n", *rows[:60_000]])
    with Served(log, *OPTIONS, "--db", database) as server:
        server.wait_for_lines(60_000)
        server.wait_for_checkpoint()
        write(log, rows[60_000:70_000])
        server.wait_for_lines(70_000)
        assert server.stop() == 0
    damage(database, place)
    write(log, rows[70_000:])
    with Served(log, *OPTIONS, "--db", database) as server:
        server.wait_for_lines(len(rows))
        assert "is damaged" in server.output
        assert "using the one before" in server.output
        assert server.stop() == 0

    assert stored(database)[1:] == wanted[1:]


def damage(database, place):
    """Flip a bit of the newest checkpoint, or of a part that only this one has."""
    connection = sqlite3.connect(database)
    rows = connection.execute("select sequence, body from checkpoint order by sequence").fetchall()
    (_, older), (newest, body) = rows
    only_newest = sorted(
        set(json.loads(body)["digests"].values()) - set(json.loads(older)["digests"].values())
    )
    if place == 0:
        query, key, data = "update checkpoint set body = ? where sequence = ?", newest, body
    else:
        query, key = (
            "update blob set bytes = ? where digest = ?",
            only_newest[place % len(only_newest)],
        )
        data = connection.execute("select bytes from blob where digest = ?", (key,)).fetchone()[0]
    flipped = bytearray(data)
    flipped[len(flipped) * place // 8] ^= 1
    connection.execute(query, (bytes(flipped), key))
    connection.commit()
    connection.close()


@pytest.mark.parametrize("what", ["truncated", "garbage", "other program"])
def test_a_database_that_cannot_be_used_is_refused(tmp_path, what):
    """One sentence with the way out, and nothing is overwritten."""
    database = tmp_path / "state.sqlite"
    with Served(*OPTIONS, "--db", database) as server:
        body = ("time,src,port\n" + "".join(flows(3000))).encode()
        assert server.post("/ingest?sync=1", body, "text/csv")[0] == 200
        assert server.stop() == 0
    if what == "truncated":
        os.truncate(database, os.path.getsize(database) // 2)
    elif what == "garbage":
        database.write_bytes(b"no database at all" * 1000)
    else:
        database.unlink()
        with sqlite3.connect(database) as other:
            other.execute("create table mine (x)")
    before = database.read_bytes()

    result = refused_with(database)

    assert result.returncode == 1, result
    assert len(result.stderr.splitlines()) == 1
    assert "another --db" in result.stderr
    assert database.read_bytes() == before


def refused_with(database):
    """Run a server that ends at once."""
    command = [sys.executable, "-m", "entrostream.cli", "serve", "--listen", "127.0.0.1:0"]
    return subprocess.run(
        [*command, *OPTIONS, "--db", str(database)], capture_output=True, text=True, timeout=60
    )


def test_two_servers_do_not_share_a_database(tmp_path):
    """The second one says so."""
    database = tmp_path / "state.sqlite"
    with Served(*OPTIONS, "--db", database):
        result = refused_with(database)

    assert result.returncode == 1
    assert "used by another process" in result.stderr


def test_a_full_disk_is_said_and_survived(tmp_path):
    """Checkpoints fail, requests that wait for them are told; with room again all is stored."""
    database = tmp_path / "state.sqlite"
    rows = flows(20_000)
    with Served(*OPTIONS, "--db", database) as server:
        first = ("time,src,port\n" + "".join(rows[:1000])).encode()
        assert server.post("/ingest?sync=1", first, "text/csv")[0] == 200
        # As on a full disk: the process cannot make files longer than they are.
        limit = os.path.getsize(database)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        rest = ("time,src,port\n" + "".join(rows[1000:])).encode()
        status, answer = server.post("/ingest?sync=1", rest, "text/csv")
        assert status == 503
        assert "not stored" in answer["error"]
        assert server.get("/healthz")["status"] == "degraded"
        assert "cannot write the checkpoint" in server.get("/api/snapshot")["note"]
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        server.wait_for(lambda: "can be written again" in server.output)
        assert server.get("/healthz")["status"] == "ok"
        assert server.stop() == 0

    assert stored(database)[0]["rows"] == 20_000


def test_a_million_labels_stay_within_a_limit(tmp_path):
    """Beyond the limit labels are counted as one; the page says that entropy is a lower bound."""
    log = tmp_path / "flows.csv"
    write(log, ["src\n", *(f"{number}\n" for number in range(1_000_000))])
    with Served(log, "-f", "src", "--max-labels", "5000") as server:
        server.wait_for_lines(1_000_000, 120)
        server.wait_for(lambda: server.get("/api/snapshot")["fields"][0]["n"] == 1_000_000)
        (field,) = server.get("/api/snapshot")["fields"]
        memory = server.get("/api/snapshot")["memory"]

    assert field["distinct"] == 5001
    assert field["folded"] == 995_000
    assert field["top"][0]["label"] == "<other>"
    assert memory < 400 << 20


def test_a_memory_limit_stops_new_labels_and_requests(tmp_path):
    """Under the limit of a tiny memory every request is to come later."""
    with Served("-f", "src", "--max-memory", "1M") as server:
        server.wait_for(lambda: "memory limit" in server.output)
        status, answer = server.post("/ingest", b'{"src": "a"}\n')

    assert status == 429
    assert "memory" in answer["error"]


def test_times_that_go_back_are_left_out_and_counted(tmp_path):
    """A clock that was set back, and one line from the far future, lose nothing of the others."""
    log = tmp_path / "flows.csv"
    times = [*range(100), *range(50, 60), 10**10, *range(100, 200)]
    write(log, ["time,src\n", *(f"{START + at},{at % 7}\n" for at in times)])
    with Served(log, "-f", "src", "--time-field", "time", "--window", "1min") as server:
        server.wait_for_lines(len(times))
        snapshot = server.get("/api/snapshot")

    assert (snapshot["late"], snapshot["bad"]) == (10, 1)
    assert snapshot["now"] == (START + 198) * 1000
    assert snapshot["fields"][0]["n"] == 60


def test_a_browser_that_is_stuck_holds_up_nobody(tmp_path):
    """A client that opens the stream and never reads it: all lines are taken, memory is flat."""
    log = tmp_path / "flows.csv"
    write(log, ["time,src,port\n"])
    with Served(log, *OPTIONS) as server, contextlib.ExitStack() as stack:
        host, port = server.url.removeprefix("http://").split(":")
        for _ in range(5):
            client = stack.enter_context(socket.create_connection((host, int(port))))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(f"GET /api/stream HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        rows = flows(100_000)
        memory = server.get("/api/snapshot")["memory"]
        for first in range(0, len(rows), 10_000):
            write(log, rows[first : first + 10_000])
            time.sleep(0.2)
        server.wait_for_lines(len(rows))
        assert server.get("/api/snapshot")["memory"] < memory + (60 << 20)
        assert server.stop() == 0


def test_a_slow_webhook_holds_up_nobody_and_gets_all_alarms(tmp_path):
    """It fails at first, then takes its time: alarms come in their order, none is lost."""
    received = []
    with slow_webhook(received, failures=2, seconds=0.3) as url:
        log, rows = tmp_path / "flows.csv", flows(60_000)
        write(log, ["time,src,port\n", *rows])
        with Served(log, *OPTIONS, "--webhook", url) as server:
            server.wait_for_lines(len(rows))
            alarms = server.get("/api/alarms?order=time")["alarms"]
            assert len(alarms) >= 2
            raised = {alarm["id"] for alarm in alarms}
            server.wait_for(lambda: {message["id"] for message in received} == raised)
            assert "attempts left" in server.output
            assert server.stop() == 0

    assert [message["id"] for message in received] == sorted(message["id"] for message in received)
    assert all(message["text"] and message["status"] for message in received)


@contextlib.contextmanager
def slow_webhook(received, failures, seconds):
    """Run a server that fails some times, then takes messages slowly."""
    left = [failures]

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(seconds)
            left[0] -= 1
            if left[0] < 0:
                received.append(json.loads(body))
            self.send_response(500 if left[0] >= 0 else 204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.slow
def test_a_line_of_ten_gigabytes(tmp_path):
    """It is one bad record, and takes neither the memory nor the lines around it."""
    log = tmp_path / "flows.csv"
    write(log, ["time,src,port\n", *flows(1000)])
    with Served(log, *OPTIONS) as server:
        server.wait_for_lines(1000)
        memory = server.get("/api/snapshot")["memory"]
        # A hole: zeros that take no place on the disk.
        os.truncate(log, os.path.getsize(log) + (10 << 30))
        write(log, ["\n", *flows(1000, seed=1)])
        server.wait_for_lines(2001, 600)
        snapshot = server.get("/api/snapshot")

    assert snapshot["bad"] == 1
    assert snapshot["memory"] < memory + (64 << 20)
