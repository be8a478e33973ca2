// How sure one test must be, so that false cuts stay below `rate` an event.
//
// The splits of row r are tested every block * 2^r events, and may err with probability
// d_r = min(cap, rate * block * 1.5^r / 4) each time: over all rows, the sum of
// d_r / (block * 2^r) is at most `rate`. Deeper rows may err more often, as multiscale tests
// should: a small change needs many events anyway. Within a row d_r is shared out among the
// fanout + 1 splits and among the statistics, of which the frequencies get a small part.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "core/adaptive/bucket_rows.hpp"
#include "core/adaptive/natural_log.hpp"
#include "core/adaptive/statistic.hpp"

namespace entrostream {

class ErrorBudget {
  public:
    ErrorBudget(double rate, double block, Statistics asked) noexcept {
        const int others = asked.has(Statistic::sum) + asked.has(Statistic::label);
        const double to_frequency = others == 0 ? 1 : frequency_share;
        const double to_others =
            asked.has(Statistic::frequency) ? (1 - frequency_share) / others : 1.0 / others;
        double row_budget = rate * block / 4;
        for (std::size_t row = 0; row < rows; ++row) {
            const double split = std::min(cap, row_budget) / (BucketRows::fanout + 1);
            if (others != 0) log_others_[row] = -detail::natural_log(split * to_others);
            log_frequency_[row] = -detail::natural_log(split * to_frequency);
            row_budget *= 1.5;
        }
    }

    // -ln of the probability with which one test of a split may err.
    [[nodiscard]] double of_sum_or_label(std::size_t row) const noexcept {
        return log_others_[std::min(row, rows - 1)];
    }
    [[nodiscard]] double of_frequency(std::size_t row) const noexcept {
        return log_frequency_[std::min(row, rows - 1)];
    }

  private:
    static constexpr double cap = 0.05;
    static constexpr double frequency_share = 0.02;
    static constexpr std::size_t rows = 64;

    std::array<double, rows> log_others_{};
    std::array<double, rows> log_frequency_{};
};

}  // namespace entrostream
