// One scan of the window's splits, from the newest to the oldest: is one of them a change?
//
// Buckets move one after the other from the past W0 to the recent part W1. In bits a label with
// x of its n_c events in W1 adds h = x log2(x/n_c) + (n_c - x) log2((n_c - x)/n_c) to a sum
// from which the sum statistic follows, L = sum h - n1 log2(n1/n) - n0 log2(n0/n): labels that
// are not in W1 add nothing, so that a bucket costs what it holds, not what the window holds.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/adaptive/bucket.hpp"
#include "core/adaptive/error_budget.hpp"
#include "core/adaptive/frequency_bands.hpp"
#include "core/adaptive/label_totals.hpp"
#include "core/adaptive/repeats.hpp"
#include "core/adaptive/statistic.hpp"

namespace entrostream {

// A split that no chance explains.
struct Finding {
    Statistic statistic = Statistic::sum;
    double strength = 0;   // the statistic, nats
    double threshold = 0;  // what it had to exceed
    std::size_t band = 0;  // frequency: the last band on the rare side
    Code code = no_code;   // label: which

    [[nodiscard]] double excess() const noexcept { return strength - threshold; }
};

class SplitScan {
  public:
    // `number`: another for each scan. A window of n events, `repeats` of them equal to the
    // event before, `squares` the sum of the squared totals.
    SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n, std::uint64_t distinct,
              std::uint64_t repeats, double squares, Statistics asked) noexcept;

    // Another bucket belongs to the recent part.
    void move(const Bucket& bucket) noexcept;
    // Events in the past that are left.
    [[nodiscard]] std::uint64_t past() const noexcept { return n_ - recent_; }
    // Whether the split behind the bucket moved last is a change, by the statistic that exceeds
    // its threshold most; excess 0 if it is none. There must be a past.
    [[nodiscard]] Finding test(const ErrorBudget& budget, std::size_t row) noexcept;

  private:
    using Counts = std::span<const BucketCount>;
    struct Chunk;
    void gather(Counts counts, Chunk& chunk) noexcept;
    void scatter(Counts counts, const Chunk& chunk) noexcept;
    [[nodiscard]] Repeats repeats() const noexcept;
    [[nodiscard]] Finding by_sum(double log_budget) const noexcept;
    [[nodiscard]] Finding by_label(double log_budget) const noexcept;
    [[nodiscard]] Finding largest_label(const Repeats& repeats) const noexcept;
    [[nodiscard]] Finding by_frequency(double log_budget) const noexcept;
    [[nodiscard]] Finding best_cut(double threshold) const noexcept;
    [[nodiscard]] Finding best_cut_beside_runs(double threshold,
                                               const Repeats& repeats) const noexcept;

    LabelTotals& totals_;
    std::uint32_t number_;
    Statistics asked_;
    std::uint64_t n_;
    std::uint64_t recent_ = 0;
    double log_labels_;  // ln of twice the labels
    double seen_repeats_;
    double past_squares_;  // sum of squares of the labels' counts in W0
    double recent_squares_ = 0;
    double log_past_ = 0;  // log2(n0/n), log2(n1/n)
    double log_recent_ = 0;
    double terms_ = 0;    // sum of h, bits
    double largest_ = 0;  // d_c among the labels of the bucket moved last, bits
    const Bucket* last_ = nullptr;
    std::size_t bands_ = 0;                                   // not empty
    std::array<std::uint8_t, FrequencyBands::most> band_;     // which, rare to frequent
    std::array<double, FrequencyBands::most> band_recent_{};  // events in W1, by band
};

}  // namespace entrostream
