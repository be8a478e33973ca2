// A window that grows while the label distribution is stationary and drops its past on concept
// drift: ADWIN for labels, the future work of Sovdat (2014).
//
// Events are processed in blocks. After each block some splits of the window are tested
// (split_scan.hpp), older ones less often: after block j the buckets of rows 0 .. r, where 2^r
// divides j. A split with n1 recent events is therefore tested again before n1 has grown by more
// than a quarter, and the cost per event does not depend on the window's length. If several splits
// are significant, the window is cut at the one that exceeds its threshold most. A change point is
// thus located between two blocks, and the block that contains it is kept at first, including its
// events from before the change. It is dropped with the next block, because these few old events
// would later look like another change. (When it was kept, changes between very different
// distributions were cut up to twice; when dropped, once.)
//
// Not every change is reported: see report_filter.hpp. The window is cut at all of them.
//
// The window is always exactly the last n events: counts, entropy and Gini index equal those of a
// tally over them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/counts.hpp"
#include "core/counts/trace.hpp"
#include "core/drift/bucket_rows.hpp"
#include "core/drift/change.hpp"
#include "core/drift/error_budget.hpp"
#include "core/drift/label_totals.hpp"
#include "core/drift/overdispersion.hpp"
#include "core/drift/report_filter.hpp"
#include "core/drift/season_profile.hpp"
#include "core/drift/seasonal_split.hpp"
#include "core/drift/split_scan.hpp"
#include "core/drift/split_tests.hpp"
#include "core/drift/statistic.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct AdaptiveOptions {
    static constexpr std::uint32_t largest_block = 1u << 16;
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    double rate = 1e-4;  // upper bound on expected false cuts per event
    std::uint32_t block = 32;
    std::uint64_t max_size = no_limit;
    Statistics statistics{};
    bool calibrate = true;       // whether overdispersion is learned
    bool skip_recurring = true;  // whether changes that recur are not reported; needs calibrate
    double min_shift = 0;        // total variation distance that a change must exceed
    Time season = 0;             // period of a rhythm that is no change; 0: none
    std::uint32_t season_bins = 24;

    friend bool operator==(const AdaptiveOptions&, const AdaptiveOptions&) = default;
};

class AdaptiveWindow {
  public:
    using Amount = std::uint64_t;

    static constexpr std::size_t max_labels = 5;  // reported per change

    // Throws std::invalid_argument unless 0 < rate < 1, 1 <= block <= largest_block,
    // block <= max_size, 0 <= min_shift < 1, season >= 0, its number of bins is in range, and at
    // least one statistic is enabled.
    explicit AdaptiveWindow(const AdaptiveOptions& options);

    [[nodiscard]] const AdaptiveOptions& options() const noexcept { return options_; }
    [[nodiscard]] const ExactSums& sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }
    // Events ever seen, changes reported in them, and changes that were not because they recur.
    [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
    [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }
    [[nodiscard]] std::uint64_t recurring() const noexcept { return recurring_; }
    // The largest factor that divides the statistics of the window's rows; 1 if there is no
    // overdispersion, or it is not learned.
    [[nodiscard]] double overdispersion() const noexcept;
    // The event clock. After a restore it may lag by up to a block: a state does not store it.
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }

    // Both approximate: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 500.0; }
    [[nodiscard]] std::size_t memory() const noexcept;
    void grow(std::size_t codes);

    // Whether a code must keep its label: it occurs in the window, or has a rhythm of its own.
    [[nodiscard]] bool uses(Code code) const noexcept {
        return count(code) != 0 || (season_ && season_->class_of(code) != 0);
    }
    [[nodiscard]] std::size_t used() const noexcept;

    // Adds one event. Either all events have times or none, and all have with a season: the owner
    // ensures it. Times must not decrease: throws TooLate. Without a season they only annotate
    // changes. Throws std::bad_alloc. On an exception nothing has changed.
    void update(Code code);
    void update(Code code, Time at);

    // Throws std::overflow_error if `events` more do not fit below 2^62. On success the calls
    // below cannot fail for this many events in total, unless `may_refuse(events)`.
    void prepare(std::uint64_t events);
    void prepare(Times times);
    // True if this many events may run out of memory halfway: the caller should use a copy then.
    [[nodiscard]] static bool may_refuse(std::uint64_t events) noexcept {
        return events > max_prepared;
    }
    void update_many(Codes codes) { trace(codes, {}); }
    void update_many(Codes codes, Times times) { trace(codes, times, {}); }
    // Like update_many, but writes the values after each event to the columns, starting at `row`.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    void trace(Codes codes, Times times, TraceColumns columns, std::size_t row = 0);

    // Changes reported since the last call of take_found.
    [[nodiscard]] const std::vector<Change>& found() const noexcept { return found_; }
    [[nodiscard]] std::vector<Change> take_found() noexcept { return std::exchange(found_, {}); }

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

    // What a state holds besides the options.
    struct Content {
        std::uint64_t seen = 0;
        std::uint64_t changes = 0;
        std::uint64_t recurring = 0;
        std::vector<BucketRows::Row> rows;  // see BucketRows::rows
        std::vector<Code> pending;          // events of the incomplete block
        std::uint64_t pending_repeats = 0;
        Time pending_first = 0;
        Code last = no_code;       // the last event
        bool timed = false;        // whether events have times
        bool mixed_start = false;  // the oldest block contains a change and is dropped next
        std::vector<Overdispersion::Row> overdispersion;  // see Overdispersion::content
        std::vector<Overdispersion::Row> sum_overdispersion;
        ReportFilter::Content reports;
        SeasonProfile::Content season;  // with a season only

        // A copy with every code replaced by `to[code]`.
        [[nodiscard]] Content renamed(const std::vector<Code>& to) const;

        friend bool operator==(const Content&, const Content&) = default;
    };
    [[nodiscard]] Content content() const;
    // Precondition: the window is empty and has grown to the codes. Throws std::invalid_argument
    // if no window with these options can have this content.
    void restore(Content content);

  private:
    static constexpr std::uint64_t max_prepared = 1u << 16;

    // A split: everything older than this bucket is the past.
    struct Place {
        std::size_t row = 0;
        std::size_t bucket = 0;
    };
    void take_in_all(Codes codes, const Time* times, TraceColumns columns, std::size_t row);
    [[nodiscard]] std::size_t take_in_some(Codes codes, const Time* times, TraceColumns columns,
                                           std::size_t row);
    void prepare_block();
    void require_room(std::uint64_t events) const;
    void finish_block(const Time* now) noexcept;
    void count_pending() noexcept;
    void drop_oldest() noexcept;
    void forget(const Bucket& bucket) noexcept;
    void look_for_change(const Time* now) noexcept;
    template <class Scan>
    void look_for_change(Scan& scan, const Time* now) noexcept;
    // Whether the split before a bucket is not tested: it belongs to the first season.
    [[nodiscard]] bool is_skipped(const Bucket& bucket) const noexcept {
        return season_ && !season_->is_after_first(bucket.first);
    }
    [[nodiscard]] SeasonalSplit seasonal_split(Place place) const noexcept;
    void expect_by_season(Place place, std::uint64_t events,
                          std::vector<LabelShift>& labels) const noexcept;
    // Calls `each(bucket)` for the buckets after a split.
    template <class Each>
    void for_each_recent(Place place, Each&& each) const {
        const std::vector<BucketRows::Row>& rows = buckets_.rows();
        for (std::size_t row = 0; row <= place.row; ++row) {
            for (std::size_t bucket = row < place.row ? 0 : place.bucket; bucket < rows[row].size();
                 ++bucket) {
                each(rows[row][bucket]);
            }
        }
    }
    [[nodiscard]] TestLevels levels_of(std::size_t row, const Overdispersion::Correction& of,
                                       const Overdispersion::Correction& of_sum) const noexcept;
    // Whether the change exceeds min_shift, beyond doubt.
    [[nodiscard]] bool matters(Place place, const TestLevels& levels) noexcept;
    void cut(Place place, const Finding& finding, double factor, const Time* now) noexcept;
    void describe(Place place, const Finding& finding, double factor, Change& change) const;
    [[nodiscard]] bool is_recent(std::size_t row, std::size_t bucket, Place place) const noexcept {
        return row < place.row || (row == place.row && bucket >= place.bucket);
    }
    [[nodiscard]] std::uint32_t next_scan() noexcept;
    void require_sound(const Content& content) const;
    void require_reports_sound(const Content& content) const;
    void require_last_sound(const Content& content) const;
    void require_season_sound(const Content& content) const;

    AdaptiveOptions options_;
    ErrorBudget budget_;
    Counts counts_;       // of all events in the window
    BucketRows buckets_;  // all complete blocks
    LabelTotals totals_;  // of the complete blocks
    Overdispersion overdispersion_;
    Overdispersion sum_overdispersion_;  // of the sum's excess over its mean
    ReportFilter reports_;
    std::optional<SeasonProfile> season_;
    std::uint64_t repeats_ = 0;  // in the complete blocks
    std::uint64_t blocks_ = 0;
    std::uint64_t seen_ = 0;
    std::uint64_t changes_ = 0;
    std::uint64_t recurring_ = 0;
    std::vector<Code> pending_;  // the incomplete block
    std::uint64_t pending_repeats_ = 0;
    Time pending_first_ = 0;
    EventClock clock_{0, Late::raise};
    Code last_ = no_code;
    std::uint32_t scan_ = 0;
    SplitPrices prices_;
    Bucket next_;                              // empty, with capacity for a block
    std::vector<Bucket> ready_;                // the same, for later blocks
    std::vector<std::uint32_t> block_counts_;  // by code, all 0 between blocks
    bool timed_ = false;
    bool mixed_start_ = false;
    std::vector<Change> found_;
};

}  // namespace entrostream
