"""A layer uses the layers below it, never one above or beside it."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "entrostream"

# From the bottom up; "" is the package itself, the library's face. Some are yet to come.
PYTHON_LAYERS = [
    {"formulas", "notebook"},
    {"call_errors", "change", "drawing", "estimate", "independence", "mean_change"},
    {"_core", "protocols"},
    {"columns"},
    {""},
    {"tree", "sketch"},
    {"pandas", "polars", "duckdb", "river", "sklearn", "spark", "plot"},
    {"cli", "monitor"},
]

# What each part of the C++ code is made of, besides itself.
CORE_PARTS = {
    "exact": set(),
    "counts": {"exact"},
    "fading": {"exact", "counts"},
    "windows": {"exact", "counts", "fading"},
    "table": {"exact", "counts", "windows"},
    "adaptive": {"exact", "counts", "windows"},
    "state": {"exact", "counts", "fading", "windows", "adaptive", "tree"},
    "tree": {"exact", "counts", "table"},
    "sketch": {"exact", "counts"},
    "estimates": {"exact", "counts"},
    "columns": {"exact", "counts", "windows", "fading", "table"},
}
CORE_PARTS["tests"] = set(CORE_PARTS)


def layer(module):
    """Return how high a module of the package stands."""
    (height,) = (height for height, names in enumerate(PYTHON_LAYERS) if module in names)
    return height


def module_of(name):
    """Return which of our modules a dotted name belongs to, or None if it is not ours."""
    first, *rest = name.split(".")
    if first != "entrostream":
        return None
    known = set().union(*PYTHON_LAYERS)
    return rest[0] if rest and rest[0] in known else ""


def imported(source):
    """Return the dotted names that a Python file imports."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written from the root"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def python_breaks(importer, source):
    """Return the imports of a module that go up or sideways."""
    used = {module_of(name) for name in imported(source)} - {None, importer}
    wrong = {name for name in used if layer(name) >= layer(importer)}
    if importer != "":
        wrong |= used & {"formulas"}  # nothing of ours stands on them
    return wrong


def cpp_breaks(path, source):
    """Return the includes of a C++ file that go up, sideways or out of its world."""
    part, *rest = path.split("/")
    ours = re.findall(r'#include "([^"]+)"', source)
    others = re.findall(r"#include <([^>]+)>", source)
    if part == "bindings":
        return {name for name in ours if not name.startswith(("core/", "bindings/"))}
    allowed = {rest[0]} | CORE_PARTS[rest[0]]
    wrong = {name for name in ours if name.split("/")[:1] != ["core"]}
    wrong |= {name for name in ours if name.split("/")[1] not in allowed}
    return wrong | {name for name in others if re.match(r"nanobind|Python\.h|datetime\.h", name)}


PYTHON_FILES = sorted(PACKAGE.rglob("*.py"))
CPP_FILES = sorted(
    path for part in ("core", "bindings") for path in (ROOT / part).rglob("*.[ch]pp")
)


@pytest.mark.parametrize("path", PYTHON_FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_python_module_imports_from_below(path):
    """Every module has a layer and stays above what it uses."""
    name = path.relative_to(PACKAGE).parts[0].removesuffix(".py").replace("__init__", "")

    assert python_breaks(name, path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize("path", CPP_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_cpp_file_includes_from_below(path):
    """The core knows nothing of Python, its parts nothing of what is built of them."""
    assert cpp_breaks(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) == set()


def test_includes_are_written_from_the_root_and_have_no_cycle():
    """Every name leads to a file, and no header includes itself by a detour."""
    graph = {}
    for path in CPP_FILES:
        names = re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8"))
        assert [name for name in names if not (ROOT / name).is_file()] == []
        graph[str(path.relative_to(ROOT))] = names
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"headers include each other: {error.args[1]}")


@pytest.mark.parametrize(
    ("importer", "line"),
    [
        ("formulas", "from entrostream._core import Tally"),
        ("formulas", "import entrostream"),
        ("columns", "import entrostream.pandas"),
        ("columns", "from entrostream import tree"),
        ("columns", "from entrostream.formulas import gini"),
        ("pandas", "from entrostream.polars.frames import read"),
        ("monitor", "import entrostream.cli"),
        ("", "from entrostream import tree"),
        ("columns", "import entrostream"),
    ],
)
def test_import_upwards_or_sideways_is_found(importer, line):
    """The check itself can fail."""
    assert python_breaks(importer, line) != set()


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/exact/sums.hpp", '#include "core/counts/counts.hpp"'),
        ("core/counts/counts.hpp", '#include "core/windows/sliding_window.hpp"'),
        ("core/windows/ring.hpp", '#include "core/state/reader.hpp"'),
        ("core/exact/sums.hpp", '#include "bindings/busy.hpp"'),
        ("core/exact/sums.hpp", "#include <nanobind/nanobind.h>"),
        ("core/exact/sums.hpp", "#include <Python.h>"),
        ("bindings/tally.cpp", '#include "tally.hpp"'),
    ],
)
def test_include_upwards_or_sideways_is_found(path, line):
    """The check itself can fail."""
    assert cpp_breaks(path, line) != set()
