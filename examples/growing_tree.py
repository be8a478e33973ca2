"""A bank grants loans by a rule that nobody tells, and changes it: a tree learns it from the cases.

The rules are functions 2 and 3 of Agrawal, Imielinski and Swami (1993), with some cases decided
by whim. Each case is predicted before it is learned; the picture of the tree shows the rule.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

from entrostream.tree import VFDTClassifier, prequential

mpl.use("Agg")  # pictures in files, no window

CASES, CHANGE, WHIMS = 60_000, 30_000, 0.05
EDUCATION = np.array(["none", "school", "trade", "bachelor", "master"])
TOWNS = np.array(["Ashby", "Brook", "Colne", "Derwent", "Esk", "Frome"])


def cases(seed: int = 1403) -> dict[str, np.ndarray]:
    """Make the attributes of each case, including those that no rule uses."""
    random = np.random.default_rng(seed)
    return {
        "salary": random.integers(20_000, 150_000, CASES),
        "age": random.integers(20, 81, CASES),
        "education": random.choice(EDUCATION, CASES),
        "town": random.choice(TOWNS, CASES),
        "loan": random.integers(1_000, 500_000, CASES),
    }


def decisions(table: dict[str, np.ndarray], seed: int = 1404) -> np.ndarray:
    """Decide each case: by age and salary, later by age and education."""
    young, old = table["age"] < 40, table["age"] >= 60
    salary = table["salary"]
    low = np.select([young, old], [50_000, 25_000], 75_000)
    by_salary = (salary >= low) & (salary <= low + 50_000)
    learned = np.argmax(table["education"][:, None] == EDUCATION, axis=1)
    by_education = np.select([young, old], [learned <= 1, learned >= 2], (learned % 4) != 0)
    granted = np.where(np.arange(CASES) < CHANGE, by_salary, by_education)
    random = np.random.default_rng(seed)
    granted ^= random.random(CASES) < WHIMS
    return np.where(granted, "grant", "refuse")


def main(folder: Path = Path("output")) -> None:
    """Predict and learn all cases by two rules of splitting; write both pictures."""
    table = cases()
    classes = decisions(table)
    tree = VFDTClassifier()
    by_evidence = prequential(tree, table, classes)
    by_bound = prequential(VFDTClassifier(rule="hoeffding"), table, classes)
    print(f"by evidence: {by_evidence.accuracy[-1]:.1%}, by Hoeffding's bound: ", end="")
    print(f"{by_bound.accuracy[-1]:.1%}, no change: {by_bound.no_change[-1]:.1%}")

    curve = by_evidence.plot(label="by evidence")
    by_bound.plot(curve, label="by Hoeffding's bound")
    # All leaves would be illegible on a page: the upper levels tell most.
    levels = tree.plot(max_depth=3, max_leaves=18)
    pictures = {"growing_tree.png": levels, "prequential.png": curve}
    folder.mkdir(parents=True, exist_ok=True)
    for name, ax in pictures.items():
        ax.figure.savefig(folder / name, dpi=150)
        print(f"picture: {(folder / name).resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
