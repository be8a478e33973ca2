"""The memory limit is that of the whole tree: what happens to labels that do not fit."""

import datetime as dt
import pickle
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrostream.tree import VFDTClassifier, prequential
from tests.examples import examples
from tests.refusals import refused
from tests.tree.streams import columns, learned

SMALLEST = 2**14


def identifiers(size, seed=1, names=0, classes=2):
    """Return rows with an identifier, a word and a number, and now and then an attribute more."""
    rng = random.Random(seed)
    made = []
    for i in range(size):
        x = {
            "user": f"user {rng.randrange(10 * size)}",
            "word": rng.choice(["red", "green", "blue", "white"]),
            "number": rng.random(),
            "note": "long " * rng.randrange(1, 9) if rng.random() < 0.1 else None,
        }
        if names and rng.random() < 0.2:
            x[f"more {rng.randrange(names)}"] = rng.choice([1.5, 2.5])
        if names and rng.random() < 0.2:
            x[("more", rng.randrange(names))] = rng.choice(["a", True, ("b", 1)])
        y = (x["word"] in ("red", "blue")) + (x["number"] > 0.5) * (classes - 1)
        made.append((x, y % classes if i < size // 2 else y % classes + (i % 50 == 0) * i))
    return made


def in_columns(stream):
    """Return the rows as columns, names of any type in the order in which they come."""
    names = {name: None for x, _ in stream for name in x}
    return {name: [x.get(name) for x, _ in stream] for name in names}, [y for _, y in stream]


@pytest.mark.parametrize("limit", [SMALLEST, "32KiB", "64KiB", "1MiB"])
@pytest.mark.parametrize("names", [0, 300])
def test_rows_in_bulk_make_the_tree_of_single_rows(limit, names):
    """In pieces of any size, to the last bit, whatever fits and whatever does not."""
    stream = identifiers(2000, names=names)
    single = learned(VFDTClassifier(memory_limit=limit), stream)
    for pieces in (1, 7, 40):
        bulk = VFDTClassifier(memory_limit=limit)
        for piece in range(pieces):
            bulk.learn_many(
                *in_columns(stream[piece * 2000 // pieces : (piece + 1) * 2000 // pieces])
            )

        assert bulk == single
        assert bulk.to_bytes() == single.to_bytes()
        assert bulk.nbytes == single.nbytes


LABELS = st.one_of(
    st.integers(-3, 3).map(str),
    st.text(max_size=3),
    st.booleans(),
    st.tuples(st.integers(), st.text(max_size=2)),
    st.sampled_from(["x" * 300, "ß" * 200, "日" * 200, b"y" * 400]),
    st.none(),
)
ROWS = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from([*"abcdefg", "n" * 200, ("m", 1)]), LABELS, max_size=6),
        st.sampled_from(["yes", "no", 3]),
        st.integers(0, 2),
    ),
    max_size=60,
)


@examples(30)
@given(stream=ROWS, cut=st.integers(0, 60))
def test_any_labels_in_bulk_make_the_tree_of_single_rows(stream, cut):
    """With weights of 0 among them, predictions before each row included."""
    single, bulk = VFDTClassifier(memory_limit=SMALLEST), VFDTClassifier(memory_limit=SMALLEST)
    before = []
    for x, y, weight in stream:
        before.append(single.predict_one(x))
        single.learn_one(x, y, weight)
    found = []
    for piece in (stream[:cut], stream[cut:]):
        table, classes = in_columns([(x, y) for x, y, _ in piece])
        table = {
            name: np.array([*column, None], dtype=object)[:-1] for name, column in table.items()
        }
        if not table:
            table = {"absent": [None] * len(piece)}
        weights = np.array([weight for *_, weight in piece], dtype=float)
        found += prequential(bulk, table, classes, weights=weights).predictions.tolist()

    assert found == before
    assert bulk.to_bytes() == single.to_bytes()
    assert bulk.nbytes == single.nbytes <= SMALLEST


def test_limit_is_held_at_every_row():
    """By labels and statistics together, while identifiers and names come and come."""
    for limit in (SMALLEST, 2**16):
        tree = VFDTClassifier(memory_limit=limit, explore=100)
        for x, y in identifiers(3000, names=1000):
            tree.learn_one(x, y)
            assert tree.nbytes <= limit


def test_late_classes_are_refused_before_the_limit_is_passed():
    """The class is named and the tree left as it was; known classes are learned on."""
    rng = random.Random(1)
    tree = VFDTClassifier(memory_limit="64KiB", explore=200)
    for i in range(12_000):
        x, n = rng.random(), rng.choice("abcdefgh")
        late = i >= 10_000
        try:
            tree.learn_one({"x": x, "n": n}, f"late {i}" if late else (int(x * 8) + ord(n)) % 4)
        except ValueError as error:
            message = str(error)
            break
        assert tree.nbytes <= 2**16
    state, classes = tree.to_bytes(), len(tree.classes)

    assert late
    assert classes > 30
    assert message == (
        f"class 'late {i}' does not fit memory_limit=65536: {tree.n_nodes} nodes would count "
        f"{classes + 1} classes; raise memory_limit, or group rare classes"
    )
    with pytest.raises(ValueError, match="does not fit memory_limit"):
        tree.learn_one({"x": 0.5, "new": "value", "n": "z"}, "one more")
    assert tree.to_bytes() == state
    tree.learn_one({"x": 0.5, "n": "a"}, f"late {i - 1}")
    assert tree.n == i + 1


def test_refused_class_of_a_batch_leaves_the_tree_as_it_was():
    """With its row; values, names and splits of the rows before it are taken back."""
    stream = identifiers(1000, names=30)
    tree = learned(VFDTClassifier(memory_limit="32KiB", explore=100), stream)
    twin, state = tree.copy(), tree.to_bytes()
    table, _ = columns([({"user": f"new {i}", "fresh": i % 3 + 0.5}, 0) for i in range(3000)])
    table["kind"] = np.array(["a", "b", "c"])[np.arange(3000) % 3]
    classes = [0, 1] * 1000 + [f"late {i}" for i in range(1000)]

    with pytest.raises(ValueError, match=r"at position 2[0-9]{3} does not fit") as refusal:
        tree.learn_many(table, classes)
    row = int(str(refusal.value).split("position ")[1].split()[0])
    assert f"class 'late {row - 2000}'" in str(refusal.value)
    assert tree.to_bytes() == state
    assert tree.nbytes == twin.nbytes
    with pytest.raises(ValueError, match=f"at position {row} does not fit"):
        prequential(tree, table, classes)
    assert tree == twin
    twin.copy().learn_many({name: column[:row] for name, column in table.items()}, classes[:row])
    assert learned(tree, identifiers(300, seed=2)) == learned(twin, identifiers(300, seed=2))


def test_identifiers_leave_room_for_the_others():
    """What can be learned is learned, and each row still gets its prediction."""
    rng = random.Random(5)
    tree = VFDTClassifier(memory_limit="64KiB")
    right = 0
    for i in range(6000):
        x = {"id": f"N{i}", "key": f"K{i * 7}", "late" if i > 3000 else "word": rng.choice("abcd")}
        y = x.get("late", x.get("word")) in "ac"
        right += tree.predict_one(x) == y
        tree.learn_one(x, y)

    assert tree.beyond_limit == {"other_values": ["id", "key"], "ignores_attributes": False}
    assert tree.attributes == dict.fromkeys(["id", "key", "word", "late"], "nominal")
    assert right > 0.97 * 6000
    assert tree.predict_one({"id": "never", "late": "a"}) is True


def test_names_beyond_the_limit_are_ignored():
    """The attributes that came first are kept and learned."""
    tree = VFDTClassifier(memory_limit="64KiB")
    for i in range(3000):
        tree.learn_one({"word": "ab"[i % 2], f"name {i}": 1.0}, i % 2)
    names = list(tree.attributes)
    tree.learn_one({f"n{i}": "a" for i in range(100_000)}, 0)
    tree.learn_many({f"n{i}": [1.0, 2.0] for i in range(100)}, [0, 1])

    assert list(tree.attributes) == names
    assert names[:2] == ["name 0", "word"]
    assert 50 < len(names) < 200
    assert tree.beyond_limit == {"other_values": [], "ignores_attributes": True}
    assert tree.describe().splitlines()[-1] == "memory limit: new attributes are ignored"
    assert tree.nbytes <= 2**16
    assert tree.predict_many({"word": ["a", "b"], "unheard of": [1, 2]}).tolist() == [0, 1]


def test_what_open_attributes_are_called_must_fit():
    """The names are held from the start."""
    names = [f"name {i}" for i in range(100)]

    with refused(
        ValueError,
        "nominal_attributes take 11200 bytes, names may take 4608 of memory_limit=16384; "
        "raise memory_limit",
    ):
        VFDTClassifier(memory_limit=SMALLEST, nominal_attributes=names)
    assert VFDTClassifier(memory_limit="1MiB", nominal_attributes=names).nbytes > 11_200
    with refused(ValueError, "an attribute must have a name, got None"):
        VFDTClassifier(nominal_attributes=["a", None])


def other_values():
    """Return a tree that splits on an attribute with other values."""
    tree = VFDTClassifier(memory_limit=SMALLEST, leaf_prediction="mc")
    stream = [
        ({"id": f"N{i % 4}" if i % 2 else f"M{i}"}, "odd" if i % 2 else "even") for i in range(800)
    ]
    return learned(tree, stream)


def test_other_values_are_shown():
    """In every text, the picture, and the way of a row."""
    tree = other_values()
    lines = tree.describe().splitlines()
    (rule,) = (rule for rule in tree.to_rules() if rule.conditions[0].value is None)

    assert "id = (other values)" in lines
    assert lines[-1] == (
        "memory limit: further values of id are counted together as (other values)"
    )
    assert str(rule).startswith("IF id = (other values) THEN even (even ")
    assert tree.debug_one({"id": "never met"}).startswith(
        "id is 'never met': goes to id = (other values)\n"
    )
    assert tree.predict_many({"id": ["never met", "N1", None]}).tolist()[:2] == ["even", "odd"]
    assert tree.predict_proba_many({"id": ["never met"]}).tolist() == [
        list(tree.predict_proba_one({"id": "never met"}).values())
    ]


def test_other_values_are_drawn():
    """A branch like any other."""
    pytest.importorskip("matplotlib")
    texts = [text.get_text() for text in other_values().plot(max_branches=1000).texts]

    assert "id = (other values)" in texts


def saved(tree):
    """Yield the tree as every way of saving gives it back."""
    yield VFDTClassifier.from_bytes(tree.to_bytes())
    yield pickle.loads(pickle.dumps(tree))
    yield tree.copy()


@pytest.mark.parametrize("rows", [0, 1, 50, 700, 2000])
def test_saved_tree_goes_on_as_if_it_had_not_been(rows):
    """Its labels are counted again: no bit differs, with the limit reached or not."""
    stream = identifiers(3000, names=200)
    tree = learned(VFDTClassifier(memory_limit="32KiB"), stream[:rows])
    twins = list(saved(tree))
    for twin in twins:
        assert twin == tree
        assert twin.nbytes == tree.nbytes
        assert twin.beyond_limit == tree.beyond_limit
        assert twin.get_params() == tree.get_params()
    learned(tree, stream[rows:])
    for twin in twins:
        assert learned(twin, stream[rows:]).to_bytes() == tree.to_bytes()
    assert tree.beyond_limit["other_values"][0] == "user"
    assert tree.beyond_limit["ignores_attributes"]


@pytest.mark.parametrize(
    ("label", "equal"), [(True, 1), (1.0, 1), (1e300, int(1e300)), (Fraction(1, 2), Fraction(2, 4))]
)
def test_equal_labels_take_the_same(label, equal):
    """Whichever of them came first, and whichever a state gives back."""
    trees = [VFDTClassifier(memory_limit="1MiB", nominal_attributes=["a"]) for _ in range(2)]
    trees[0].learn_one({"a": label, ("t", label): 1.0}, label)
    trees[1].learn_one({"a": equal, ("t", equal): 1.0}, equal)

    assert trees[0].nbytes == trees[1].nbytes
    assert trees[0].nbytes == pickle.loads(pickle.dumps(trees[0])).nbytes


def test_longer_labels_take_more():
    """With a limit and without: text by its widest character, tuples by their items."""
    for limit in (None, "1MiB"):
        sizes = []
        for value in ("a", "a" * 1000, "ä" * 1000, "日" * 1000, "😀" * 1000, ("😀" * 1000,) * 3):
            tree = VFDTClassifier(memory_limit=limit)
            tree.learn_one({"a": value}, 0)
            sizes.append(tree.nbytes)
        assert sizes == sorted(sizes)
        assert sizes[1] - sizes[0] >= 990
        assert sizes[3] - sizes[2] >= 990
        assert sizes[4] - sizes[3] >= 1990
        assert sizes[5] - sizes[4] >= 7990


def test_batch_that_breaks_off_leaves_no_labels_behind():
    """A criterion of the user's own may raise at any row: what labels take is what is held."""
    calls = 0

    def breaks(counts):
        nonlocal calls
        calls += 1
        if calls == 100:
            raise RuntimeError("enough")
        return 0.0

    options = {"rule": "hoeffding", "split_schedule": "every_row", "split_criterion": breaks}
    tree = VFDTClassifier(memory_limit="64KiB", **options)
    with pytest.raises(RuntimeError, match="enough"):
        tree.learn_many(*in_columns(identifiers(3000, names=5)))
    again = VFDTClassifier.from_bytes(tree.to_bytes(), split_criterion=breaks)

    assert tree.n < 3000
    assert tree.nbytes == again.nbytes
    assert tree.beyond_limit == again.beyond_limit
    rest = identifiers(500, seed=3)
    assert learned(tree, rest).to_bytes() == learned(again, rest).to_bytes()


class Zone(dt.tzinfo):
    """A time zone that can be broken: its times keep their hash, and no state can be made."""

    works = True

    def utcoffset(self, _):
        if not self.works:
            raise RuntimeError("broken zone")
        return dt.timedelta(0)


@pytest.mark.parametrize("place", ["class", "name", "value", "value of a new attribute"])
@pytest.mark.parametrize("bulk", [False, True])
def test_label_that_cannot_be_measured_changes_nothing(place, bulk):
    """Whatever it throws comes out, and all labels of the call are forgotten."""
    zone = Zone()
    bad = dt.datetime(2026, 1, 1, tzinfo=zone)
    hash(bad)
    tree = learned(VFDTClassifier(memory_limit="32KiB"), identifiers(100))
    state, size = tree.to_bytes(), tree.nbytes
    x = {"user": "somebody else", "more": "m", "another": 1.0}
    y = bad if place == "class" else "new"
    if place == "name":
        x[bad] = 1.0
    elif place != "class":
        x["word" if place == "value" else "zone"] = bad
    columns = {name: [value] * 2 for name, value in x.items()}
    zone.works = False
    with pytest.raises(RuntimeError, match="broken zone"):
        tree.learn_many(columns, ["first", y]) if bulk else tree.learn_one(x, y)
    rest = identifiers(300, seed=4)

    assert tree.to_bytes() == state
    assert tree.nbytes == size
    again = learned(VFDTClassifier.from_bytes(state), rest)
    assert learned(tree, rest) == again
    assert tree.nbytes == again.nbytes


def test_without_a_limit_every_label_is_registered():
    """Nothing is folded, ignored or refused."""
    stream = identifiers(1000, names=400)
    tree = learned(VFDTClassifier(), stream)

    assert tree.beyond_limit == {"other_values": [], "ignores_attributes": False}
    assert set(tree.attributes) == {
        name for x, _ in stream for name, v in x.items() if v is not None
    }
    assert set(tree.classes) == {y for _, y in stream}


GROWTH = """
import gc, resource, sys
from entrostream.tree import VFDTClassifier

def pages():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()

def learn(tree, first, rows, bulk):
    if bulk:
        for at in range(first, first + rows, 5000):
            table = {"id": [f"user {i}" for i in range(at, at + 5000)], "word": ["a", "b"] * 2500}
            tree.learn_many(table, [0, 1] * 2500)
            tree.predict_many({"id": [f"unseen {i}" for i in range(at, at + 5000)]})
        return
    for i in range(first, first + rows):
        tree.predict_one({"id": f"unseen {i}"})
        tree.learn_one({"id": f"user {i}", "word": "ab"[i % 2]}, i % 2)

bulk = sys.argv[1] == "bulk"
tree = VFDTClassifier(memory_limit="64KiB")
learn(VFDTClassifier(memory_limit="64KiB"), 0, 10_000, bulk)
gc.collect()
before = pages()
learn(tree, 0, 500_000, bulk)
gc.collect()
print(pages() - before, len(tree.to_bytes()), tree.nbytes, tree.predict_one({"word": "b"}))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("how", ["single", "bulk"])
def test_process_does_not_grow_with_identifiers(how):
    """Half a million of them, each met once."""
    told = subprocess.run(
        [sys.executable, "-c", GROWTH, how], capture_output=True, text=True, check=True
    )
    growth, state, size, prediction = map(int, told.stdout.split())

    assert growth < 8 * 2**20
    assert state < 2 * 2**16
    assert size <= 2**16
    assert prediction == 1
