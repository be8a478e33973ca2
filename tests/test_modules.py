"""The public modules: available on first use, and `dir` shows what is public."""

import importlib
import importlib.util
import subprocess
import sys

import pytest

import entrostream as es

LAZY = ["duckdb", "pandas", "plot", "polars", "river", "sklearn", "spark", "tree"]
NEEDS = {
    "duckdb": "duckdb",
    "pandas": "pandas",
    "plot": "matplotlib",
    "polars": "polars",
    "river": "river",
    "sklearn": "sklearn",
    "spark": "pyspark",
}


def printed(program):
    """Return what a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error::ImportWarning", "-c", program],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_modules_are_imported_on_first_use():
    """Not before, and not by one another, but for the tree: one interpreter shows it for all."""
    others = (name for name in LAZY if name != "tree")
    names = ["tree", *(name for name in others if importlib.util.find_spec(NEEDS[name]))]
    program = f"""
import sys
import entrostream as es
for name in {names}:
    before = f"entrostream.{{name}}" in sys.modules
    module = getattr(es, name)
    print(before, module.__name__, module is sys.modules[f"entrostream.{{name}}"])
"""
    assert printed(program).splitlines() == [f"False entrostream.{name} True" for name in names]


@pytest.mark.parametrize(("name", "library"), NEEDS.items())
def test_missing_extra_is_named(name, library):
    """By attribute and by import; `hasattr` says no."""
    program = f"""
import sys
sys.modules[{library!r}] = None
import entrostream as es
print(hasattr(es, {name!r}))
try:
    es.{name}
except AttributeError as error:
    print(error)
try:
    from entrostream import {name}
except ImportError as error:
    print(error)
"""
    no, by_attribute, by_import = printed(program).splitlines()

    assert no == "False"
    assert by_attribute == by_import
    assert by_attribute.startswith(f"entrostream.{name} needs ")
    assert by_attribute.endswith(f'pip install "entrostream[{name}]"')


def test_help_needs_no_extra():
    """It reads every attribute, and is not stopped by those that are missing."""
    program = f"""
import pydoc, sys
sys.modules |= dict.fromkeys({list(NEEDS.values())})
import entrostream as es
print("class Tally" in pydoc.plain(pydoc.render_doc(es)))
"""
    assert printed(program) == "True"


def test_unknown_name_is_an_attribute_error():
    """In Python's own words."""
    with pytest.raises(AttributeError, match=r"^module 'entrostream' has no attribute 'Talley'"):
        es.Talley  # noqa: B018 - the read is the test


def test_package_shows_its_names_and_its_modules():
    """And nothing else."""
    assert dir(es) == sorted([*es.__all__, *LAZY, "__version__"])


def test_import_star_needs_no_extra():
    """The modules that need one are not in it."""
    assert set(LAZY) & set(es.__all__) == set()


@pytest.mark.parametrize("name", [*LAZY, "formulas", "columns"])
def test_module_shows_its_public_names(name):
    """Those in `__all__`, all of which exist."""
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    module = importlib.import_module(f"entrostream.{name}")

    assert dir(module) == sorted(module.__all__)
    assert [each for each in module.__all__ if not hasattr(module, each)] == []


def test_old_name_in_pickles_is_not_an_alias():
    """`tests/state/test_old_pickles.py` reads such pickles; a program cannot use the name."""
    with pytest.raises(TypeError, match=r"^Adwin is a name in old pickles; the class is ADWIN$"):
        es.Adwin(0.01)

    assert "Adwin" not in dir(es)
    assert not isinstance(es.ADWIN(), es.Adwin)
