// Counts of pairs by their codes, with all sums of a table: the core of all tables.
//
// It has the interface of Counts, for codes of pairs, so that windows can use it too. It maps a
// pair to its x and y, and counts these as well. Pairs whose count fell to 0 stay known until the
// owner removes them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/counts.hpp"
#include "core/math/int128.hpp"
#include "core/tables/pair_codes.hpp"
#include "core/tables/table_sums.hpp"
#include "core/tables/table_trace.hpp"

namespace entrostream {

class PairCounts {
  public:
    using Amount = std::uint64_t;
    using Columns = TableColumns;

    [[nodiscard]] TableSums sums() const noexcept {
        return {x_.sums(), y_.sums(), cells_.sums(), purity_sum_};
    }
    [[nodiscard]] const Counts& x() const noexcept { return x_; }
    [[nodiscard]] const Counts& y() const noexcept { return y_; }
    // The number of pairs that have a code.
    [[nodiscard]] std::size_t codes() const noexcept { return pairs_.size(); }
    [[nodiscard]] CodePair pair(Code code) const noexcept { return pairs_[code]; }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return cells_.count(code); }

    // Both approximate: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 100.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return codes() * 50 + x_.codes() * 40 + y_.codes() * 8;
    }

    // Makes room for codes of x and of y below these, with counts 0.
    void grow(std::size_t x_codes, std::size_t y_codes);
    // The code of a pair, or no_code.
    [[nodiscard]] Code find(CodePair pair) const noexcept { return pairs_.find(pair); }
    void prefetch(CodePair pair) const noexcept { pairs_.prefetch(pair); }
    // Adds a pair that has no code, with count 0, and returns its code. Precondition: there is room
    // for x and y.
    Code add(CodePair pair);

    // Adds one event. Throws std::overflow_error, with nothing changed, if n would reach 2^62; so
    // do all functions that add events.
    void update(Code code);
    // Add or remove `amount` events of each pair. Precondition of take_many: they are held.
    void add_many(CodeCounts more);
    void take_many(CodeCounts less) noexcept;
    // Remove one event; add or remove k events. Precondition: events to remove are held.
    void remove(Code code) noexcept;
    void add(Code code, std::uint64_t k) { add_one(CodeCount{code, k}); }
    void take(Code code, std::uint64_t k) noexcept { take_one(CodeCount{code, k}); }
    // Replaces one event of `leaving`, which must be held, by one of `entering`.
    void slide(Code entering, Code leaving) noexcept;

    // Throws std::overflow_error if `events` more do not fit; otherwise the calls below cannot fail
    // for this many in total.
    void prepare(std::uint64_t events) const { require_room(events); }
    void require_room(std::uint64_t events) const { cells_.require_room(events); }
    void update_many(Codes codes);
    // Like clear and update_many, but nothing is lost if memory runs out.
    void replace_all(Codes codes);
    // Like update_many, but writes the values after each event to the columns, starting at `row`.
    void trace(Codes codes, TableColumns columns, std::size_t row = 0);
    // Event i replaces leaving[i] by entering[i]; n does not change. Without columns no value is
    // computed.
    void trace_slides(Codes entering, const Code* leaving, TableColumns columns, std::size_t row);
    // How many of this many events are still held after update_many.
    [[nodiscard]] static std::size_t staying(std::size_t events) noexcept { return events; }

    void clear() noexcept;
    // Forgets the removed pairs, whose counts must be 0.
    void renumber(const Renumbering& to, std::size_t new_size);
    // Forgets the removed codes of x or y, which no pair may have.
    void renumber_x(const Renumbering& to, std::size_t new_size);
    void renumber_y(const Renumbering& to, std::size_t new_size);

  private:
    static constexpr std::size_t slice = 1 << 14;  // events between two interruption checks

    // The data of a value of x besides its count.
    struct Row {
        uint128 squares = 0;  // Q_x, the sum of the squares of its pairs' counts
        uint128 purity = 0;   // P(Q_x, n_x), its term in the purity sum
    };

    void insert(Code code);
    void exchange(Code entering, Code leaving) noexcept;
    void add_one(const CodeCount& more);
    void add_each(CodeCounts more);
    void take_one(const CodeCount& less) noexcept;
    void refresh(Code x) noexcept;
    void refresh_all() noexcept;
    void recount_rows() noexcept;
    [[nodiscard]] std::vector<CodeCount> counted(Codes codes) const;
    void slide_blocks(Codes entering, const Code* leaving, TableColumns columns, std::size_t row);

    PairCodes pairs_;
    Counts cells_;  // by code of the pair
    Counts x_;
    Counts y_;
    std::vector<Row> rows_;   // by code of x
    uint128 purity_sum_ = 0;  // R = sum of the rows' purities
};

}  // namespace entrostream
