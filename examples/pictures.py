"""The responses of a web shop while a release fails: the two kinds of pictures there are.

`plot.trace` shows how mixed the status codes were, `plot.labels` which ones they were.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es
from entrostream import plot

mpl.use("Agg")  # pictures in files, no window

WINDOW = 1000
CODES = ["200", "304", "302", "404", "500", "503", "403", "201"]
USUAL = [0.62, 0.20, 0.09, 0.05, 0.002, 0.001, 0.007, 0.03]
PARTS = [  # how many responses, what happened before them, how often each code
    (15_000, "", USUAL),
    (5_000, "release", [0.30, 0.10, 0.05, 0.04, 0.42, 0.05, 0.01, 0.03]),
    (3_000, "down", [0.01, 0.005, 0.0, 0.0, 0.03, 0.955, 0.0, 0.0]),
    (10_000, "taken back", USUAL),
]


def responses(seed: int = 1403) -> np.ndarray:
    """Make the status code of each response."""
    random = np.random.default_rng(seed)
    return np.concatenate([random.choice(CODES, many, p=shares) for many, _, shares in PARTS])


def events() -> dict[int, str]:
    """Return what happened, by the number of the response at which it did."""
    starts = np.cumsum([0, *(many for many, _, _ in PARTS)]).tolist()
    return {start: what for start, (_, what, _) in zip(starts, PARTS, strict=False) if what}


def main(folder: Path = Path("output")) -> None:
    """Write both pictures."""
    codes, changes = responses(), events()
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {
        "plot_trace.png": plot.trace(es.SlidingWindow(WINDOW).trace(codes), changes=changes),
        "plot_labels.png": plot.labels(codes, WINDOW, top=6, changes=changes),
    }
    for name, axes in pictures.items():
        axes[0].figure.savefig(folder / name, dpi=120)
        print(f"picture: {(folder / name).resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
