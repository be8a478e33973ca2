"""All blocks of numbers that the README and the docs have, by their key."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchmarks.documented import (
    adaptive_trees,
    command_line,
    contests,
    estimates,
    trees,
    windows,
)
from benchmarks.documented.words import paragraph, span, table
from benchmarks.harness.results import FOLDER, figures


def overview() -> str:
    tree_rows = [*trees.overview(), *adaptive_trees.overview()]
    rows = [
        *contests.overview(),
        *windows.overview(),
        *command_line.overview(),
        *tree_rows,
    ]
    shown = [(task, other, _bold_if_slower(ratio)) for task, other, ratio in rows]
    return table(("task", "compared with", "times as fast"), shown, text=2)


def readme() -> str:
    rows = figures("trees/speed")
    leads = [trees.lead(row) for row in figures("trees/accuracy")]
    return paragraph(
        f"""The exact entropy of a sliding window after every row of an integer column takes
        {contests.column_ns()} ns per row. A numba loop tuned by hand is faster (entrostream
        reaches {contests.tuned_span()} of its speed); the best of pandas, Polars, DuckDB and
        chdb takes at least {contests.least_over_engines()} times as long. One Python call per
        event is {contests.river_span()} times as fast as river's `stats.Entropy`. The streaming
        tree learns {span(map(trees.learning_alone, rows))} times as fast as CapyMOA's Hoeffding
        tree and, one row at a time, {span(map(trees.one_by_one, rows))} times as fast as
        river's; it is more accurate than both on {sum(each > 0 for each in leads)} of
        {len(leads)} streams. {adaptive_trees.readme()} [How fast is it, and when is something else
        faster?](docs/benchmarks.md)"""
    )


def machine() -> str:
    """Return where the results come from, as their pages say."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.md"))]
    machines = {found[1] for text in texts if (found := re.search(r"- Machine: (.+?);", text))}
    loads = [float(load) for text in texts for load in re.findall(r"load average ([\d.]+)", text)]
    listed = re.findall(r"- Versions: (.+)", "\n".join(texts))
    listed = [re.sub(r" entrostream (\(.+?\)|\S+),", "", each) for each in listed]
    versions = max((each for each in listed if "not installed" not in each), key=len)
    return paragraph(
        f"""{" or ".join(sorted(machines))}, shared with other work: the load average was
        {min(loads)} to {max(loads)}. {versions}."""
    )


def _bold_if_slower(ratio: str) -> str:
    slower = float(ratio.split(" ")[0].replace(",", "")) < 0.995
    return f"**{ratio}**" if slower else ratio


BLOCKS: dict[str, Callable[[], str]] = {
    "overview": overview,
    "readme": readme,
    "machine": machine,
    "per_event": contests.per_event,
    "columns": contests.columns,
    "strings": contests.strings,
    "dataframes": contests.dataframes,
    "whole_columns": contests.whole_columns,
    "whole_columns, lost": contests.whole_columns_lost,
    "memory": contests.memory,
    "command_line": command_line.in_words,
    "scaling, length": contests.scaling_length,
    "scaling, labels": contests.scaling_labels,
    "time_windows": windows.time_windows,
    "fading, columns": windows.fading_columns,
    "fading, calls": windows.fading_calls,
    "tables": windows.pairs,
    "adwin": windows.adwin,
    "adwin, sentence": windows.adwin_sentence,
    "adaptive": windows.adaptive,
    "adaptive, most false alarms": windows.most_false_alarms,
    "adaptive, gradual": windows.gradual_cuts,
    "trees, speed": trees.speed,
    "trees, accuracy": trees.accuracy,
    "trees, accuracy in words": trees.accuracy_sentence,
    "trees, adaptive": adaptive_trees.sentence,
    "trees, base streams": trees.base_table,
    "trees, noise": trees.noise_sentence,
    "trees, exploration": trees.exploration_sentence,
    "trees, schedule": trees.schedule_sentence,
    "trees, Hoeffding's rule": trees.hoeffding_attempts,
    "estimates, default": estimates.default_method,
    "estimates, covered": estimates.covered,
    "estimates, disagreement": estimates.disagreement,
    "estimates, seldom reliable": estimates.seldom_reliable,
    "estimates, widths": estimates.widths,
    "estimates, relative widths": estimates.relative_widths,
}
