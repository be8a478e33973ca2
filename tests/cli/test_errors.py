"""An error is one sentence on standard error with the way out, and the right exit code."""

import gzip
import os
import sys
from unittest.mock import patch

import pytest

from tests.cli.running import entrostream

CSV = "src,dst,bytes,at\na,x,1,2020-01-01T00:00:00Z\nb,y,2,2020-01-01T00:00:05Z\n"


@pytest.fixture
def path(tmp_path):
    """Return the path of a small file."""
    path = tmp_path / "flows.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def error(*args, code, pieces=None):
    """Return the only line on standard error of a command that fails."""
    done = entrostream(*args, pieces=pieces)
    lines = [line for line in done.err.splitlines() if ": reading " not in line]
    assert (done.code, done.out.count("Traceback"), len(lines)) == (code, 0, 1), done
    assert lines[0].startswith("entrostream: ")
    return lines[0].removeprefix("entrostream: ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-f", "scr"], "there is no field 'scr'; did you mean 'src'?"),
        (["-f", "src+dts"], "there is no field 'dts'; did you mean 'dst'?"),
        (["-f", "src", "-g", "hots"], "there is no field 'hots'; there are 'src', 'dst', "),
        (["-f", "src", "--weight", "byte"], "there is no field 'byte'; did you mean 'bytes'?"),
        (["-f", "src", "--time-field", "when", "--every", "1s"], "there is no field 'when'; there"),
        ([], "which field? pass -f FIELD; there are 'src', 'dst', 'bytes', 'at'"),
        (
            ["-f", "src", "--window", "10min"],
            "--window 10min needs the time of each event in {path}: name its field, such as "
            "--time-field at; the time of arrival is for pipes only",
        ),
        (["-f", "src", "--every", "10min"], "--every 10min needs the time of each event in"),
        (["-f", "src", "--decay", "10min"], "--decay 10min needs the time of each event in"),
        (["-f", "src", "--window", "ten"], "--window must be a number of events such as 1000"),
        (["-f", "src", "--every", "0"], "--every must be a number of events such as 1000"),
        (["-f", "src", "--decay", "-1"], "--decay must be a number of events such as 1000"),
        (["-f", "src", "--lateness", "soon"], "--lateness must be a length of time such as 30s"),
        (["-f", "src", "--time-format", "unix"], "time format must be one of auto, iso, apache"),
        (["-f", "src", "--measures", "entropie"], "there is no measure 'entropie'; there are "),
        (["-f", "src", "--measures", ","], "--measures names no measure"),
        (["-f", "src", "--alarm", "src > 9"], "cannot read the alarm 'src > 9': write it as"),
        (["-f", "src", "--alarm", "dst.n > 9"], "in the alarm 'dst.n > 9' there is no field 'dst'"),
        (
            ["-f", "src", "--alarm", "src.n > 9 for 30s"],
            "the alarm 'src.n > 9 for 30s' needs values by the clock: pass --every, such as",
        ),
        (["-f", "src", "--weight", "bytes", "--window", "5"], "--weight does not go with --window"),
        (
            ["-f", "src", "--decay", "5", "--window", "adaptive"],
            "--decay does not go with --window",
        ),
        (["-f", "src", "--plot", "x.gif"], "--plot draws .png, .svg, .pdf files, got 'x.gif'"),
        (["-f", "src", "--summary", "--window", "5"], "--summary is for all events of a field: "),
        (["-f", "src", "--summary", "-g", "dst"], "--summary is for all events of a field: leave"),
        (
            ["-f", "src", "--summary", "--save", "x"],
            "--summary is for all events of a field: leave",
        ),
        (
            ["-f", "src", "--every", "1s", "--time-field", "at", "--save", "x"],
            "--save does not go with --every 1s: each interval has summaries of its own; leave",
        ),
        (["-f", "src", "--out", "{path}"], "--out {path} would overwrite the input: name another"),
        (
            ["-f", "src", "--save", "{path}"],
            "--save {path} would overwrite the input: name another",
        ),
        (["-f", "src", "-o", "xml"], "Invalid value for '-o' / '--output': 'xml' is not one of"),
        (["-f", "src", "--max-line", "1x"], "Invalid value for '--max-line': '1x' is no size: "),
        (["-f", "src", "--max-labels", "0"], "Invalid value for '--max-labels': 0 is not in"),
        (
            ["-f", "src", "--delimiter", ";;"],
            "Invalid value for '--delimiter': ';;' is no delimiter",
        ),
        (["-f", "src", "--evry", "5"], "No such option"),
        (["-", "-", "-f", "src"], "standard input (-) can be read once only"),
    ],
)
def test_wrong_use(path, options, message):
    """Exit code 2."""
    options = [each.format(path=path) if "{" in each else each for each in options]
    found = error("compute", path, *options, code=2)
    assert found.startswith(message.format(path=path))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["compte"], "there is no command 'compte'; did you mean 'compute'?"),
        (
            ["xyz"],
            "there is no command 'xyz': there are compute, drift, state, watch, serve, completion",
        ),
        (["state", "shw"], "No such command 'shw'"),
        (["state", "merge", "x"], "Missing option '--out'"),
        (["drift", "--min-shift", "2"], "Invalid value for '--min-shift'"),
        (["drift", "--season", "never"], "season"),
        (["completion", "tcsh"], "Invalid value for '{bash|zsh|fish}'"),
    ],
)
def test_wrong_use_of_commands(args, message):
    """Exit code 2 as well."""
    assert message in error(*args, code=2)


def test_what_cannot_be_read(tmp_path):
    """Exit code 1, with the name of the file."""
    missing = tmp_path / "no.csv"
    assert error("compute", missing, code=1) == f"cannot read {missing}: no such file or directory"
    assert error("compute", tmp_path, code=1) == (
        f"{tmp_path} is a directory: name its files, such as {tmp_path}/*"
    )
    whole = gzip.compress(CSV.encode() * 100)
    damaged = tmp_path / "x.csv.gz"
    damaged.write_bytes(whole[:-20])
    assert error("compute", damaged, "-f", "src", code=1).startswith(
        f"cannot read {damaged}: damaged or cut gzip: "
    )
    stored = tmp_path / "x.parquet"
    stored.write_bytes(b"PAR1 and so on")
    found = error("compute", stored, "-f", "src", code=1)
    assert found.startswith(f"cannot read {stored} as parquet: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read all files")
def test_file_of_others(path):
    """It is said that it may not be read."""
    path.chmod(0)
    assert error("compute", path, code=1) == f"cannot read {path}: permission denied"


@pytest.mark.parametrize("option", ["--out", "--save"])
def test_what_cannot_be_written(path, option):
    """With its name."""
    done = entrostream("compute", path, "-f", "src", option, "/no/folder/x", "-q")
    assert done.code == 1
    assert done.err == "entrostream: cannot open /no/folder/x: no such file or directory\n"


def test_bad_records_can_be_errors(path):
    """Exit code 1; by default they are counted."""
    path.write_text(CSV + "only one\n", encoding="utf-8")
    assert error("compute", path, "-f", "src", "--on-bad", "fail", code=1) == (
        f"{path}: a row has 1 fields instead of 4 (--on-bad skip counts such records and goes on)"
    )
    done = entrostream("compute", path, "-f", "src")
    assert f"bad records skipped: 1, the first: {path}: a row has 1 fields" in done.err


def test_bad_times_are_counted(path):
    """With the first of them."""
    path.write_text(CSV + "c,z,3,never\n", encoding="utf-8")
    done = entrostream("compute", path, "-f", "src", "--time-field", "at", "--every", "1min")
    assert done.code == 0
    assert f"bad records skipped: 1, the first: {path}: 'never' in 'at' is no time\n" in done.err


@pytest.mark.parametrize("library", ["pyarrow", "msgspec"])
def test_missing_extra_is_named(path, library):
    """With the command that installs it."""
    names = [name for name in sys.modules if name.startswith(("entrostream.ingest", library))]
    hidden = dict.fromkeys([library])
    with patch.dict(sys.modules, hidden):
        for name in names:
            if name != library:
                del sys.modules[name]
        sys.modules.pop("entrostream.cli.compute", None)
        with pytest.raises(ImportError, match=rf"^the command line needs {library}: pip install"):
            import entrostream.ingest  # noqa: F401


def test_plot_without_its_library(path, tmp_path, monkeypatch):
    """It is said before the work, not after it."""
    monkeypatch.delattr("entrostream.plot", raising=False)  # another test may have imported it
    names = [name for name in sys.modules if name.startswith(("matplotlib", "entrostream.plot"))]
    with patch.dict(sys.modules):
        for name in names:
            del sys.modules[name]
        sys.modules["matplotlib"] = None
        found = error("compute", path, "-f", "src", "--plot", tmp_path / "x.png", code=1)
    assert found.endswith('pip install "entrostream[plot]"')


def test_hostile_names_are_shown_as_text(tmp_path):
    """In messages, too."""
    path = tmp_path / "x.csv"
    path.write_text("\x1b[31mred,b\n1,2\n", encoding="utf-8")
    found = error("compute", path, "-f", "reed", code=2)
    assert "\x1b" not in found
    assert r"\x1b[31mred" in found


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--alarm", "src.entropy > 0.5"], 0),
        (["--alarm", "src.entropy > 0.5", "--fail-on-alarm"], 3),
        (["--alarm", "src.entropy > 5", "--fail-on-alarm"], 0),
        (["--fail-on-alarm"], 0),
    ],
)
def test_alarms(path, options, code):
    """They are said on standard error; the exit code is 3 if that is wanted."""
    done = entrostream("compute", path, "-f", "src", "--every", "1", *options)
    assert done.code == code
    expected = "entrostream: alarm after event 2: src.entropy > 0.5: src.entropy is 1\n"
    assert (expected in done.err) == ("src.entropy > 0.5" in options)


def test_alarm_after_a_while(path):
    """By the times of the events, with the group."""
    done = entrostream(
        "compute", path, "-f", "src", "-g", "dst", "--window", "1h", "--every", "1s",
        "--time-field", "at", "--alarm", "src.n > 0 for 3s", "--fail-on-alarm",
    )  # fmt: skip
    assert done.code == 3
    assert "alarm at 2020-01-01T00:00:03Z [x]: src.n > 0 for 3s: src.n is 1\n" in done.err


def test_unexpected_errors_are_one_sentence(path):
    """And ask to be reported."""
    with patch("entrostream.cli.compute.StreamMeasures", side_effect=KeyError("x")):
        found = error("compute", path, "-f", "src", code=1)
    assert found.startswith("unexpected KeyError: 'x'; please report it at https://")


def test_file_too_short_for_its_window(path):
    """No value is said, not shown as nothing."""
    done = entrostream("compute", path, "-f", "src", "--window", "1000")
    assert done.code == 0
    assert "entrostream: no values: 2 events, one value per 1,000 (--every)\n" in done.err
