// Counts of codes with their exact sums: the core of every summary.
//
// A Tally is just this; a window adds a rule for which events leave. A bulk call first
// checks that it cannot fail, then counts. Codes must be below `codes()`; the owner of the
// labels makes room with `grow`.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/counts/code.hpp"
#include "core/counts/flow_kernel.hpp"
#include "core/counts/slide_kernel.hpp"
#include "core/counts/small_count.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

class Counts {
  public:
    using Amount = std::uint64_t;
    using Columns = TraceColumns;
    // Only the number of events per code matters, not their order: add_many is equivalent to
    // update_many.
    static constexpr bool any_order = true;

    [[nodiscard]] const ExactSums& sums() const noexcept { return sums_; }
    [[nodiscard]] std::size_t codes() const noexcept { return cells_.size(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return cells_[code].count; }

    // Rough cost of an event in bulk while the counts are in the CPU cache, and the approximate
    // number of bytes that a copy takes.
    [[nodiscard]] static double nanoseconds() noexcept { return 8.0; }
    [[nodiscard]] std::size_t memory() const noexcept { return cells_.size() * sizeof(Cell); }

    // Makes room for codes below `codes`; new counts are 0.
    void grow(std::size_t codes) { cells_.resize(codes); }

    // One more event. Like all functions that add events, throws std::overflow_error, with
    // nothing changed, if n would reach 2^62.
    void update(Code code) { sums_.insert(cells_[code]); }
    // Theorems 1 and 5, Add and Del: adds or removes a number of events of each code at once.
    // The cost is linear in the entries of the list, whatever the number of codes or events
    // held. A code may be listed twice. Precondition of take_many: the events are held.
    void add_many(CodeCounts more);
    void take_many(CodeCounts less) noexcept;
    // Replaces one event of `leaving`, which must be held, by one of `entering`.
    void slide(Code entering, Code leaving) noexcept {
        if (entering != leaving) sums_.slide(cells_[entering], cells_[leaving]);
    }

    // One event fewer; k events more or fewer at once. Precondition: removed events are held.
    void remove(Code code) noexcept { sums_.remove(cells_[code]); }
    void add(Code code, std::uint64_t k) { sums_.add(cells_[code], k); }
    void take(Code code, std::uint64_t k) noexcept { sums_.take(cells_[code], k); }

    // Throws std::overflow_error if `events` more do not fit; otherwise the calls below
    // cannot fail for this many events in total.
    void prepare(std::uint64_t events) const { require_room(events); }
    void update_many(Codes codes);
    // Like clear and update_many, but nothing is lost if memory runs out.
    void replace_all(Codes codes);
    // Like update_many, and writes the values after each event to the columns from row
    // `row` on.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    // Event i replaces leaving[i] by entering[i]; n is unchanged. Without columns nothing is
    // read.
    void trace_slides(Codes entering, const Code* leaving, TraceColumns columns, std::size_t row);
    // For windows of varying length, where any number of events may leave before one enters.
    // `next(first, most)` returns at most `most` events from number `first` on, as a Flow and
    // its size (see flow_kernel.hpp); `done(flow)` receives it when they have been processed.
    // Stops after `events` events, or at a size of 0, and returns the number processed.
    // Precondition: n stays below flow_limit.
    template <class Next, class Done>
    std::size_t trace_flow(std::size_t events, Next&& next, Done&& done, TraceColumns columns,
                           std::size_t row);

    // Announces `events` events in several calls of trace_slides or trace_flow with the same
    // columns, followed by end_slides. Call nothing else in between: for a large number of
    // events the counts are temporarily stored elsewhere.
    void begin_slides(std::uint64_t events, TraceColumns columns);
    void end_slides() noexcept;

    // A long column: begin_column, which may throw, then its pieces in order, then end_column.
    void begin_column(std::uint64_t events, TraceColumns) const { prepare(events); }
    void end_column() const noexcept {}

    // For loops over slides that track the sums themselves. Event i replaces
    // code_of(leaving[i]) by code_of(entering[i]); moved[i] is the total change of F(n) - L
    // after it, modulo 2^64. For n <= 2^30 the change per event is below 2^63. Updates the
    // counts but not the sums: call `recount` before anything else.
    static constexpr std::uint64_t record_limit = std::uint64_t{1} << 30;
    template <class CodeOf>
    void record_slides(Codes entering, const Code* leaving, const CodeOf& code_of,
                       std::uint64_t* moved) noexcept;
    // Recomputes the sums from the counts, with one logarithm per count.
    void recount() noexcept;

    // Throws std::overflow_error if `more` additional events do not fit.
    void require_room(std::uint64_t more) const;
    void clear() noexcept;
    // Removes the dropped codes. Precondition: their counts are 0.
    void renumber(const Renumbering& to, std::size_t new_size);

  private:
    [[nodiscard]] std::vector<std::uint64_t> count_each(Codes codes) const;
    void add_each(const std::vector<std::uint64_t>& more) noexcept;
    // Returns whether to use the small counts, and fills them if so. Precondition: all counts
    // fit a SmallCount.
    [[nodiscard]] bool move_to_small();

    std::vector<Cell> cells_;        // by code
    std::vector<SmallCount> small_;  // replaces the cells during a long run of slides
    ExactSums sums_;
};

// F(c+1) - F(c) is below 2^63 for counts up to 2^30: 31.45 bits, in units of 2^-58. If the
// same code enters and leaves, the two halves cancel.
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
