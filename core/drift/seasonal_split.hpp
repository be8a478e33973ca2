// A split of a window with a rhythm: with what probability an event of each label is recent.
//
// Without a rhythm this is n1/n for all labels. With one, recent events are expected in proportion
// to the label's exposure in the recent part; all of them times one factor, so that they sum to n1.
#pragma once
#include <cstddef>

#include "core/drift/bucket.hpp"
#include "core/drift/season_profile.hpp"

namespace entrostream {

class SeasonalSplit {
  public:
    explicit SeasonalSplit(const SeasonProfile& profile) noexcept : profile_(profile) {}

    // Moves a bucket to the recent part. Precondition: the past does not become empty.
    void move(const Bucket& bucket) noexcept;
    // Computes the probabilities. Valid until the next move.
    void solve() noexcept;

    [[nodiscard]] const SeasonProfile& profile() const noexcept { return profile_; }
    // Recent events, of all classes and of one.
    [[nodiscard]] double recent() const noexcept { return recent_; }
    [[nodiscard]] double recent(std::size_t of) const noexcept { return events_[of]; }
    // The probability that an event of a class is recent.
    [[nodiscard]] double probability(std::size_t of) const noexcept { return probability_[of]; }
    // Odds of that: past events times this are the recent ones that they let expect.
    [[nodiscard]] double odds(std::size_t of) const noexcept {
        return probability_[of] / (1 - probability_[of]);
    }
    // By how much the variance of the recent counts grows because the rhythm itself was estimated.
    // `first` and `last`: times of the first and of the last recent event.
    [[nodiscard]] double inflation(Time first, Time last) const noexcept {
        return 1 + noise_ / profile_.bins_between(first, last);
    }

  private:
    const SeasonProfile& profile_;
    double recent_ = 0;
    double noise_ = 0;
    SeasonProfile::ByClass events_{};
    SeasonProfile::ByClass exposure_{};
    SeasonProfile::ByClass probability_{};
};

}  // namespace entrostream
