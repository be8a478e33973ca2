"""The orders of a shop drift away from those that a model was trained on.

For a while nothing changes; then the season turns, slowly; then one product is sold out from
one order to the next, and comes back later. How far the last 2000 orders are from the training
sample tells how stale the model is; how far they are from the 2000 before them tells when
something happened. The slow drift hardly shows there: each window is nearly like the last.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np

import entrostream as es

mpl.use("Agg")  # pictures in files, no window
from matplotlib import pyplot as plt

WINDOW = 2000
SUMMER = np.array([24, 18, 14, 11, 9, 7, 6, 5, 3, 3], dtype=float)
WINTER = SUMMER[::-1].copy()
ENDS = {"as trained": 20_000, "season turns": 50_000, "sold out": 60_000, "back": 75_000}


def orders(seed: int = 1403) -> tuple[np.ndarray, np.ndarray]:
    """Make the products of the training sample, and of the orders that follow."""
    random = np.random.default_rng(seed)
    rows = np.arange(ENDS["back"])
    first, last = ENDS["as trained"], ENDS["season turns"]
    turned = np.clip((rows - first) / (last - first), 0, 1)
    summer, winter = (random.choice(10, len(rows), p=p / p.sum()) for p in (SUMMER, WINTER))
    products = np.where(random.random(len(rows)) < turned, winter, summer)
    gone = (rows >= last) & (rows < ENDS["sold out"]) & (products == 9)
    products[gone] = 5  # what is bought instead
    sample = random.choice(10, 30_000, p=SUMMER / SUMMER.sum())
    names = np.char.add("product ", np.arange(10).astype("U"))
    return names[sample], names[products]


def draw(lines: dict[str, np.ndarray], path: Path) -> None:
    """Draw one panel for each reference, with the regimes marked."""
    figure, panels = plt.subplots(2, 1, figsize=(9, 5), sharex=True, layout="constrained")
    for axes, (name, values), colour in zip(
        panels, lines.items(), ("#0072B2", "#D55E00"), strict=True
    ):
        axes.plot(values, color=colour, linewidth=1.3)
        axes.set_ylabel(f"JS to {name} (bits)")
        axes.set_ylim(0, 1.1 * np.nanmax(values))
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        for end in list(ENDS.values())[:-1]:
            axes.axvline(end, color="#333333", linewidth=0.8, linestyle=":")
    start = 0
    for name, end in ENDS.items():
        place = panels[0].get_xaxis_transform()
        panels[0].text((start + end) / 2, 1.02, name, ha="center", transform=place)
        start = end
    panels[1].set_xlabel(f"order (windows of {WINDOW})")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=120)


def main(folder: Path = Path("output")) -> None:
    """Make the orders, measure them, print what was seen, write the picture."""
    sample, products = orders()
    lines = {
        "the sample": es.rolling_divergence(products, WINDOW, reference=sample),
        "the window before": es.rolling_divergence(products, WINDOW, reference="previous"),
    }
    print("Jensen-Shannon divergence of the last 2000 orders, bits: highest in each part")
    print(f"{'':14} {'to the sample':>14} {'to the window before':>21}")
    start = 2 * WINDOW
    for name, end in ENDS.items():
        fixed, before = (np.nanmax(values[start:end]) for values in lines.values())
        print(f"{name:14} {fixed:14.4f} {before:21.4f}")
        start = end
    path = folder / "drifting_orders.png"
    draw(lines, path)
    print(f"picture: {path.resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
