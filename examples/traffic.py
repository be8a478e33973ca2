"""A day of a web server: who sends requests, how diverse they are, and when that is alarming.

More requests come by day than by night. Before noon one address floods the server, and the
entropy of the sources falls; in the evening a botnet scans it from ever new addresses,
and the entropy rises. Either way it leaves the band where it was before, and an alarm is
marked within minutes.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es
from entrostream import plot

mpl.use("Agg")  # pictures in files, no window

DAY = np.datetime64("2025-03-12", "ms")
SPAN = "10min"
BAND = 1.0  # bits to either side of the usual entropy
Part = tuple[np.ndarray, np.ndarray]


def hours(random: np.random.Generator, many: int) -> np.ndarray:
    """Draw the hours of `many` requests: few by night, many in the afternoon."""
    drawn = random.uniform(0, 24, 4 * many)
    busy = 0.55 - 0.45 * np.cos((drawn - 3) / 24 * 2 * np.pi)
    return drawn[random.random(len(drawn)) < busy][:many]


def visitors(random: np.random.Generator, many: int) -> Part:
    """Make the usual requests: often from some partners and crawlers, rarely from most people."""
    weights = 1 / (np.arange(600) + 2.0) ** 1.4
    numbers = random.choice(600, many, p=weights / weights.sum())
    networks = np.array(["192.0.2.", "198.51.100.", "203.0.113."])
    return hours(random, many), np.char.add(networks[numbers % 3], (1 + numbers // 3).astype("U"))


def flood(random: np.random.Generator, many: int) -> Part:
    """Make the requests of one address, for half an hour."""
    return random.uniform(10.5, 11.0, many), np.full(many, "203.0.113.99")


def scan(random: np.random.Generator, many: int) -> Part:
    """Make the requests of a botnet, hardly any address twice, for forty minutes."""
    parts = random.integers(1, 255, (3, many)).astype("U")
    sources = np.char.add("10.", np.char.add(np.char.add(parts[0], "."), parts[1]))
    return random.uniform(18.0, 18.67, many), np.char.add(np.char.add(sources, "."), parts[2])


def requests(seed: int = 1403) -> Part:
    """Make the time and the source of each request of the day, in order."""
    random = np.random.default_rng(seed)
    parts = [visitors(random, 120_000), flood(random, 9_000), scan(random, 14_000)]
    hour, source = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(hour)
    return DAY + (hour[order] * 3_600_000).astype("timedelta64[ms]"), source[order]


def alarms(entropy: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Return the times at which the entropy leaves the band around that of the night."""
    night = times < DAY + np.timedelta64(6, "h")
    away = np.abs(entropy - np.median(entropy[night])) > BAND
    away[times < DAY + np.timedelta64(1, "h")] = False  # the window has hardly filled
    return times[1:][away[1:] & ~away[:-1]]


def main(folder: Path = Path("output")) -> None:
    """Make the day, find the alarms, write the picture."""
    times, sources = requests()
    entropy = es.TimeWindow(SPAN).trace(sources, "entropy", times=times)
    found = alarms(entropy, times)
    for time in found:
        print(f"alarm at {time.item():%H:%M:%S}")
    axes = plot.labels(
        sources,
        SPAN,
        times=times,
        changes={time: f"alarm {time.item():%H:%M}" for time in found},
        title=f"{len(times):,} requests of a day: their sources in the last ten minutes",
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "traffic.png"
    axes[0].figure.savefig(path, dpi=120)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
