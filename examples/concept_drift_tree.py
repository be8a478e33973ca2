"""Which parts of a machine are rejected changes three times: trees that adapt find the new rule.

Four decision trees predict every part before they learn it. The VFDT never revises a split, the
adaptive tree, EFDT and CVFDT replace subtrees. Each replacement is printed with its reason, and the
picture shows how fast each tree recovers.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    Prequential,
    TreeChange,
    VFDTClassifier,
    prequential,
)

mpl.use("Agg")  # pictures in files, no window

LENGTH, CONCEPTS, NOISE = 12_000, 4, 0.05  # parts per concept; labels that are wrong at random
PARTS = LENGTH * CONCEPTS
COLOURS = {"VFDT": "#8A8F98", "adaptive": "#2F81C7", "EFDT": "#3C9A5F", "CVFDT": "#D9742B"}


def parts(seed: int = 1403) -> dict[str, np.ndarray]:
    """Make what is measured of each part; its distribution stays as it is."""
    random = np.random.default_rng(seed)
    return {
        "temperature": random.normal(180, 15, PARTS).round(1),
        "pressure": random.gamma(9, 0.5, PARTS).round(2),
        "speed": random.uniform(20, 60, PARTS).round(1),
        "humidity": random.uniform(20, 80, PARTS).round(),
        "supplier": random.choice(["Alba", "Brun", "Cole", "Dahl"], PARTS),
        "shift": random.choice(["early", "late", "night"], PARTS),
    }


def inspections(table: dict[str, np.ndarray], seed: int = 1404) -> np.ndarray:
    """Accept or reject each part, by a rule that changes with each concept."""
    hot, fast = table["temperature"] > 185, table["speed"] > 45
    tight, humid = table["pressure"] > 4.5, table["humidity"] > 50
    from_alba = table["supplier"] == "Alba"
    rules = [
        np.where(from_alba, fast, hot),
        np.where(hot, ~tight, fast & (table["shift"] == "night")),
        np.where(from_alba, ~fast, tight ^ fast),
        np.where(table["shift"] == "late", tight, humid),
    ]
    rejected = np.choose(np.arange(PARTS) // LENGTH, rules)
    rejected ^= np.random.default_rng(seed).random(PARTS) < NOISE
    return np.where(rejected, "reject", "accept")


def draw(runs: dict[str, Prequential], changes: dict[str, list[TreeChange]], path: Path) -> None:
    """Draw the accuracy of each thousand parts, and below it where subtrees were replaced."""
    figure, (curves, marks) = plt.subplots(
        2,
        sharex=True,
        figsize=(8, 4.8),
        height_ratios=[4, 1],
        layout="constrained",
    )
    for name, run in runs.items():
        curves.plot(
            run.rows,
            run.recent_accuracy,
            color=COLOURS[name],
            linewidth=1.8,
            label=f"{name}: {run.accuracy[-1]:.1%}",
        )
    for height, (name, found) in enumerate(reversed(changes.items())):
        # A larger subtree has a larger mark.
        sizes = [20 + 3 * change.leaves_before for change in found]
        rows = [change.row for change in found]
        marks.scatter(rows, [height] * len(rows), s=sizes, color=COLOURS[name], alpha=0.7)
    for axes in (curves, marks):
        for start in range(LENGTH, PARTS, LENGTH):
            axes.axvline(start, color="#444444", linewidth=0.8, linestyle=":")
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
    curves.axhline(1 - NOISE, color="#444444", linewidth=0.8, label=f"possible: {1 - NOISE:.0%}")
    curves.set_ylabel("accuracy of 1,000 parts")
    curves.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
    marks.set_yticks(range(len(changes)), list(reversed(changes)))
    marks.set_ylim(-0.7, len(changes) - 0.3)
    marks.set_xlim(0, PARTS)
    marks.xaxis.set_major_formatter(mpl.ticker.StrMethodFormatter("{x:,.0f}"))
    marks.set_xlabel("part (dotted: the rule changes; a mark: a subtree is replaced)")
    figure.legend(loc="outside upper center", ncols=5, frameon=False, fontsize=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)


def main(folder: Path = Path("output")) -> None:
    """Run all trees, print what they replaced and their accuracies, write the picture."""
    table = parts()
    labels = inspections(table)
    trees = {
        "VFDT": VFDTClassifier(),
        "adaptive": HoeffdingAdaptiveTreeClassifier(),
        "EFDT": EFDTClassifier(),
        "CVFDT": CVFDTClassifier(window=5000),
    }
    runs = {name: prequential(tree, table, labels) for name, tree in trees.items()}
    changes = {
        name: tree.changes
        for name, tree in trees.items()
        if isinstance(tree, HoeffdingAdaptiveTreeClassifier)
    }
    for name, found in changes.items():
        print(f"{name}: {len(found)} subtrees replaced")
        for change in found:
            print(f"  {change}")
    print("\ntree        accuracy  in the 3,000 parts after a change  leaves")
    starts = range(LENGTH, PARTS, LENGTH)
    recovering = [any(start < row <= start + 3000 for start in starts) for row in runs["VFDT"].rows]
    for name, run in runs.items():
        after = run.recent_accuracy[recovering].mean()
        print(f"{name:<10} {run.accuracy[-1]:>9.1%} {after:>34.1%} {trees[name].n_leaves:>7}")
    path = folder / "concept_drift_tree.png"
    draw(runs, changes, path)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
