"""The documentation site builds without a warning, and its reference has every public name."""

import hashlib
import html
import re
import shutil
import subprocess
import sys
import zlib
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType

import pytest

import entrostream as es

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "docs" / "tested"  # the last site without a warning
pytest.importorskip("furo", reason="the docs extra is not installed")
for library in ("pandas", "polars", "duckdb", "river", "sklearn", "matplotlib", "pyspark"):
    pytest.importorskip(library, reason="the reference imports all modules")


def sources():
    """Yield all files that a site is built from: pages, settings, and the installed package."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in (ROOT / "docs", ROOT / "benchmarks" / "results", Path(es.__file__).parent):
        yield from sorted(path for path in folder.rglob("*") if path.is_file())


def digest_of_sources():
    """Return a digest of their names and contents, and of the versions of all libraries."""
    digest = hashlib.sha256(sys.version.encode())
    for version in sorted(f"{each.name} {each.version}" for each in distributions()):
        digest.update(version.encode())
    for path in sources():
        if path.suffix != ".pyc" and path.parent != ROOT / "docs" / "api":  # which builds write
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path} {content}\n".encode())
    return digest.hexdigest()


def site_of_sources(folder):
    """Return the site of the sources as they are: the last one tested if it is that, or a new one.

    Sphinx sees changes of pages, but not all of the package; so it is all or nothing. A site that
    was built with a warning is not kept.
    """
    digest, kept_for = digest_of_sources(), KEPT / "digest_of_sources"
    if not kept_for.exists() or kept_for.read_text() != digest:
        build(folder)
        shutil.rmtree(KEPT, ignore_errors=True)
        shutil.copytree(folder, KEPT)
        kept_for.write_text(digest)
    return KEPT


def build(folder):
    """Build the site as `make docs` does, without a warning."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E"]
    command += ["-c", str(ROOT / "docs"), str(ROOT), str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stderr == ""


def inventory(folder):
    """Return the names of the Python objects in a site, from its inventory."""
    header, _, packed = (folder / "objects.inv").read_bytes().partition(b"zlib.\n")
    assert header.startswith(b"# Sphinx inventory version 2")
    lines = zlib.decompress(packed).decode().splitlines()
    return {line.split()[0] for line in lines if line.split()[1].startswith("py:")}


def public_names():
    """Return the full names of all that the public modules export."""
    modules = [
        "",
        ".tree",
        ".plot",
        ".pandas",
        ".polars",
        ".duckdb",
        ".river",
        ".sklearn",
        ".spark",
    ]
    for module in [f"entrostream{each}" for each in [*modules, ".formulas"]]:
        yield from (f"{module}.{each}" for each in import_module(module).__all__)


def members(full_name):
    """Return the public methods and properties that a class of ours defines."""
    module, _, name = full_name.rpartition(".")
    thing = getattr(import_module(module), name)
    if isinstance(thing, ModuleType) or not isinstance(thing, type):
        return []
    fields = set(getattr(thing, "_fields", ()))
    return [each for each in vars(thing) if not each.startswith("_") and each not in fields]


def test_site(tmp_path):
    """One test, since a site takes half a minute to build, and workers share nothing."""
    site = site_of_sources(tmp_path)

    check_reference(site)
    check_types(site)
    check_front_page(site)
    check_search(site)
    check_search_order(site)


def check_reference(site):
    """Find every public name, and every method and property of the summaries."""
    expected = set(public_names())
    expected |= {
        f"{name}.{member}"
        for name in expected
        if name.startswith("entrostream.") and name.count(".") == 1
        for member in members(name)
    }

    assert sorted(expected - inventory(site)) == []


def check_types(site):
    """Find the types of a function as they are written, once: without its overloads."""
    page = (site / "docs" / "api" / "entrostream-rolling.html").read_text(encoding="utf-8")
    (signature,) = re.findall(
        r'<dt [^>]*id="entrostream\.rolling"[^>]*>(.*?)</dt>', page, re.DOTALL
    )
    text = " ".join(html.unescape(re.sub(r"<[^>]+>", "", signature)).split())

    assert "window: Any, *, measures: Measure | Sequence[Measure] = (" in text
    assert text.count("min_periods: int | None = None") == 1
    assert "late: Late = 'raise'" in text


def check_front_page(site):
    """Find the sections, from the root of the site, which some hosts open, and from the page."""
    assert 'url=docs/index.html"' in (site / "index.html").read_text(encoding="utf-8")
    front = (site / "docs" / "index.html").read_text(encoding="utf-8")

    for section in ("tutorials", "how_to", "reference", "explanation"):
        assert f'href="{section}/index.html"' in front


def check_search(site):
    """Find the index as a script in the site, so that search needs no network."""
    assert "concept" in (site / "searchindex.js").read_text(encoding="utf-8")
    assert 'src="http' not in (site / "search.html").read_text(encoding="utf-8")


def check_search_order(site):
    """Find the rule that lists guides before the changelog; docs/site/search_scorer.js."""
    scripts = [path.read_text(encoding="utf-8") for path in (site / "_static").glob("*.js")]

    assert sum("docs/architecture" in script for script in scripts) == 1
