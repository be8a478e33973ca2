// A scan of the window's splits for a change, like SplitScan, of a stream with a rhythm: labels are
// expected after the split as often as at these times of earlier seasons, not as often as before.
//
// The statistics are the same, with n1/n replaced by the probability of SeasonalSplit for the class
// of each label, and divided by its inflation. The thresholds are those without a rhythm.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/drift/bucket.hpp"
#include "core/drift/frequency_bands.hpp"
#include "core/drift/label_totals.hpp"
#include "core/drift/repeats.hpp"
#include "core/drift/seasonal_split.hpp"
#include "core/drift/split_tests.hpp"
#include "core/drift/statistic.hpp"

namespace entrostream {

class SeasonalScan {
  public:
    // `number`: unique per scan. The window has n events, `repeats` of them equal to the previous
    // event; `squares` is the sum of the squared totals; `now` the time of the last event.
    SeasonalScan(LabelTotals& totals, const SeasonProfile& profile, std::uint32_t number,
                 std::uint64_t n, std::uint64_t distinct, std::uint64_t repeats, double squares,
                 Statistics statistics, Time now, SplitPrices& prices) noexcept;

    // As those of SplitScan.
    void move(const Bucket& bucket) noexcept;
    [[nodiscard]] Finding test(const TestLevels& levels, bool last) noexcept;
    [[nodiscard]] double take_episode() noexcept { return tests_.take_episode(); }
    [[nodiscard]] double take_sum_episode() noexcept { return tests_.take_sum_episode(); }

  private:
    [[nodiscard]] double past() const noexcept { return n_ - split_.recent(); }
    [[nodiscard]] double count(const LabelTotal& label) const noexcept {
        return label.scan == number_ ? label.recent : 0;
    }
    void solve() noexcept;
    [[nodiscard]] Repeats repeats() const noexcept;
    [[nodiscard]] double deviation(std::size_t of, double recent, double total,
                                   double term) const noexcept;
    [[nodiscard]] double deviation(Code code) const noexcept;
    [[nodiscard]] double sum() const noexcept;
    [[nodiscard]] Finding by_label(double threshold, bool last) const noexcept;
    template <class Each>
    void for_each_candidate(double threshold, bool last, Each&& each) const noexcept;
    [[nodiscard]] Finding by_frequency(double threshold) const noexcept;
    [[nodiscard]] std::array<double, FrequencyBands::most> expected_in_bands() const noexcept;

    LabelTotals& totals_;
    SplitTests tests_;
    Statistics statistics_;
    SeasonalSplit split_;
    std::uint32_t number_;
    double n_;
    double seen_repeats_;
    Time now_;
    const Bucket* last_ = nullptr;
    double inflation_ = 1;
    double other_terms_ = 0;  // of the labels without a rhythm of their own, nats
    double past_squares_;     // sums of the squared counts of all labels
    double recent_squares_ = 0;
    SeasonProfile::ByClass log_recent_{};  // of the probabilities
    SeasonProfile::ByClass log_past_{};
    std::array<double, FrequencyBands::most> in_band_{};
};

}  // namespace entrostream
