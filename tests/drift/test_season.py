"""AdaptiveWindow(season=...): what recurs every season is no change, and its absence is one."""

import datetime
import pickle
from statistics import median

import numpy as np
import pytest

import entrostream as es
from tests.drift.changing_streams import zipf
from tests.drift.seasonal_reference import SeasonalReference
from tests.drift.seasonal_streams import DAY, a_fifth_moves, daily, drawn, stuck, with_rhythm

TARGET_DELAY = 2


def fed(labels, times, season="1d", **options):
    window = es.AdaptiveWindow(season=season, **options)
    window.update_many(labels, times=times)
    return window


def delay(window, change):
    return next((each.found - change for each in window.changes if each.found > change), np.inf)


@pytest.mark.parametrize("k", [2, 5, 50])
def test_a_rhythm_is_no_change(k):
    """No more changes than in streams without a rhythm; without a season it has many."""
    with_season = without_season = no_rhythm = 0
    for seed in range(3):
        labels, times = daily(seed, k, days=30)
        with_season += fed(labels, times).n_changes
        without_season += fed(labels, times, season=None).n_changes
        no_rhythm += fed(*daily(seed, k, days=30, amplitude=0), season=None).n_changes

    assert with_season <= no_rhythm + 1
    assert without_season >= 5 + no_rhythm


@pytest.mark.parametrize("k", [3, 5, 20])
def test_a_change_inside_the_rhythm_is_found_as_soon(k):
    """At most twice the delay of the same change without a rhythm, at nine times of the day."""
    delays, usual = [], []
    for seed in range(9):
        change = 60_700 + 1_111 * seed
        stream = {"change": change, "after": a_fifth_moves}
        window = fed(*daily(seed, k, **stream))
        delays.append(delay(window, change))
        usual.append(delay(fed(*daily(seed, k, amplitude=0, **stream), season=None), change))
        assert all(each.found > change for each in window.changes)
        assert window.n_changes <= 2

    assert median(delays) <= TARGET_DELAY * median(usual)


def test_the_absence_of_the_usual_change_is_one():
    """From noon of the seventh day on, the shares stay what they are."""
    window = fed(*stuck(1, 5, 65_000))

    assert 65_000 < window.changes[0].found < 68_000


def night_labels(rng, days):
    """Return labels and times: a job runs from two to four, ten events of a hundred."""
    at = np.arange(days * 5_000) / 5_000
    labels = rng.integers(0, 4, len(at))
    at_night = (at % 1 > 2 / 24) & (at % 1 < 4 / 24)
    labels[at_night & (rng.random(len(at)) < 0.1)] = 9
    return labels, at * DAY


def test_a_label_of_the_night_may_come_every_night():
    """And not at noon; a flood by day does not make the window forget the job of the night."""
    labels, times = night_labels(np.random.default_rng(2), 12)
    assert fed(labels, times).changes == []

    flood = slice(40_000 + 2_500, 40_000 + 2_800)
    labels[flood] = 7
    begin, end = fed(labels, times).changes
    assert begin.labels[0].label == 7
    assert 0 < begin.found - flood.start <= 64
    assert 0 < end.found - flood.stop <= 128

    labels, times = night_labels(np.random.default_rng(3), 8)
    noon = slice(32_500, 33_000)
    labels[noon][::10] = 9
    (found, *_) = fed(labels, times).changes
    assert 0 < found.found - noon.start < 200
    assert found.labels[0].label == 9


def test_the_first_season_is_learned_without_changes():
    labels = [0] * 5_000 + [1] * 5_000
    times = np.arange(10_000) * (DAY / 10_001)
    assert fed(labels, times).changes == []
    assert fed(labels, times, season=None).n_changes == 1


def test_any_period_and_any_kind_of_time():
    """A season of 20 minutes of datetimes is one of 1,200 seconds."""
    labels, times = daily(4, 5, days=6, after=a_fifth_moves, change=50_000)
    times = times / 72
    instants = np.datetime64("2026-11-01") + (times * 1e9).astype("timedelta64[ns]")
    seconds = fed(labels, times, season=1200)
    dates = fed(labels, instants, season=datetime.timedelta(minutes=20))

    assert seconds.n_changes == 1
    assert [each.found for each in dates.changes] == [each.found for each in seconds.changes]
    assert seconds.season == datetime.timedelta(minutes=20)
    assert (
        es.AdaptiveWindow().season,
        es.AdaptiveWindow(season="7d", season_bins=168).season_bins,
    ) == (
        None,
        168,
    )
    assert "season 20min" in repr(seconds)


@pytest.mark.parametrize("options", [{}, {"statistics": "label"}, {"calibrate": False}])
def test_season_does_what_the_reference_does(options):
    """Event for event: three days of 600 events, with changes and runs."""
    rng = np.random.default_rng(5)
    for k, repeated in ((2, 0.0), (6, 0.0), (6, 0.5)):
        at = np.arange(2_400) / 600
        labels = drawn(with_rhythm(zipf(k), at, rng.uniform(0, 6, k), 0.7), rng)
        labels[1_300:1_500] = (labels[1_300:1_500] + 1) % k
        labels[2_000:] = 0
        for i in np.flatnonzero(rng.random(len(labels)) < repeated):
            labels[i] = labels[i - 1]
        times = (at * DAY).astype(int)
        options = {"rate": 0.02, "block": 8, "season_bins": 6, **options}
        window = es.AdaptiveWindow(season=DAY, **options)
        bins = options.pop("season_bins")
        reference = SeasonalReference(range(k), DAY * 10**9, bins, **{**options, **fixed(options)})
        for label, time in zip(labels.tolist(), times.tolist(), strict=True):
            window.update(label, at=time)
            reference.update_at(label, time * 10**9)
            assert window.n == reference.n

        assert [(c.position, c.found, c.statistic) for c in window.changes] == [
            (c.position, c.found, c.what.statistic) for c in reference.changes
        ]
        assert [c.strength for c in window.changes] == pytest.approx(
            [c.what.strength for c in reference.changes], rel=1e-6
        )
        assert window.n_changes >= 1


def fixed(options):
    """Return the statistics as the reference takes them."""
    given = options.get("statistics")
    return {"statistics": (given,)} if isinstance(given, str) else {}


@pytest.fixture(scope="module")
def many_labels():
    """Make 300 labels with a rhythm, a flood, and some labels that only come at night."""
    rng = np.random.default_rng(6)
    at = np.arange(40_000) / 5_000
    labels = drawn(with_rhythm(zipf(300), at, rng.uniform(0, 6, 300)), rng)
    night = (at % 1 < 0.2) & (rng.random(len(at)) < 0.2)
    labels[night] = 1_000 + labels[night] % 5
    labels[30_000:31_000:3] = 5_000
    return labels, at * DAY


def test_many_labels_share_a_rhythm(many_labels):
    """Only the flood is reported, whatever the number of labels."""
    labels, times = many_labels
    window = fed(labels, times)
    assert [30_000 < each.found < 31_500 for each in window.changes] == [True] * window.n_changes
    assert 1 <= window.n_changes <= 3
    assert window.changes[0].labels[0].label == 5_000


def test_window_holds_exactly_its_last_events(many_labels):
    labels, times = many_labels
    window = fed(labels, times)
    tally = es.Tally()
    tally.update_many(labels[len(labels) - window.n :])
    assert (window.entropy, window.gini, window.counts()) == (
        tally.entropy,
        tally.gini,
        tally.counts(),
    )


def test_chunks_names_and_single_events_change_nothing(many_labels):
    labels, times = many_labels
    whole = fed(labels, times)
    names = [f"label {each}" for each in labels.tolist()]
    named, single = es.AdaptiveWindow(season="1d"), es.AdaptiveWindow(season="1d")
    for first in range(0, len(labels), 999):
        named.update_many(names[first : first + 999], times=times[first : first + 999])
    for label, time in zip(labels.tolist(), times.tolist(), strict=True):
        single.update(label, at=time)

    assert single == whole
    assert single.to_bytes() == whole.to_bytes()
    found = [(c.found, c.position, c.strength, c.severity) for c in whole.changes]
    assert [(c.found, c.position, c.strength, c.severity) for c in named.changes] == found


@pytest.mark.parametrize(
    "again",
    [
        lambda w: es.AdaptiveWindow.from_bytes(w.to_bytes()),
        lambda w: w.copy(),
        lambda w: pickle.loads(pickle.dumps(w)),
    ],
)
@pytest.mark.parametrize("events", [0, 10, 4_000, 12_345, 30_500, 30_999])
def test_a_restored_window_goes_on_with_the_same_bits(many_labels, again, events):
    labels, times = many_labels
    window = fed(labels[:events], times[:events])
    restored = again(window)
    assert restored == window
    assert restored.to_bytes() == window.to_bytes()
    for each in (window, restored):
        each.update_many(labels[events:], times=times[events:])

    assert restored == window
    assert restored.to_bytes() == window.to_bytes()
    assert restored.changes == window.changes


def test_a_cleared_window_has_no_rhythm(many_labels):
    window = fed(*many_labels)
    window.clear()
    assert window == es.AdaptiveWindow(season="1d")
    assert window != es.AdaptiveWindow()
    assert window != es.AdaptiveWindow(season="1d", season_bins=12)


def test_changes_compare_with_what_is_usual_at_this_time():
    """At night a label has a fifth of its share by day: `before` is what the night lets expect."""
    rng = np.random.default_rng(7)
    at = np.arange(60_000) / 10_000
    usual = np.where(at % 1 < 0.5, 0.5, 0.1)
    share = np.where((at > 5.2) & (at < 5.4), 0.2, usual)
    window = fed((rng.random(len(at)) < share).astype(int), at * DAY)
    change = window.changes[0]
    one = next(each for each in change.labels if each.label == 1)

    assert one.before == pytest.approx(0.5, abs=0.05)
    assert one.after == pytest.approx(0.2, abs=0.08)
    assert change.gini_before == pytest.approx(0.5, abs=0.02)


def test_min_shift_is_beyond_what_is_usual():
    """A rhythm of half the events is no shift; a change of a tenth is none above 0.3."""
    labels, times = daily(8, 3, after=a_fifth_moves, change=65_000)
    assert fed(labels, times, min_shift=0.02).n_changes == 1
    assert fed(labels, times, min_shift=0.3).n_changes == 0


def test_memory_is_bounded():
    """Some 150 KB more than without a season, whatever the number of labels."""
    rng = np.random.default_rng(9)
    for k in (5, 20_000):
        labels = rng.integers(0, k, 200_000)
        times = np.arange(200_000) * 8.64
        states = [len(fed(labels, times, season=season).to_bytes()) for season in (None, "1d")]
        assert states[1] - states[0] < 150_000


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"season": 0}, "season must be"),
        ({"season": -5}, "season must be"),
        ({"season": "yesterday"}, "season"),
        ({"season": "1d", "season_bins": 1}, "season_bins must be from 2 to 1000, got 1"),
        ({"season": "1d", "season_bins": 1001}, "season_bins must be from 2 to 1000, got 1001"),
        ({"season": "1d", "season_bins": 2.5}, "season_bins"),
    ],
)
def test_errors_name_the_parameter(options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        es.AdaptiveWindow(**options)


def test_a_season_needs_times():
    window = es.AdaptiveWindow(season="1d")
    with pytest.raises(ValueError, match="at is missing: a season needs the times"):
        window.update("a")
    with pytest.raises(ValueError, match="times is missing: a season needs the times"):
        window.update_many(["a"])
    with pytest.raises(ValueError, match="times is missing"):
        window.trace(["a"])
    assert window == es.AdaptiveWindow(season="1d")
