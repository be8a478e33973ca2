"""Accuracy of boosted trees, which learn from importance weights, next to a single tree."""

from __future__ import annotations

from statistics import mean

import numpy as np
from sklearn.ensemble import AdaBoostClassifier

from benchmarks.harness.report import Report, Table
from benchmarks.trees.streams import progress
from entrostream.sklearn import VFDTClassifier

TRAINING, EVALUATION, TREES, SEEDS = 20_000, 10_000, 30, (1, 2, 3)
ATTRIBUTES, MEDIAN = 10, 9.34  # of the chi-square distribution with ten degrees of freedom
LEAVES = ("mc", "nb", "nba_path")

METHOD = f"""\
Hastie's ten Gaussians: the class is whether the sum of the squares of {ATTRIBUTES} independent
standard normal attributes is above {MEDIAN}, their median. `entrostream.sklearn.VFDTClassifier`
alone and as the base of scikit-learn's `AdaBoostClassifier` with {{trees}} trees, each fitted to
{{training:,}} rows; accuracy in percent on {{evaluation:,}} other rows, the mean over the seeds
{{seeds}}."""


def report(*, quick: bool) -> Report:
    seeds = SEEDS[:1] if quick else SEEDS
    training, evaluation = (2_000, 1_000) if quick else (TRAINING, EVALUATION)
    trees = 5 if quick else TREES
    shown = {"trees": trees, "training": training, "evaluation": evaluation}
    method = METHOD.format(seeds=", ".join(map(str, seeds)), **shown)
    found = Report("trees/boosting", "Boosted trees", method, 0)
    found.figures = [
        {"leaf_prediction": leaves, "seed": seed, **shown, "one": one, "boosted": boosted}
        for leaves in LEAVES
        for seed in seeds
        for one, boosted in [accuracies(leaves, seed, training, evaluation, trees)]
    ]
    found.tables = [table(found.figures)]
    return found


def accuracies(
    leaves: str, seed: int, training: int, evaluation: int, trees: int
) -> tuple[str, str]:
    x = np.random.default_rng(seed).normal(size=(training + evaluation, ATTRIBUTES))
    y = np.square(x).sum(axis=1) > MEDIAN
    base = VFDTClassifier(leaf_prediction=leaves)
    many = AdaBoostClassifier(base, n_estimators=trees, random_state=seed)
    scores = [
        100 * model.fit(x[:training], y[:training]).score(x[training:], y[training:])
        for model in (base, many)
    ]
    progress(f"{leaves}, seed {seed}: {scores[0]:.1f}, boosted {scores[1]:.1f}")
    return f"{scores[0]:.2f}", f"{scores[1]:.2f}"


def table(figures: list[dict[str, object]]) -> Table:
    rows = []
    for leaves in LEAVES:
        mine = [each for each in figures if each["leaf_prediction"] == leaves]
        means = [mean(float(str(each[name])) for each in mine) for name in ("one", "boosted")]
        default = " (default)" if leaves == LEAVES[-1] else ""
        rows.append((f'`"{leaves}"`{default}', *(f"{each:.1f}" for each in means)))
    columns = ("`leaf_prediction=`", "one tree", "`AdaBoostClassifier`")
    return Table("Accuracy on Hastie's ten Gaussians, %", columns, rows)
