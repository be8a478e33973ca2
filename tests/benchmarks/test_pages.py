"""The README and the docs say what the committed results say."""

import re

import pytest

from benchmarks.documented import adaptive_trees, contests, estimates, trees
from benchmarks.documented.blocks import BLOCKS
from benchmarks.harness import pages, results
from benchmarks.harness.report import Report
from benchmarks.harness.results import MissingResultError, figures, grid, grids, medians, number

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


NEW = """
<!-- results: trees/tomorrow: Accuracy, % -->
<!-- end -->
"""


def test_a_new_block_is_left_until_its_benchmark_has_run():
    """So that a page can name a result that the run under way is about to write."""
    page = next(page for page in MARKED if page.name == "benchmarks.md")
    old = TEXTS[page].replace("| river `stats.Entropy` | 19 to 25 |", "| river | 19 to 26 |")

    text, left = pages.rewritten_so_far(old + NEW)

    assert text == TEXTS[page] + NEW
    assert left == ["trees/tomorrow: Accuracy, %: there is no benchmarks/results/trees/tomorrow.md"]
    with pytest.raises(MissingResultError, match="trees/tomorrow"):
        pages.rewritten(NEW)


def test_a_table_that_the_results_do_not_have_is_missing():
    """The same as a file that is not there."""
    with pytest.raises(MissingResultError, match=r"adwin\.md has 0 tables captioned 'Tomorrow'"):
        pages.block("adwin: Tomorrow")
    with pytest.raises(MissingResultError, match=r"adwin\.md has 0 tables captioned 'Tomorrow'"):
        grid("adwin", "Tomorrow")


def test_figures_may_differ_in_their_fields(tmp_path, monkeypatch):
    """A field that some figures lack is empty there."""
    report = Report("mixed", "Mixed", "", 0, figures=[{"a": 1}, {"a": 2, "b": 3}])
    monkeypatch.setattr(results, "FOLDER", tmp_path)

    report.write(tmp_path, "# Mixed")

    assert figures("mixed") == [{"a": "1", "b": ""}, {"a": "2", "b": "3"}]


def test_every_block_stands_in_a_page():
    """Nothing is made for nobody."""
    keys = {found["key"] for text in TEXTS.values() for found in pages.MARKED.finditer(text)}

    assert set(BLOCKS) <= keys


def test_the_benchmarks_page_has_no_numbers_written_by_hand():
    """No speed, ratio, share or size stands outside of the blocks."""
    (text,) = (text for page, text in MARKED.items() if page.name == "benchmarks.md")
    by_hand = pages.without_blocks(text)

    assert re.findall(r"\d[\d.,]*\s*(?:ns|us|ms|times|MiB|MB|GB|%|points)\b", by_hand) == []


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: page.name)
def test_no_page_has_speeds_or_ratios_written_by_hand(page):
    """Nanoseconds, and how many times as fast or as long, come from the results."""
    by_hand = pages.without_blocks(TEXTS[page])

    assert re.findall(r"\d[\d.,]*\s*(?:ns\b|times as (?:fast|long|slow))", by_hand) == []


RATIOS = {  # the tables whose rows or columns are named "A / B"
    "adwin": "Ratios (above 1: entrostream is faster)",
    "columns": "Ratios (above 1: entrostream is faster)",
    "fading": "Columns: ratios (above 1: entrostream is faster)",
    "time_windows": "Columns: ratios (above 1: entrostream is faster)",
}


@pytest.mark.parametrize("name", RATIOS)
def test_ratios_of_results_pages_are_those_of_the_recorded_medians(name):
    """The pages of results and the docs have one definition of a ratio."""
    found, took = grid(name, RATIOS[name]), medians(name)
    compared = 0
    for row, cells in found.rows.items():
        for column, cell in zip(found.columns, cells, strict=True):
            pair, case = (row, column) if column in took else (column, row)
            slow, fast = _contestants(pair)
            if slow in took[case]:
                compared += 1
                assert number(cell) == pytest.approx(took[case][slow] / took[case][fast], abs=0.006)

    assert compared >= len(found.rows)


def _contestants(pair: str) -> tuple[str, str]:
    """Return the names in "A / B"; in "A / B, w = 10" the window belongs to both."""
    slow, fast = pair.split(" / ")
    window = re.search(r", w = [\d,]+$", fast)
    return slow + (window[0] if window else ""), fast


def test_whole_columns_have_the_same_ratios_on_both_pages():
    """The results page says that ours is the faster one exactly where the docs say so."""
    (found,) = (each for each in grids("whole_columns") if each.caption.startswith("One thread"))
    took = medians("whole_columns")

    assert len(found.rows) == len(took)
    for row, case in zip(found.rows, took, strict=True):
        fastest = min(each for name, each in took[case].items() if name != "entrostream")
        shown = number(found.text(row, "fastest peer / entrostream"))
        assert shown == pytest.approx(fastest / took[case]["entrostream"], abs=0.006)


def test_the_slowest_detection_takes_one_to_two_thousand_events():
    """docs/adaptive.md, of jitter among 1,000 labels or more."""
    delays = [
        float(row["delay"])
        for row in figures("adaptive/detection")
        if (row["shares"], row["change"]) == ("zipf", "jitter") and int(row["labels"]) >= 1000
    ]

    assert "takes one to two thousand events with 1,000 labels or more" in DOCS["adaptive.md"]
    assert len(delays) == 2
    assert 1000 <= min(delays) <= max(delays) <= 2000


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


def test_leads_of_the_adaptive_tree_are_those_of_the_results_page():
    """The sentences of the docs are made from the figures; the page has its own tables."""
    kinds = ("the base streams", "streams with drift", "more real streams")
    tables = [grid(adaptive_trees.RESULTS, f"Points ahead: {kind}").rows for kind in kinds]
    shown = {stream: number(cells[0]) for rows in tables for stream, cells in rows.items()}

    assert adaptive_trees.over_peer_trees() == pytest.approx(shown, abs=0.051)


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
