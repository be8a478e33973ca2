"""A user's program over detectors, for type checkers; it is not run."""

from __future__ import annotations

import entrostream as es


def tell(change: es.Change) -> None:
    """Call somebody."""
    shift: es.LabelShift = change.labels[0]
    print(change.position, shift.label, shift.before)


window = es.AdaptiveWindow(on_change=tell)
window.update("GET", at=3.0)
window.update_many(["GET", "POST"])
daily = es.AdaptiveWindow(1e-5, season="1d", season_bins=48, min_shift=0.05)
daily.update_many(["GET", "POST"], times=[0.0, 60.0])
for change in window.changes:
    where: int = change.position
    tell(change)

adwin = es.ADWIN(0.01)
adwin.update(0.5)
found: list[es.MeanChange] = adwin.changes
means: list[float] = [change.after for change in found]

compared = es.DivergenceWindow("10min", reference={"GET": 9, "POST": 1}, lateness="5s")
compared.update("GET", at=3.0)
far: float = compared.divergence
parts: list[es.Contribution] = compared.contributions(3)
shares: list[float] = [part.share - part.reference_share for part in parts]
moving = es.DivergenceWindow(1000, reference="previous", method="kullback-leibler", unseen=0.5)
sides: tuple[int, int] = (moving.n, moving.reference_n)
