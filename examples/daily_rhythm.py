"""The requests of a shop by day and by night, and two windows that look for changes.

At night there are fewer customers and more robots: the mixture of requests changes every evening
and every morning. A window without a season reports that as changes. One with `season="1d"`
compares with the same time of earlier days. It reports the robots that come at noon, and the
night on which they do not come.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es

mpl.use("Agg")  # pictures in files, no window
from matplotlib import pyplot as plt

REQUESTS = np.array(["search", "product", "cart", "pay", "robots.txt", "sitemap"])
BY_DAY = np.array([0.30, 0.45, 0.14, 0.08, 0.01, 0.02])
BY_NIGHT = np.array([0.22, 0.30, 0.04, 0.02, 0.17, 0.25])
DAYS, PER_DAY = 9, 8_000
ROBOTS_AT_NOON = (5.45, 5.55)  # from and to, in days
QUIET_NIGHT = (6.75, 7.25)


def requests(seed: int = 2026) -> tuple[np.ndarray, np.ndarray]:
    """Make the requests and their times, in days."""
    rng = np.random.default_rng(seed)
    at = np.arange(DAYS * PER_DAY) / PER_DAY
    night = (1 + np.cos(2 * np.pi * at)) / 2  # 1 at midnight, 0 at noon
    night[(at > ROBOTS_AT_NOON[0]) & (at < ROBOTS_AT_NOON[1])] = 0.5
    quiet = (at > QUIET_NIGHT[0]) & (at < QUIET_NIGHT[1])
    night[quiet] = np.minimum(night[quiet], 0.5)
    shares = np.outer(1 - night, BY_DAY) + np.outer(night, BY_NIGHT)
    chosen = (shares.cumsum(axis=1) < rng.random(len(at))[:, None]).sum(axis=1)
    return REQUESTS[chosen.clip(max=len(REQUESTS) - 1)], at


def draw(
    at: np.ndarray, entropy: np.ndarray, found: dict[str, list[es.Change]], path: Path
) -> None:
    """Draw the entropy of the last 500 requests, and the changes that each window found."""
    figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    axes.plot(at, entropy, color="#2F81C7", linewidth=1.2, label="entropy of 500 requests")
    looks = {"without a season": ("^", "#D9742B", 0.05), 'with season="1d"': ("v", "#CF5563", 0.95)}
    for name, changes in found.items():
        marker, colour, height = looks[name]
        places = [at[change.found - 1] for change in changes]
        axes.plot(
            places,
            [height] * len(places),
            marker,
            color=colour,
            transform=axes.get_xaxis_transform(),
            label=f"{len(places)} changes {name}",
        )
    for (first, last), name in ((ROBOTS_AT_NOON, "robots at noon"), (QUIET_NIGHT, "quiet night")):
        axes.axvspan(first, last, color="#BBBBBB", alpha=0.4, linewidth=0)
        axes.text(
            (first + last) / 2,
            1.02,
            name,
            ha="center",
            fontsize=9,
            transform=axes.get_xaxis_transform(),
        )
    axes.set_xlim(0, DAYS)
    axes.set_xlabel("day")
    axes.set_ylabel("entropy (bits)")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=200)


def main(folder: Path = Path("output")) -> None:
    """Feed both windows, print the changes of the one with a season, write the picture."""
    labels, at = requests()
    times = np.datetime64("2026-11-02") + (at * 86_400e6).astype("timedelta64[us]")
    windows = {
        "without a season": es.AdaptiveWindow(),
        'with season="1d"': es.AdaptiveWindow(season="1d"),
    }
    for name, window in windows.items():
        window.update_many(labels, times=times)
        print(f"{name}: {window.n_changes} changes")
    for change in windows['with season="1d"'].changes:
        print(change)
    entropy = es.rolling_entropy(labels, 500)
    path = folder / "daily_rhythm.png"
    draw(at, entropy, {name: window.changes for name, window in windows.items()}, path)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
