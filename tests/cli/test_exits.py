"""Closed pipes, Ctrl-C, full disks and closed streams end a command quietly or in one sentence."""

import os
import signal
import subprocess
import sys
import time

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.running import PROGRAM, in_own_process


def test_reader_that_has_seen_enough(tmp_path):
    """As `| head` does: no traceback, exit code 0."""
    path = tmp_path / "x.txt"
    path.write_text("a\nb\n" * 100_000, encoding="utf-8")
    program = subprocess.Popen(
        [*PROGRAM, "compute", str(path), "--every", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdout.readline() == b"row,field,n,distinct,entropy,evenness,gini\n"
    program.stdout.close()
    assert program.stderr.read() == f"entrostream: reading {path} as lines\n".encode()
    program.stderr.close()
    assert program.wait(60) == 0


def test_interrupt():
    """130, as shells say, and nothing on standard error; what was ready was written."""
    program = subprocess.Popen(
        [*PROGRAM, "compute", "-q", "--every", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program.stdin.write(b"a\nb\n")
    program.stdin.flush()
    lines = [program.stdout.readline() for _ in range(3)]
    assert lines[2].startswith(b"2,line,2,2,1,")
    program.send_signal(signal.SIGINT)
    out, err = program.communicate(timeout=60)
    assert (program.returncode, out, err) == (130, b"", b"")


def test_pipe_is_read_as_it_comes():
    """Pieces with pauses in between give the values of the whole; formats are recognised."""
    program = subprocess.Popen(
        [*PROGRAM, "compute", "-f", "b", "-q"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    for piece in (b"a,", b"b\n1,", b'"x\n', b'y"\n2', b",z\n3,z"):
        program.stdin.write(piece)
        program.stdin.flush()
        time.sleep(0.05)  # another read for each piece; the values are the same in any case
    out, _ = program.communicate(timeout=60)
    assert out.splitlines()[1].startswith(b"3,b,3,2,0.918295834")
    assert program.returncode == 0


def test_window_by_arrival():
    """Without times a span is the time of arrival, for a pipe."""
    done = in_own_process("compute", "--window", "1h", "-q", input=b"a\nb\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].split(b",")[2:5] == [b"line", b"2", b"2"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk():
    """One sentence, exit code 1."""
    with open("/dev/full", "wb") as full:
        done = in_own_process(
            "compute", "-q", input=b"a\n", stdout=full, stderr=subprocess.PIPE, capture_output=False
        )
    assert done.returncode == 1
    assert done.stderr == b"entrostream: cannot write the results: no space left on device\n"


def shell(line):
    """Return how a line of the shell ends; $P is the program."""
    program = " ".join(f"'{part}'" for part in PROGRAM)
    return subprocess.run(
        ["sh", "-c", line.replace("$P", program)], capture_output=True, check=False, timeout=60
    )


def test_closed_streams():
    """No traceback, whatever the caller closed."""
    done = shell("printf 'a\\n' | $P compute -q >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    done = shell("$P compute -q <&-")
    assert done.returncode == 1
    assert done.stderr == b"entrostream: standard input is closed: name a file\n"
    done = shell("$P compute /no/file 2>&-")
    assert (done.returncode, done.stdout) == (1, b"")


def test_parquet_through_a_pipe(tmp_path):
    """Written to standard output, and read from it, also from a file as standard input."""
    path = f"'{tmp_path}/x.parquet'"
    done = shell(
        f"printf 'a\\nb\\n' | $P compute -q --every 1 -o parquet > {path}"
        f" && cat {path} | $P compute -q -f n && $P compute -q -f n < {path}"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    first, second = done.stdout.decode().split("row,")[1:]
    assert first == second
    assert first.splitlines()[1].startswith("2,n,2,2,1,")


def test_nanoseconds_of_parquet(tmp_path):
    """As groups, pairs and labels, though commands do not import pandas."""
    path = tmp_path / "x.parquet"
    times = pa.array([1001, 1001, 2000]).cast(pa.timestamp("ns"))
    parquet.write_table(pa.table({"at": times, "x": ["a", "b", "c"]}), path)
    options = ("-f", "x", "-f", "at+x", "-g", "at", "--max-labels", "9", "-q")
    done = in_own_process("compute", path, *options)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[1] == b"3,1970-01-01T00:00:00.000001001,x,2,2,1,1,0.5"


PEAK = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.slow
def test_memory_with_a_line_of_a_gigabyte(tmp_path):
    """It is skipped, and memory stays as it was; a small parent measures no other process."""
    path = tmp_path / "huge.txt"
    with open(path, "wb") as file:
        file.write(b"a\n")
        for _ in range(1024):
            file.write(b"x" * (1 << 20))
        file.write(b"\nb\n")
    assert path.stat().st_size > 1 << 30
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *PROGRAM, "compute", str(path)],
        capture_output=True,
        check=True,
        timeout=300,
    )
    *results, peak = done.stdout.splitlines()
    path.unlink()
    assert results[1].startswith(b"2,line,2,2,1,")
    assert b"bad records skipped: 1, the first: " in done.stderr
    assert int(peak) < 200 * 1024 * (1024 if sys.platform == "darwin" else 1)
