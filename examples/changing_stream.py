"""The entropy of source addresses while a network lives through four regimes.

Usual traffic, a flood from one address, usual traffic again, a scan from ever new
addresses. Entropy and Gini of the last 2000 requests are read after every single
request; the picture shows the fall and the rise.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es
from entrostream import plot

mpl.use("Agg")  # pictures in files, no window

WINDOW = 2000
REGIMES = [("usual", 10_000), ("flood", 6_000), ("usual again", 8_000), ("scan", 6_000)]


def requests(seed: int = 1403) -> tuple[np.ndarray, list[int]]:
    """Make the source address of each request, and where each regime ends."""
    random = np.random.default_rng(seed)
    weights = 1 / np.arange(1, 301) ** 1.1
    parts, ends = [], []
    for name, length in REGIMES:
        sources = random.choice(300, size=length, p=weights / weights.sum())
        if name == "flood":
            sources = np.where(random.random(length) < 0.9, 7, sources)
        if name == "scan":
            sources = np.where(random.random(length) < 0.8, 1000 + np.arange(length), sources)
        parts.append(sources)
        ends.append(length + (ends[-1] if ends else 0))
    return np.char.add("10.0.0.", np.concatenate(parts).astype("U6")), ends


def draw(trace: dict[str, np.ndarray], ends: list[int], path: Path) -> None:
    """Draw both measures over the requests, the start of each regime marked."""
    starts = {end: name for end, (name, _) in zip(ends, REGIMES[1:], strict=False)}
    axes = plot.trace(trace, changes=starts)
    axes[-1].set_xlabel(f"request (window: the last {WINDOW})")
    path.parent.mkdir(exist_ok=True)
    axes[-1].figure.savefig(path, dpi=120)


def main(folder: Path = Path("output")) -> None:
    """Feed the stream, print what was seen, write the picture."""
    sources, ends = requests()
    window = es.SlidingWindow(WINDOW)
    trace = window.trace(sources)

    print(f"{len(sources)} requests, read after each: a window of the last {WINDOW}\n")
    print("at the end of     entropy    Gini")
    for end, (name, _) in zip(ends, REGIMES, strict=True):
        print(f"{name:<14} {trace['entropy'][end - 1]:>8.3f} b {trace['gini'][end - 1]:>7.3f}")
    print(f"\nnow held: {window}")
    print(f"most common: {window.most_common(3)}")
    path = folder / "changing_stream.png"
    draw(trace, ends, path)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
