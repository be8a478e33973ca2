// Upper bound for the quantiles of a split's sum statistic.
//
// L is the sum over the labels of n_c kl(n1_c / n_c || n1 / n), in nats. Given the totals n_c of
// an exchangeable window, P(L >= sum_threshold(n0, n1, a, totals)) <= exp(-a), whatever the
// number of labels, their frequencies and the lengths: the bound is not asymptotic. The inequality
// is proven, and so are its constants for labels with m p < 2^-16 in sum_threshold.cpp (for totals
// above 16 given the tables at the first two knots); its other constants are extremes over
// numerical grids: see make_chernoff_tables.py.
#pragma once
#include "core/drift/totals_histogram.hpp"

namespace entrostream {

// n0, n1 >= 1: events before and after the split, n0 + n1 the sum of the totals. a > 0.
// Takes a few microseconds. The least of several bounds is found by descent, which may miss it: for
// few labels a threshold is rarely (10 of 3,000 random totals) above one for a little more
// certainty, by up to 0.3 nats. Both hold.
[[nodiscard]] double sum_threshold(double n0, double n1, double a,
                                   const TotalsHistogram& totals) noexcept;

// Approximate moments of L, and what follows from them: a hundred times cheaper than the threshold.
struct SumMoments {
    SumMoments(double n0, double n1, const TotalsHistogram& totals) noexcept;

    // At most sum_threshold.
    [[nodiscard]] double floor(double a) const noexcept;
    // What L exceeds with about the probability exp(-a).
    [[nodiscard]] double quantile(double a) const noexcept;

    double mean;
    double variance;
};

}  // namespace entrostream
