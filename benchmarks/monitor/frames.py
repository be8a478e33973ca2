"""Frames per second of the monitor's page with 100,000 points in the chart and live data.

    python -m benchmarks.monitor.frames [SECONDS]

Needs playwright, Chromium and the chart library (tools/fetch_chart_library.py). Target: 50 frames
per second, which a 60 Hz screen shows as smooth. The server sends four snapshots per second with a
new point each; the cursor moves over the chart all the time, as a reader's does. The browser has no
graphics card here: everything is drawn by the processor.
"""

from __future__ import annotations

import statistics
import sys
import time
from itertools import pairwise
from typing import Any

from playwright.sync_api import sync_playwright

from tests.monitor.browser import chromium
from tests.monitor.browser.probe import PROBE
from tests.monitor.fake_server import FakeMonitor

POINTS = 100_000
TARGET = 50

# Notes the time of every frame, and the longest tasks of the main thread.
FRAMES = """() => {
  window.frames_at = [];
  window.blocked = 0;
  const note = (now) => { frames_at.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) blocked += entry.duration - 50;
  }).observe({ type: "longtask" });
}"""


def crowded() -> FakeMonitor:
    """Return a server that sends every point, whatever number the page wants."""
    monitor = FakeMonitor(points=POINTS, length=9000)
    monitor.most_points = 10 * POINTS
    monitor.advancing, monitor.interval = True, 0.25
    return monitor


def move_cursor(page: Any, seconds: float) -> None:
    area = page.locator("#value-plot .u-over").bounding_box()
    end = time.monotonic() + seconds
    step = 0
    while time.monotonic() < end:
        step += 1
        page.mouse.move(area["x"] + step * 7 % area["width"], area["y"] + 100)


def measure(page: Any, seconds: float) -> dict[str, float]:
    """Return frames per second and how they are spread."""
    page.evaluate(FRAMES)
    move_cursor(page, seconds)
    at = page.evaluate("frames_at")
    gaps = [b - a for a, b in pairwise(at)]
    assert page.evaluate("plots[0].data[0].length") >= POINTS
    return {
        "frames per second": 1000 * len(gaps) / (at[-1] - at[0]),
        "median frame, ms": statistics.median(gaps),
        "99 % of frames below, ms": statistics.quantiles(gaps, n=100)[98],
        "main thread blocked, ms per second": page.evaluate("blocked") / seconds,
        "JavaScript heap, MB": page.evaluate("performance.memory.usedJSHeapSize") / 1e6,
    }


def main() -> None:
    """Print the figures; the exit code is 1 below the target."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    monitor = crowded()
    with sync_playwright() as playwright:
        path = chromium.find() or sys.exit(chromium.WAY_OUT)
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.add_init_script(PROBE)
        begin = time.perf_counter()
        page.goto(monitor.start() + "#field=src&span=all")
        page.locator("#chart:not(.is-empty)").wait_for()
        print(f"{'chart drawn after, s':36}{time.perf_counter() - begin:8.1f}")
        page.wait_for_timeout(1000)
        figures = measure(page, seconds)
        print(f"{'browser':36}{browser.version:>8}")
        browser.close()
    monitor.stop()
    for name, value in figures.items():
        print(f"{name:36}{value:8.1f}")
    sys.exit(figures["frames per second"] < TARGET)


if __name__ == "__main__":
    main()
