"""Source addresses of a network: the interval of a sketch and the exact entropy while they change.

A scan sends packets from ever new addresses, a flood from a few. A SketchWindow of 4 KiB per pane
estimates the entropy of the last minute; its interval holds the exact value of the same window.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es

mpl.use("Agg")  # pictures in files, no window
from matplotlib import pyplot as plt

SECONDS = 900
PER_SECOND = 400
PANES = 6


def packets(seed: int = 5) -> tuple[np.ndarray, np.ndarray]:
    """Make the address and the time of each packet."""
    random = np.random.default_rng(seed)
    times = np.arange(SECONDS * PER_SECOND) / PER_SECOND
    addresses = random.zipf(1.3, times.size) % 200_000
    scan = (times > 300) & (times < 450) & (random.random(times.size) < 0.6)
    flood = (times > 600) & (times < 720) & (random.random(times.size) < 0.7)
    addresses = np.where(scan, 1_000_000 + np.arange(times.size), addresses)
    return np.where(flood, 42 + random.integers(0, 3, times.size), addresses), times


def follow(addresses: np.ndarray, times: np.ndarray) -> dict[str, np.ndarray]:
    """Return the exact entropy and the interval of the sketch, every five seconds."""
    window = es.SketchWindow("1min", panes=PANES, memory="4KiB")
    rows = []
    for second in range(0, SECONDS, 5):
        part = (times >= second) & (times < second + 5)
        window.update_many(addresses[part], times=times[part])
        held = (times < second + 5) & (times // 10 > (second + 4) // 10 - PANES)
        low, high = window.entropy_estimate().interval()
        rows.append((second + 5, es.Tally(addresses[held]).entropy, low, high))
    return dict(zip(("time", "exact", "low", "high"), np.array(rows).T, strict=True))


def draw(found: dict[str, np.ndarray], path: Path) -> None:
    """Draw the exact entropy over the interval."""
    figure, ax = plt.subplots(figsize=(8, 3), layout="constrained")
    ax.fill_between(
        found["time"], found["low"], found["high"], alpha=0.35, label="95 % interval of the sketch"
    )
    ax.plot(found["time"], found["exact"], color="black", lw=1, label="exact")
    ax.set_xlabel("seconds")
    ax.set_ylabel("entropy of the last minute, bits")
    ax.legend(loc="lower left")
    figure.savefig(path, dpi=110, metadata={"Software": None})
    plt.close(figure)


def main(folder: str = "output") -> None:
    """Write the picture and say how often the interval held the exact value."""
    found = follow(*packets())
    path = Path(folder) / "sketch_interval.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    draw(found, path)
    held = (found["low"] <= found["exact"]) & (found["exact"] <= found["high"])
    print(f"The interval held the exact entropy in {held.mean():.0%} of {held.size} reads.")
    print(f"picture: {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
