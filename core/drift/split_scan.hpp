// One scan of the window's splits, from the newest to the oldest, for a change.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/drift/bucket.hpp"
#include "core/drift/error_budget.hpp"
#include "core/drift/frequency_bands.hpp"
#include "core/drift/label_totals.hpp"
#include "core/drift/recent_part.hpp"
#include "core/drift/repeats.hpp"
#include "core/drift/statistic.hpp"

namespace entrostream {

// What the statistics of a split are compared with.
struct TestLevels {
    double budget = 0;   // -ln of the error probability of the split, see ErrorBudget
    double episode = 0;  // the evidence that makes an episode, see Overdispersion
    double factor = 1;   // the overdispersion: statistics are divided by it
    double learned = 1;  // and that of episodes
};

// A significant split.
struct Finding {
    Statistic statistic = Statistic::sum;
    double strength = 0;   // the statistic, nats; by `test` divided by the overdispersion
    double threshold = 0;  // nats
    std::size_t band = 0;  // frequency: the last band on the rare side
    Code code = no_code;   // label: the code

    [[nodiscard]] double excess() const noexcept { return strength - threshold; }
};

class SplitScan {
  public:
    // `number`: unique per scan. The window has n events, `repeats` of them equal to the previous
    // event; `squares` is the sum of the squared totals.
    SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n, std::uint64_t distinct,
              std::uint64_t repeats, double squares, Statistics statistics) noexcept;

    // Moves a bucket to the recent part. Precondition: the past does not become empty.
    void move(const Bucket& bucket) noexcept { recent_.move(bucket); }
    // Tests the split before the bucket moved last. Returns the finding of the statistic that
    // exceeds its threshold most; its excess is 0 if there is no change. `last`: whether it is the
    // last split of its row.
    [[nodiscard]] Finding test(const TestLevels& levels, bool last) noexcept;
    // The largest statistic of the splits tested since the last call over the level of an
    // episode; 0 if none exceeds it times `learned`.
    [[nodiscard]] double take_episode() noexcept { return std::exchange(episode_, 0); }

  private:
    [[nodiscard]] Repeats repeats() noexcept;
    void consider(Finding finding, double level, const TestLevels& levels, Finding& best) noexcept;
    void test_sum(const TestLevels& levels, Finding& best) noexcept;
    [[nodiscard]] Finding by_label(double threshold, bool last) noexcept;
    [[nodiscard]] double deviation_corrected_for_runs(const Repeats& runs,
                                                      Code code) const noexcept;
    template <class Each>
    void for_each_lacking(double threshold, Each&& each) const noexcept;
    [[nodiscard]] Finding by_frequency(double threshold) noexcept;
    [[nodiscard]] Finding best_cut(double threshold) const noexcept;
    [[nodiscard]] Finding best_cut_corrected_for_runs(double threshold,
                                                      const Repeats& repeats) const noexcept;

    LabelTotals& totals_;
    Statistics statistics_;
    RecentPart recent_;
    double seen_repeats_;
    double episode_ = 0;
    double of_sum_;    // -ln of each statistic's share of a split's
    double of_label_;  // budget, per label and per cut
    double of_cut_ = 0;
    std::size_t bands_ = 0;                                // number of non-empty bands
    std::array<std::uint8_t, FrequencyBands::most> band_;  // their indices, rare to frequent
};

}  // namespace entrostream
