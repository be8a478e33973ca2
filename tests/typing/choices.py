"""A user's program with wrong choices, for type checkers; it is not run.

Each line with an ignore must be an error: both checkers complain of an ignore that is not needed.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from typing import Literal

import entrostream as es
from entrostream.measures import Measure, PairMeasure

tally = es.Tally(missing="skip")
how: Literal["raise", "skip", "label"] = tally.missing
es.Tally(missing="drop")  # type: ignore[arg-type]

window = es.TimeWindow("10min", lateness="5s", late="drop")
late: Literal["raise", "drop"] = window.late
es.TimeWindow("10min", late="skip")  # type: ignore[arg-type]
es.FadingTally(half_life=3, late="ignore")  # type: ignore[arg-type]

tally.entropy_estimate("jackknife")
tally.entropy_estimate("bootstrap")  # type: ignore[arg-type]

es.AdaptiveWindow(statistics="label")
es.AdaptiveWindow(statistics=["sum", "label"])
es.AdaptiveWindow(statistics="labels")  # type: ignore[arg-type]

measure: Measure = "entropy"
pair_measure: PairMeasure = "mutual_information"
tally.trace("ab", measure)
tally.trace("ab", ["entropy", "n"])
tally.trace("ab", "entropie")  # type: ignore[call-overload]
es.ContingencyTable().trace("ab", "xy", pair_measure)
es.ContingencyTable().trace("ab", "xy", "entropy")  # type: ignore[call-overload]

window.update_many("ab", times=[0, 1])
window.update_many("ab", at=[0, 1])  # type: ignore[call-arg]
es.FadingTally(alpha=0.5)  # type: ignore[call-arg]
