// From the counts of a sample to what they say about the source: estimates with their error.
//
// A pass over the counts at the time of the question; nothing is kept for it. All
// estimates depend on the counts alone, to the last bit, not on how they came, and none
// calls libm but for the square root, which IEEE 754 defines.
#pragma once
#include <cstdint>

#include "core/estimates/count_histogram.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

enum class EntropyMethod : std::uint8_t {
    plugin,
    miller_madow,
    jackknife,
    chao_wang_jost,
};

// What an interval is computed from. For an entropy it is chao_wang_jost, whatever the
// method of the estimate: the mean of its part for the labels seen is known exactly. That
// part is too low by the sum over v >= n of M(v)/v nats, where M(v) is the mean share of
// the source that v events have not shown (Zhang 2012).
struct Basis {
    double seen = 0.0;
    double unseen = 0.0;          // what the value has for labels that were not seen
    double standard_error = 0.0;  // of their sum
};

struct Estimate {
    double value;
    // Infinite below two events: nothing is known then, and the value is 0.0.
    double standard_error;
    Basis basis;
};

// The entropy in bits of the source from which the events are drawn independently. Value:
// within 0.6 ulp of the method's formula, chao_wang_jost within a relative 1e-14. Standard
// error: the jackknife's, from the method's own values with each event left out in turn,
// for the jackknife itself those of plugin. The sums must be those of the histogram.
[[nodiscard]] Estimate entropy_estimate(const ExactSums& sums, const CountHistogram& histogram,
                                        EntropyMethod method);

// The unbiased Gini index (n^2 - Q)/(n (n-1)), rounded once: the chance that two different
// events differ. Standard error: 2 sqrt(sum p^3 - (sum p^2)^2)/sqrt(n), p = c/n, the first
// term of the variance of this U-statistic (Simpson 1949, Hoeffding 1948).
[[nodiscard]] Estimate gini_estimate(const ExactSums& sums, const CountHistogram& histogram);

// 1 - f1/n, correctly rounded: the share of the source that belongs to the labels seen
// (Good 1953). 0.0 for an empty sample.
[[nodiscard]] double sample_coverage(const ExactSums& sums,
                                     const CountHistogram& histogram) noexcept;

}  // namespace entrostream
