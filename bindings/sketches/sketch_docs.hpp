// Docstrings common to both sketches; the tests run their examples.
#pragma once

namespace entrostream::docs {

inline constexpr const char* sketch_update_many = R"doc(Add many events at once.

Columns of integers, floats, bools, strings and their dictionaries are hashed without making
Python objects. Applies wholly or, if anything is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list or another iterable, a NumPy array, a pandas Series, Index or Categorical, a
    Polars Series, or any column with the Arrow C data interface.
weights : column of numbers, or one number, optional
    As long as the labels, or one weight for all of them; 0 or more. 1 by default.

Raises
------
TypeError
    If `labels` is not iterable, a weight is not a number, or a label is of a type that has no
    key (see the class).
ValueError
    If labels and weights differ in length, if a weight is negative or infinite, if it is
    missing and `missing` is not "skip", or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**53 or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update_many(["a", "b", "a", "a"])
>>> sketch.n, sketch.entropy
(4, 0.8112781244591328)
)doc";

inline constexpr const char* sketch_update_counts = R"doc(Add weight to labels by a mapping.

Parameters
----------
counts : mapping of labels to numbers
    The weight of each label, 0 or more.

Raises
------
TypeError
    If the argument is not a mapping, a weight is not a number, or a label is of a type that
    has no key (see the class).
ValueError
    If a weight is negative, infinite or missing, or if a label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**53 or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update_counts({"a": 3, "b": 1})
>>> sketch.entropy
0.8112781244591328
)doc";

inline constexpr const char* sketch_remove = R"doc(Remove weight that was added to a label before.

A sketch does not know how much of each label it holds. It refuses what was certainly not added;
otherwise the caller has to ensure that it was, or the estimates are wrong.

Parameters
----------
label : hashable
    A label that was added.
weight : float, default 1
    0 or more.

Raises
------
TypeError
    If the weight is not a number, if the label is of a type that has no key (see the class), or
    if the method cannot remove.
ValueError
    If so much was certainly not added, if the weight is negative, infinite or missing, or if the
    label is missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update_many(["a", "b", "b"])
>>> sketch.remove("b")
>>> sketch.n, sketch.entropy
(2, 1.0)
)doc";

inline constexpr const char* sketch_merge = R"doc(Add the events of another sketch.

The result is a sketch of both streams: the linear parts are added up, so nothing is lost there.
Labels that are in the table of only one sketch lose some accuracy. Sketches of different memory
merge at the smaller one, if the larger is a multiple of it.

Parameters
----------
other : the same class
    A sketch with the same seed; it stays as it is.

Raises
------
TypeError
    If `other` is of another class, or if the method cannot merge.
ValueError
    If seeds or methods differ, or if neither memory is a multiple of the other.
OverflowError
    If the weights would sum to 2**53 or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> monday, tuesday = es.EntropySketch(), es.EntropySketch()
>>> monday.update_many(["a", "b"])
>>> tuesday.update_many(["b", "c"])
>>> monday.merge(tuesday)
>>> monday.n, monday.entropy
(4, 1.5)
)doc";

inline constexpr const char* sketch_most_common =
    R"doc(List frequent labels with bounds of their weight.

The bounds are certain: the weight of a label lies between them. Both are equal for labels that
were held from their first event on. Labels are stored in a thirty-second of the memory, those
with the largest weights, so the list may be shorter than `k`; a label longer than half of that
is never listed.

Parameters
----------
k : int, optional
    At most this many labels; all that are stored by default.

Returns
-------
list of tuple
    Label, lower bound and upper bound, by decreasing lower bound.

Raises
------
TypeError
    If `k` is not an integer, or if the method does not store labels.
ValueError
    If `k` is negative.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update_many(["a", "b", "a", "c", "a"])
>>> sketch.most_common(1)
[('a', 3, 3)]
)doc";

inline constexpr const char* sketch_clear = R"doc(Forget all events; the parameters stay.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update("a")
>>> sketch.clear()
>>> sketch.n
0
)doc";

inline constexpr const char* sketch_copy = R"doc(Return an independent copy.

Returns
-------
the same class
    A sketch that equals this one.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> copy = sketch.copy()
>>> copy.update("a")
>>> sketch.n, copy.n
(0, 1)
)doc";

inline constexpr const char* sketch_entropy_estimate =
    R"doc(Estimate the entropy of the events, with its standard error.

The value is that of `entropy`. It is an estimate for the events that were added, not for the
source that they were drawn from. Its interval includes the bias bound.

Returns
-------
Estimate
    The value in bits and its standard error, both exact and 0 while `is_exact` is True.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch("4KiB")
>>> sketch.update_many(range(100_000))
>>> estimate = sketch.entropy_estimate()
>>> low, high = estimate.interval()
>>> low < 16.6 < high, estimate.standard_error < 0.15
(True, True)
)doc";

inline constexpr const char* sketch_gini_estimate =
    R"doc(Estimate the Gini index of the events, with its standard error.

The value is that of `gini`. It is an estimate for the events that were added, not for the source
that they were drawn from. Its interval includes the bias bound.

Returns
-------
Estimate
    The value and its standard error, both exact and 0 while `is_exact` is True.

Raises
------
TypeError
    If the method cannot estimate the Gini index.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.GiniSketch()
>>> sketch.update_many(["a", "b"])
>>> estimate = sketch.gini_estimate()
>>> estimate.value, estimate.standard_error, estimate.interval()
(0.5, 0.0, (0.5, 0.5))
)doc";

inline constexpr const char* sketch_to_bytes =
    R"doc(Return the sketch as bytes: versioned, checksummed, safe to read from any source.

While `is_exact` is True, sketches with the same parameters and counts have the same bytes up to
the labels stored for most_common.

Returns
-------
bytes
    What from_bytes reads. They contain the seed.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update_many("abc")
>>> es.EntropySketch.from_bytes(sketch.to_bytes()) == sketch
True
)doc";

inline constexpr const char* sketch_from_bytes = R"doc(Return the sketch that to_bytes wrote.

Parameters
----------
state : bytes
    What to_bytes of the same class returned.

Returns
-------
the same class
    A sketch that equals the one written and continues exactly as it would have.

Raises
------
TypeError
    If `state` is not bytes.
StateError
    If it is the state of another class, damaged, or no state at all.

Examples
--------
>>> es.EntropySketch.from_bytes(b"?")
Traceback (most recent call last):
...
entrostream.StateError: not an entrostream state: 1 byte, a header has 16
)doc";

inline constexpr const char* sketch_update = R"doc(update($self, label, weight=1)
--

Add one event, or weight to a label.

Parameters
----------
label : hashable
    A label of a type that has a key (see the class).
weight : float, default 1
    0 or more.

Raises
------
TypeError
    If the weight is not a number or the label is of a type that has no key.
ValueError
    If the weight is negative or infinite, if it is missing and `missing` is not "skip", or if
    the label is missing and missing="raise".
OverflowError
    If the weights would sum to 2**53 or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> sketch = es.EntropySketch()
>>> sketch.update("a")
>>> sketch.update("b", 3)
>>> sketch.n
4
)doc";

}  // namespace entrostream::docs
