// The error probability of each test that keeps the false-alarm rate below `rate` per event.
//
// The splits of row r are tested every block * 2^r events, with error probability
// d_r = min(cap, rate * block * 1.5^r / 4) each time: over all rows, the sum of
// d_r / (block * 2^r) is at most `rate`. Deeper rows get a larger error probability, as multiscale
// tests should: a small change needs many events anyway. Within a row d_r is divided among the
// fanout + 1 splits and the statistics. Statistics whose threshold is close to the true quantile
// get a small share, the label statistic, whose bound is far above it, a large one, so that they
// err about equally often. The more labels, the closer the sum's threshold is to the quantile.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "core/drift/bucket_rows.hpp"
#include "core/drift/statistic.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

class ErrorBudget {
  public:
    ErrorBudget(double rate, double block) noexcept {
        double row_budget = rate * block / 4;
        for (std::size_t row = 0; row < rows; ++row) {
            log_split_[row] =
                -detail::natural_log(std::min(cap, row_budget) / (BucketRows::fanout + 1));
            row_budget *= 1.5;
        }
    }

    // -ln of the error probability of all tests of one split together.
    [[nodiscard]] double of_split(std::size_t row) const noexcept {
        return log_split_[std::min(row, rows - 1)];
    }
    // The share of a statistic for this many labels, whether or not the others are enabled.
    [[nodiscard]] static double share(Statistic statistic, double labels) noexcept {
        if (statistic == Statistic::label) return 0.5;
        if (statistic == Statistic::frequency) return 0.02;
        return std::min(0.48, 0.02 + 12 / (labels * labels));
    }

  private:
    static constexpr double cap = 0.05;
    static constexpr std::size_t rows = 64;

    std::array<double, rows> log_split_{};
};

}  // namespace entrostream
