"""What the terminal view shows at one time: plain data, made by the engine."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AlarmView", "FieldView", "LabelShare", "Snapshot"]


@dataclass(frozen=True)
class LabelShare:
    """A label of a field, how common it is, and how that changed.

    Parameters
    ----------
    label : str
        The label as it came; the view escapes what a terminal would obey.
    share : float
        Its part of the events, from 0 to 1.
    change : float or None
        The share minus the one in the baseline, from -1 to 1; None while there is no baseline.
    """

    label: str
    share: float
    change: float | None


@dataclass(frozen=True)
class FieldView:
    """The measures of a field.

    Parameters
    ----------
    name : str
        Its name; a snapshot has every name once.
    entropy, evenness, gini : float
        The measures now, the entropy in bits; NaN is shown as a dash.
    distinct, n : int
        How many labels and how many events they are computed from.
    history : tuple of float
        The entropy at regular times, oldest first. The view shows what fits, one character per
        value: some hundred values are enough for the widest screen.
    top : tuple of LabelShare
        The most common labels, the most common first. The view scrolls and filters them.
    alarm : str or None
        Why the field is in alarm now; None if it is not.
    """

    name: str
    entropy: float
    evenness: float
    gini: float
    distinct: int
    n: int
    history: tuple[float, ...]
    top: tuple[LabelShare, ...]
    alarm: str | None


@dataclass(frozen=True)
class AlarmView:
    """An alarm, raised now or in the past.

    Parameters
    ----------
    at : str
        When, as it is to be shown: `"12:04:31"`.
    text : str
        What happened.
    severity : float or None
        The effect size, from 0 to 1; None if it is not known.
    field : str
        The name of the field.
    """

    at: str
    text: str
    severity: float | None
    field: str


@dataclass(frozen=True)
class Snapshot:
    """All that the view shows at one time.

    Parameters
    ----------
    title : str
        The name of the input.
    rate : float
        Lines per second.
    lines, bad, late : int
        How many lines were read, could not be parsed, came too late.
    fields : tuple of FieldView
        In the order of the rows on the screen; may be empty.
    alarms : tuple of AlarmView
        Newest first.
    ended : bool
        Whether the input is over: the view says so and stays open.
    note : str or None
        A sentence to show under the header, such as `"waiting for access.log"`.
    """

    title: str
    rate: float
    lines: int
    bad: int
    late: int
    fields: tuple[FieldView, ...]
    alarms: tuple[AlarmView, ...]
    ended: bool
    note: str | None
