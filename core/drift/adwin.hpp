// ADWIN of Bifet and Gavaldà (2007): a window of numbers from 0 to 1 that grows while their
// mean is stable and drops its oldest part when the mean has changed.
//
// The rule is that of MOA and river, bit for bit: every `clock` numbers each split of the window
// between two buckets, older W0 and newer W1, is tested, and the oldest bucket is dropped as long
// as for some split
//
//     |mean(W0) - mean(W1)| > sqrt(2 m s d) + 2/3 d m
//
// with m = 1/(n0 - l + 1) + 1/(n1 - l + 1), l the minimum length, s the variance of the window
// and d = ln(2 ln n / delta). The rest of the window is kept, as in the paper. No libm is used, so
// the cuts are the same on every machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/drift/number_buckets.hpp"

namespace entrostream {

// A change found by one check.
struct MeanChange {
    std::uint64_t position = 0;  // of the first number kept, 0-based
    std::uint64_t found = 0;     // numbers seen by then
    double before = 0.0;         // mean of the numbers dropped
    double after = 0.0;          // mean of the numbers kept

    friend bool operator==(const MeanChange&, const MeanChange&) = default;
};

class Adwin {
  public:
    static constexpr double min_delta = 1e-300;  // keeps ln n / delta finite
    static constexpr std::uint64_t buckets_limit = 1000;
    static constexpr std::size_t max_changes = 1000;

    struct Rule {
        double delta = 0.002;
        std::uint64_t clock = 32;
        std::uint64_t max_buckets = 5;
        std::uint64_t min_window_length = 5;
        std::uint64_t grace_period = 10;

        friend bool operator==(const Rule&, const Rule&) = default;
    };

    // Throws std::invalid_argument unless min_delta <= delta < 1, clock and
    // min_window_length are positive, 0 < max_buckets <= buckets_limit, and all below 2^62.
    explicit Adwin(const Rule& rule);

    // Precondition: the numbers are from 0 to 1. Throw std::overflow_error if 2^62 numbers would
    // be reached, and std::bad_alloc; nothing has changed then. All changes are appended to
    // `found`, including those that changes() no longer holds.
    void update(double number, std::vector<MeanChange>& found);
    void update_many(std::span<const double> numbers, std::vector<MeanChange>& found);
    // Resets to the initial state.
    void clear() noexcept;

    // Approximate time per number in bulk, and approximate number of bytes a copy takes.
    [[nodiscard]] static double nanoseconds() noexcept { return 10.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return buckets_.memory() + changes_.size() * sizeof(MeanChange);
    }

    [[nodiscard]] const Rule& rule() const noexcept { return rule_; }
    // Numbers in the window, and numbers ever seen.
    [[nodiscard]] std::uint64_t n() const noexcept { return buckets_.n(); }
    [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
    // Of the window, from the buckets: O(max_buckets * log n), with an error of at most this many
    // ulps, however long the window; all 0 when it is empty.
    [[nodiscard]] double total() const noexcept { return buckets_.moments().total; }
    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double variance() const noexcept;  // population variance, spread / n
    // The last max_changes changes, oldest first; and the number of changes ever found.
    [[nodiscard]] const std::vector<MeanChange>& changes() const noexcept { return changes_; }
    [[nodiscard]] std::uint64_t n_changes() const noexcept { return n_changes_; }

    // The sums the tests use, updated per number as in river.
    [[nodiscard]] const Moments& running() const noexcept { return running_; }
    [[nodiscard]] const NumberBuckets& buckets() const noexcept { return buckets_; }

    struct Content {
        std::uint64_t seen = 0;
        std::uint64_t n_changes = 0;
        std::vector<MeanChange> changes = {};
        Moments running = {};
        NumberBuckets buckets;
    };
    // For reading a state whose rows have valid numbers of buckets. Throws std::invalid_argument
    // if no Adwin can have this content.
    void restore(Content content);

    friend bool operator==(const Adwin&, const Adwin&) = default;

  private:
    void require_room(std::size_t more) const;
    void prepare_checks(std::uint64_t numbers, std::vector<MeanChange>& found);
    void take(std::span<const double> numbers) noexcept;
    // Drops oldest buckets while some split passes the cut rule.
    void check(std::vector<MeanChange>& found) noexcept;
    [[nodiscard]] bool has_cut() const noexcept;

    Rule rule_;
    std::uint64_t seen_ = 0;
    std::uint64_t until_check_;  // numbers until the next check
    Moments running_;
    NumberBuckets buckets_;
    std::uint64_t n_changes_ = 0;
    std::vector<MeanChange> changes_;
};

}  // namespace entrostream
