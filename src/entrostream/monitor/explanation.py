"""What changed between two samples of labels, in words."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import log, log2

import numpy as np

from entrostream import LabelShift, Tally
from entrostream.streaming.texts import label_text

__all__ = ["Explanation", "divergence", "explain"]

FAR = 2.0  # bits from which on "far" more or less mixed
SOME = 0.3  # bits from which on it is more or less mixed at all
NAMED = 3  # causes at most
ENOUGH = 0.6  # of the divergence, explained by the causes that are named
WORTH = 0.1  # of the divergence, that a cause explains at least
KEPT = 10  # labels


@dataclass(frozen=True)
class Explanation:
    """How far two samples are apart, and what made it.

    Parameters
    ----------
    text : str
        What happened.
    severity : float
        Their Jensen-Shannon divergence in bits beyond what chance makes, 0 to 1.
    labels : tuple of LabelShift
        The labels with the greatest parts of the divergence.
    """

    text: str
    severity: float
    labels: tuple[LabelShift, ...]


@dataclass(frozen=True)
class Cause:
    """A label that moved, or all new labels together, and its part of the divergence."""

    part: float
    text: str


def explain(before: Tally, after: Tally, than: str = "usual") -> Explanation:
    """Return what changed between two samples; `than` says what the first one is.

    Examples
    --------
    >>> from entrostream import Tally
    >>> from entrostream.monitor.explanation import explain
    >>> before, after = Tally(), Tally()
    >>> before.update_counts({"80": 70, "443": 12, "22": 18})
    >>> after.update_counts({"80": 8, "443": 88, "22": 4})
    >>> explain(before, after).text
    "less mixed than usual, 1.17 to 0.64 bits; '443' 88 %, was 12 %; '80' 8 %, was 70 %"
    """
    labels, p, q = shares(before, after)
    parts = divergence_parts(p, q)
    severity = float(parts.sum())
    order = np.argsort(-parts, kind="stable")[:KEPT]
    moved = tuple(LabelShift(labels[i], float(p[i]), float(q[i])) for i in order if parts[i] > 0)
    causes = [*single_causes(labels, p, q, parts), *group_causes(p, q, parts, after.n)]
    text = "; ".join([mixture(before.entropy, after.entropy, than), *chosen(causes, severity)])
    return Explanation(
        text, max(0.0, severity - expected_divergence(len(labels), before, after)), moved
    )


def divergence(before: Tally, after: Tally) -> float:
    """Return the Jensen-Shannon divergence of two samples in bits, 0 if one is empty."""
    if not before.n or not after.n:
        return 0.0
    _, p, q = shares(before, after)
    return float(divergence_parts(p, q).sum())


def expected_divergence(labels: int, before: Tally, after: Tally) -> float:
    """Return about how far two samples of one distribution are apart."""
    return (labels - 1) / (8 * log(2)) * (1 / max(before.n, 1) + 1 / max(after.n, 1))


def shares(before: Tally, after: Tally) -> tuple[list[Hashable], np.ndarray, np.ndarray]:
    """Return all labels, and their shares in both samples."""
    counts = before.counts()
    new = after.counts()
    # In an order of their own: that of a summary is another one after a restart, and sums of
    # floating-point numbers depend on it.
    labels = sorted({**counts, **new}, key=label_text)
    p = np.array([counts.get(label, 0) for label in labels], dtype=float) / max(before.n, 1)
    q = np.array([new.get(label, 0) for label in labels], dtype=float) / max(after.n, 1)
    return labels, p, q


def divergence_parts(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the part of each label of the Jensen-Shannon divergence, in bits."""
    middle = (p + q) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = [np.where(share > 0, share * np.log2(share / middle), 0.0) for share in (p, q)]
    return np.asarray(np.maximum(terms[0] + terms[1], 0.0) / 2)


def single_causes(
    labels: list[Hashable], p: np.ndarray, q: np.ndarray, parts: np.ndarray
) -> list[Cause]:
    """Return the labels that moved most, one by one."""
    order = np.argsort(-parts, kind="stable")[:NAMED]
    return [
        Cause(float(parts[i]), f"'{label_text(labels[i])}' {moved(float(p[i]), float(q[i]))}")
        for i in order
        if parts[i] > 0
    ]


def group_causes(p: np.ndarray, q: np.ndarray, parts: np.ndarray, after: int) -> list[Cause]:
    """Return labels that came, and labels that are gone, where it is no single one."""
    causes = []
    came, gone = (p == 0) & (q > 0), (q == 0) & (p > 0)
    if is_group(q[came]):
        text = f"{came.sum():,} new labels hold {percent(float(q[came].sum()))}"
        causes.append(Cause(float(parts[came].sum()), text))
    # Of many rare labels some are missing in any sample: as many as chance makes are not gone.
    by_chance = float((p * (1 - p) ** after).sum())
    share = float(p[gone].sum())
    if is_group(p[gone]) and share > 1.5 * by_chance + 0.02:
        text = f"{gone.sum():,} labels that held {percent(share)} are gone"
        causes.append(Cause(float(parts[gone].sum()), text))
    return causes


def is_group(shares: np.ndarray) -> bool:
    """Say whether labels are worth telling together: none has more than half of their share."""
    return len(shares) > 1 and 2 * float(shares.max()) <= float(shares.sum())


def chosen(causes: list[Cause], severity: float) -> list[str]:
    """Return the causes with the greatest parts, until they explain enough."""
    texts: list[str] = []
    explained = 0.0
    for cause in sorted(causes, key=lambda cause: -cause.part)[:NAMED]:
        if texts and (explained >= ENOUGH * severity or cause.part < WORTH * severity):
            break
        texts.append(cause.text)
        explained += cause.part
    return texts


def mixture(before: float, after: float, than: str = "usual") -> str:
    """Return whether labels are more mixed than before, in words.

    >>> from entrostream.monitor.explanation import mixture
    >>> mixture(6.5, 12.3)
    'far more mixed than usual, 6.5 to 12.3 bits'
    """
    change = after - before
    size = "far " if abs(change) >= FAR else ""
    way = "more" if change > 0 else "less"
    words = f"{size}{way} mixed than {than}" if abs(change) >= SOME else f"other labels than {than}"
    return f"{words}, {bits(before)} to {bits(after)} bits"


def bits(entropy: float) -> str:
    """Return an entropy with the digits that a person reads."""
    return f"{entropy:.2f}" if abs(entropy) < log2(16) else f"{entropy:.1f}"


def moved(before: float, after: float) -> str:
    """Return how a share moved."""
    if before == 0:
        return f"{percent(after)}, is new"
    if after == 0:
        return f"is gone, was {percent(before)}"
    return f"{percent(after)}, was {percent(before)}"


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.0f} %" if share >= 0.0095 else f"{100 * share:.2g} %"
