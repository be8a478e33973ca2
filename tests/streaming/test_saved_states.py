"""Files of states: parts merge to the bytes of the whole; damage is refused with the name."""

import base64
import hashlib
import json
import os
import stat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from entrostream import StateError
from entrostream.streaming import SavedState, load_states, merge_states, save_states

LABELS = np.random.default_rng(1).choice(list("abcdefgh"), 1000).tolist()
TIMES = (np.arange(1000) * 7).astype("M8[s]")
WEIGHTS = np.arange(1000) % 5 + 0.5


def tally(rows):
    return es.Tally([LABELS[row] for row in rows])


def weighted(rows):
    summary = es.WeightedTally()
    summary.update_many([LABELS[row] for row in rows], weights=WEIGHTS[rows])
    return summary


def window(rows):
    summary = es.TimeWindow("10min")
    summary.update_many([LABELS[row] for row in rows], times=TIMES[rows])
    return summary


@pytest.mark.parametrize("make", [tally, weighted, window])
@pytest.mark.parametrize("parts", ["runs", "turns"])
@given(order=st.permutations(range(10)))
def test_ten_parts_merge_to_the_bytes_of_the_whole(make, parts, order, tmp_path_factory):
    """In any order: parts of a day, or of ten hosts."""
    folder = tmp_path_factory.getbasetemp()
    rows = np.arange(1000)
    pieces = np.split(rows, 10) if parts == "runs" else [rows[start::10] for start in range(10)]
    paths = [str(folder / f"{make.__name__}-{parts}-{number}") for number in range(10)]
    for path, piece in zip(paths, pieces, strict=True):
        if not os.path.exists(path):
            save_states(path, [SavedState("x", {}, make(piece))])
    save_states(str(folder / "whole"), [SavedState("x", {}, make(rows))])

    save_states(str(folder / "merged"), merge_states([paths[number] for number in order]))

    assert (folder / "merged").read_bytes() == (folder / "whole").read_bytes()


def test_groups_are_merged_by_their_keys(tmp_path):
    """Those of one file only are kept as they are."""
    first, second = str(tmp_path / "1"), str(tmp_path / "2")
    save_states(first, [SavedState("x", {"g": key}, es.Tally(key * 2)) for key in "ab"])
    save_states(second, [SavedState("x", {"g": key}, es.Tally(key)) for key in "cb"])

    merged = merge_states([second, first])

    assert [(each.title, each.summary.n) for each in merged] == [
        ("x, g=a", 2),
        ("x, g=b", 3),
        ("x, g=c", 1),
    ]


@pytest.fixture
def saved(tmp_path):
    """Return the path of a small file of states."""
    path = tmp_path / "day.states"
    save_states(str(path), [SavedState("x", {"g": "ü"}, es.Tally("aab"))])
    return path


def test_every_changed_byte_is_found(saved):
    """Each bit that matters: one flip per byte, and another."""
    whole = saved.read_bytes()
    for place in range(len(whole)):
        for flip in (0x01, 0x20, 0x80):
            damaged = bytearray(whole)
            damaged[place] ^= flip
            saved.write_bytes(bytes(damaged))
            with pytest.raises(StateError) as error:
                load_states(str(saved))
            assert str(error.value).startswith(f"{saved}: it ")


def test_every_cut_is_found(saved):
    """Also of the last byte, and of all."""
    whole = saved.read_bytes()
    for length in range(len(whole)):
        saved.write_bytes(whole[:length])
        with pytest.raises(StateError) as error:
            load_states(str(saved))
        assert str(error.value).startswith(f"{saved}: it ")


def rewritten(path, first=None, record=None):
    """Change what a file says, with the right checksum."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:-1]]
    lines[0] |= first or {}
    lines[1] |= record or {}
    body = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
    end = {"states": len(lines) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    path.write_bytes(body + json.dumps(end).encode() + b"\n")


@pytest.mark.parametrize(
    ("first", "record", "message"),
    [
        (
            {"version": 2},
            None,
            "it has version 2 of the file format, this entrostream reads 1: install a newer one",
        ),
        ({"format": "something"}, None, "it is no file of states"),
        (
            None,
            {"class": "Model"},
            "it has a state of 'Model', which this entrostream does not know",
        ),
        (
            None,
            {"class": "es.os"},
            "it has a state of 'es.os', which this entrostream does not know",
        ),
        (None, {"state": "?"}, "it is damaged"),
        (None, {"class": ["Tally"]}, "it has a state of ['Tally'], which this"),
    ],
)
def test_what_is_not_known_is_refused(saved, first, record, message):
    """Other versions and classes, with the name of the file."""
    rewritten(saved, first, record)
    with pytest.raises(StateError) as error:
        load_states(str(saved))
    assert str(error.value).startswith(f"{saved}: {message}")


def test_state_of_another_class_is_refused(saved):
    """The bytes know what they are."""
    state = base64.b64encode(es.SlidingWindow(3).to_bytes()).decode()
    rewritten(saved, record={"state": state})
    with pytest.raises(StateError, match=rf"^{saved}: .*SlidingWindow"):
        load_states(str(saved))


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        (es.Tally("a"), es.WeightedTally(), "x is a WeightedTally, in earlier files a Tally"),
        (es.SlidingWindow(3), es.SlidingWindow(3), "x: SlidingWindow cannot merge"),
        (es.TimeWindow("1h"), es.TimeWindow("2h"), "x: "),
        (es.AdaptiveWindow(), es.AdaptiveWindow(), "x: AdaptiveWindow cannot merge"),
    ],
)
def test_unlike_states_are_refused(tmp_path, one, two, message):
    """With the file, the field and the reason."""
    paths = [str(tmp_path / name) for name in ("1", "2")]
    for path, summary in zip(paths, (one, two), strict=True):
        save_states(path, [SavedState("x", {}, summary)])
    with pytest.raises(ValueError, match=rf"^{paths[1]}: {message}"):
        merge_states(paths)


def test_file_is_replaced_whole(saved):
    """By one that others may read as any new file; nothing else is left behind."""
    mask = os.umask(0o022)
    try:
        save_states(str(saved), [])
    finally:
        os.umask(mask)
    assert load_states(str(saved)) == []
    assert stat.S_IMODE(saved.stat().st_mode) == 0o644
    assert os.listdir(saved.parent) == [saved.name]


def test_links_and_devices_are_not_replaced(saved, tmp_path):
    """A link leads to the new states, and a device stays what it is."""
    link = tmp_path / "link"
    link.symlink_to(saved)
    save_states(str(link), [])
    assert link.is_symlink()
    assert load_states(str(saved)) == []
    pipe = tmp_path / "null"
    pipe.symlink_to("/dev/null")
    save_states(str(pipe), [])
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_place_that_cannot_be_written(tmp_path):
    """It is named as it was given."""
    path = str(tmp_path / "no" / "x.states")
    with pytest.raises(OSError, match=r"No such file") as error:
        save_states(path, [])
    assert error.value.filename == path
