"""Summaries can be subclassed in Python; what a subclass adds goes with it."""

import copy
import pickle
import warnings

import pytest

import entrostream as es
from entrostream.tree import CVFDTClassifier, VFDTClassifier
from tests.refusals import refused
from tests.registry import SUMMARIES


class NamedTally(es.Tally):
    """A tally with attributes, a method and a parameter of its own."""

    def __init__(self, name, **options):
        super().__init__(**options)
        self.name = name
        self.seen = []

    def note(self, label):
        self.seen.append(label)
        self.update(label)


class NamedWindow(es.SlidingWindow):
    """The same of a window, with a size of its own choice."""

    def __init__(self, name, **options):
        super().__init__(3, **options)
        self.name = name
        self.seen = []

    def note(self, label):
        self.seen.append(label)
        self.update(label)


class Forgetful(es.Tally):
    """A subclass that does not call its base's __init__."""

    def __init__(self):
        pass


every_subclass = pytest.mark.parametrize("make", [NamedTally, NamedWindow])
COPIES = {
    "copy": lambda summary: summary.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda summary: pickle.loads(pickle.dumps(summary)),
}
every_copy = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES.keys())


@every_subclass
def test_subclass_is_a_summary(make):
    """It counts as its base does and takes its options."""
    summary = make("east", missing="skip")
    for label in ["a", None, "b"]:
        summary.note(label)

    assert summary.counts() == {"a": 1, "b": 1}
    assert (summary.name, summary.missing) == ("east", "skip")
    assert summary.seen == ["a", None, "b"]


@every_subclass
def test_repr_names_the_subclass(make):
    """As Python's own classes do."""
    assert repr(make("east")).startswith(f"<{make.__name__}")


@every_copy
@every_subclass
def test_copy_keeps_class_attributes_and_content(make, copied):
    """The copy is of the subclass, equal, and its attributes are there."""
    summary = make("east", missing="label")
    for label in ["a", None, "b", "a"]:
        summary.note(label)

    twin = copied(summary)

    assert type(twin) is make
    assert twin == summary
    assert (twin.name, twin.seen, twin.missing) == ("east", ["a", None, "b", "a"], "label")
    twin.name = "west"
    twin.update("c")
    assert summary.name == "east"
    assert summary != twin


@every_subclass
def test_from_bytes_gives_the_subclass(make):
    """The bytes know no attributes; __init__ is not called."""
    summary = make("east")
    summary.update_many("ab")

    restored = make.from_bytes(summary.to_bytes())

    assert type(restored) is make
    assert restored == summary
    assert not hasattr(restored, "name")


@every_subclass
def test_subclass_equals_its_base_with_the_same_content(make):
    """Parameters and content decide, not the class that carries them."""
    summary = make("east")
    base = make.__base__.from_bytes(summary.to_bytes())

    assert summary == base
    assert base == summary


def test_sum_is_of_the_left_class():
    """A subclass on the left gives the subclass, with its attributes."""
    east = NamedTally("east")
    east.update_many("ab")
    plain = es.Tally()
    plain.update("b")

    total = east + plain

    assert type(total) is NamedTally
    assert total.name == "east"
    assert total.counts() == {"a": 1, "b": 2}
    assert type(plain + east) is es.Tally


def test_merge_error_names_the_subclass():
    """The class that was called is the one that complains."""
    with refused(TypeError, "NamedTally can merge a Tally, got 3 (int)"):
        NamedTally("east").merge(3)
    text = "NamedWindow cannot merge: the order between two streams is unknown; merge Tally"
    with refused(TypeError, text):
        NamedWindow("east").merge(NamedWindow("west"))


def test_plain_summaries_take_no_attributes():
    """A misspelt name is an error, not a new attribute."""
    with pytest.raises(AttributeError):
        es.Tally().entropi = 3


@pytest.mark.parametrize(
    "call",
    [
        lambda s: s.update("a"),
        lambda s: s.entropy,
        lambda s: s.n,
        lambda s: es.Tally().merge(s),
        lambda s: es.Tally() == s,
        lambda s: es.Tally() + s,
    ],
)
def test_summary_that_was_not_initialised_says_so(call):
    """Memory without a summary in it is a TypeError, never a crash."""
    with refused(TypeError, "Tally was not initialised: __init__ was not called, or failed"):
        call(es.Tally.__new__(es.Tally))


@pytest.mark.parametrize(
    "name", ["update", "update_many", "counts", "copy", "to_bytes", "clear", "trace", "__eq__"]
)
def test_no_method_works_before_init(name):
    """A forgotten super().__init__() is a TypeError in all methods, without a warning."""
    arguments = ["ab"] if name in ("update", "update_many", "trace", "__eq__") else []
    with refused(TypeError, "Forgetful was not initialised: __init__ was not called, or failed"):
        getattr(Forgetful(), name)(*arguments)


@pytest.mark.parametrize(
    "cls", [*SUMMARIES, VFDTClassifier, CVFDTClassifier], ids=lambda cls: cls.__name__
)
def test_no_read_of_a_class_works_before_init(cls):
    """Nor its methods without arguments: TypeError, and nothing warns. The repr says why."""
    fresh = cls.__new__(cls)
    text = f"{cls.__name__} was not initialised: __init__ was not called, or failed"
    names = [name for name in dir(cls) if not name.startswith("_")]
    reads = [name for name in names if not callable(getattr(cls, name))]
    calls = {"copy", "counts", "clear", "to_bytes", "most_common"} & set(names)

    for name in reads:
        with refused(TypeError, text):
            getattr(fresh, name)
    for name in calls:
        with refused(TypeError, text):
            getattr(fresh, name)()

    assert reads
    assert repr(fresh) == f"<{cls.__name__}: not initialised>"


@pytest.mark.parametrize(
    ("cls", "arguments"),
    [
        (es.SlidingWindow, {"size": -1}),
        (es.FadingTally, {"fading_factor": 2}),
        (es.Tally, {"missing": "no"}),
        (es.ContingencyWindow, {"size": 0}),
        (es.ADWIN, {"delta": 2}),
        (VFDTClassifier, {"tau": -1}),
        (CVFDTClassifier, {"window": 0}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_instance_that_a_traceback_keeps_has_a_repr(cls, arguments):
    """What a failed constructor leaves can be shown by a debugger: it warns of nothing."""
    kept = []

    class Keeping(cls):
        def __init__(self, **given):
            kept.append(self)
            super().__init__(**given)

    with pytest.raises(ValueError, match="must be"):
        Keeping(**arguments)

    assert repr(kept[0]) == "<Keeping: not initialised>"


@pytest.mark.parametrize("method", ["__init__", "__setstate__"])
def test_summary_is_initialised_once(method):
    """A second __init__ does not throw away what is held."""
    tally = es.Tally()
    tally.update_many("aab")
    arguments = {"__init__": [], "__setstate__": [es.Tally().__getstate__()]}[method]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(TypeError):
            getattr(tally, method)(*arguments)

    assert tally.counts() == {"a": 2, "b": 1}
