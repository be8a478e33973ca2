// ADWIN of Bifet and Gavaldà (2007): a window of numbers from 0 to 1 that grows while their
// mean stays and lets go of its oldest part when the mean has changed.
//
// The rule of MOA and river, to the bit: every `clock` numbers each split of the window
// between two buckets, older W0 and newer W1, is tested, and the oldest bucket goes as long
// as for one of them
//
//     |mean(W0) - mean(W1)| > sqrt(2 m s d) + 2/3 d m
//
// with m = 1/(n0 - l + 1) + 1/(n1 - l + 1), l the least length, s the variance of the window
// and d = ln(2 ln n / delta). What the cut left stays, as the paper says. No libm: the same
// cuts on every machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/drift/number_buckets.hpp"

namespace entrostream {

// What one check cut away.
struct MeanChange {
    std::uint64_t position = 0;  // of the first number kept, counted from 0
    std::uint64_t found = 0;     // how many numbers had come
    double before = 0.0;         // the mean of what was let go
    double after = 0.0;          // the mean of what was kept

    friend bool operator==(const MeanChange&, const MeanChange&) = default;
};

class Adwin {
  public:
    static constexpr double least_delta = 1e-300;  // ln n / delta is a number
    static constexpr std::uint64_t most_buckets = 1000;
    static constexpr std::size_t changes_kept = 1000;

    struct Rule {
        double delta = 0.002;
        std::uint64_t clock = 32;
        std::uint64_t max_buckets = 5;
        std::uint64_t min_window_length = 5;
        std::uint64_t grace_period = 10;

        friend bool operator==(const Rule&, const Rule&) = default;
    };

    // Throws std::invalid_argument unless least_delta <= delta < 1, clock and
    // min_window_length are positive, 0 < max_buckets <= most_buckets, and all below 2^62.
    explicit Adwin(const Rule& rule);

    // Numbers from 0 to 1: the caller has checked that. Throw std::overflow_error if 2^62
    // numbers would have come, and std::bad_alloc; nothing changed then. `found` gets the changes,
    // also those too many to be kept.
    void update(double number, std::vector<MeanChange>& found);
    void update_many(std::span<const double> numbers, std::vector<MeanChange>& found);
    // As new.
    void clear() noexcept;

    // How long a number takes in bulk, and how many bytes there are to copy: both roughly.
    [[nodiscard]] static double nanoseconds() noexcept { return 10.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return buckets_.memory() + changes_.size() * sizeof(MeanChange);
    }

    [[nodiscard]] const Rule& rule() const noexcept { return rule_; }
    // How many numbers the window holds, and how many ever came.
    [[nodiscard]] std::uint64_t n() const noexcept { return buckets_.n(); }
    [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
    // Of the window, from the buckets: O(max_buckets * log n), with an error of so many ulps
    // at most, however long the window; all 0 when it is empty.
    [[nodiscard]] double total() const noexcept { return buckets_.moments().total; }
    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double variance() const noexcept;  // population's: spread / n
    // The newest, oldest first; and how many there ever were.
    [[nodiscard]] const std::vector<MeanChange>& changes() const noexcept { return changes_; }
    [[nodiscard]] std::uint64_t n_changes() const noexcept { return n_changes_; }

    // What the tests go by: river's sums, number by number.
    [[nodiscard]] const Moments& running() const noexcept { return running_; }
    [[nodiscard]] const NumberBuckets& buckets() const noexcept { return buckets_; }

    struct Content {
        std::uint64_t seen = 0;
        std::uint64_t n_changes = 0;
        std::vector<MeanChange> changes = {};
        Moments running = {};
        NumberBuckets buckets;
    };
    // For a state that is read, whose rows have as many buckets as they should. Throws
    // std::invalid_argument if it cannot have come about.
    void restore(Content content);

    friend bool operator==(const Adwin&, const Adwin&) = default;

  private:
    void require_room(std::size_t more) const;
    void prepare_checks(std::uint64_t numbers, std::vector<MeanChange>& found);
    void take(std::span<const double> numbers) noexcept;
    // Lets go of what differs from the newest, bucket by bucket.
    void check(std::vector<MeanChange>& found) noexcept;
    [[nodiscard]] bool has_cut() const noexcept;

    Rule rule_;
    std::uint64_t seen_ = 0;
    std::uint64_t until_check_;  // how many numbers are to come before the next one
    Moments running_;
    NumberBuckets buckets_;
    std::uint64_t n_changes_ = 0;
    std::vector<MeanChange> changes_;
};

}  // namespace entrostream
