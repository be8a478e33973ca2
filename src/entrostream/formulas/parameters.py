"""The descriptions of the parameters that formulas share, and of what all formulas refuse."""

from __future__ import annotations

from entrostream.docstrings import complete, entries

VALUES = """\
g : int, float or Fraction
    The Gini index before the change, between 0 and 1; 0 for the empty sample.
h : int, float or Fraction
    The entropy in bits before the change, at least 0; 0 for the empty sample.
"""
SAMPLES = """\
xs : iterable of int, float or Fraction
    The elements of the sample: counts or weights, each at least 0.
total : int, float or Fraction
    S, the sum of all elements before the change, at least 0.
x : int, float or Fraction
    The element before the change, between 0 and `total`.
changes : iterable of pairs of int, float or Fraction
    One pair (x, r) for each element x that becomes x + r. No x is negative, no r is below -x, and
    the elements after the changes have a sum above 0.
"""
TWO_SAMPLES = """\
g_x : int, float or Fraction
    The Gini index of the first sample, between 0 and 1; 0 if it is empty.
h_x : int, float or Fraction
    The entropy of the first sample in bits, at least 0; 0 if it is empty.
total_x : int, float or Fraction
    R, the sum of all elements of the first sample, at least 0.
g_y : int, float or Fraction
    The Gini index of the second sample, between 0 and 1; 0 if it is empty.
h_y : int, float or Fraction
    The entropy of the second sample in bits, at least 0; 0 if it is empty.
total_y : int, float or Fraction
    S, the sum of all elements of the second sample, at least 0. One of both sums is above 0.
xs : iterable of int, float or Fraction
    The elements of the first sample in the common classes, each at least 0.
ys : iterable of int, float or Fraction
    The elements of the second sample in the same classes and the same order, as many as `xs`.
"""
COUNTS = """\
n : int
    The number of all examples before the change, at least 0.
n_i : int
    The number of examples of the class before the change, between 0 and `n`.
"""
PRESENT = """\
n_i : int
    The number of examples of the class before the change, between 1 and `n`.
"""
STREAMS = """\
labels : iterable of hashable
    The stream.
w : int
    The size of the window, at least 1.
fading_factor : int, float or Fraction
    Alpha, by which all weights are multiplied when an example arrives; above 0, at most 1.
log2_of_zero : float
    The value of log2 0: -inf as printed, or 0.0 as in the author's later program.
"""
TABLES = """\
branches : iterable of iterables of int, float or Fraction
    One row per branch and one column per class, with 0 where a class is absent.
"""
RAISES = """\
TypeError
    If an argument is not of its type.
ValueError
    If an argument is outside its domain; the message has the value and the limit.
"""

SHARED = entries(VALUES + SAMPLES + COUNTS + STREAMS + TABLES)

formula = complete(SHARED, raises=RAISES)
of_present_class = complete(SHARED | entries(PRESENT), raises=RAISES)
of_two_samples = complete(entries(TWO_SAMPLES), raises=RAISES)
printed_step = complete(SHARED, raises="")  # checks no argument
