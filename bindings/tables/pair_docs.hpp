// Docstrings common to both tables of pairs; the tests run their examples.
#pragma once

namespace entrostream::docs {

inline constexpr const char* pairs_update_many =
    R"doc(Add many pairs at once: two columns of equal length.

Applies wholly or, if any label is refused or the lengths differ, not at all.

Parameters
----------
xs : iterable of labels
    The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
ys : iterable of labels
    The class of each pair, as many as `xs`; it may be of another kind.

Raises
------
TypeError
    If `xs` or `ys` is not iterable or a label is not hashable.
ValueError
    If the lengths differ, or if x or y is missing and missing="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_many(["sun", "sun", "rain"], [1, 1, 0])
>>> table.counts()
{('sun', 1): 2, ('rain', 0): 1}
)doc";

inline constexpr const char* pairs_trace =
    R"doc(Add many pairs, and return the measures after each of them.

Adds the pairs as update_many does. Every value equals, bit for bit, what the property would
have given after that pair. A row skipped as missing repeats the value before it.

Parameters
----------
xs : iterable of labels
    The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
ys : iterable of labels
    The class of each pair, as many as `xs`; it may be of another kind.
measures : str, or tuple or list of str, default ("mutual_information",)
    The measures to return, by the names of the properties: "mutual_information",
    "gini_gain", "joint_entropy" and the others.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `xs`, `ys` or `measures` is not iterable or a label is not hashable.
ValueError
    If a measure is unknown, if the lengths differ, or if x or y is missing and
    missing="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.ContingencyTable().trace("aabb", "nnyy", "mutual_information")
array([0.        , 0.        , 0.91829583, 1.        ])
>>> es.ContingencyWindow(2).trace("aabb", "nnyy", ("joint_entropy", "gini_gain"))
{'joint_entropy': array([0., 0., 1., 0.]), 'gini_gain': array([0. , 0. , 0.5, 0. ])}
)doc";

inline constexpr const char* pairs_update_counts =
    R"doc(Add pairs by their counts.

A table pays for the pairs named, not for the events; a window takes the events one
pair after the other, in the mapping's order. Applies wholly or, if anything is refused, not at
all.

Parameters
----------
counts : mapping of tuples (x, y) to int
    The number of events of each pair, 0 or more.

Raises
------
TypeError
    If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
    a label is not hashable.
ValueError
    If a count is negative or not below 2**62, or if x or y is missing and missing="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_counts({("sun", "yes"): 3, ("rain", "no"): 1})
>>> table.information_gain
0.8112781244591328
)doc";

inline constexpr const char* pairs_remove = R"doc(Remove one pair: the exact inverse of update.

A window removes its oldest occurrence of that pair.

Parameters
----------
x : hashable
    The attribute.
y : hashable
    The class.

Raises
------
TypeError
    If a label is not hashable.
ValueError
    If the pair is not held, or if x or y is missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yyn")
>>> table.remove("a", "y")
>>> table.counts()
{('a', 'y'): 1, ('b', 'n'): 1}
)doc";

inline constexpr const char* pairs_remove_counts =
    R"doc(Remove pairs by their counts: the inverse of update_counts.

Applies wholly or, if anything is refused, not at all.

Parameters
----------
counts : mapping of tuples (x, y) to int
    The number of events of each pair, 0 or more.

Raises
------
TypeError
    If `counts` is not a mapping, a key is not a tuple (x, y), a count is not an integer or
    a label is not hashable.
ValueError
    If fewer pairs are held than are to be removed, if a count is negative, or if x or y is
    missing and missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_counts({("a", "y"): 3, ("b", "n"): 1})
>>> table.remove_counts({("a", "y"): 2, ("b", "n"): 1})
>>> table.counts()
{('a', 'y'): 1}
)doc";

inline constexpr const char* pairs_counts =
    R"doc(Return the pairs now held with their counts.

Returns
-------
dict
    Counts by tuple (x, y).

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyWindow(3)
>>> window.update_many("aabb", "yyyn")
>>> window.counts()
{('a', 'y'): 1, ('b', 'y'): 1, ('b', 'n'): 1}
)doc";

inline constexpr const char* counts_x = R"doc(Return the values of x now held with their counts.

Returns
-------
dict
    Counts by value of x.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yny")
>>> table.counts_x()
{'a': 2, 'b': 1}
)doc";

inline constexpr const char* counts_y = R"doc(Return the values of y now held with their counts.

Returns
-------
dict
    Counts by value of y.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yny")
>>> table.counts_y()
{'y': 2, 'n': 1}
)doc";

inline constexpr const char* pairs_most_common =
    R"doc(Return the k pairs with the largest counts, or all; ties in the labels' own order.

Parameters
----------
k : int, optional
    How many pairs to return at most; all by default.

Returns
-------
list of tuple
    Each a tuple (x, y) with its count, largest count first.

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
>>> table = es.ContingencyTable()
>>> table.update_many("aabb", "yyyn")
>>> table.most_common(2)
[(('a', 'y'), 2), (('b', 'n'), 1)]
)doc";

inline constexpr const char* g_test =
    R"doc(Test the independence of x and y by the G test; needs SciPy.

Without a degree of freedom the p-value is 1.0. Events in a window over one stream need not be
independent of each other; the test supposes that they are.

Returns
-------
named tuple (statistic, dof, p_value)
    g_statistic, (distinct_x - 1) * (distinct_y - 1), and the upper tail of the chi-square
    distribution.

Raises
------
ImportError
    If SciPy is not installed.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> table = es.ContingencyTable()
>>> table.update_counts({("drug", "well"): 30, ("drug", "ill"): 10,
...                      ("none", "well"): 20, ("none", "ill"): 20})
>>> test = table.g_test()
>>> test.dof, round(test.statistic, 3), round(test.p_value, 4)
(1, 5.412, 0.02)
)doc";

}  // namespace entrostream::docs
