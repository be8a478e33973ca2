// Docstrings common to both tables of pairs; the tests run their examples.
#pragma once

namespace entrostream::docs {

inline constexpr const char* pairs_update_many =
    R"doc(Many pairs at once: two columns of equal length.

`xs` holds the attribute, `ys` the class. Each may be anything that
Tally.update_many takes, the two may be of different kinds. Applies wholly or, if
any label is refused or the lengths differ, not at all.

>>> table = es.ContingencyTable()
>>> table.update_many(["sun", "sun", "rain"], [1, 1, 0])
>>> table.counts()
{('sun', 1): 2, ('rain', 0): 1}
)doc";

inline constexpr const char* pairs_trace =
    R"doc(As update_many, and the values after each pair come back.

A dict of arrays, one per measure; a single array if `measures` is one name. Every
value equals, bit for bit, what the property would have given there. A row
skipped as missing repeats the value before it.

>>> es.ContingencyTable().trace("aabb", "nnyy", "mutual_information")
array([0.        , 0.        , 0.91829583, 1.        ])
>>> es.ContingencyWindow(2).trace("aabb", "nnyy", ("joint_entropy", "gini_gain"))
{'joint_entropy': array([0., 0., 1., 0.]), 'gini_gain': array([0. , 0. , 0.5, 0. ])}
)doc";

inline constexpr const char* pairs_update_counts =
    R"doc(Adds pairs by their counts: a mapping of tuples (x, y) to numbers.

A table pays for the pairs named, not for the events; a window takes the events one
pair after the other, in the mapping's order.

>>> table = es.ContingencyTable()
>>> table.update_counts({("sun", "yes"): 3, ("rain", "no"): 1})
>>> table.information_gain
0.8112781244591328
)doc";

inline constexpr const char* pairs_remove = R"doc(One pair less: the exact inverse of update.

A window gives up its oldest occurrence of that pair. ValueError if none is held.

>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yyn")
>>> table.remove("a", "y")
>>> table.counts()
{('a', 'y'): 1, ('b', 'n'): 1}
)doc";

inline constexpr const char* pairs_remove_counts =
    R"doc(Removes pairs by their counts: the inverse of update_counts.

Raises ValueError, and changes nothing, if there are not as many.

>>> table = es.ContingencyTable()
>>> table.update_counts({("a", "y"): 3, ("b", "n"): 1})
>>> table.remove_counts({("a", "y"): 2, ("b", "n"): 1})
>>> table.counts()
{('a', 'y'): 1}
)doc";

inline constexpr const char* pairs_counts =
    R"doc(The pairs now held with their counts: a dict with tuples (x, y) as keys.

>>> window = es.ContingencyWindow(3)
>>> window.update_many("aabb", "yyyn")
>>> window.counts()
{('a', 'y'): 1, ('b', 'y'): 1, ('b', 'n'): 1}
)doc";

inline constexpr const char* counts_x = R"doc(The values of x now held with their counts.

>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yny")
>>> table.counts_x()
{'a': 2, 'b': 1}
)doc";

inline constexpr const char* counts_y = R"doc(The values of y now held with their counts.

>>> table = es.ContingencyTable()
>>> table.update_many("aab", "yny")
>>> table.counts_y()
{'y': 2, 'n': 1}
)doc";

inline constexpr const char* pairs_most_common =
    R"doc(The k pairs with the largest counts, or all; ties in the labels' own order.

>>> table = es.ContingencyTable()
>>> table.update_many("aabb", "yyyn")
>>> table.most_common(2)
[(('a', 'y'), 2), (('b', 'n'), 1)]
)doc";

inline constexpr const char* g_test = R"doc(The G test of independence of x and y; needs SciPy.

A named tuple (statistic, dof, p_value): g_statistic, (distinct_x - 1) * (distinct_y - 1),
and the upper tail of the chi-square distribution. Without a degree of freedom the
p-value is 1.0. Events in a window over one stream need not be independent of each
other; the test supposes that they are.

>>> table = es.ContingencyTable()
>>> table.update_counts({("drug", "well"): 30, ("drug", "ill"): 10,
...                      ("none", "well"): 20, ("none", "ill"): 20})
>>> test = table.g_test()
>>> test.dof, round(test.statistic, 3), round(test.p_value, 4)
(1, 5.412, 0.02)
)doc";

}  // namespace entrostream::docs
