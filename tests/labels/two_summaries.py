"""Labels that change one of two summaries while both are at work.

Run as a program of its own, `python -m tests.labels.two_summaries`: where the library fails here
it would take the interpreter down with it. Each case that passes prints a line.
"""

import entrostream as es
from tests.labels.calling_label import BUSY
from tests.laws.summaries import reads
from tests.refusals import refused

KINDS = {"Tally": es.Tally, "SlidingWindow": lambda: es.SlidingWindow(1000)}
CALLS = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "merge": lambda left, right: left.merge(right),
    "+": lambda left, right: left + right,
}
DEEDS = {
    "clear": lambda summary: summary.clear(),
    "update": lambda summary: summary.update(object()),
    "update_many": lambda summary: summary.update_many(range(5000)),
    "drop": lambda summary: summary.drop("plain"),
}


CASES = [
    (call, kind, side, deed)
    for kind, calls in {"Tally": ["==", "!=", "merge", "+"], "SlidingWindow": ["=="]}.items()
    for call in calls
    for side in ("left", "right")
    for deed in DEEDS
    if (call, side) != ("+", "left")  # a copy of the left one is at work there
]


class Label:
    """A label that does something to a summary when it is compared. Few hashes for many."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        if DEED is not None:
            DEED()
        return isinstance(other, Label) and self.number == other.number


DEED = None


def filled(make, count):
    """Return a summary that holds `count` of these labels and a plain one."""
    summary = make()
    summary.update("plain")
    for number in range(count):
        summary.update(Label(number))
    return summary


def refuse(call, kind, side, deed):
    """Try the deed; a refusal has the right words and leaves both as they were."""
    global DEED
    left, right = filled(KINDS[kind], 300), filled(KINDS[kind], 300)
    victim = {"left": left, "right": right}[side]
    before = reads(left), reads(right)

    DEED = lambda: DEEDS[deed](victim)  # noqa: E731
    with refused(RuntimeError, BUSY):
        CALLS[call](left, right)
    DEED = None
    assert (reads(left), reads(right)) == before
    assert left == right


if __name__ == "__main__":
    for case in CASES:
        refuse(*case)
        print(f"{' '.join(case)}: refused", flush=True)
