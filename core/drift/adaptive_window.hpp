// A window that grows while the mixture of labels stays as it is, and forgets the past when
// it changes: ADWIN for labels, the future work of Sovdat (2014).
//
// Events come in blocks. After each block some splits of the window are tested (split_scan.hpp),
// those far back less often: after block j the buckets of rows 0 .. r, where 2^r divides j. A
// split with n1 events behind it is so tested at the latest when n1 has grown by a quarter, and the
// cost an event does not depend on the window's length. Of all splits that chance does
// not explain, the one that exceeds its threshold most is where the past is cut off. So a change
// is placed between two blocks, and the block it fell into stays, with what it has of the past.
// It is let go with the next block: the few events of the past would otherwise look like
// a change of their own later on. (With it, changes of very different mixtures were cut up to
// twice; without it, once.)
//
// It is always the last n events exactly: counts, entropy and Gini index are those of a
// tally of them.
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
#include "core/drift/split_scan.hpp"
#include "core/drift/statistic.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"

namespace entrostream {

struct AdaptiveOptions {
    static constexpr std::uint32_t largest_block = 1u << 16;
    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    double rate = 1e-4;  // false cuts to expect an event, at most
    std::uint32_t block = 32;
    std::uint64_t max_size = no_limit;
    Statistics statistics{};

    friend bool operator==(const AdaptiveOptions&, const AdaptiveOptions&) = default;
};

class AdaptiveWindow {
  public:
    using Amount = std::uint64_t;

    static constexpr std::size_t most_labels = 5;  // told of a change

    // Throws std::invalid_argument unless 0 < rate < 1, 1 <= block <= largest_block,
    // block <= max_size, and there is a statistic.
    explicit AdaptiveWindow(const AdaptiveOptions& options);

    [[nodiscard]] const AdaptiveOptions& options() const noexcept { return options_; }
    [[nodiscard]] const ExactSums& sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }
    // How many events ever came; how many changes were found in them.
    [[nodiscard]] std::uint64_t seen() const noexcept { return seen_; }
    [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }
    // Where its time stands. Restored, it may stand a block too early: a state does not tell.
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }

    // Both roughly: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 500.0; }
    [[nodiscard]] std::size_t memory() const noexcept;
    void grow(std::size_t codes);

    // One event more. Either all events have times or none: the owner sees to it. They only
    // annotate changes, but must not go back: throws TooLate. Throws std::bad_alloc. Nothing
    // changed then.
    void update(Code code);
    void update(Code code, Time at);

    // Throws std::overflow_error if `events` more do not fit below 2^62. If there is memory,
    // the calls below cannot fail for so many in all, unless they `may_refuse`.
    void prepare(std::uint64_t events);
    void prepare(Times times);
    // True if so many events may run out of memory halfway: then they should be tried on a copy.
    [[nodiscard]] static bool may_refuse(std::uint64_t events) noexcept {
        return events > most_prepared;
    }
    void update_many(Codes codes) { trace(codes, {}); }
    void update_many(Codes codes, Times times) { trace(codes, times, {}); }
    // As update_many, and the values after each event go to the columns from row `row` on.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    void trace(Codes codes, Times times, TraceColumns columns, std::size_t row = 0);

    // What was found since the last call of take_found.
    [[nodiscard]] const std::vector<Change>& found() const noexcept { return found_; }
    [[nodiscard]] std::vector<Change> take_found() noexcept { return std::exchange(found_, {}); }

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t kept);

    // What a state holds beside the options.
    struct Content {
        std::uint64_t seen = 0;
        std::uint64_t changes = 0;
        std::vector<BucketRows::Row> rows;  // as BucketRows has them
        std::vector<Code> pending;          // events of the block that is not whole yet
        std::uint64_t pending_repeats = 0;
        Time pending_first = 0;
        Code last = no_code;       // the last event
        bool timed = false;        // whether events have times
        bool mixed_start = false;  // its oldest block is that of a change, and goes with the next

        // The same with other codes: `to[code]` for each that is held.
        [[nodiscard]] Content renamed(const std::vector<Code>& to) const;

        friend bool operator==(const Content&, const Content&) = default;
    };
    [[nodiscard]] Content content() const;
    // Of an empty window with room for the codes. Throws std::invalid_argument if that cannot
    // be the content of such a window.
    void restore(Content content);

  private:
    static constexpr std::uint64_t most_prepared = 1u << 16;

    // A split: what is older than this bucket is the past.
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
    void cut(Place place, const Finding& finding, const Time* now) noexcept;
    void describe(Place place, const Finding& finding, Change& change) const;
    [[nodiscard]] std::uint32_t next_scan() noexcept;
    void require_sound(const Content& content) const;
    void require_last_sound(const Content& content) const;

    AdaptiveOptions options_;
    ErrorBudget budget_;
    Counts counts_;              // of all events held
    BucketRows buckets_;         // all whole blocks held
    LabelTotals totals_;         // of the whole blocks
    std::uint64_t repeats_ = 0;  // in the whole blocks
    std::uint64_t blocks_ = 0;
    std::uint64_t seen_ = 0;
    std::uint64_t changes_ = 0;
    std::vector<Code> pending_;  // the block that is not whole yet
    std::uint64_t pending_repeats_ = 0;
    Time pending_first_ = 0;
    EventClock clock_{0, Late::raise};
    Code last_ = no_code;
    std::uint32_t scan_ = 0;
    Bucket next_;                              // empty, with room for a block
    std::vector<Bucket> ready_;                // the same, for the blocks after it
    std::vector<std::uint32_t> block_counts_;  // by code, all 0 between blocks
    bool timed_ = false;
    bool mixed_start_ = false;
    std::vector<Change> found_;
};

}  // namespace entrostream
