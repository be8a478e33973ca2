// One scan of the window's splits, from the newest to the oldest, for a change.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/drift/bucket.hpp"
#include "core/drift/label_totals.hpp"
#include "core/drift/recent_part.hpp"
#include "core/drift/repeats.hpp"
#include "core/drift/split_tests.hpp"
#include "core/drift/statistic.hpp"

namespace entrostream {

class SplitScan {
  public:
    // `number`: unique per scan. The window has n events, `repeats` of them equal to the previous
    // event; `squares` is the sum of the squared totals.
    SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n, std::uint64_t distinct,
              std::uint64_t repeats, double squares, Statistics statistics,
              SplitPrices& prices) noexcept;

    // Moves a bucket to the recent part. Precondition: the past does not become empty.
    void move(const Bucket& bucket) noexcept { recent_.move(bucket); }
    // Tests the split before the bucket moved last. Returns the finding of the statistic that
    // exceeds its threshold most; its excess is 0 if there is no change. `last`: whether it is the
    // last split of its row.
    [[nodiscard]] Finding test(const TestLevels& levels, bool last) noexcept;
    // See SplitTests::take_episode.
    [[nodiscard]] double take_episode() noexcept { return tests_.take_episode(); }
    [[nodiscard]] double take_sum_episode() noexcept { return tests_.take_sum_episode(); }

  private:
    [[nodiscard]] Repeats repeats() noexcept;
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
    SplitTests tests_;
    Statistics statistics_;
    RecentPart recent_;
    double seen_repeats_;
};

}  // namespace entrostream
