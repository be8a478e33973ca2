"""How things look in a notebook: HTML with the figures that people look for first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

__all__ = [
    "change_html",
    "curve_html",
    "detector_html",
    "divergence_html",
    "pairs_html",
    "summary_html",
    "tree_html",
]

MOST_LABELS = 10
MOST_CHANGES = 5
LONGEST = 60  # characters of a label
DEEPEST = 4  # levels of a tree

STYLE = "text-align:left;padding:1px 12px 1px 0"
BAR = "display:inline-block;height:0.7em;background:#0072B2;margin-right:6px"


def summary_html(summary: Any) -> str:
    """Return the measures of a summary, and its most common labels with their shares.

    >>> "entropy" in es.Tally("aab")._repr_html_()
    True
    """
    total = summary.n
    top = [
        (cell(label), bar(amount / total) + cell(amount))
        for label, amount in summary.most_common(MOST_LABELS)
    ]
    measures = ("n", "distinct", "entropy", "gini", "evenness")
    return page(summary, figures(summary, measures), table(top), rest_of(summary), told(summary))


def pairs_html(table_of_pairs: Any) -> str:
    """Return the measures of a contingency table or window."""
    measures = ("n", "distinct", "mutual_information", "entropy_x", "entropy_y")
    return page(table_of_pairs, figures(table_of_pairs, measures))


def detector_html(detector: Any) -> str:
    """Return the mean of an ADWIN, and the changes it found."""
    return page(detector, figures(detector, ("n", "mean")), told(detector))


def divergence_html(window: Any) -> str:
    """Return the divergence of a window, and the labels that contribute most to it.

    >>> window = es.DivergenceWindow(2, reference=["a", "b"])
    >>> window.update_many("ac")
    >>> "0.25 bits" in window._repr_html_()
    True
    """
    names = ("divergence", "n", "reference_n", "reference", "method")
    parts = [
        (
            cell(each.label),
            percent(each.reference_share),
            "→",
            percent(each.share),
            f"{cell(each.bits)} bits",
        )
        for each in window.contributions(MOST_LABELS)
    ]
    return page(window, figures(window, names), table(parts))


def change_html(change: Any) -> str:
    """Return a change as a table of its fields.

    >>> "168" in es.MeanChange(168, 224, 0.0, 0.43)._repr_html_()
    True
    """
    shown = {
        name: value
        for name, value in change._asdict().items()
        if value is not None and name != "labels"
    }
    moved = [
        (cell(shift.label), percent(shift.before), "→", percent(shift.after))
        for shift in getattr(change, "labels", ())
    ]
    fields = table((escape(name), cell(value)) for name, value in shown.items())
    return page(change, fields, table(moved))


def tree_html(tree: Any) -> str:
    """Return the size of a tree, and its upper levels.

    >>> from entrostream.tree import VFDTClassifier
    >>> "n_leaves" in VFDTClassifier()._repr_html_()
    True
    """
    names = ("n_nodes", "n_leaves", "depth", "nbytes")
    return page(tree, figures(tree, names), f"<pre>{escape(tree.describe(DEEPEST))}</pre>")


def curve_html(run: Any) -> str:
    """Return the scores of a prequential run, and a small picture of its accuracy over time."""
    if not len(run.rows):
        return page(run, "<p>no rows</p>")
    names = ("accuracy", "kappa", "no_change")
    scores = [("rows", cell(run.rows[-1]))]
    scores += [(name, cell(float(getattr(run, name)[-1]))) for name in names]
    return page(run, table(scores), sparkline(run.recent_accuracy))


def page(of: Any, *parts: str) -> str:
    """Return the parts below the name of a class."""
    return f"<div><b>{escape(type(of).__name__)}</b>{''.join(parts)}</div>"


def figures(of: Any, names: Sequence[str]) -> str:
    """Return a table of attributes."""
    return table((name, cell(getattr(of, name))) for name in names)


def table(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of cells, which are HTML already; nothing if there are none."""
    lines = [
        "<tr>" + "".join(f'<td style="{STYLE}">{each}</td>' for each in row) + "</tr>"
        for row in rows
    ]
    return f"<table>{''.join(lines)}</table>" if lines else ""


def cell(value: Any) -> str:
    """Return a value as text of one line that HTML takes as it is."""
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    line = " ".join(text.split())
    return escape(line if len(line) <= LONGEST else line[: LONGEST - 1] + "…")


def bar(share: float) -> str:
    """Return a bar as long as a share."""
    return f'<span style="{BAR};width:{share * 10:.2f}em"></span>{percent(share)} · '


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{share:.1%}"


def rest_of(summary: Any) -> str:
    """Return how many labels are not shown."""
    rest = summary.distinct - MOST_LABELS
    return f"<p>and {rest} more</p>" if rest > 0 else ""


def told(of: Any) -> str:
    """Return the last changes that a detector found; nothing of what detects none."""
    changes = getattr(of, "changes", ())
    return table([(cell(change),) for change in changes[-MOST_CHANGES:]])


def sparkline(values: Any, width: int = 300, height: int = 40) -> str:
    """Return numbers from 0 to 1 as a line of SVG."""
    step = width / max(len(values) - 1, 1)
    points = " ".join(
        f"{place * step:.1f},{height * (1 - value):.1f}"
        for place, value in enumerate(values)
        if value == value  # without a row there is no score
    )
    return (
        f'<svg width="{width}" height="{height}" role="img" aria-label="accuracy over time">'
        f'<polyline points="{points}" fill="none" stroke="#0072B2" stroke-width="1.5"/></svg>'
    )
