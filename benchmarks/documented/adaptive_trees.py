"""What the docs say about the trees for concept drift."""

from __future__ import annotations

from statistics import mean

from benchmarks.documented.words import paragraph, span
from benchmarks.harness.results import figures, grid

RESULTS = "trees/adaptive_accuracy"
PEER_TREES = ("river HAT", "river EFDT", "MOA HAT", "MOA EFDT")
LIGHTGBM, FOREST = "LightGBM, retrained", "river ARF"


def leads() -> dict[str, dict[str, float]]:
    """Return the points of the adaptive tree above a learner, by learner and stream.

    Both on the rows and seeds that the learner had.
    """
    rows = figures(RESULTS)
    return {
        learner: {
            stream: _lead([row for row in rows if _key(row) == (learner, stream)])
            for stream in dict.fromkeys(row["stream"] for row in rows if row["learner"] == learner)
        }
        for learner in dict.fromkeys(row["learner"] for row in rows)
    }


def over_peer_trees() -> dict[str, float]:
    """Return the lead over the best HAT or EFDT of river and MOA, by stream."""
    found = leads()
    streams = found[PEER_TREES[0]]
    return {
        stream: min(found[peer][stream] for peer in PEER_TREES if stream in found[peer])
        for stream in streams
    }


def over_vfdt() -> list[float]:
    """Return the lead over our own VFDT on the streams with drift."""
    drifting = grid(RESULTS, "Accuracy, %: streams with drift").rows
    return [leads()["VFDT"][stream] for stream in drifting]


def behind(learner: str) -> list[float]:
    """Return by how many points a learner is ahead, of the streams where it is."""
    return [-lead for lead in leads()[learner].values() if lead < 0]


def sentence() -> str:
    own, peers = over_vfdt(), over_peer_trees()
    return paragraph(
        f"""Compared with `HoeffdingAdaptiveTreeClassifier` on {len(peers)} streams, the strictest
        comparison first: LightGBM, retrained every 1,000 rows, is more accurate on
        {_how_often(behind(LIGHTGBM))}; river's `ARFClassifier`, a forest of ten trees, on
        {_how_often(behind(FOREST))}; the best HAT or EFDT of river and MOA on
        {_how_often([-lead for lead in peers.values() if lead < 0])}. On the {len(own)} streams with
        drift it is {min(own):.1f} to {max(own):.1f} points more accurate than `VFDTClassifier`
        ([all figures](../benchmarks/results/trees/adaptive_accuracy.md))."""
    )


def readme() -> str:
    """Return the same in one sentence, without a paragraph of its own."""
    own, peers = over_vfdt(), over_peer_trees()
    ahead = sum(lead < 0 for lead in peers.values())
    return f"""Of {len(peers)} streams, a retrained LightGBM is more accurate than the adaptive tree
        (HAT) on {len(behind(LIGHTGBM))}, river's forest (ARF) on {len(behind(FOREST))}, the
        adaptive trees of river and MOA on {ahead or "none"}; on the {len(own)} with concept drift
        the adaptive tree is {min(own):.1f} to {max(own):.1f} points above the plain one."""


def overview() -> list[tuple[str, str, str]]:
    found = grid("trees/adaptive_speed", "HAT, thousand rows per CPU second, and ratios")
    least = found.column("CapyMOA, learning alone / adaptive: least")
    return [
        (
            "adaptive tree, in bulk",
            "CapyMOA `HoeffdingAdaptiveTree`, learning alone",
            span(least),
        )
    ]


def _how_often(points: list[float]) -> str:
    return f"{len(points)}, by up to {max(points):.1f} points" if points else "none"


def _key(row: dict[str, str]) -> tuple[str, str]:
    return row["learner"], row["stream"]


def _lead(rows: list[dict[str, str]]) -> float:
    ours = float(rows[0]["adaptive_on_these_rows"])
    return ours - mean(float(row["accuracy"]) for row in rows)
