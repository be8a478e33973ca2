"""A day of a web server on the command line: entropy over time, alarms and a picture.

Writes an access log in common log format and runs `entrostream` on it as a user would. At 10:30
one address floods the login page: the entropy of hosts and paths falls. At 18:00 a scan requests
ever new paths from ever new addresses: both rise.
"""

import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random

DAY = datetime(2026, 3, 12, tzinfo=timezone.utc)
LINE = '{host} - - [{time:%d/%b/%Y:%H:%M:%S +0000}] "GET {path} HTTP/1.1" {status} {size}\n'
FLOOD = range(630, 670)  # minutes
SCAN = range(1080, 1110)


def write_log(path: Path) -> None:
    """Write the requests of a day, minute by minute."""
    random = Random(12)
    hosts = [f"10.0.{random.randrange(8)}.{random.randrange(256)}" for _ in range(400)]
    paths = ["/", "/login", "/search", *(f"/page/{number}" for number in range(60))]
    with path.open("w") as file:
        for minute in range(24 * 60):
            usual = 25 if 7 * 60 <= minute < 23 * 60 else 12
            requests = [(random.choice(hosts), random.choice(paths)) for _ in range(usual)]
            if minute in FLOOD:
                requests += [("203.0.113.9", "/login")] * 120
            if minute in SCAN:
                requests += [
                    (f"198.51.{random.randrange(256)}.{random.randrange(256)}", f"/scan/{at}")
                    for at in random.sample(range(10_000), 80)
                ]
            random.shuffle(requests)
            for second, (host, where) in enumerate(requests):
                time = DAY + timedelta(minutes=minute, seconds=60 * second / len(requests))
                status = 404 if where.startswith("/scan") else 200
                size = random.randrange(200, 5000)
                file.write(LINE.format(host=host, time=time, path=where, status=status, size=size))


def entrostream(*arguments: str) -> None:
    """Run the command, and print what it prints."""
    command = [sys.executable, "-m", "entrostream.cli", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    print(done.stdout + done.stderr, end="", flush=True)


def main(folder: Path = Path("output")) -> None:
    """Write the log, find the alarms, draw the picture."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = (folder / "command_line.png").resolve()
    with tempfile.TemporaryDirectory() as temporary:
        log = Path(temporary) / "access.log"
        write_log(log)
        fields = [str(log), "-f", "host", "-f", "path", "-q"]
        entrostream("compute", *fields, "--every", "6h")
        alarms = ["--alarm", "host.entropy < 6", "--alarm", "host.entropy > 9"]
        intervals = ["--every", "10min", "--out", str(log.with_suffix(".csv"))]
        entrostream("compute", *fields, *intervals, *alarms, "--plot", str(picture))
    print(f"picture: {picture}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
