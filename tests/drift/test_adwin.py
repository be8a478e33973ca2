"""ADWIN cuts where the plain rule does and tells of the window what is so."""

import copy
import gc
import pickle
import weakref
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrostream as es
from tests.drift.adwin_reference import PlainAdwin
from tests.drift.number_streams import KINDS, RULES, stream
from tests.refusals import refused

every_kind = pytest.mark.parametrize("kind", KINDS)
every_rule = pytest.mark.parametrize("rule", RULES, ids=str)
rules = st.fixed_dictionaries(
    {
        "delta": st.sampled_from([0.002, 0.1, 0.5, 0.999]),
        "clock": st.integers(1, 8),
        "max_buckets": st.integers(1, 6),
        "min_window_length": st.integers(1, 6),
        "grace_period": st.integers(0, 12),
    }
)
# Multiples of 1/1024: all sums of them are exact, so the plain rule has no doubt of its own.
numbers = st.lists(
    st.one_of(
        st.sampled_from([0.0, 1.0, 0.5]), st.integers(0, 1024).map(lambda number: number / 1024)
    ),
    max_size=120,
)
SHIFT = [0.0] * 200 + [1.0] * 200


def filled(values, **options):
    """Return an ADWIN that took in these values."""
    adwin = es.ADWIN(**options)
    adwin.update_many(values)
    return adwin


def rows(changes):
    """Return changes as plain tuples."""
    return [tuple(change) for change in changes]


def picture(adwin):
    """Return all that an ADWIN shows of itself."""
    reads = (adwin.n, adwin.seen, adwin.start, adwin.mean, adwin.variance, adwin.total)
    return reads, adwin.changed, adwin.n_changes, rows(adwin.changes), adwin.to_bytes()


# ------------------------------------------------------------------ cuts


@every_rule
@every_kind
def test_cuts_are_those_of_the_plain_rule(kind, rule):
    """Event for event: the length, and the changes with their means."""
    plain, adwin = PlainAdwin(**rule), es.ADWIN(**rule)
    for value in stream(kind, seed=1, length=1200).tolist():
        found = plain.update(value)
        adwin.update(value)

        assert (adwin.changed, adwin.n) == (found, len(plain.values))
    assert [change[:2] for change in adwin.changes] == [change[:2] for change in plain.changes]
    for ours, theirs in zip(adwin.changes, plain.changes, strict=True):
        assert ours[2:] == pytest.approx(theirs[2:], rel=1e-13)


@given(numbers, rules)
def test_cuts_of_short_streams_are_those_of_the_plain_rule(values, rule):
    """Whatever the numbers and the parameters."""
    plain, adwin = PlainAdwin(**rule), es.ADWIN(**rule)
    for value in values:
        found = plain.update(value)
        adwin.update(value)

        assert (adwin.changed, adwin.n) == (found, len(plain.values))
    assert rows(adwin.changes) == plain.changes


@given(numbers, rules, st.lists(st.integers(0, 50), max_size=6))
def test_any_split_into_batches_gives_the_same(values, rule, lengths):
    """Not one bit differs from taking the values one by one."""
    one_by_one, in_batches = es.ADWIN(**rule), es.ADWIN(**rule)
    for value in values:
        one_by_one.update(value)
    left = values
    for length in lengths:
        in_batches.update_many(left[:length])
        left = left[length:]
    in_batches.update_many(left)

    assert in_batches == one_by_one
    assert in_batches.to_bytes() == one_by_one.to_bytes()


@every_kind
def test_long_batches_give_the_same(kind):
    """Beyond the blocks that the core works in."""
    values = stream(kind, seed=3, length=50_000)
    one_by_one, in_batches = es.ADWIN(), es.ADWIN()
    for value in values.tolist():
        one_by_one.update(value)
    for part in np.array_split(values, 7):
        in_batches.update_many(part)

    assert in_batches.to_bytes() == one_by_one.to_bytes() == filled(values).to_bytes()


@pytest.mark.parametrize("value", [0, 1, 0.1, 1e-300])
def test_constant_numbers_never_change(value):
    """Nor does their rounding look like a change."""
    adwin = filled(np.full(200_000, value), delta=0.5, clock=1)

    assert (adwin.n, adwin.n_changes) == (200_000, 0)
    assert adwin.mean == pytest.approx(value, rel=1e-14)
    assert adwin.variance == pytest.approx(0, abs=1e-25)


def test_shift_is_found_soon_and_cut_away_wholly():
    """The first cut within two clock ticks; in the end nothing older is left."""
    adwin = filled(SHIFT)
    first, last = adwin.changes[0], adwin.changes[-1]

    assert 200 < first.found <= 264
    assert first.position < last.position == adwin.start == 200
    for change in adwin.changes:
        assert change.before == 0.0
        assert change.after == np.mean(SHIFT[change.position : change.found])


# ------------------------------------------------------------------ reads


@every_rule
@every_kind
def test_reads_are_those_of_the_values_held(kind, rule):
    """Against exact fractions."""
    values = stream(kind, seed=2, length=700).tolist()
    adwin = es.ADWIN(**rule)
    for seen, value in enumerate(values, start=1):
        adwin.update(value)
        if seen % 50:
            continue
        held = [Fraction(value) for value in values[seen - adwin.n : seen]]
        mean = sum(held) / len(held)
        variance = sum((value - mean) ** 2 for value in held) / len(held)

        assert adwin.total == pytest.approx(float(sum(held)), rel=1e-14)
        assert adwin.mean == pytest.approx(float(mean), rel=1e-14)
        assert adwin.variance == pytest.approx(float(variance), rel=1e-12, abs=1e-16)
        assert (adwin.seen, adwin.start) == (seen, seen - adwin.n)


def test_sums_of_coins_are_exact():
    """Whole numbers have no rounding to suffer from."""
    values = stream("coins", seed=5, length=300_000)
    adwin = filled(values)

    assert adwin.total == values[adwin.start :].sum()
    assert adwin.mean == adwin.total / adwin.n


def test_long_windows_do_not_drift():
    """The sum of ten million tenths is as exact as pairwise sums are."""
    adwin = filled(np.full(10_000_000, 0.1))

    assert adwin.n == 10_000_000
    assert adwin.total == pytest.approx(1e6, rel=1e-15)


def test_empty_window_reads_zero():
    """As all summaries do."""
    adwin = es.ADWIN()

    assert (adwin.n, adwin.mean, adwin.variance, adwin.total) == (0, 0.0, 0.0, 0.0)
    assert (adwin.seen, adwin.start, adwin.changed, adwin.changes) == (0, 0, False, [])


def test_memory_grows_with_the_logarithm():
    """Ten times the values need a few buckets more."""
    sizes = [len(filled(np.zeros(n)).to_bytes()) for n in (10**4, 10**5, 10**6)]

    assert sizes[-1] < 2000
    assert sizes[2] - sizes[1] == pytest.approx(sizes[1] - sizes[0], abs=100)


# ------------------------------------------------------------------ changes


def test_changed_is_of_the_last_call():
    """True for the very update that found it."""
    adwin = es.ADWIN()
    found = []
    for i, value in enumerate(SHIFT):
        adwin.update(value)
        if adwin.changed:
            found.append(i + 1)
    assert found == [change.found for change in adwin.changes]

    adwin.update_many([])
    assert not adwin.changed
    assert filled(SHIFT).changed


def test_newest_thousand_changes_are_kept():
    """And all are counted and told."""
    told = []
    values = np.repeat(np.arange(3000) % 2, 20)
    adwin = es.ADWIN(0.5, clock=1, min_window_length=1, grace_period=0, on_change=told.append)
    adwin.update_many(values)

    assert adwin.n_changes == len(told) > 1000
    assert adwin.changes == told[-1000:]


def test_change_is_a_sentence():
    """And a tuple that compares by value."""
    change = filled(SHIFT).changes[0]

    assert isinstance(change, es.MeanChange)
    assert str(change) == "change at value 168, found at 224: mean 0 before, 0.4286 after"
    assert change == es.MeanChange(168, 224, 0.0, 24 / 56)
    with pytest.raises(AttributeError):
        change.position = 3


def test_callback_comes_after_all_values():
    """It may read the window, which has taken in the whole batch."""
    seen = []
    adwin = es.ADWIN(on_change=lambda change: seen.append((change, adwin.seen, adwin.changed)))
    adwin.update_many(SHIFT)

    assert seen == [(change, 400, True) for change in adwin.changes]


def test_callback_may_begin_again():
    """As river's ADWIN does after each change."""
    adwin = es.ADWIN()
    adwin.on_change = lambda change: adwin.clear()
    for value in SHIFT[:224]:
        adwin.update(value)

    assert (adwin.n, adwin.seen, adwin.n_changes) == (0, 0, 0)


def test_callback_may_call_again_and_go():
    """Values from within, and the last reference to it."""
    adwin = es.ADWIN()

    def more(change):
        adwin.on_change = None
        adwin.update_many([0.75] * 10)

    adwin.on_change = more
    adwin.update_many(SHIFT[:230])

    assert (adwin.seen, adwin.on_change) == (240, None)


def test_error_of_the_callback_comes_out():
    """The values have been taken in."""
    adwin = es.ADWIN(on_change=lambda change: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        adwin.update_many(SHIFT)
    assert (adwin.seen, adwin.n_changes) == (400, 3)


def test_callback_that_holds_its_adwin_is_collected():
    """A cycle is found by the garbage collector."""
    adwin = es.ADWIN()
    adwin.on_change = lambda change, me=adwin: me
    gone = weakref.ref(adwin)
    del adwin
    gc.collect()

    assert gone() is None


# ------------------------------------------------------------------ copies and bytes


@pytest.mark.parametrize(
    "twin",
    [
        lambda adwin: adwin.copy(),
        copy.copy,
        copy.deepcopy,
        lambda adwin: pickle.loads(pickle.dumps(adwin)),
        lambda adwin: es.ADWIN.from_bytes(adwin.to_bytes()),
    ],
    ids=["copy", "copy.copy", "deepcopy", "pickle", "bytes"],
)
@every_rule
@every_kind
def test_twin_goes_on_alike(kind, rule, twin):
    """Bit for bit, wherever in the clock it was made."""
    values = stream(kind, seed=4, length=3000)
    for place in (0, 1, 31, 33, 500, 1777):
        adwin = filled(values[:place], **rule)
        other = twin(adwin)

        assert other == adwin
        assert other.to_bytes() == adwin.to_bytes()
        adwin.update_many(values[place:])
        other.update_many(values[place:])
        assert picture(other) == picture(adwin)


def test_copies_and_bytes_call_nobody():
    """The callback belongs to the one it was set on."""
    adwin = es.ADWIN(on_change=print)

    assert adwin.copy().on_change is None
    assert copy.deepcopy(adwin).on_change is None
    assert pickle.loads(pickle.dumps(adwin)).on_change is None
    assert es.ADWIN.from_bytes(adwin.to_bytes()).on_change is None


def test_equality_is_of_parameters_and_content():
    """Not of the callback, nor of the calls that the values came in."""
    assert filled(SHIFT, on_change=len) == filled(SHIFT)
    assert filled(SHIFT) != filled(SHIFT[:-1])
    assert filled(SHIFT) != filled(SHIFT, delta=0.001)
    assert filled([], clock=5) != filled([], clock=6)
    assert es.ADWIN() != "ADWIN"
    with pytest.raises(TypeError):
        hash(es.ADWIN())


def test_clear_is_as_new():
    """But for parameters and callback."""
    adwin = filled(SHIFT, delta=0.01, on_change=len)
    adwin.clear()

    assert adwin == es.ADWIN(0.01)
    assert (adwin.on_change, adwin.changed) == (len, False)
    adwin.update_many(SHIFT)
    assert adwin == filled(SHIFT, delta=0.01)


def test_every_flipped_bit_of_the_bytes_is_found():
    """And so is every cut."""
    state = filled(SHIFT).to_bytes()
    for place in range(len(state)):
        damaged = bytearray(state)
        damaged[place] ^= 1 << place % 8
        with pytest.raises(es.StateError):
            es.ADWIN.from_bytes(bytes(damaged))
        with pytest.raises(es.StateError):
            es.ADWIN.from_bytes(state[:place])


def test_state_of_another_class_is_refused():
    """By name."""
    with refused(es.StateError, "state is of a Tally, not of an ADWIN"):
        es.ADWIN.from_bytes(es.Tally().to_bytes())


def test_subclass_keeps_its_attributes():
    """Through copies and pickles."""

    class Named(es.ADWIN):
        pass

    named = Named(delta=0.01)
    named.name = "errors"
    named.update_many(SHIFT)

    assert type(named.copy()) is Named
    assert (named.copy().name, named.copy()) == ("errors", named)
    assert type(Named.from_bytes(named.to_bytes())) is Named


def test_repr_says_what_is_held():
    """In one line."""
    assert repr(es.ADWIN()) == "<ADWIN: 0 values, mean 0, 0 changes>"
    assert repr(filled([1])) == "<ADWIN: 1 value, mean 1, 0 changes>"
    assert repr(filled(SHIFT)) == "<ADWIN: 200 values, mean 1, 3 changes>"
    assert repr(filled(SHIFT[:224])) == "<ADWIN: 56 values, mean 0.4286, 1 change>"
