"""What is left after a drop reads as the sum over its own events, however little it weighs."""

from functools import cache

import gmpy2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import entrostream as es
from tests.examples import examples
from tests.laws.summaries import MEASURES, RESTORES
from tests.summaries import fading_truth
from tests.truth import HIGH

PROMISED = 1e-12
LEAST = gmpy2.exp2(-140)  # of a new event: the least weight for which the bound holds
FADING_FACTORS = [1.0, 1 - 2**-53, 0.999, 0.9, 0.5, 0.3, 1e-3, 1e-9, 1e-40, 1e-300, 5e-324]

labels = st.sampled_from("abcde")
by_count = st.lists(
    st.one_of(
        st.tuples(st.just("update"), labels, st.integers(1, 150)),
        st.tuples(st.just("drop"), labels, st.just(0)),
    ),
    max_size=12,
)
by_time = st.lists(
    st.one_of(
        st.tuples(st.just("update"), labels, st.integers(-100, 70)),
        st.tuples(st.just("advance"), st.none(), st.integers(0, 70)),
        st.tuples(st.just("drop"), labels, st.just(0)),
    ),
    max_size=12,
)


def assert_reads(tally, events):
    """Check against all events of the labels that were not dropped."""
    with gmpy2.context(HIGH):
        left = gmpy2.fsum([weight for _, weight in events]) if events else 0
    if left < LEAST:
        return
    off = fading_truth.errors(tally, fading_truth.Truth.of(events))
    assert max(off.values()) <= PROMISED, (off, tally.counts())


@cache
def weight(fading_factor, age):
    """Return fading_factor to the age."""
    with gmpy2.context(HIGH):
        return gmpy2.mpfr(fading_factor) ** age


@pytest.mark.parametrize("fading_factor", FADING_FACTORS)
@examples(20)
@given(steps=by_count)
@example(steps=[("update", "a", 1), ("update", "b", 1), ("update", "c", 57), ("drop", "c", 0)])
@example(steps=[("update", "a", 1), ("update", "b", 1), ("update", "c", 138), ("drop", "c", 0)])
def test_by_count(fading_factor, steps):
    """Each label that is dropped may have outweighed the others by any factor."""
    tally, events, now = es.FadingTally(fading_factor=fading_factor), [], 0
    for step, label, times in steps:
        if step == "drop":
            if label in tally.counts():
                tally.drop(label)
            events = [(other, at) for other, at in events if other != label]
        else:
            tally.update_many([label] * times)
            events += [(label, now + i + 1) for i in range(times)]
            now += times
        assert_reads(tally, [(other, weight(fading_factor, now - at)) for other, at in events])


@given(steps=by_time)
@example(
    steps=[("update", "a", 0), ("update", "b", 0), ("update", "c", 60), ("drop", "c", 0)],
)
@example(
    steps=[
        ("update", "a", 0),
        ("update", "b", -99),
        *[("advance", None, 70), ("update", "c", 68), ("drop", "a", 0), ("drop", "c", 0)],
    ],
)
def test_by_time(steps):
    """Late events and gaps of up to 70 half-lives in between."""
    tally, events, now = es.FadingTally(half_life=1, lateness=1000), [], 0
    tally.advance(now)
    for step, label, gap in steps:
        if step == "drop":
            if label in tally.counts():
                tally.drop(label)
            events = [(other, at) for other, at in events if other != label]
        elif step == "advance":
            now += gap
            tally.advance(now)
        else:
            tally.update(label, at=now + gap)
            events.append((label, now + gap))
            now = max(now, now + gap)
        assert_reads(tally, [(other, weight(2, at - now)) for other, at in events])


@given(left=by_time, right=by_time, gap=st.integers(-130, 130))
def test_merged_and_then_dropped(left, right, gap):
    """Neither tally forgets what the other outweighs."""
    options = {"half_life": 1, "lateness": 1000}
    tallies, events, now = [], [], -1000
    for steps, start in ((left, 0), (right, gap)):
        tally = es.FadingTally(**options)
        for step, label, shift in steps:
            if step == "update":
                tally.update(label, at=start + shift)
                events.append((label, start + shift))
                now = max(now, start + shift)
        tallies.append(tally)
    merged, other = tallies
    merged.merge(other)
    for label in "abcde":
        assert_reads(merged, [(each, weight(2, at - now)) for each, at in events])
        if label in merged.counts():
            merged.drop(label)
        events = [(each, at) for each, at in events if each != label]


@pytest.mark.parametrize("restore", RESTORES.values(), ids=RESTORES.keys())
@pytest.mark.parametrize("fading_factor", [0.9, 0.5, 1e-9, 5e-324])
def test_restored_after_a_drop_goes_on_to_the_bit(fading_factor, restore):
    """The order in which the labels are held does not show."""
    tally = es.FadingTally(fading_factor=fading_factor)
    tally.update_many("zyxabcabcab" + "m" * 60)
    tally.drop("m")
    restored = restore(tally)
    for label in "ax":
        if label in tally.counts():
            tally.drop(label)
            restored.drop(label)
    assert restored == tally
    for name in MEASURES:
        assert restored.trace("abcm", name).tobytes() == tally.trace("abcm", name).tobytes()


def test_many_labels_keep_the_promise_while_a_4096th_of_the_weight_is_left():
    """Then what was forgotten is negligible next to it: 2^-58 of all is 2^-46 of the rest."""
    stream = [label for i in range(3000) for label in (i, "heavy", f"{i % 7}")]
    tally = es.FadingTally(fading_factor=0.97)
    tally.update_many(stream)
    events = [(label, weight(0.97, age)) for age, label in enumerate(reversed(stream))]
    assert tally.distinct > 64

    tally.drop("heavy")

    assert_reads(tally, [event for event in events if event[0] != "heavy"])


def test_label_of_the_last_58_half_lives_is_held_whatever_else_comes():
    """By time a label fades by its own age, not next to how many events there are of others."""
    tally = es.FadingTally(half_life=1)
    tally.update("rare", at=0)
    tally.update("as rare", at=0)
    tally.update_many([f"other {i}" for i in range(100)], times=20)
    for at in range(40, 57, 4):
        tally.update_many(["common"] * 100_000, times=at)

    for label in tally.counts():
        if "rare" not in label:
            tally.drop(label)

    assert (tally.entropy, tally.gini, tally.distinct) == (1.0, 0.5, 2)


@pytest.mark.parametrize("fading_factor", FADING_FACTORS)
def test_empty_tally_weighs_nothing(fading_factor):
    """New, cleared and emptied, for every factor."""
    tally = es.FadingTally(fading_factor=fading_factor)
    assert (tally.n, tally.effective_size, tally.entropy) == (0.0, 0.0, 0.0)
    restored = es.FadingTally.from_bytes(tally.to_bytes())
    assert restored == tally
    assert restored.n == 0.0
    tally.update_many("ab")
    assert tally.n == pytest.approx(1 + fading_factor, rel=1e-15)
    tally.clear()
    assert (tally.n, tally == restored) == (0.0, True)
