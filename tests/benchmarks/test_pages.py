"""The README and the docs say what the committed results say."""

import re

import pytest

from benchmarks.documented import contests, estimates, trees
from benchmarks.documented.blocks import BLOCKS
from benchmarks.harness import pages
from benchmarks.harness.results import figures, medians, number

TEXTS = {page: page.read_text(encoding="utf-8") for page in pages.pages()}
MARKED = {page: text for page, text in TEXTS.items() if pages.MARKED.search(text)}
DOCS = {page.name: " ".join(text.split()) for page, text in TEXTS.items()}


@pytest.mark.parametrize("page", MARKED, ids=lambda page: page.name)
def test_pages_have_the_numbers_of_the_results(page):
    """Every block is what the script writes; `python -m benchmarks.harness.pages` repairs it."""
    assert pages.rewritten(TEXTS[page]) == TEXTS[page]


def test_a_number_that_differs_is_found():
    """The check compares numbers, not only that there are some."""
    page = next(page for page in MARKED if page.name == "benchmarks.md")
    changed = TEXTS[page].replace("| river `stats.Entropy` | 19 to 25 |", "| river | 19 to 26 |")

    assert changed != TEXTS[page]
    assert pages.rewritten(changed) == TEXTS[page]


def test_every_block_stands_in_a_page():
    """Nothing is made for nobody."""
    keys = {found["key"] for text in TEXTS.values() for found in pages.MARKED.finditer(text)}

    assert set(BLOCKS) <= keys


def test_the_benchmarks_page_has_no_numbers_written_by_hand():
    """No speed, ratio, share or size stands outside of the blocks."""
    (text,) = (text for page, text in MARKED.items() if page.name == "benchmarks.md")
    by_hand = pages.without_blocks(text)

    assert re.findall(r"\d[\d.,]*\s*(?:ns|us|ms|times|MiB|MB|GB|%|points)\b", by_hand) == []


def test_the_default_estimate_is_not_called_the_best_where_it_is_not():
    """Counted from bias and rmse of each method, by source and number of events."""
    rows = estimates.biases()
    found = {method: [0, 0] for method in estimates.METHODS}
    for row in rows.values():
        for which in (0, 1):
            least = min(pair[which] for pair in row.values())
            for method, pair in row.items():
                found[method][which] += pair[which] == least

    claim = (
        "Of its {} rows (a source and a number of events) its absolute bias is the smallest in {}"
    )
    ours, jackknife = found["chao_wang_jost"], found["jackknife"]
    assert claim.format(len(rows), ours[0]) in DOCS["confidence.md"]
    assert f'"jackknife" in {jackknife[0]} and {jackknife[1]}' in DOCS["confidence.md"]
    assert ours[0] < len(rows)
    assert min(jackknife) > 0


def test_no_interval_of_standard_errors_holds_the_entropy_of_a_long_tail():
    """docs/confidence.md: of Zipf 1 over a million labels, for n = 1000 and 1,000,000."""
    covers = {
        row["n"]: float(row["covers"])
        for row in figures("confidence")
        if (row["source"], row["method"]) == ("Zipf 1, 1,000,000", "normal")
    }

    assert "held the true value in no sample of a thousand events" in DOCS["confidence.md"]
    assert covers["1000"] == covers["1000000"] == 0


def test_memory_stays_below_the_limit():
    """docs/files.md: at most 64 MiB beyond input and output."""
    assert "at most 64 MiB" in DOCS["files.md"]
    assert max(float(row["mib"]) for row in figures("memory")) <= 64


def test_frames_and_engines_take_hundreds_to_thousands_of_times_as_long():
    """docs/cookbook.md, of windows of 1000 rows."""
    assert "hundreds to thousands of times as fast" in DOCS["cookbook.md"]
    for case, times in medians("dataframes").items():
        if case.endswith("w = 1,000"):
            ours = max(each for name, each in times.items() if name.startswith("entrostream"))
            fastest = min(times[name] for name in contests.ENGINES)
            assert 100 < fastest / ours < 10_000


def test_false_alarms_are_about_one_in_a_million():
    """docs/adaptive.md, of independent labels; 100 are allowed."""
    rates = [
        float(row["per_million"])
        for row in figures("adaptive/false_alarms")
        if float(row["repeated"]) == 0
    ]

    assert "about one false alarm per million independent events" in DOCS["adaptive.md"]
    assert 0.5 < sum(rates) / len(rates) < 1.5
    assert max(rates) < 2


def test_the_tree_leads_plain_hoeffding_trees_on_all_streams():
    """Alternative texts of the picture: every row, and the two where no change is better."""
    rows = figures("trees/accuracy")
    no_change = [
        row["stream"]
        for row in rows
        if float(row["no_change"]) > float(row["entrostream_accuracy"])
    ]

    assert len(rows) == 24
    assert all(trees.lead(row) > 0 for row in rows)
    assert no_change == ["electricity", "covertype_all"]


def test_a_forest_that_adapts_leads_where_the_concept_changes():
    """Which the README, docs/benchmarks.md and docs/trees.md say; and no claim beyond that."""
    flips: dict[str, dict[str, float]] = {}
    for row in figures("trees/changing_concepts"):
        if "flips" in row["stream"]:
            flips.setdefault(row["stream"], {})[row["who"]] = float(row["accuracy"])

    assert "can be more accurate where the concept changes" in DOCS["README.md"]
    for found in flips.values():
        assert max(found, key=found.__getitem__) == "river ARFClassifier"
        assert min(found, key=found.__getitem__) == "river HoeffdingTreeClassifier"


def test_learning_alone_is_the_strictest_comparison_with_capymoa():
    """On every stream but one it is the least of the ratios, so it stands first."""
    rows = figures("trees/speed")
    least = [
        min(trees.both_parse(row), trees.uncollected(row), trees.one_core(row)) for row in rows
    ]

    stricter = [trees.learning_alone(row) <= each for row, each in zip(rows, least, strict=True)]
    assert sum(stricter) >= len(rows) - 1


def test_numbers_of_cells_are_read_as_they_are_written():
    """Bold, with thousands separated, or with more behind them."""
    assert number("**1,234.5** (89)") == 1234.5
    assert number("-3.8e-17") == -3.8e-17
    with pytest.raises(ValueError, match="no number in the cell 'never'"):
        number("never")
