"""What the files of the page promise by themselves, without a browser."""

import re

import pytest

from tests.monitor.fake_server import STATIC

SCRIPTS = sorted(STATIC.glob("*.js"))


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.html")), ids=lambda path: path.name)
def test_pages_have_nothing_inline(path):
    """No script, style or handler in the markup."""
    text = path.read_text(encoding="utf-8")

    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_write_text_only(path):
    """None of the ways to turn text into markup or code."""
    text = path.read_text(encoding="utf-8")

    ways = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function"
    assert re.findall(ways, text) == []
    assert re.findall(r"https?://(?!www\.w3\.org)", text) == []


def test_imports_lead_to_files_that_are_there():
    """And every module but the entries is imported."""
    imports = {
        path.name: set(re.findall(r'from "\./(\w+\.js)"', path.read_text(encoding="utf-8")))
        for path in SCRIPTS
    }

    pages = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.html"))
    entries = set(re.findall(r'src="static/(\w+\.js)"', pages))
    assert entries | set().union(*imports.values()) == set(imports)


def palettes():
    """Return the colours of the style sheet by theme."""
    text = (STATIC / "monitor.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root(\[data-theme=\"dark\"\])? \{(.*?)\}", text, flags=re.DOTALL)
    return {
        "dark" if dark else "light": dict(re.findall(r"--([\w-]+): (#\w{6});", block))
        for dark, block in blocks
    }


def luminance(colour):
    """Return the relative luminance of WCAG 2."""
    channels = [value / 255 for value in bytes.fromhex(colour[1:])]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


TEXTS = [
    ("text", "panel"), ("text", "page"), ("text", "hover"), ("text", "accent-soft"),
    ("text", "alarm-soft"), ("text", "warning-soft"), ("quiet", "panel"), ("quiet", "hover"),
    ("accent", "panel"), ("accent", "accent-soft"), ("warning", "panel"), ("warning", "hover"),
    ("warning", "warning-soft"), ("alarm", "panel"), ("alarm", "hover"), ("alarm", "alarm-soft"),
    ("on-accent", "accent"), ("on-accent", "alarm"),
]  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS, ids=lambda name: name)
def test_text_has_the_contrast_of_wcag_aa(theme, text, ground):
    """4.5 to 1."""
    colours = palettes()[theme]

    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_controls_have_the_contrast_of_wcag_aa(theme):
    """Borders of controls: 3 to 1."""
    colours = palettes()[theme]

    assert contrast(colours["control"], colours["panel"]) >= 3
