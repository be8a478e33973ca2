"""Digests of all that each class reads and saves, for the same stream on every platform.

Needs NumPy alone, so that a wheel can be tested in an empty environment. After a deliberate change
of a state or of a rule of the detectors or the tree, record the digests again:

    python -m tests.platforms.digests > tests/platforms/recorded.json
"""

import hashlib
import json
from pathlib import Path

import numpy as np

import entrostream as es
from entrostream.tree import (
    CVFDTClassifier,
    EFDTClassifier,
    HoeffdingAdaptiveTreeClassifier,
    VFDTClassifier,
)

RECORDED = Path(__file__).with_name("recorded.json")
EVENTS = 3000
MEASURES = ("entropy", "gini", "nats", "evenness", "perplexity", "renyi2", "inverse_simpson")


def numbers(seed, below, size=EVENTS):
    """Return pseudo-random integers from 0 on (Knuth's MMIX generator)."""
    state, made = seed, []
    for _ in range(size):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        made.append((state >> 33) % below)
    return made


def labels(seed):
    """Return strings, the first ones of the alphabet more often."""
    pairs = zip(numbers(seed, 20), numbers(seed + 1, 26), strict=True)
    return ["abcdefghijklmnopqrstuvwxyz"[min(pair)] for pair in pairs]


def times(seed):
    """Return seconds that do not decrease."""
    return [float(t) / 8 for t in np.cumsum(numbers(seed, 9))]


def weights(seed):
    """Return weights that no power of two divides into integers."""
    return [(1 + w) / 3 for w in numbers(seed, 100)]


def digest(*parts):
    """Return the SHA-256 of arrays of doubles, of bytes, and of traces."""
    sha = hashlib.sha256()
    for part in parts:
        if isinstance(part, dict):
            sha.update(digest(*part.values()).encode())
        elif isinstance(part, bytes):
            sha.update(part)
        else:
            values = np.asarray(part, dtype="<f8")
            # The sign of a NaN differs between platforms.
            sha.update(np.where(np.isnan(values), np.float64("nan"), values).tobytes())
    return sha.hexdigest()


def of_summary(summary, *columns, measures=MEASURES, **options):
    """Trace the columns through a summary."""
    return digest(summary.trace(*columns, list(measures), **options), summary.to_bytes())


def of_tally():
    """Trace and estimate a tally."""
    tally = es.Tally()
    trace = tally.trace(labels(1), list(MEASURES))
    estimates = [tally.entropy_estimate(), tally.gini_estimate()]
    errors = [(estimate.value, estimate.standard_error) for estimate in estimates]
    return digest(trace, errors, tally.to_bytes())


def of_tables(table, **options):
    """Trace pairs of labels."""
    measures = ("mutual_information", "gain_ratio", "g_statistic", "gini_gain")
    return of_summary(table, labels(2), labels(3), measures=measures, **options)


def of_adaptive_window():
    """Trace two mixtures, so that there is a change."""
    window = es.AdaptiveWindow()
    changing = labels(4)[: EVENTS // 2] + [label * 2 for label in labels(5)[EVENTS // 2 :]]
    trace = window.trace(changing, ["entropy", "gini"])
    sizes = [(change.strength, change.severity) for change in window.changes]
    return digest(trace, sizes, window.to_bytes())


def of_divergence_windows():
    """Trace divergences from a sample and from the previous window, by events and by time."""
    by_sample = es.DivergenceWindow(300, reference=labels(28))
    by_time = es.DivergenceWindow("30s", reference="previous")
    traces = by_sample.trace(labels(29)), by_time.trace(labels(30), times=times(30))
    return digest(*traces, by_sample.to_bytes(), by_time.to_bytes())


def of_sketch(sketch, measure):
    """Add labels and weights in parts, merge them, and estimate."""
    parts = []
    for seed in range(34, 38):
        part = type(sketch)(sketch.memory)
        part.update_many(numbers(seed, 2000))
        part.update_many(labels(seed), weights(seed))
        parts.append(part)
    estimates = []
    for part in parts:
        sketch.merge(part)
        estimates.append(getattr(sketch, measure)()[:2])
    return digest(estimates, sketch.to_bytes())


def of_sketch_window():
    """Slide over panes, read on the way, and save."""
    window = es.SketchWindow("90s", panes=6, memory="4KiB")
    estimates = []
    for start in range(0, EVENTS, 500):
        rows = slice(start, start + 500)
        window.update_many(numbers(38, 2000)[rows], weights(38)[rows], times=times(38)[rows])
        estimates.append([*window.entropy_estimate()[:2], *window.gini_estimate()[:2]])
    return digest(estimates, window.to_bytes())


def of_fading_sketch(sketch, **options):
    """Add labels with decay until they are not exact, read on the way, and save."""
    estimates = []
    for start in range(0, EVENTS, 500):
        rows = {name: column[start : start + 500] for name, column in options.items()}
        sketch.update_many(numbers(39, 2000)[start : start + 500], **rows)
        estimates.append([sketch.n, *sketch.entropy_estimate()[:2], *sketch.gini_estimate()[:2]])
    return digest(estimates, sketch.to_bytes())


def of_adwin():
    """Run ADWIN over two means."""
    adwin = es.ADWIN()
    adwin.update_many([(u + 500 * (i >= 2000)) / 1500 for i, u in enumerate(numbers(6, 1000))])
    means = [(change.before, change.after) for change in adwin.changes]
    return digest(means, [adwin.mean, adwin.variance], adwin.to_bytes())


def of_columns():
    """Run whole-column functions: windows, groups, times, weights, divergences."""
    values, keys = np.array(labels(7)), np.array(numbers(8, 5))
    return digest(
        es.rolling_entropy(values, 100),
        es.rolling_gini(values, 100, group_by=keys),
        es.rolling_entropy(values, "20s", times=np.array(times(9)).astype("datetime64[s]")),
        es.rolling_entropy(values, 100, weights=np.array(weights(10))),
        es.fading_entropy(values, fading_factor=0.99),
        es.rolling_divergence(values, 100, reference=values[:500]),
        es.rolling_divergence(values, 100, reference=values, method="kullback-leibler"),
    )


def of_tree(**options):
    """Learn numbers and strings, and predict probabilities."""
    tree = VFDTClassifier(**options)
    x = {"u": np.array(numbers(11, 1000)) / 7, "v": np.array(numbers(12, 5)), "w": labels(13)}
    noise = numbers(14, 10)
    y = [int(u > 70) + (w < "e") if n else n for u, w, n in zip(x["u"], x["w"], noise, strict=True)]
    parts = []
    for start in range(0, EVENTS, 500):
        rows = {name: column[start : start + 500] for name, column in x.items()}
        tree.learn_many(rows, y[start : start + 500], weights(15)[start : start + 500])
        parts.append(tree.predict_proba_many(rows))
    return digest(*parts, tree.to_bytes())


def of_adaptive_tree(tree, row_weights):
    """Learn two concepts, so that there are alternates, and predict probabilities."""
    x = {"u": np.array(numbers(31, 1000)) / 7, "v": np.array(numbers(32, 5)), "w": labels(33)}
    y = [
        int(u > 70) if row < EVENTS // 2 else 2 - (w < "e")
        for row, (u, w) in enumerate(zip(x["u"], x["w"], strict=True))
    ]
    parts = []
    for start in range(0, EVENTS, 250):
        rows = {name: column[start : start + 250] for name, column in x.items()}
        tree.learn_many(rows, y[start : start + 250], row_weights[start : start + 250])
        parts.append(tree.predict_proba_many(rows))
    gains = [(each.row, each.accuracy_before, each.accuracy_after) for each in tree.changes]
    assert tree.n_changes + tree.n_alternates, "nothing has changed"
    return digest(*parts, gains, tree.to_bytes())


DIGESTS = {
    "Tally": of_tally,
    "SlidingWindow": lambda: of_summary(es.SlidingWindow(300), labels(20)),
    "TimeWindow": lambda: of_summary(es.TimeWindow("30s"), labels(21), times=times(21)),
    "FadingTally(alpha)": lambda: of_summary(es.FadingTally(fading_factor=0.993), labels(22)),
    "FadingTally(half_life)": lambda: of_summary(
        es.FadingTally(half_life="7s"), labels(23), times=times(23)
    ),
    "FadingWindow": lambda: of_summary(es.FadingWindow(300, fading_factor=0.99), labels(24)),
    "WeightedTally": lambda: of_summary(es.WeightedTally(), labels(25), weights=weights(25)),
    "WeightedTimeWindow": lambda: of_summary(
        es.WeightedTimeWindow("30s"), labels(26), weights=weights(26), times=times(26)
    ),
    "ContingencyTable": lambda: of_tables(es.ContingencyTable()),
    "ContingencyWindow": lambda: of_tables(es.ContingencyWindow(300)),
    "ContingencyTimeWindow": lambda: of_tables(es.ContingencyTimeWindow("30s"), times=times(27)),
    "AdaptiveWindow": of_adaptive_window,
    "DivergenceWindow": of_divergence_windows,
    "ADWIN": of_adwin,
    "EntropySketch": lambda: of_sketch(es.EntropySketch("4KiB"), "entropy_estimate"),
    "GiniSketch": lambda: of_sketch(es.GiniSketch("4KiB"), "gini_estimate"),
    "SketchWindow": of_sketch_window,
    "FadingSketch(fading_factor)": lambda: of_fading_sketch(
        es.FadingSketch("4KiB", fading_factor=0.993)
    ),
    "FadingSketch(half_life)": lambda: of_fading_sketch(
        es.FadingSketch("4KiB", half_life="90s"), times=times(39)
    ),
    "columns": of_columns,
    "VFDTClassifier": of_tree,
    "VFDTClassifier(gaussian)": lambda: of_tree(splitter="gaussian", leaf_prediction="nba"),
    "VFDTClassifier(hoeffding)": lambda: of_tree(
        rule="hoeffding", split_criterion="gini", leaf_prediction="nb"
    ),
    "HoeffdingAdaptiveTreeClassifier": lambda: of_adaptive_tree(
        HoeffdingAdaptiveTreeClassifier(), weights(34)
    ),
    "EFDTClassifier": lambda: of_adaptive_tree(
        EFDTClassifier(re_evaluation_period=100), numbers(34, 3)
    ),
    "CVFDTClassifier": lambda: of_adaptive_tree(CVFDTClassifier(window=500), numbers(34, 3)),
}


def differences():
    """Return the names whose digest is not the recorded one."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    assert recorded.keys() == DIGESTS.keys(), "record the digests of new classes"
    return [name for name, compute in DIGESTS.items() if compute() != recorded[name]]


if __name__ == "__main__":
    print(json.dumps({name: compute() for name, compute in DIGESTS.items()}, indent=1))
