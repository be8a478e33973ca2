"""The status codes of a web service, and a window that finds its length by itself.

A release shifts the mixture, then swaps two codes (the entropy stays as it was), an outage comes
and goes, and a client that nobody knew arrives. The adaptive window grows while the mixture stays,
forgets the past when it changes, and says what changed; no window of fixed length can do both, as
the best of them, chosen in hindsight, shows.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es

mpl.use("Agg")  # pictures in files, no window
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

CODES = np.array(["200", "304", "302", "404", "500", "503", "401", "418"])
USUAL = np.array([0.55, 0.22, 0.10, 0.06, 0.04, 0.01, 0.02, 0.0])
REGIMES = {  # how many responses, and the share of each code
    "usual": (16_000, USUAL),
    "release": (12_000, [0.40, 0.22, 0.10, 0.08, 0.15, 0.02, 0.03, 0.0]),
    "500 and 304 swapped": (12_000, [0.40, 0.15, 0.10, 0.08, 0.22, 0.02, 0.03, 0.0]),
    "outage": (2_500, [0.03, 0.01, 0.0, 0.0, 0.06, 0.90, 0.0, 0.0]),
    "usual again": (14_000, USUAL),
    "new client": (10_000, 0.9 * USUAL + [0, 0, 0, 0, 0, 0, 0, 0.1]),
}
SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000)


def responses(seed: int = 1403) -> np.ndarray:
    """Make the status code of each response."""
    random = np.random.default_rng(seed)
    return np.concatenate([random.choice(CODES, many, p=p) for many, p in REGIMES.values()])


def true_entropy() -> np.ndarray:
    """Return the entropy of the mixture that each response came from, in bits."""
    entropies = []
    for many, shares in REGIMES.values():
        present = np.array(shares)[np.array(shares) > 0]
        entropies.append(np.full(many, -(present * np.log2(present)).sum()))
    return np.concatenate(entropies)


def best_fixed(codes: np.ndarray, true: np.ndarray) -> tuple[int, np.ndarray, float]:
    """Return the length of the fixed window that errs least, its entropies, and its mean error."""
    traces = {size: es.SlidingWindow(size).trace(codes, "entropy") for size in SIZES}
    errors = {size: float(np.abs(trace - true).mean()) for size, trace in traces.items()}
    size = min(errors, key=errors.__getitem__)
    return size, traces[size], errors[size]


def draw(
    lines: dict[str, np.ndarray], lengths: np.ndarray, changes: list[es.Change], path: Path
) -> None:
    """Draw the entropies above, the length of the adaptive window below, the changes in both."""
    figure, (entropies, length) = plt.subplots(
        2, 1, figsize=(8, 5.2), sharex=True, layout="constrained", height_ratios=[2, 1]
    )
    looks = [("#BBBBBB", 4.5), ("#D9742B", 0.8), ("#2F81C7", 1.5)]
    for (name, values), (colour, width) in zip(lines.items(), looks, strict=True):
        entropies.plot(values, color=colour, linewidth=width, label=name)
    length.plot(lengths, color="#2F81C7", linewidth=1.4)
    entropies.set_ylim(0.2, 2.75)
    for axes in (entropies, length):
        mark_changes(axes, changes)
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
    name_regimes(entropies)
    entropies.set_ylabel("entropy (bits)")
    length.set_ylabel("events held")
    length.set_xlabel("response")
    length.set_xlim(-500, len(lengths) + 500)
    figure.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=200)


def mark_changes(axes: Axes, changes: list[es.Change]) -> None:
    """Mark where each change began, where it was detected, and how many events that took."""
    top = axes.get_xaxis_transform()
    first = axes.get_subplotspec().is_first_row()
    for place, change in enumerate(changes):
        label = "change began (position)" if first and place == 0 else None
        axes.axvline(change.position, color="#555555", lw=1.1, ls=":", label=label)
    if first:
        found = [change.found for change in changes]
        axes.plot(
            found,
            [0.93] * len(found),
            "v",
            color="#CF5563",
            transform=top,
            label="change detected (found), and how many events later",
        )
        following = [*(change.found for change in changes[1:]), float("inf")]
        for change, after in zip(changes, following, strict=True):
            left = after - change.found < 5_000  # no room to the right
            axes.annotate(
                f"+{change.found - change.position}",
                (change.found, 0.93),
                (-6 if left else 6, -3),
                xycoords=top,
                textcoords="offset points",
                ha="right" if left else "left",
                fontsize=9,
            )


def name_regimes(axes: Axes) -> None:
    """Write the name of each regime above it."""
    start = 0
    for name, (many, _) in REGIMES.items():
        height = 0.06 if name == "outage" else 1.02
        where = axes.get_xaxis_transform()
        axes.text(start + many / 2, height, name, ha="center", fontsize=9, transform=where)
        start += many


def main(folder: Path = Path("output")) -> None:
    """Feed the stream, print the changes that were found, write the picture."""
    codes, true = responses(), true_entropy()
    window = es.AdaptiveWindow()
    trace = window.trace(codes, ("entropy", "n"))
    size, fixed, error = best_fixed(codes, true)

    starts = np.cumsum([many for many, _ in REGIMES.values()])[:-1]
    print(f"{len(codes)} responses; the mixture changes after {', '.join(map(str, starts))}\n")
    for change in window.changes:
        print(change)
    print("\nmean distance from the true entropy, bits")
    print(f"adaptive window          {np.abs(trace['entropy'] - true).mean():.4f}")
    print(f"best fixed window ({size:>5}) {error:.4f}")
    lines = {
        "the source": true,
        f"best fixed window in hindsight ({size} events)": fixed,
        "adaptive window": trace["entropy"],
    }
    path = folder / "adaptive_window.png"
    draw(lines, trace["n"], window.changes, path)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
