// Counts of labels after a split under a tilted distribution: independent, x of m with the weight
// C(m, x) (x/m)^(t x) (1 - x/m)^(t (m-x)) w^x. See sum_threshold.cpp for its use, and
// make_chernoff_tables.py for the bounds.
#pragma once
#include <array>
#include <cstddef>

#include "core/drift/chernoff_tables.hpp"
#include "core/drift/split_totals.hpp"

namespace entrostream::detail {

struct Tilt {
    // log_w <= 0.
    Tilt(std::size_t exponent, double log_w) noexcept;

    std::size_t exponent;
    double t;
    double log_w;
    double w;
    double p;  // odds p/(1-p) = w^(1/(1-t))
    double log2_p;
    double log_rest;  // -ln(1 - p)
};

// ln of an upper bound of the product of the sums of weights, over w^n1 exp((1-t) n h(n1/n)); and
// the mean and approximate variance of the sum of the counts.
struct TiltedMoment {
    TiltedMoment(const SplitTotals& split, const Tilt& tilt) noexcept;

    double log;
    double mean = 0;
    double variance = 0;

  private:
    void add_small(const SplitTotals& split, const Tilt& tilt) noexcept;
    void add_large(const SplitTotals& split, const Tilt& tilt) noexcept;
};

// Decay of the joint characteristic function of the statistic and the sum of the counts; and an
// upper bound of the probability of any single sum.
struct TiltedSpread {
    TiltedSpread(const SplitTotals& split, const Tilt& tilt) noexcept;

    std::array<double, chernoff_edges> spread{};
    double freedom = 0;
    double peak = 1;

  private:
    void add_small(const SplitTotals& split, const Tilt& tilt) noexcept;
    void add_large(const SplitTotals& split, const Tilt& tilt) noexcept;
};

}  // namespace entrostream::detail
