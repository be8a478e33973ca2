"""The examples run, and leave what they promise."""

import runpy
import sys
from pathlib import Path

import pytest

from tests.spark.availability import require_spark

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
DOCS = EXAMPLES.parent / "docs" / "pictures"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run an example as a user would; give what it printed and the pictures it wrote."""
    pyplot = pytest.importorskip("matplotlib.pyplot")

    def run_example(name):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", [name])
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        pyplot.close("all")
        printed = capsys.readouterr().out
        return printed, [Path(each.split("\n")[0]) for each in printed.split("picture: ")[1:]]

    return run_example


def check_pictures(pictures, names):
    """Check that these pictures are there, none too small, and that the docs have them too."""
    assert [picture.name for picture in pictures] == names
    for picture in pictures:
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size > 10_000
        assert (DOCS / picture.name).is_file()


def test_adaptive_window_finds_the_changes_and_beats_the_best_fixed_window(run):
    """Five changes in their places, the one that leaves the entropy alone among them."""
    printed, pictures = run("adaptive_window.py")

    check_pictures(pictures, ["adaptive_window.png"])
    lines = printed.splitlines()
    places = [
        int(line.split()[3].rstrip(",")) for line in lines if line.startswith("change at event")
    ]
    true = [16_000, 28_000, 40_000, 42_500, 56_500]
    assert all(abs(a - b) <= 128 for a, b in zip(places, true, strict=True))
    errors = [float(line.split()[-1]) for line in lines if "window  " in line or "window (" in line]
    assert errors[0] < errors[1] / 2


def test_changing_stream_draws_its_picture(run):
    """The demonstration prints its table and writes a picture."""
    printed, pictures = run("changing_stream.py")

    check_pictures(pictures, ["changing_stream.png"])
    assert "flood" in printed


def test_command_line_raises_two_alarms_and_draws(run):
    """In the flood at 10:30 and in the scan at 18:00, and no others."""
    pytest.importorskip("click")
    pytest.importorskip("pyarrow")
    printed, pictures = run("command_line.py")

    check_pictures(pictures, ["command_line.png"])
    alarms = [line.split()[3] for line in printed.splitlines() if "alarm at" in line]
    assert [time[:15] for time in alarms] == ["2026-03-12T10:3", "2026-03-12T18:0"]


def test_concept_drift_tree_compares_trees_that_adapt_with_one_that_does_not(run):
    """They replace subtrees, and are more accurate; the plain tree recovers slowest."""
    printed, pictures = run("concept_drift_tree.py")

    check_pictures(pictures, ["concept_drift_tree.png"])
    replaced = [
        int(line.split()[1]) for line in printed.splitlines() if "subtrees replaced" in line
    ]
    assert len(replaced) == 3
    assert min(replaced) >= 3
    cells = [line.split() for line in printed.partition("tree        accuracy")[2].splitlines()]
    accuracy = {row[0]: [float(cell.rstrip("%")) for cell in row[1:3]] for row in cells[1:5]}
    vfdt = accuracy.pop("VFDT")
    assert all(overall > vfdt[0] + 2 for overall, _ in accuracy.values())
    assert all(accuracy[name][1] > vfdt[1] + 10 for name in ("adaptive", "CVFDT"))


def test_drifting_orders_tells_a_slow_drift_from_a_sudden_one(run):
    """The sample shows both, the window before only what happens at once."""
    printed, pictures = run("drifting_orders.py")

    check_pictures(pictures, ["drifting_orders.png"])
    highest = {line[:14].strip(): line[14:].split() for line in printed.splitlines()[2:6]}
    fixed = {name: float(values[0]) for name, values in highest.items()}
    before = {name: float(values[1]) for name, values in highest.items()}
    assert fixed["season turns"] > 100 * fixed["as trained"]
    assert before["sold out"] > 10 * before["season turns"]


def test_growing_tree_learns_both_rules(run):
    """With evidence the first one sooner than with the bound."""
    printed, pictures = run("growing_tree.py")

    check_pictures(pictures, ["growing_tree.png", "prequential.png"])
    shares = [float(each.split("%")[0]) for each in printed.split("\n")[0].split(": ")[1:]]
    evidence, bound, no_change = shares
    assert evidence > bound + 5 > no_change + 30


def test_pictures_draws_those_of_the_docs(run):
    """A trace and the labels."""
    _, pictures = run("pictures.py")

    check_pictures(pictures, ["plot_trace.png", "plot_labels.png"])


def test_spark_roll_up_has_the_bits_of_one_process(run):
    """Hosts and days, hosts, and the week; a crawler shows on one day of one host."""
    require_spark()
    printed, pictures = run("spark_roll_up.py")

    assert pictures == []
    assert printed.endswith("25 of 25 values have the bits of one process\n")
    rows = {line.split()[0]: line.split()[1:] for line in printed.splitlines()[1:4]}
    values = {host: [float(value) for value in row[:-1]] for host, row in rows.items()}
    assert max(values["web"] + values["mail"]) < 4
    assert [day for day, value in enumerate(values["shop"]) if value > 5] == [4]


def test_traffic_raises_two_alarms(run):
    """Within minutes of the flood at 10:30 and of the scan at 18:00, and no others."""
    printed, pictures = run("traffic.py")

    check_pictures(pictures, ["traffic.png"])
    alarms = [line.split()[2][:4] for line in printed.splitlines() if line.startswith("alarm")]
    assert alarms == ["10:3", "18:0"]


def test_daily_rhythm_is_no_change(run):
    """Both ends of what is unusual are reported, and nothing else, unlike without a season."""
    printed, pictures = run("daily_rhythm.py")

    check_pictures(pictures, ["daily_rhythm.png"])
    assert 'with season="1d": 4 changes' in printed
    days = [line.split()[2] for line in printed.splitlines() if line.startswith("change at")]
    assert days == ["2026-11-07", "2026-11-07", "2026-11-08", "2026-11-09"]


def test_interval_of_a_sketch_holds_the_exact_entropy(run):
    """Through a scan and a flood."""
    printed, pictures = run("sketch_interval.py")

    check_pictures(pictures, ["sketch_interval.png"])
    assert int(printed.split("%")[0].split()[-1]) >= 95


def test_every_example_is_run_here():
    """A new example needs a test above."""
    names = sorted(file.name for file in EXAMPLES.glob("*.py"))

    assert names == [
        "adaptive_window.py",
        "changing_stream.py",
        "command_line.py",
        "concept_drift_tree.py",
        "daily_rhythm.py",
        "drifting_orders.py",
        "growing_tree.py",
        "pictures.py",
        "sketch_interval.py",
        "spark_roll_up.py",
        "traffic.py",
    ]
