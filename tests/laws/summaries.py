"""The one list of all summaries: a new class is tested by every law once it has a line here."""

import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import entrostream as es
from tests.registry import MEASURES

ORDER_UNKNOWN = "cannot merge: the order between two streams is unknown; merge Tally"


@dataclass(frozen=True)
class Kind:
    """One summary with one choice of parameters, and what it can do."""

    make: Callable[..., object]
    removable: bool = True  # remove, remove_counts, drop
    mergeable: bool = False  # merge, +
    refusal: str = ORDER_UNKNOWN  # of merge, by those that cannot
    canonical: bool = False  # its bytes are a function of its counts
    label_alone: bool = True  # update takes a label and nothing else
    exact: bool = True  # its reads are a function of its counts, which are numbers of events
    clocked: bool = False  # advance, though perhaps only by other parameters


def window_of(size):
    """Return a factory of windows that holds `size` labels."""
    return lambda **options: es.SlidingWindow(size, **options)


def weighted(**options):
    """Return a weighted tally whose units are single events, so that its sums are a Tally's."""
    return es.WeightedTally(unit=1, **options)


def fading(fading_factor):
    """Return the kind of tallies that fade by count; `at` and `advance` are for half-lives."""
    return Kind(
        lambda **options: es.FadingTally(fading_factor=fading_factor, **options),
        removable=False,
        refusal="by fading_factor cannot merge: how the events of two streams follow each other is "
        "unknown; pass half_life and times",
        label_alone=False,
        exact=False,
        clocked=True,
    )


def fading_window(size, fading_factor):
    """Return the kind of windows that fade."""
    return Kind(
        lambda **options: es.FadingWindow(size, fading_factor=fading_factor, **options),
        removable=False,
        refusal=ORDER_UNKNOWN.replace("Tally", "FadingTally by half_life"),
        exact=False,
    )


def adaptive(**parameters):
    """Return the kind of adaptive windows; short blocks, so that short streams are cut."""
    return Kind(
        lambda **options: es.AdaptiveWindow(**parameters, **options),
        removable=False,
        label_alone=False,
    )


class AtOneMoment(es.TimeWindow):
    """A time window whose events all come at time 0, so that it holds what a Tally holds."""

    def __init__(self, **options):
        super().__init__("10min", **options)
        self.advance(0)

    def update(self, label):
        super().update(label, at=0)

    def update_many(self, labels):
        super().update_many(labels, times=0)

    def update_counts(self, counts):
        super().update_counts(counts, at=0)

    def trace(self, labels, measures=("entropy", "gini")):
        return super().trace(labels, measures, times=0)

    def clear(self):
        super().clear()
        self.advance(0)


class WeightsAtOneMoment(es.WeightedTimeWindow):
    """The same with weights, whose units are single events."""

    def __init__(self, **options):
        super().__init__("10min", unit=1, **options)
        self.advance(0)

    def update(self, label, weight=1.0):
        super().update(label, weight, at=0)

    def update_many(self, labels, weights=1.0):
        super().update_many(labels, weights, times=0)

    def update_counts(self, counts):
        super().update_counts(counts, at=0)

    def trace(self, labels, measures=("entropy", "gini")):
        return super().trace(labels, measures, times=0)

    def clear(self):
        super().clear()
        self.advance(0)


KINDS = {
    "Tally": Kind(es.Tally, mergeable=True, canonical=True),
    "WeightedTally": Kind(weighted, mergeable=True, canonical=True, label_alone=False),
    "TimeWindow": Kind(
        AtOneMoment, mergeable=True, canonical=True, label_alone=False, clocked=True
    ),
    "WeightedTimeWindow": Kind(
        WeightsAtOneMoment, mergeable=True, canonical=True, label_alone=False, clocked=True
    ),
    "SlidingWindow(1)": Kind(window_of(1)),
    "SlidingWindow(2)": Kind(window_of(2)),
    "SlidingWindow(7)": Kind(window_of(7)),
    "SlidingWindow(1000)": Kind(window_of(1000)),
    "FadingTally(1)": fading(1),
    "FadingTally(0.5)": fading(0.5),
    "FadingTally(0.99)": fading(0.99),
    "FadingWindow(3, 0.5)": fading_window(3, 0.5),
    "FadingWindow(1000, 0.99)": fading_window(1000, 0.99),
    "AdaptiveWindow(0.5, block=1)": adaptive(rate=0.5, block=1),
    "AdaptiveWindow(block=4, max_size=9)": adaptive(block=4, max_size=9),
    "AdaptiveWindow()": adaptive(),
}

KIND_OF = {kind.make: kind for kind in KINDS.values()}


def parametrize(chosen):
    """Return the mark that runs a law over the kinds for which `chosen(kind)` holds."""
    kinds = {name: kind for name, kind in KINDS.items() if chosen(kind)}
    return pytest.mark.parametrize("make", [k.make for k in kinds.values()], ids=kinds.keys())


every_summary = parametrize(lambda kind: True)
# One per class, where the parameters do not matter: the last of its lines above.
LAST_OF_EACH_CLASS = {type(each.make()): each for each in KINDS.values()}
every_class = parametrize(lambda kind: kind in LAST_OF_EACH_CLASS.values())
every_class_of_labels_alone = parametrize(
    lambda kind: kind.label_alone and kind in LAST_OF_EACH_CLASS.values()
)
every_removable_class = parametrize(
    lambda kind: kind.removable and kind in LAST_OF_EACH_CLASS.values()
)
every_exact = parametrize(lambda kind: kind.exact)
every_removable = parametrize(lambda kind: kind.removable)
every_mergeable = parametrize(lambda kind: kind.mergeable)
every_canonical = parametrize(lambda kind: kind.canonical)
every_summary_that_cannot_merge = parametrize(lambda kind: not kind.mergeable)


def reads(summary):
    """Return every read, floats to the last bit."""
    # As a float, since a weight of 3.0 is as much as 3 events.
    values = [float(summary.n)] + [getattr(summary, name) for name in MEASURES if name != "n"]
    values += [summary.entropy_in(base) for base in (2, 3, 10)]
    return [value.hex() if isinstance(value, float) else value for value in values]


def offered(summary, method, argument):
    """Return the call of a method in a list, which is empty if the summary does not have it."""
    return [lambda: getattr(summary, method)(argument)] if hasattr(summary, method) else []


def add_counts(summary, counts):
    """Add events by their counts; a few, one by one, where counts cannot be added."""
    if hasattr(summary, "update_counts"):
        summary.update_counts(counts)
    else:
        few = Counter({label: min(count, 9) for label, count in counts.items()})
        summary.update_many(few.elements())


def fresh_tally(counts):
    """Return a tally that only ever saw these counts."""
    tally = es.Tally(missing="label")
    tally.update_counts({label: int(count) for label, count in counts.items()})
    return tally


# What restores a summary from something else than itself.
RESTORES = {
    "copy": lambda summary: summary.copy(),
    "pickle": lambda summary: pickle.loads(pickle.dumps(summary)),
    "bytes": lambda summary: type(summary).from_bytes(summary.to_bytes()),
}
