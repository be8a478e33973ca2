"""Writes the type stubs of the compiled core; `stubs.py --check` only compares.

The extension is loaded bare: the package moves its classes to `entrostream`, and
then they would be mere imports here.
"""

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from nanobind.stubgen import StubGen, load_pattern_file

ROOT = Path(__file__).resolve().parent.parent
STUBS = ROOT / "src" / "entrostream" / "_core.pyi"
PATTERNS = ROOT / "tools" / "stub_patterns.txt"


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


def generated() -> str:
    """Give the stubs of the extension as it is installed."""
    module = bare_extension()
    generator = StubGen(module, patterns=load_pattern_file(str(PATTERNS)), quiet=True)
    generator.put(module)
    return str(generator.get())


def main() -> int:
    """Write, or compare and say how it went."""
    stubs = generated()
    if "--check" not in sys.argv:
        STUBS.write_text(stubs)
        return 0
    if STUBS.read_text() == stubs:
        return 0
    print("the stubs are not those of the extension; run `make stubs`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
