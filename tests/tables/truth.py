"""The true values of a table of pairs: exact rationals, and MPFR with 400 bits."""

from collections import Counter
from fractions import Fraction

import gmpy2

from tests import truth


class Truth:
    """What the counts {(x, y): k} of a table truly give."""

    def __init__(self, counts):
        self.pairs = {pair: count for pair, count in counts.items() if count}
        self.rows, self.columns = Counter(), Counter()
        for (x, y), count in self.pairs.items():
            self.rows[x] += count
            self.columns[y] += count
        self.n = sum(self.rows.values())
        # The most that the log sums can be off: half a unit a term.
        self.terms = len(self.pairs) + len(self.rows) + len(self.columns) + 1

    @property
    def entropy_x(self):
        return truth.entropy(self.rows.values())

    @property
    def entropy_y(self):
        return truth.entropy(self.columns.values())

    @property
    def joint_entropy(self):
        return truth.entropy(self.pairs.values())

    @property
    def conditional_entropy(self):
        with gmpy2.context(truth.HIGH):
            return self.joint_entropy - self.entropy_x

    @property
    def mutual_information(self):
        with gmpy2.context(truth.HIGH):
            return self.entropy_x + self.entropy_y - self.joint_entropy

    information_gain = mutual_information

    @property
    def variation_of_information(self):
        with gmpy2.context(truth.HIGH):
            return 2 * self.joint_entropy - self.entropy_x - self.entropy_y

    @property
    def gain_ratio(self):
        if len(self.rows) < 2:
            return gmpy2.mpfr(0)
        with gmpy2.context(truth.HIGH):
            return self.mutual_information / self.entropy_x

    @property
    def normalized_mutual_information(self):
        if len(self.pairs) < 2:
            return gmpy2.mpfr(0)
        with gmpy2.context(truth.HIGH):
            return 2 * self.mutual_information / (self.entropy_x + self.entropy_y)

    @property
    def g_statistic(self):
        with gmpy2.context(truth.HIGH):
            return 2 * gmpy2.const_log2() * self.n * self.mutual_information

    @property
    def gini_x(self):
        return truth.gini(self.rows.values())

    @property
    def gini_y(self):
        return truth.gini(self.columns.values())

    @property
    def conditional_gini(self):
        if not self.n:
            return Fraction(0)
        squares = Counter()
        for (x, _), count in self.pairs.items():
            squares[x] += count**2
        purity = sum((Fraction(squares[x], count) for x, count in self.rows.items()), Fraction(0))
        return 1 - purity / self.n

    @property
    def gini_gain(self):
        return self.gini_y - self.conditional_gini

    def error_of(self, measure):
        """Return the absolute error that the docs state besides the rounding."""
        with gmpy2.context(truth.HIGH):
            unit = gmpy2.exp2(-59) / self.n
            if measure in ("mutual_information", "information_gain"):
                return self.terms * unit
            if measure == "gini_gain":
                return (len(self.rows) + 1) * unit
            if measure == "g_statistic":
                return self.terms * gmpy2.const_log2() * gmpy2.exp2(-58)
            if measure == "gain_ratio" and len(self.rows) > 1:
                return self.terms * unit / self.entropy_x
            if measure == "normalized_mutual_information" and len(self.pairs) > 1:
                return 2 * self.terms * unit / (self.entropy_x + self.entropy_y)
            return gmpy2.mpfr(0)


# The relative part of each error, in ulps of the value.
ULPS = {
    "entropy_x": 0.51,
    "entropy_y": 0.51,
    "joint_entropy": 0.51,
    "conditional_entropy": 0.51,
    "variation_of_information": 0.51,
    "mutual_information": 0.5,
    "information_gain": 0.5,
    "g_statistic": 0.51,
    "gain_ratio": 0.52,
    "normalized_mutual_information": 0.52,
    "gini_x": 0.5,
    "gini_y": 0.5,
    "conditional_gini": 0.52,
    "gini_gain": 0.5,
}


def is_within(table, expected, measure):
    """Return whether a read is as near to the truth as the docs state."""
    with gmpy2.context(truth.HIGH):
        value = getattr(table, measure)
        true = getattr(expected, measure)
        if isinstance(true, Fraction):
            true = gmpy2.mpfr(true.numerator) / true.denominator
        last_place = gmpy2.exp2(gmpy2.get_exp(gmpy2.mpfr(value)) - 53) if value else gmpy2.mpfr(0)
        limit = ULPS[measure] * last_place + expected.error_of(measure)
        tiny = gmpy2.exp2(-300)  # what 400 bits leave of an exact 0
        return abs(gmpy2.mpfr(value) - true) <= limit + tiny
