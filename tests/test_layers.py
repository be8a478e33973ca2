"""A layer uses the layers below it: those that docs/architecture.md draws, and no others.

The edges are read from the code: what is drawn but not there, or there but not drawn, fails.
"""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "entrostream"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
INCLUDE = re.compile(r'#include "([^"]+)"')
FOREIGN = re.compile(r"#include <(nanobind|Python\.h|datetime\.h)")


def drawn_layers(title):
    """Return the height of each part in a drawing of the page, which has the highest first."""
    (drawing,) = re.findall(rf"```layers {re.escape(title)}\n(.*?)```", PAGE, flags=re.DOTALL)
    lines = [line.split("  #")[0].split() for line in drawing.splitlines()]
    heights = {name: -height for height, names in enumerate(lines) for name in names}
    assert len(heights) == sum(map(len, lines)), "a part is drawn twice"
    return heights


def breaks(edges, heights):
    """Return the edges that do not go down."""
    return sorted((a, b) for a, b in edges if a != b and heights[a] <= heights[b])


def cycle(edges):
    """Return parts that use each other, or None."""
    graph = {}
    for a, b in edges:
        graph.setdefault(a, set()).add(b)
        graph[a] -= {a}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return None


# ------------------------------------------------------------------ C++: folders

CPP_FILES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for part in ("core", "bindings")
    for path in sorted((ROOT / part).rglob("*.[ch]pp"))
}
CPP_INCLUDES = {(path, name) for path, text in CPP_FILES.items() for name in INCLUDE.findall(text)}


def is_test(path):
    """Say whether a file is a test: those may use everything."""
    return path.startswith("core/tests/")


def folder_edges(includes):
    """Return which folder uses which."""
    return {(str(Path(a).parent), str(Path(b).parent)) for a, b in includes if not is_test(a)}


def test_includes_are_written_from_the_root():
    """Every name leads to a file."""
    assert sorted(b for _, b in CPP_INCLUDES if b not in CPP_FILES) == []


def test_no_file_includes_itself_by_a_detour():
    """Headers can be read from the bottom up."""
    assert cycle(CPP_INCLUDES) is None


def test_every_folder_is_drawn():
    """The page shows all there is, and nothing else."""
    folders = {str(Path(path).parent) for path in CPP_FILES if not is_test(path)}
    assert set(drawn_layers("C++")) == folders


def test_folders_use_those_below():
    """The core knows nothing of Python, its parts nothing of what is built of them."""
    assert breaks(folder_edges(CPP_INCLUDES), drawn_layers("C++")) == []


def test_core_knows_nothing_of_python():
    """Nor of the bindings, which stand above it."""
    assert [
        p for p, text in CPP_FILES.items() if p.startswith("core/") and FOREIGN.search(text)
    ] == []
    assert [(a, b) for a, b in CPP_INCLUDES if a.startswith("core/") and "bindings" in b] == []


# ------------------------------------------------------------------ Python: modules

PYTHON_FILES = {
    str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}


def part_of(path):
    """Return which part of the package a file belongs to; the package itself is `entrostream`."""
    name = path.split("/")[0].removesuffix(".py")
    return "entrostream" if name == "__init__" else name


PARTS = {part_of(path) for path in PYTHON_FILES} | {"_core"}


def is_for_types(node):
    """Say whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported(source):
    """Return the dotted names that a Python file imports when it runs, not those for types."""
    names = []
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not is_for_types(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written from the root"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def parts_imported(source):
    """Return the parts of the package that a file imports."""
    ours = [name.split(".") for name in imported(source) if name.split(".")[0] == "entrostream"]
    return {rest[0] if rest and rest[0] in PARTS else "entrostream" for _, *rest in ours}


def import_edges(files):
    """Return which part uses which."""
    return {(part_of(path), part) for path, text in files.items() for part in parts_imported(text)}


def test_every_module_is_drawn():
    """The page shows all there is, and nothing else."""
    assert set(drawn_layers("Python")) == PARTS


def test_modules_import_those_below():
    """Every part stays above what it uses."""
    assert breaks(import_edges(PYTHON_FILES), drawn_layers("Python")) == []


def test_nothing_stands_on_the_formulas():
    """They are the paper in plain Python: truth for tests, not a part of the machine."""
    users = {a for a, b in import_edges(PYTHON_FILES) if b == "formulas" and a != b}
    assert users == {"entrostream"}


def test_modules_do_not_import_each_other():
    """Inside of a part, too, files can be read from the bottom up."""
    names = {path.removesuffix(".py").replace("/", ".") for path in PYTHON_FILES}
    edges = set()
    for path, text in PYTHON_FILES.items():
        for name in imported(text):
            target = name.removeprefix("entrostream.")
            while target and target not in names:
                target = target.rpartition(".")[0]
            if target and not path.endswith("__init__.py"):
                edges.add((path.removesuffix(".py").replace("/", "."), target))
    assert cycle(edges) is None


# ------------------------------------------------------------------ tests


def test_folders_of_the_core_have_tests_of_the_same_name():
    """Tests of the core are found by the name of what they test."""
    folders = {path.split("/")[1] for path in CPP_FILES if not is_test(path) and "core" in path[:4]}
    tested = {path.split("/")[2] for path in CPP_FILES if is_test(path) and path.count("/") > 2}
    assert tested - folders == {"fuzz", "memory"}


# ------------------------------------------------------------------ the checks can fail


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("core/exact/sums.hpp", "core/counts/counts.hpp"),
        ("core/counts/counts.hpp", "core/windows/sliding_window.hpp"),
        ("core/windows/ring_window.hpp", "core/state/reader.hpp"),
        ("core/exact/sums.hpp", "bindings/runtime/gil.hpp"),
        ("bindings/input/batches/batch.hpp", "bindings/summaries/labelled.hpp"),
    ],
)
def test_include_upwards_is_found(path, name):
    """One edge more, and the test fails."""
    assert breaks(folder_edges({(path, name)}), drawn_layers("C++")) != []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("formulas/gain.py", "from entrostream._core import Tally"),
        ("columns/request.py", "import entrostream.pandas"),
        ("columns/request.py", "from entrostream import tree"),
        ("columns/request.py", "import entrostream"),
        ("pandas/accessor.py", "from entrostream.polars.namespace import Entro"),
        ("__init__.py", "from entrostream import tree"),
    ],
)
def test_import_upwards_is_found(path, line):
    """One import more, and the test fails."""
    assert breaks(import_edges({path: line}), drawn_layers("Python")) != []


def test_cycle_is_found():
    """Two files that use each other."""
    assert cycle({("a", "b"), ("b", "c"), ("c", "a")}) is not None
