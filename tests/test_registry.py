"""A public class is registered once; whatever forgets it fails here, and names it."""

import re
from pathlib import Path

import pytest

import entrostream as es
from entrostream import _core
from tests.laws.summaries import KINDS
from tests.registry import COMPILED, MEASURES, OF_LABELS, OF_PAIRS, SUMMARIES, names, registered
from tests.state.pickled_objects import OBJECTS
from tests.state.write_states import SUMMARIES as STATES
from tests.tables.tables import TABLES

ROOT = Path(__file__).resolve().parent.parent


def missing_from(found, wanted=SUMMARIES):
    """Return the names of the wanted classes that were not found."""
    return sorted(set(names(wanted)) - set(names(found)))


def test_every_binding_is_registered():
    """A file that binds a class is of no use unless the module calls it."""
    registry = (ROOT / "bindings" / "module.cpp").read_text(encoding="utf-8")
    bound = {
        name
        for path in (ROOT / "bindings").rglob("*.cpp")
        for name in re.findall(
            r"^void (bind_\w+)\(nb::module_& module\) \{", path.read_text(), re.M
        )
    }
    listed = re.findall(r"^    (bind_\w+),", registry, re.M)

    assert sorted(bound - set(listed)) == []
    assert sorted(listed) == sorted(set(listed))


def test_package_has_every_registered_class():
    """Under its own name, and as a class of the package."""
    assert sorted(set(_core.__all__) - set(es.__all__)) == []
    homes = {(cls.__name__, cls.__qualname__, cls.__module__) for cls in COMPILED}

    assert homes == {(name, name, "entrostream") for name in _core.__all__}


def test_laws_have_every_class():
    """Of labels in tests/laws/summaries.py, of pairs in tests/tables/tables.py."""
    assert missing_from({registered(type(kind.make())) for kind in KINDS.values()}, OF_LABELS) == []
    assert missing_from({registered(type(make())) for make in TABLES.values()}, OF_PAIRS) == []


def test_states_have_every_class():
    """In tests/state/write_states.py, with bytes that were written once."""
    assert missing_from({type(make()) for make in STATES.values()}) == []


def test_pickles_have_every_class():
    """In tests/state/pickled_objects.py."""
    assert missing_from({type(OBJECTS[name]()) for name in STATES}) == []


@pytest.mark.parametrize("folder", ["docs/reference", "tests/typing"])
def test_every_class_is_in(folder):
    """The reference names it; a program of a user shows its types to both checkers."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.*")]
    words = {word for text in texts for word in re.findall(r"\bes\.(\w+)|`(\w+)", text)}
    found = {word for pair in words for word in pair}

    assert sorted(set(_core.__all__) - {"StateError"} - found) == []


def test_layout_of_every_state_is_described():
    """docs/state.md has the number of each class and what its payload is."""
    page = (ROOT / "docs" / "state.md").read_text(encoding="utf-8")
    described = re.findall(r"^\| (\w+) \|", page, re.M)

    assert missing_from([cls for cls in SUMMARIES if cls.__name__ in described]) == []
    assert [cls.__name__ for cls in SUMMARIES if not re.search(rf"\d {cls.__name__}\b", page)] == []


def test_reference_has_every_measure():
    """With its meaning."""
    reference = (ROOT / "docs" / "reference" / "summaries.md").read_text(encoding="utf-8")

    assert [name for name in MEASURES if f"`{name}`" not in reference] == []


def test_pairs_measures_are_in_their_page():
    """With their errors."""
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")

    assert [name for name in _core.PAIR_MEASURES if f"`{name}`" not in page] == []
