// Docstrings common to all summaries; the tests run their examples.
#pragma once

namespace entrostream::docs {

inline constexpr const char* update_many = R"doc(Many events at once.

Takes lists and other iterables, NumPy arrays, pandas Series, Index and
Categorical, Polars Series and anything with the Arrow C data interface. Applies
wholly or, if any label is refused, not at all.

>>> tally = es.Tally()
>>> tally.update_many(["a", "b", "a", "c"])
>>> tally.counts()
{'a': 2, 'b': 1, 'c': 1}
)doc";

inline constexpr const char* trace =
    R"doc(As update_many, and the values after each event come back.

A dict of arrays, one per measure; a single array if `measures` is one name. Every
value equals, bit for bit, what the property would have given there. A row
skipped as missing repeats the value before it.

>>> es.Tally().trace(["a", "b", "a", "a"])
{'entropy': array([0.        , 1.        , 0.91829583, 0.81127812]), 'gini': array([0.        , 0.5       , 0.44444444, 0.375     ])}
>>> es.SlidingWindow(2).trace("aabb", "distinct")
array([1., 1., 2., 1.])
)doc";

inline constexpr const char* update_counts =
    R"doc(Adds events by their counts: a mapping of labels to numbers.

Theorems 1 and 5, and Add for a new label. A Tally pays for the labels named,
not for the events nor for the labels held; a window takes the events one label
after the other, in the mapping's order.

>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.entropy
0.8112781244591328
)doc";

inline constexpr const char* remove = R"doc(One event less: Dec, the exact inverse of update.

A window gives up its oldest event with that label. ValueError if none is held.

>>> tally = es.Tally()
>>> tally.update_many(["a", "b", "b"])
>>> tally.remove("b")
>>> tally.counts()
{'a': 1, 'b': 1}
)doc";

inline constexpr const char* remove_counts =
    R"doc(Removes events by their counts: the inverse of update_counts.

Raises ValueError, and changes nothing, if there are not as many.

>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.remove_counts({"a": 2, "b": 1})
>>> tally.counts()
{'a': 1}
)doc";

inline constexpr const char* drop = R"doc(All events of one label leave: Del of Algorithms 1 and 3.

>>> tally = es.Tally()
>>> tally.update_counts({"a": 3, "b": 1})
>>> tally.drop("a")
>>> tally.counts()
{'b': 1}
)doc";

inline constexpr const char* counts = R"doc(The labels now held with their counts.

Of labels that are equal (1, 1.0, True) one stands for all.

>>> window = es.SlidingWindow(3)
>>> window.update_many("aabb")
>>> window.counts()
{'a': 1, 'b': 2}
)doc";

inline constexpr const char* most_common =
    R"doc(The k labels with the largest counts, or all; ties in the labels' own order.

>>> tally = es.Tally()
>>> tally.update_many("abracadabra")
>>> tally.most_common(2)
[('a', 5), ('b', 2)]
)doc";

inline constexpr const char* entropy_in = R"doc(Entropy with logarithms to another base.

>>> tally = es.Tally()
>>> tally.update_many("abcd")
>>> tally.entropy_in(4)
1.0
)doc";

inline constexpr const char* entropy_estimate =
    R"doc(The entropy of the source from which the events were drawn, in bits.

`entropy` is that of the events held, which is too low for their source, because
rare labels are missing from a sample. The methods, all from the counts held:

"plugin"
    `entropy` itself.
"miller_madow"
    Plus (distinct - 1)/(2 n ln 2) (Miller 1955).
"jackknife"
    From leaving each event out in turn (Zahl 1977).
"chao_wang_jost"
    With labels not yet seen, from those seen once and twice (Chao, Wang and Jost
    2013). The least biased of them in our simulations; still too low if the source
    has a long tail of rare labels.

The standard error is the jackknife's: from the method's own values with each event
left out in turn ("jackknife": those of "plugin"). Below two events the value is 0.0
and the standard error infinite. Neither says what unseen labels could add: see
`reliable` and `interval` of the estimate. Cost: the labels held, times a logarithm
for sorting.

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
    R"doc(The Gini index of the source from which the events were drawn, without bias.

The share of pairs of events that differ, gini * n/(n - 1): (n^2 - Q)/(n (n - 1)),
rounded once. Standard error: 2 sqrt((sum p^3 - (sum p^2)^2)/n) (Simpson 1949).
Below two events the value is 0.0 and the standard error infinite.

>>> tally = es.Tally()
>>> tally.update_many("aab")
>>> tally.gini, tally.gini_estimate().value
(0.4444444444444444, 0.6666666666666666)
)doc";

inline constexpr const char* copy = R"doc(A summary of its own with the same parameters and content.

>>> tally = es.Tally()
>>> twin = tally.copy()
>>> twin.update("a")
>>> tally.n, twin.n
(0, 1)
)doc";

inline constexpr const char* clear = R"doc(Forgets all events; the parameters stay.

>>> tally = es.Tally()
>>> tally.update("a")
>>> tally.clear()
>>> tally.n
0
)doc";

inline constexpr const char* to_bytes =
    R"doc(The summary as bytes: versioned, checksummed, safe to read from anyone.

Carries labels that are None, bool, int, float, str, bytes, date, datetime,
timedelta, Decimal, UUID or tuples of these; others raise TypeError. The bytes
depend on the parameters and on what is held, not on how it came; those of fading
summaries also depend on the order of the events.

>>> tally = es.Tally()
>>> tally.update_many("ab")
>>> es.Tally.from_bytes(tally.to_bytes()) == tally
True
)doc";

inline constexpr const char* from_bytes =
    R"doc(The summary that to_bytes wrote; StateError for anything else.

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
