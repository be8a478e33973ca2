// Docstrings common to all summaries; the tests run their examples.
#pragma once

namespace entrostream::docs {

inline constexpr const char* update_many = R"doc(Add many events at once.

Applies wholly or, if any label is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
    Polars Series, or any column with the Arrow C data interface.

Raises
------
TypeError
    If `labels` is not iterable or a label is not hashable.
ValueError
    If a label is missing and missing="raise", or if there would be more labels than
    max_labels (FadingWindow).
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many(["a", "b", "a", "c"])
>>> tally.counts()
{'a': 2, 'b': 1, 'c': 1}
)doc";

inline constexpr const char* trace =
    R"doc(Add many events, and return the measures after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event. A row skipped as missing repeats the value before it.

Parameters
----------
labels : iterable of labels
    A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
    Polars Series, or any column with the Arrow C data interface.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `labels` or `measures` is not iterable or a label is not hashable.
ValueError
    If a measure is unknown, if a label is missing and missing="raise", or if there would be
    more labels than max_labels (FadingWindow).
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.Tally().trace(["a", "b", "a", "a"])
{'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
>>> es.SlidingWindow(2).trace("aabb", "distinct")
array([1., 1., 2., 1.])
)doc";

inline constexpr const char* update_counts =
    R"doc(Add events by their counts.

Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
not for the events nor for the labels held; a window takes the events one label
after the other, in the mapping's order. Applies wholly or, if anything is refused, not at all.

Parameters
----------
counts : mapping of labels to int
    The number of events of each label, 0 or more.

Raises
------
TypeError
    If `counts` is not a mapping, a count is not an integer or a label is not hashable.
ValueError
    If a count is negative or not below 2**62, or if a label is missing and missing="raise".
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.entropy
0.8112781244591328
)doc";

inline constexpr const char* remove = R"doc(Remove one event: Dec, the exact inverse of update.

A window removes its oldest event with that label.

Parameters
----------
label : hashable
    A label that is held.

Raises
------
TypeError
    If the label is not hashable.
ValueError
    If no event with this label is held, or if the label is missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many(["a", "b", "b"])
>>> tally.remove("b")
>>> tally.counts()
{'a': 1, 'b': 1}
)doc";

inline constexpr const char* remove_counts =
    R"doc(Remove events by their counts: the inverse of update_counts.

Applies wholly or, if anything is refused, not at all.

Parameters
----------
counts : mapping of labels to int
    The number of events of each label, 0 or more.

Raises
------
TypeError
    If `counts` is not a mapping, a count is not an integer or a label is not hashable.
ValueError
    If fewer events are held than are to be removed, if a count is negative, or if a label
    is missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.remove_counts({"a": 2, "b": 1})
>>> tally.counts()
{'a': 1}
)doc";

inline constexpr const char* drop = R"doc(Remove all events of one label: Del of Algorithms 1 and 3.

Parameters
----------
label : hashable
    A label that is held.

Raises
------
TypeError
    If the label is not hashable.
ValueError
    If the label is not held, or if it is missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.drop("a")
>>> tally.counts()
{'b': 1}
)doc";

inline constexpr const char* counts = R"doc(Return the labels now held with their counts.

Of labels that are equal (1, 1.0, True) one stands for all.

Returns
-------
dict
    Counts by label: int, or float where events have weights.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.SlidingWindow(3)
>>> window.update_many("aabb")
>>> window.counts()
{'a': 1, 'b': 2}
)doc";

inline constexpr const char* most_common =
    R"doc(Return the k labels with the largest counts, or all; ties in the labels' own order.

Parameters
----------
k : int, optional
    How many labels to return at most; all by default.

Returns
-------
list of tuple
    Pairs of label and count, largest count first; the count is a float where events have
    weights.

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
>>> tally = es.Tally()
>>> tally.update_many("abracadabra")
>>> tally.most_common(2)
[('a', 5), ('b', 2)]
)doc";

inline constexpr const char* entropy_in = R"doc(Return the entropy with logarithms to another base.

Parameters
----------
base : float
    The base of the logarithm, finite and above 1.

Returns
-------
float
    The entropy in that unit; `entropy` is that of base 2, `nats` that of base e.

Raises
------
TypeError
    If `base` is not a number.
ValueError
    If `base` is not finite or not above 1.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many("abcd")
>>> tally.entropy_in(4)
1.0
)doc";

inline constexpr const char* entropy_estimate =
    R"doc(Estimate the entropy of the source from which the events were drawn, in bits.

`entropy` is that of the events held, which is too low for their source, because
rare labels are missing from a sample.

The standard error is the jackknife's: from the method's own values with each event
left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
and the standard error infinite. Neither says what unseen labels could add: see
`reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
for sorting.

Parameters
----------
method : {"plugin", "miller_madow", "jackknife", "chao_wang_jost"}, default "chao_wang_jost"
    "plugin" is `entropy` itself. "miller_madow" adds (distinct - 1)/(2 n ln 2) (Miller 1955).
    "jackknife" leaves each event out in turn (Zahl 1977). "chao_wang_jost" estimates the part
    of labels not yet seen from those seen once and twice (Chao, Wang and Jost 2013); it is the
    least biased of them in our simulations, and still too low if the source has a long tail of
    rare labels.

Returns
-------
Estimate
    The value with its standard error, the coverage of the sample and what `interval` needs.

Raises
------
ValueError
    If the method is unknown.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many("abracadabra")
>>> for method in ("plugin", "miller_madow", "jackknife", "chao_wang_jost"):
...     estimate = tally.entropy_estimate(method)
...     print(f"{estimate.value:.3f} +- {estimate.standard_error:.3f} {estimate.method}")
2.040 +- 0.421 plugin
2.303 +- 0.497 miller_madow
2.466 +- 0.421 jackknife
2.424 +- 0.671 chao_wang_jost
)doc";

inline constexpr const char* gini_estimate =
    R"doc(Estimate the Gini index of the source from which the events were drawn, without bias.

The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
Below two events the value is 0.0 and the standard error infinite.

Returns
-------
Estimate
    The value with its standard error; its method is "unbiased".

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update_many("aab")
>>> tally.gini, tally.gini_estimate().value
(0.4444444444444444, 0.6666666666666666)
)doc";

inline constexpr const char* copy =
    R"doc(Return an independent copy with the same parameters and content.

Returns
-------
the same class
    The copy.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> twin = tally.copy()
>>> twin.update("a")
>>> tally.n, twin.n
(0, 1)
)doc";

inline constexpr const char* clear = R"doc(Remove all events; the parameters stay.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally()
>>> tally.update("a")
>>> tally.clear()
>>> tally.n
0
)doc";

inline constexpr const char* to_bytes =
    R"doc(Return the summary as bytes: versioned, checksummed, safe to read from any source.

The bytes depend on the parameters and on what is held, not on how it came; those of fading
summaries also depend on the order of the events.

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
>>> tally = es.Tally()
>>> tally.update_many("ab")
>>> es.Tally.from_bytes(tally.to_bytes()) == tally
True
)doc";

inline constexpr const char* from_bytes =
    R"doc(Return the summary that to_bytes wrote.

Parameters
----------
state : bytes
    What to_bytes of the same class returned.

Returns
-------
the same class
    A summary that equals the one written.

Raises
------
TypeError
    If `state` is not bytes.
StateError
    If it is the state of another class, damaged, or no state at all.

Examples
--------
>>> es.Tally.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

inline constexpr const char* get_item = "The count of a label, 0 if it is not held.";
inline constexpr const char* contains = "Whether a label is held.";

inline constexpr const char* missing =
    R"doc(What happens to missing labels: "raise", "skip" or "label".)doc";

}  // namespace entrostream::docs
