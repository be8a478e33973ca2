"""Docs, code and messages use the words of the field."""

from pathlib import Path

import pytest

from tools import check_words

ROOT = Path(__file__).resolve().parents[1]


def test_wording_of_all_files():
    """See tools/check_words.py for what to write instead."""
    found = check_words.check(check_words.tracked_files())

    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("It takes 30 ns an event.", "ns an event"),
        ("Beside it stands ADWIN.", "Beside"),
        ("three certified looks", "certified looks"),
        ("columns of texts", "columns of texts"),
    ],
)
def test_rules_find_what_they_should(line, words):
    """Whole words, whatever their case, with the number of the line."""
    (finding,) = check_words.findings("docs/page.md", f"\n{line}\n")

    assert (finding.path, finding.line, finding.words) == ("docs/page.md", 2, words)


@pytest.mark.parametrize(
    "line", ["besides", "axes.texts", "30 ns per event", "foreseeable", "after how many rows a row"]
)
def test_rules_leave_other_words_alone(line):
    """Parts of words, and names of other libraries, are not meant."""
    assert not list(check_words.findings("docs/page.md", line))


@pytest.mark.parametrize(
    "words",
    [
        "anomaly",
        "cardinality",
        "change detection",
        "checkpoint",
        "concept drift",
        "decay",
        "incremental",
        "online learning",
        "out-of-core",
    ],
)
def test_words_that_people_search_for_are_in_the_docs(words):
    """Each on two pages at least, so that the search of the site has something to show."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = [page for page in pages if words in page.read_text(encoding="utf-8").lower()]

    assert len(found) >= 2
