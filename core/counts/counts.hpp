// Counts of codes with their exact sums: the heart of every summary.
//
// A Tally is this alone; windows are this and a rule for which counts go down.
// A bulk call first makes sure that it cannot fail, then counts. Codes must be
// below `codes()`; the owner of the labels makes room with `grow`.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/flow_kernel.hpp"
#include "core/counts/slide_kernel.hpp"
#include "core/counts/small_count.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/count_log.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

class Counts {
  public:
    using Amount = std::uint64_t;
    using Columns = TraceColumns;
    // Only how often each code comes matters, not when: add_many does what update_many does.
    static constexpr bool any_order = true;

    [[nodiscard]] const ExactSums& sums() const noexcept { return sums_; }
    [[nodiscard]] std::size_t codes() const noexcept { return cells_.size(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return cells_[code].count; }

    // How long an event takes in bulk where counts are in the cache, and how many bytes there are
    // to copy: both roughly.
    [[nodiscard]] static double nanoseconds() noexcept { return 8.0; }
    [[nodiscard]] std::size_t memory() const noexcept { return cells_.size() * sizeof(Cell); }

    // Room for codes below `codes`, their counts 0.
    void grow(std::size_t codes) { cells_.resize(codes); }

    // One event more. Throws std::overflow_error, nothing changed, if n would
    // reach 2^62; so do all that add.
    void update(Code code) { sums_.insert(cells_[code]); }
    // Theorems 1 and 5, Add and Del: so many events of each code come or go at
    // once. The cost is in the codes named, not in those held nor in the events.
    // A code may be named twice. To go, they must be there.
    void add_many(CodeCounts more);
    void take_many(CodeCounts less) noexcept;
    // One event of `entering` for one of `leaving`, which must be held.
    void slide(Code entering, Code leaving) noexcept {
        if (entering != leaving) sums_.slide(cells_[entering], cells_[leaving]);
    }

    // One event less; k events more or less at once. To go, they must be held.
    void remove(Code code) noexcept { sums_.remove(cells_[code]); }
    void add(Code code, std::uint64_t k) { sums_.add(cells_[code], k); }
    void take(Code code, std::uint64_t k) noexcept { sums_.take(cells_[code], k); }

    // Throws std::overflow_error if `events` more do not fit; if they do, the
    // calls below cannot fail for so many in all.
    void prepare(std::uint64_t events) const { require_room(events); }
    void update_many(Codes codes);
    // As clear and update_many, but nothing is lost if memory runs out.
    void replace_all(Codes codes);
    // As update_many, and the values after each event go to the columns from
    // row `row` on.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    // Event i: entering[i] for leaving[i]; the number of events stays. No
    // columns: nothing is read.
    void trace_slides(Codes entering, const Code* leaving, TraceColumns columns, std::size_t row);
    // For windows whose length changes, so that any number of events may leave before one
    // enters. `next(first, most)` gives the events from number `first` on, at most so many
    // of them, as a Flow and its size (see flow_kernel.hpp), and `done(flow)` takes it back when
    // they have passed. Ends after `events` events, or where the next size is 0, and
    // returns how many have passed. n must stay below flow_limit.
    template <class Next, class Done>
    std::size_t trace_flow(std::size_t events, Next&& next, Done&& done, TraceColumns columns,
                           std::size_t row);

    // So many events follow in several calls of trace_slides or trace_flow with the same
    // columns, and then end_slides. Between the first of them and the last, nothing else may
    // be asked: if they are many, the counts are elsewhere meanwhile.
    void begin_slides(std::uint64_t events, TraceColumns columns);
    void end_slides() noexcept;

    // A long column: begin_column, which may fail, its pieces in turn, end_column.
    void begin_column(std::uint64_t events, TraceColumns) const { prepare(events); }
    void end_column() const noexcept {}

    // For loops over slides that keep their own account. Event i: code_of(entering[i])
    // for code_of(leaving[i]); moved[i] is how far F(n) - L has come by then, modulo 2^64.
    // For n <= 2^30 each step of it is below 2^63. The counts follow, the sums do not:
    // `recount` must come before anything else.
    static constexpr std::uint64_t record_limit = std::uint64_t{1} << 30;
    template <class CodeOf>
    void record_slides(Codes entering, const Code* leaving, const CodeOf& code_of,
                       std::uint64_t* moved) noexcept;
    // Makes the sums afresh from the counts, a logarithm each.
    void recount() noexcept;

    // Throws std::overflow_error if `more` events do not fit beside those held.
    void require_room(std::uint64_t more) const;
    void clear() noexcept;
    // Forgets the codes thrown out, whose counts must be 0.
    void renumber(const Renumbering& to, std::size_t kept);

  private:
    [[nodiscard]] std::vector<std::uint64_t> count_each(Codes codes) const;
    void add_each(const std::vector<std::uint64_t>& more) noexcept;
    // Whether the small counts are to be used; then they are there. All must fit them.
    [[nodiscard]] bool move_to_small();

    std::vector<Cell> cells_;        // by code
    std::vector<SmallCount> small_;  // instead of the cells, while many slides are made
    ExactSums sums_;
};

// F(c+1) - F(c) is below 2^63 for counts up to 2^30: 31.45 bits, in units of 2^-58. Where
// the same code comes and goes, the two halves undo each other.
template <class CodeOf>
void Counts::record_slides(Codes entering, const Code* leaving, const CodeOf& code_of,
                           std::uint64_t* moved) noexcept {
    std::uint64_t excess = 0;
    for (std::size_t i = 0; i < entering.size(); ++i) {
        excess += count_log_step(--cells_[code_of(leaving[i])].count);
        excess -= count_log_step(cells_[code_of(entering[i])].count++);
        moved[i] = excess;
    }
}

template <class Next, class Done>
std::size_t Counts::trace_flow(std::size_t events, Next&& next, Done&& done, TraceColumns columns,
                               std::size_t row) {
    const bool squares = wants(columns, Measure::gini);
    Pace pace = Pace::steady;
    FlowBlock block;
    std::size_t passed = 0;
    while (passed < events) {
        auto [flow, size] = next(passed, std::min(FlowBlock::capacity, events - passed));
        if (size == 0) break;
        if (pace == Pace::steady && slides_in_table(sums_) && flow.slides(size)) {
            trace_slides({flow.entering(), size}, flow.leaving(), columns, row + passed);
            flow.go(size);
        } else {
            flow = move_to_small()
                       ? flow_kernel(std::span(small_), size, flow, sums_, block, pace, squares)
                       : flow_kernel(std::span(cells_), size, flow, sums_, block, pace, squares);
            block.write(columns, row + passed, size);
            pace = block.pace(size);
        }
        done(flow);
        passed += size;
    }
    return passed;
}

}  // namespace entrostream
