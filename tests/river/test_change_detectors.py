"""Our detectors in river's world: its interface, clones, pickles, pipelines."""

import copy
import doctest
import importlib
import pickle
import random
from pathlib import Path

import pytest

import entrostream as es
from tests.refusals import refused

pytest.importorskip("river", reason="river is not installed")
from river import base, drift, forest, linear_model, tree

from entrostream.river import ADWIN, AdaptiveWindow, ChangeDetector

STATES = Path(__file__).parents[1] / "state"
SHIFT = [0.0] * 200 + [1.0] * 40
WORDS = ["a", "b"] * 1000 + ["b", "c"] * 400
MAKERS = {
    "ADWIN": (ADWIN, SHIFT),
    "ADWIN, kept": (lambda: ADWIN(keep=True), SHIFT),
    "any": (lambda: ChangeDetector(es.ADWIN(delta=0.01)), SHIFT),
    "AdaptiveWindow": (AdaptiveWindow, WORDS),
    "any for labels": (lambda: ChangeDetector(es.AdaptiveWindow()), WORDS),
}
every_detector = pytest.mark.parametrize(("make", "values"), MAKERS.values(), ids=MAKERS)


def detections(detector, values):
    """Return at which values drift was detected."""
    found = []
    for i, value in enumerate(values):
        detector.update(value)
        if detector.drift_detected:
            found.append(i)
    return found


@every_detector
def test_detector_has_rivers_interface(make, values):
    """A DriftDetector whose flag is up for the one value that showed the change."""
    detector = make()
    assert isinstance(detector, base.DriftDetector)
    assert detector.drift_detected is False

    found = detections(detector, values)

    assert found
    assert detector.n_detections == len(found)
    assert [change.found - 1 for change in detector.changes] == found


@every_detector
def test_clone_has_seen_nothing(make, values):
    """And the original has lost nothing."""
    detector = make()
    found = detections(detector, values)
    before = detector.changes

    clone = detector.clone()

    assert (clone.drift_detected, clone.n_detections, clone.changes) == (False, 0, [])
    assert detector.changes == before
    assert detections(clone, values) == found


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
@every_detector
def test_copies_and_pickles_go_on(make, values, twin):
    """With the flag as it was, from the middle of a block too."""
    whole = make()
    found = detections(whole, values)
    for place in (found[0] - 7, found[0], found[0] + 1, found[0] + 2):
        detector = make()
        first = detections(detector, values[:place])
        other = twin(detector)

        assert other.drift_detected == detector.drift_detected
        rest = [place + i for i in detections(other, values[place:])]
        assert first + rest == found
        assert other.n_detections == len(found)


def test_parameters_are_rivers():
    """By name and by place; a clone may have others."""
    adwin = ADWIN(0.01, 16, 4, 3, 20)
    theirs = drift.ADWIN(0.01, 16, 4, 3, 20)
    window = adwin.window

    assert (window.delta, window.clock, window.max_buckets) == (0.01, 16, 4)
    assert (window.min_window_length, window.grace_period) == (3, 20)
    assert adwin._get_params() == {**theirs._get_params(), "keep": False}
    assert adwin.clone({"delta": 0.5}).window.delta == 0.5
    assert "delta=0.01" in repr(adwin)


def test_attributes_are_those_of_the_window():
    """The names are those of river, the values those of the window."""
    adwin = ADWIN(keep=True)
    for value in SHIFT:
        adwin.update(value)

    assert (adwin.width, adwin.total) == (72, 40.0)
    assert adwin.estimation == adwin.window.mean == 40 / 72
    assert adwin.variance == pytest.approx(40 / 72 * 32 / 72)


def test_detector_is_given_not_copied():
    """What it holds can be read at any time."""
    window = es.ADWIN()
    detector = ChangeDetector(window)
    detector.update(0.5)

    assert detector.detector is window
    assert window.n == 1


@pytest.mark.parametrize("keep", [True, False])
def test_bad_value_changes_nothing(keep):
    """Not even just after a change, when the window would be emptied."""
    adwin = ADWIN(keep=keep)
    for value in SHIFT[:224]:
        adwin.update(value)
    assert adwin.drift_detected

    with refused(ValueError, "value must be a number from 0 to 1, got 3"):
        adwin.update(3)
    assert (adwin.width, adwin.drift_detected, adwin.n_detections) == (56, True, 1)


def examples(rng, n, turned):
    """Yield examples of a rule that is turned round from one place on."""
    for i in range(n):
        x = {"u": rng.random(), "v": rng.random()}
        yield x, (x["u"] > x["v"]) != (i >= turned)


@pytest.mark.parametrize("keep", [True, False])
def test_model_is_trained_anew_after_a_drift(keep):
    """drift.DriftRetrainingClassifier with ADWIN beats the model alone when a rule turns."""
    model = linear_model.LogisticRegression()
    watched = drift.DriftRetrainingClassifier(
        model=model.clone(), drift_detector=ADWIN(keep=keep), train_in_background=False
    )
    right = {model: 0, watched: 0}
    for i, (x, y) in enumerate(examples(random.Random(3), 4000, turned=3000)):
        for each in right:
            right[each] += i >= 3000 and each.predict_one(x) == y
            each.learn_one(x, y)

    assert watched.drift_detector.n_detections > 0
    assert right[watched] > right[model]


def test_detector_serves_in_a_forest():
    """Where it is cloned for every tree."""
    model = forest.ARFClassifier(
        n_models=3, seed=1, drift_detector=ADWIN(0.01), warning_detector=ADWIN(0.1)
    )
    for x, y in examples(random.Random(4), 600, turned=300):
        model.predict_one(x)
        model.learn_one(x, y)
    twin = pickle.loads(pickle.dumps(model))

    assert twin.predict_one({"u": 0.1, "v": 0.9}) == model.predict_one({"u": 0.1, "v": 0.9})
    assert isinstance(tree.HoeffdingAdaptiveTreeClassifier(drift_detector=ADWIN()), base.Classifier)


def test_window_of_labels_can_be_read():
    """Entropy and counts of the regime that lasts."""
    detector = AdaptiveWindow(rate=1e-3)
    detections(detector, WORDS)

    assert detector.window.n < len(WORDS)
    assert set(detector.window.counts()) == {"b", "c"}
    assert detector.window.rate == 1e-3
    detector.update(None)
    detector.update(float("nan"))
    assert detector.window.counts()[None] == 2


def test_a_season_is_that_of_the_window():
    """The same changes at the same times, and an error without times."""
    hours = [event / 40 for event in range(24 * 40 * 10)]
    nights = [hour % 24 < 6 and hour < 24 * 9 for hour in hours]  # none in the last one
    labels = ["backup" if night and i % 2 else "request" for i, night in enumerate(nights)]
    detector, window = AdaptiveWindow(season="1d"), es.AdaptiveWindow(season="1d")
    for label, hour in zip(labels, hours, strict=True):
        detector.update(label, at=3600 * hour)
    window.update_many(labels, times=[3600 * hour for hour in hours])

    assert detector.changes == window.changes
    assert detector.n_detections > 0
    assert detector.clone().season == "1d"
    with pytest.raises(ValueError, match=r"^at is missing: a season needs the times"):
        AdaptiveWindow(season="1d").update("a")


def test_recurring_changes_are_detected_unless_they_are_to_be_skipped():
    """A learner adapts to each of them; a person wants the unusual ones."""
    labels = ([0] * 10_000 + [1] * 10_000) * 8
    both = {each: AdaptiveWindow(recurring=each) for each in ("report", "skip")}
    for detector in both.values():
        for label in labels:
            detector.update(label)

    assert AdaptiveWindow().recurring == "report"
    assert both["report"].n_detections == 15
    assert both["skip"].n_detections < 15
    assert both["skip"].window.n_recurring == 15 - both["skip"].n_detections
    assert both["skip"].clone().window.recurring == "skip"


def test_a_pickle_from_before_a_parameter_can_be_cloned():
    """What was added later is read from its window."""
    old = STATES / "version_1" / "pickles" / "river_adaptive_window.pickle"
    detector = pickle.loads(old.read_bytes())

    assert detector.clone().calibrate is detector.window.calibrate is False
    assert detector.season is None
    assert detector.recurring == "report"


@pytest.mark.parametrize("name", ["", ".statistics", ".change_detectors"])
def test_examples_give_what_they_say(name):
    """Those of the modules and of their classes."""
    module = importlib.import_module("entrostream.river" + name)
    result = doctest.testmod(module, extraglobs={"es": es})

    assert result.failed == 0
    assert result.attempted > 0
