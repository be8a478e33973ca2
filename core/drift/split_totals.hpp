// The inputs of the sum statistic's bound for a split: two lengths and the label totals.
#pragma once
#include <array>
#include <cstddef>

#include "core/drift/chernoff_tables.hpp"
#include "core/drift/totals_histogram.hpp"

namespace entrostream::detail {

inline constexpr std::size_t exact_totals = TotalsHistogram::exact_totals;
static_assert(exact_totals + 1 == chernoff_first_total);

using ByTotal = std::array<double, exact_totals>;  // [total - 1]

// The order of the additions does not depend on the SIMD width.
[[nodiscard]] inline double dot(const double* a, const double* b, std::size_t size) noexcept {
    std::array<double, 4> lanes{};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            lanes[lane] += a[i + lane] * b[i + lane];
    }
    for (std::size_t lane = 0; i + lane < size && lane < 4; ++lane) {
        lanes[lane] += a[i + lane] * b[i + lane];
    }
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

struct SplitTotals {
    SplitTotals(double n0, double n1, const TotalsHistogram& totals) noexcept;

    const TotalsHistogram& histogram;
    double n;
    double recent;  // min(n0, n1): both give the same statistic
    double share;   // of n
    double log2_share;
    double log_odds;      // of the share
    double entropy;       // n times the entropy of the share, nats
    ByTotal labels;       // with small totals
    double large_events;  // of the labels with larger totals
    bool any_small, any_large;
};

// The labels with large totals m, located by m p between the knots: mark i is at knot i + first
// plus `part` of the way to the next knot, for all labels. Beyond its last knot a table is
// constant.
class LabelsAtKnots {
  public:
    LabelsAtKnots(const TotalsHistogram& histogram, double log2_p) noexcept;

    // Sums of a table over the labels: at their knots, and at the next knots. Below its first knot
    // the table falls with (m p)^decay.
    struct Sums {
        double low, high;
    };
    [[nodiscard]] Sums sums(const double* table, double decay) const noexcept;
    // The same for a table times chernoff_first_total/m.
    [[nodiscard]] Sums sums_over_totals(const double* table, double decay) const noexcept;
    [[nodiscard]] double between(const double* table) const noexcept {
        const Sums both = sums(table, 0);
        return both.low + part * (both.high - both.low);
    }
    // At the knots, for a table that beyond its last knot is constant, or grows with m p.
    [[nodiscard]] double below(const double* table, double decay) const noexcept;
    [[nodiscard]] double below_growing(const double* table, double decay) const noexcept;
    // At the knot below the largest total, or the first knot, for a table that beyond the last knot
    // falls with the root of m p.
    [[nodiscard]] double at_largest(const double* table) const noexcept;

    double part;

  private:
    // Of the labels before the first knot.
    [[nodiscard]] Sums sums_before(double first, double decay) const noexcept;

    const double* labels_;  // by mark
    std::ptrdiff_t first_;
    // Marks begin_ .. inner_begin_ are before the knots, inner_end_ .. end_ at or after the last.
    std::size_t begin_, inner_begin_, inner_end_, end_;
};

// Mean and variance of the statistic, and the slope of its regression on the counts.
struct Deviance {
    explicit Deviance(const SplitTotals& split) noexcept;

    double mean = 0;
    double variance = 0;
    double slope = 0;
};

}  // namespace entrostream::detail
