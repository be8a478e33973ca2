// Docstrings of es.DivergenceWindow; the tests run their examples.
#pragma once

namespace entrostream::docs::divergence_window {

inline constexpr const char* type =
    R"doc(How far the last labels are from a reference: data drift, live.

The divergence of a window (the last events, or those of the last span of time) from a
reference, which is a fixed sample or the previous window: that of the same length which ends
where the window begins. Every value equals, bit for bit, what rolling_divergence with
min_periods=1 gives for the same rows: a window that is not yet full is compared as it is, and
the divergence is NaN while either side is empty.

An update is amortised O(1). So is a read, with one exception: the equally weighted
Jensen-Shannon divergence visits each label on both sides if the number of events on a side has
changed since the last read (by time; while a window fills).

Parameters
----------
window : int, str or timedelta
    The number of events in the window, or its span: "10min", timedelta(days=1).
reference : column of labels, mapping, or "previous"
    A sample of labels, their counts (a mapping of labels to counts, a Tally), or "previous".
method : {"jensen-shannon", "kullback-leibler"}, default "jensen-shannon"
    The kind of divergence.
weighting : {"equal", "rows"}, default "equal"
    The weights of the two sides in the Jensen-Shannon divergence: one half each, or their
    numbers of events.
unseen : "inf" or float, default "inf"
    For Kullback-Leibler, where the window has labels that the reference lacks: infinite, or
    the pseudo-count of additive smoothing, from 1e-18 to 1e8.
lateness : str, timedelta or number of seconds, default 0
    By how much an event may be late, if the window is a span: it is put in its place.
late : {"raise", "drop"}, default "raise"
    What to do with later ones: an error, or count them in `dropped` and go on.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null, also in the reference: an error, no event, or one
    label (None) for all of them.

Raises
------
TypeError
    If `reference` is neither labels nor a mapping of labels to counts, or if `lateness` is
    not a length of time.
ValueError
    If `window` is neither a positive integer below 2**62 nor a span of time above 0, if the
    reference has no labels, or if another argument is not one of its choices or does not go
    with the others.
OverflowError
    If the reference holds 2**61 events or more.

Examples
--------
>>> window = es.DivergenceWindow(4, reference=["cat", "cat", "dog", "bird"])
>>> window.update_many(["cat", "dog", "bird", "cat"])
>>> window.divergence
0.0
>>> window.update_many(["fish", "fish"])
>>> window.divergence
0.4056390622295664
>>> window.contributions(1)
[Contribution(label='fish', bits=0.25, share=0.5, reference_share=0.0)]
>>> window = es.DivergenceWindow("10s", reference="previous")
>>> window.update_many("aabb", times=[0, 5, 10, 15])
>>> window.divergence
1.0
)doc";

inline constexpr const char* update = R"doc(update($self, label, *, at=None)
--

Add one event; if the window is a span, at its time.

Parameters
----------
label : hashable
    The label of the event.
at : time, optional
    If the window is a span, the time of the event; for what a time is, see TimeWindow.

Raises
------
TypeError
    If the label is not hashable, if `at` is given and the window is no span or not given and
    it is one, if the time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If the label is missing and missing="raise", or if the time is missing, out of range, or
    too late and late="raise".
OverflowError
    If 2 * n * reference_n would reach 2**62.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(2, reference="previous")
>>> for label in "aab":
...     window.update(label)
>>> window.divergence
0.3112781244591329
)doc";

inline constexpr const char* update_many = R"doc(Add many events at once.

Applies wholly or, if any label or time is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
times : column of times, or one time, optional
    If the window is a span, as long as the labels, or one time for all of them.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if times are given and the window
    is no span or not given and it is one, if a time is of no valid kind, or if numbers of
    seconds and dates are mixed.
ValueError
    If labels and times differ in length, if a label is missing and missing="raise", or if a
    time is missing, out of range, or too late and late="raise".
OverflowError
    If 2 * n * reference_n would reach 2**62.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference={"a": 2, "b": 1})
>>> window.update_many("aba")
>>> window.divergence
0.0
)doc";

inline constexpr const char* trace =
    R"doc(Add many events, and return the divergence after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event. A row skipped as missing repeats the value before it, and so does
an event dropped.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
times : column of times, or one time, optional
    If the window is a span, as long as the labels, or one time for all of them.

Returns
-------
numpy.ndarray
    One float64 per row; NaN while a side is empty.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if times are given and the window
    is no span or not given and it is one, if a time is of no valid kind, or if numbers of
    seconds and dates are mixed.
ValueError
    If labels and times differ in length, if a label is missing and missing="raise", or if a
    time is missing, out of range, or too late and late="raise".
OverflowError
    If 2 * n * reference_n would reach 2**62.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.DivergenceWindow(2, reference=["a", "b"]).trace(["a", "b", "b", "c"])
array([0.31127812, 0.        , 0.31127812, 0.5       ])
>>> es.DivergenceWindow(2, reference="previous").trace(["a", "b", "b", "a", "c", "c"])
array([nan, nan,  1.,  0.,  1.,  1.])
)doc";

inline constexpr const char* counts = R"doc(Return the labels in the window with their counts.

Returns
-------
dict
    Counts by label.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference="previous")
>>> window.update_many("aabbc")
>>> window.counts()
{'b': 2, 'c': 1}
)doc";

inline constexpr const char* reference_counts =
    R"doc(Return the labels of the reference with their counts.

Those of the sample, or those now in the previous window.

Returns
-------
dict
    Counts by label.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference="previous")
>>> window.update_many("aabbc")
>>> window.reference_counts()
{'a': 2}
)doc";

inline constexpr const char* contributions =
    R"doc(Return the labels that contribute most to the divergence.

The contributions of all labels sum to the divergence. A label with the share p in the window
and q in the reference contributes w p log2(p / s) + (1 - w) q log2(q / s), s = w p + (1 - w) q,
to the Jensen-Shannon divergence, w one half or the window's part of all events; that is never
negative. To the Kullback-Leibler divergence it contributes p log2(p / q), which is negative for
a label that has become rarer; if the reference is smoothed, the labels that it lacks count as
one, whose contribution they share by their counts. Cost: the labels on both sides, times a
logarithm for sorting.

Parameters
----------
k : int, optional
    How many labels to return at most, 5 by default; None for all.

Returns
-------
list of Contribution
    Largest contribution first, ties in the labels' own order: the label, its contribution in
    bits, its share of the window and its share of the reference. Empty while the divergence is
    NaN.

Raises
------
TypeError
    If `k` is not an integer.
ValueError
    If `k` is negative.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(4, reference={"shop": 5, "help": 4, "home": 1})
>>> window.update_many(["shop", "shop", "home", "home"])
>>> for each in window.contributions(2):
...     print(f"{each.label}: {each.reference_share:.0%} -> {each.share:.0%}, {each.bits:.3f} bits")
help: 40% -> 0%, 0.200 bits
home: 10% -> 50%, 0.105 bits
)doc";

inline constexpr const char* advance =
    R"doc(Move the clock without an event, if the window is a span.

A stream that falls silent does not show stale values then. A time before now changes nothing.

Parameters
----------
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If the window is no span, if the time is of no valid kind, or if numbers of seconds and
    dates are mixed.
ValueError
    If the time is missing, out of range, or too late and late="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow("10min", reference="ab".split())
>>> window.update("a", at=0)
>>> window.advance(600)
>>> window.n, window.divergence
(0, nan)
)doc";

inline constexpr const char* clear = R"doc(Remove all events; the parameters and a sample stay.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference=["a", "b"])
>>> window.update("c")
>>> window.clear()
>>> window.n, window.reference_n
(0, 2)
)doc";

inline constexpr const char* copy =
    R"doc(Return an independent copy with the same parameters, reference and events.

Returns
-------
DivergenceWindow
    The copy.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference="previous")
>>> twin = window.copy()
>>> twin.update("a")
>>> window.n, twin.n
(0, 1)
)doc";

inline constexpr const char* to_bytes =
    R"doc(Return the window as bytes: versioned, checksummed, safe to read from any source.

The bytes depend on the parameters, the reference and the events held, not on how they came.

Returns
-------
bytes
    What from_bytes reads.

Raises
------
TypeError
    If a label is not None, bool, int, float, str, bytes, date, datetime, timedelta,
    Decimal, UUID or a tuple of these; pickle carries others.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.DivergenceWindow(3, reference=["a", "b"])
>>> window.update_many("abc")
>>> es.DivergenceWindow.from_bytes(window.to_bytes()) == window
True
)doc";

inline constexpr const char* from_bytes = R"doc(Return the window that to_bytes wrote.

Parameters
----------
state : bytes
    What to_bytes of the same class returned.

Returns
-------
DivergenceWindow
    A window that equals the one written.

Raises
------
TypeError
    If `state` is not bytes.
StateError
    If it is the state of another class, damaged, or no state at all.

Examples
--------
>>> es.DivergenceWindow.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

}  // namespace entrostream::docs::divergence_window
