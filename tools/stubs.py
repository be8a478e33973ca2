"""Writes the types of the compiled core: its stubs and the names of its measures.

`stubs.py --check` only compares.

The extension is loaded bare: the package moves its classes to `entrostream`, and
then they would be mere imports here.
"""

import re
import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from nanobind.stubgen import StubGen, load_pattern_file

ROOT = Path(__file__).resolve().parent.parent
STUBS = ROOT / "src" / "entrostream" / "_core.pyi"
MEASURES = ROOT / "src" / "entrostream" / "measures.py"
PATTERNS = ROOT / "tools" / "stub_patterns.txt"

# `update` is in the types' slots, whose signatures have names and defaults but no types.
TYPES_OF_ARGUMENTS = {
    "label": "Hashable",
    "x": "Hashable",
    "y": "Hashable",
    "weight": "float",
    "value": "float",
    "at": "Any",
}
SEVERAL_MEASURES = re.compile(r"measures: str \| tuple\[str, \.\.\.\] \| list\[str\] = [^)]*\)")


def bare_extension() -> ModuleType:
    """Load the installed extension without its package."""
    package = PathFinder.find_spec("entrostream")
    if package is None or package.submodule_search_locations is None:
        raise ModuleNotFoundError("entrostream is not installed")
    (binary,) = (
        file
        for folder in package.submodule_search_locations
        for file in Path(folder).glob("_core*.so")
        if f"cpython-{sys.version_info.major}{sys.version_info.minor}-" in file.name
    )
    spec = spec_from_file_location("entrostream._core", binary)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pattern(name: str, imports: dict[str, str], *lines: str) -> str:
    """Return a pattern of nanobind's stub generator for the members of a name."""
    used = [
        f"    \\from {module} import {names}"
        for names, module in imports.items()
        if any(re.search(rf"\b{each}\b", line) for each in names.split(", ") for line in lines)
    ]
    return "\n".join([f"{name}$:", *used, *(f"    {line}" for line in lines), ""])


def pattern_of_update(cls: type) -> str:
    """Return the pattern of `update`, by its text signature."""
    parameters = re.sub(
        r"(\w+)(?:=(\S+?))?(?=,|$)",
        lambda found: (
            f"{found[1]}: {TYPES_OF_ARGUMENTS[found[1]]}" + (f" = {found[2]}" if found[2] else "")
        ),
        cls.update.__text_signature__.removeprefix("($self, ").removesuffix(")"),  # type: ignore[attr-defined]
    )
    return pattern(
        rf"\.{cls.__name__}\.update",
        {"Hashable": "collections.abc", "Any": "typing"},
        f"def update(self, {parameters}) -> None:",
        "    \\doc",
    )


def pattern_of_trace(cls: type) -> str:
    """Return the pattern of `trace`: one name gives one array, several give a dict of them.

    A class with one measure takes no names and gives one array.
    """
    signature = cls.trace.__nb_signature__[0][0]  # type: ignore[attr-defined]
    signature = signature.replace("collections.abc.", "").replace("typing.", "")
    name = "PairMeasure" if hasattr(cls, "mutual_information") else "Measure"
    one = SEVERAL_MEASURES.sub(f"measures: {name}", signature)
    several = SEVERAL_MEASURES.sub(f"measures: tuple[{name}, ...] | list[{name}] = ...", signature)
    imports = {
        "Iterable": "collections.abc",
        "Any, overload": "typing",
        "float64": "numpy",
        "NDArray": "numpy.typing",
        "Measure, PairMeasure": "entrostream.measures",
    }
    if one == several:
        only = signature.replace("-> Any", "-> NDArray[float64]:")
        return pattern(rf"\.{cls.__name__}\.trace", imports, only, "    \\doc")
    return pattern(
        rf"\.{cls.__name__}\.trace",
        imports,
        "@overload",
        one.replace("-> Any", "-> NDArray[float64]:"),
        "    \\doc",
        "",
        "@overload",
        several.replace("-> Any", "-> dict[str, NDArray[float64]]: ..."),
    )


def pattern_of_measure(name: str, type_name: str) -> str:
    """Return the pattern of a property."""
    return pattern(rf"\.{name}", {}, "@property", f"def {name}(self) -> {type_name}:", "    \\doc")


def derived_patterns(module: ModuleType) -> str:
    """Return the patterns that the classes and the measures themselves say."""
    classes = [getattr(module, name) for name in module.__all__]
    counts = {*module.COUNTS, *module.PAIR_COUNTS}
    public = [f'    "{name}",' for name in module.__all__]
    patterns = [pattern(r"\.__all__", {}, "__all__: list[str] = [", *public, "]")]
    patterns += [pattern_of_update(cls) for cls in classes if hasattr(cls, "update")]
    patterns += [pattern_of_trace(cls) for cls in classes if hasattr(cls, "trace")]
    patterns += [
        pattern_of_measure(name, "int" if name in counts else "float")
        for name in dict.fromkeys([*module.MEASURES, *module.PAIR_MEASURES])
    ]
    return "\n".join(patterns)


def choice(name: str, values: tuple[str, ...]) -> str:
    """Return the definition of a type whose values are these strings."""
    return "\n".join(
        [f"{name}: TypeAlias = Literal[", *(f'    "{each}",' for each in values), "]\n"]
    )


def measures_of(module: ModuleType) -> str:
    """Return the file with the names of the measures."""
    return (
        "\n".join(
            [
                '"""The names of the measures as types; written by tools/stubs.py."""\n',
                "from typing import Literal, TypeAlias\n",
                '__all__ = ["Measure", "PairMeasure"]\n',
                choice("Measure", module.MEASURES),
                choice("PairMeasure", module.PAIR_MEASURES),
            ]
        ).rstrip("\n")
        + "\n"
    )


def stubs_of(module: ModuleType) -> str:
    """Return the stubs of the extension."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "patterns.txt"
        # The first pattern that fits is taken, so exceptions come before the rules.
        path.write_text(PATTERNS.read_text() + "\n" + derived_patterns(module))
        patterns = load_pattern_file(str(path))
    generator = StubGen(module, patterns=patterns, quiet=True)
    generator.put(module)
    return str(generator.get())


def main() -> int:
    """Write, or compare and say how it went."""
    module = bare_extension()
    generated = {STUBS: stubs_of(module), MEASURES: measures_of(module)}
    if "--check" not in sys.argv:
        for path, text in generated.items():
            path.write_text(text)
        return 0
    if all(path.read_text() == text for path, text in generated.items()):
        return 0
    print("the stubs are not those of the extension; run `make stubs`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
