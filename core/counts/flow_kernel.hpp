// The kernel for columns in windows of varying length: any number of events may leave before
// one enters.
//
// The window decides which events enter and leave; its `Flow` is inlined into the loop:
//
//     Code entering(std::size_t i)   the code of event i
//     bool leaves(std::size_t i)     whether the oldest event leaves before event i enters
//     Code oldest()                  the oldest event's code; valid even if it does not leave
//     void go(std::uint64_t many)    `many` events have left
//     bool slides(std::size_t size)  whether exactly one leaves for each of the first `size`
//     const Code* entering()         all events that enter
//     const Code* leaving()          all events that may leave, oldest first
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/count_log/count_log.hpp"
#include "core/count_log/step_table.hpp"
#include "core/count_log/steps.hpp"
#include "core/counts/code.hpp"
#include "core/counts/small_count.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

// The maximum length of a window in this kernel: n^2 is then an exact double.
inline constexpr std::uint64_t flow_limit = std::uint64_t{1} << 26;

// `steady`: nearly always exactly one event leaves before one enters, so the branch predicts
// well. If not, mispredictions cost more than the work (8.5 ns/event in total), and handling
// the first leaving event without a branch is faster (7 ns; for a steady window that takes
// 3.5 instead of 3).
enum class Pace : std::uint8_t { steady, irregular };

// The state after each event of a block.
struct FlowBlock {
    static constexpr std::size_t capacity = 512;  // 16 KB: half of an L1 cache

    std::array<std::uint64_t, capacity> n;
    std::array<uint128, capacity> excess;         // F(n) - L
    std::array<std::uint64_t, capacity> deficit;  // n^2 - Q

    // Writes the first `size` events to the columns (entropy and Gini only) from row `row` on.
    void write(TraceColumns columns, std::size_t row, std::size_t size) const noexcept;
    // Samples every eighth event.
    [[nodiscard]] Pace pace(std::size_t size) const noexcept;
};

namespace detail {

// Steps of F if all of them are in the table.
struct StepsInTable {
    [[nodiscard]] std::uint64_t operator()(std::uint64_t c) const noexcept {
        return step_table.steps[c];
    }
};

// If one event enters and none leaves, F(n) - L changes by the step of F at n minus that at
// its count, and n^2 - Q by twice the difference of n and the count. If one also leaves, n
// is unchanged, and the leaving label's remaining count replaces n in both. A step is below
// 2^63 (27.5 bits at most, in units of 2^-58), so the difference of two fits a signed 64-bit
// integer.
template <bool squares, class Count, class AnySteps>
class FlowSums {
  public:
    FlowSums(std::span<Count> counts, const ExactSums& sums) noexcept
        : counts_(counts.data()),
          n_(sums.n()),
          excess_(static_cast<int128>(count_log(n_) - sums.log_sum())),
          deficit_(n_ * n_ - low_half(sums.square_sum())),
          distinct_(sums.distinct()) {}

    template <Pace pace, class Flow>
    void pass(std::size_t i, Flow& flow) noexcept {
        const std::uint64_t level = pace == Pace::steady ? guess(i, flow) : weigh(i, flow);
        while (flow.leaves(i)) {
            shrink(number(counts_[flow.oldest()]));
            flow.go(1);
        }
        const std::uint64_t before = number(counts_[flow.entering(i)])++;
        move(level, before);
        if constexpr (counts_labels) distinct_ += is_zero(before);
    }

    void record(FlowBlock& block, std::size_t i) const noexcept {
        block.n[i] = n_;
        block.excess[i] = static_cast<uint128>(excess_);
        if constexpr (squares) block.deficit[i] = deficit_;
    }

    void write_to(ExactSums& sums) const noexcept {
        sums.set_after_growth(n_, count_log(n_) - static_cast<uint128>(excess_),
                              uint128{n_} * n_ - deficit_, distinct_);
    }

  private:
    static constexpr bool counts_labels = std::is_same_v<Count, Cell>;

    // If an event leaves, removes the first and returns its label's remaining count; else n.
    template <class Flow>
    [[nodiscard]] std::uint64_t guess(std::size_t i, Flow& flow) noexcept {
        if (!flow.leaves(i)) return n_++;
        const std::uint64_t left = --number(counts_[flow.oldest()]);
        flow.go(1);
        if constexpr (counts_labels) distinct_ -= is_zero(left);
        return left;
    }

    // The same without a branch.
    template <class Flow>
    [[nodiscard]] std::uint64_t weigh(std::size_t i, Flow& flow) noexcept {
        const std::uint64_t leaving = flow.leaves(i) ? 1 : 0;
        auto& count = number(counts_[flow.oldest()]);
        count -= static_cast<std::remove_reference_t<decltype(count)>>(leaving);
        const std::uint64_t left = count;
        flow.go(leaving);
        if constexpr (counts_labels) distinct_ -= is_zero(left) & leaving;
        const std::uint64_t n = n_;
        n_ += 1 - leaving;
        return n ^ ((n ^ left) & (0 - leaving));
    }

    template <class Number>
    void shrink(Number& count) noexcept {
        const std::uint64_t left = --count;
        move(left, --n_);
        if constexpr (counts_labels) distinct_ -= is_zero(left);
    }

    void move(std::uint64_t from, std::uint64_t to) noexcept {
        excess_ += static_cast<std::int64_t>(steps_(from) - steps_(to));
        if constexpr (squares) deficit_ += 2 * (from - to);
    }

    AnySteps steps_;
    Count* counts_;  // by code
    std::uint64_t n_;
    int128 excess_;
    std::uint64_t deficit_;
    std::uint64_t distinct_;
};

// Not inlined: it needs all registers.
template <class Sums, Pace pace, class Count, class Flow>
[[gnu::noinline]] Flow let_flow(std::span<Count> counts, std::size_t size, Flow flow,
                                ExactSums& sums, FlowBlock& block) noexcept {
    Sums at(counts, sums);
    for (std::size_t i = 0; i < size; ++i) {
        at.template pass<pace>(i, flow);
        at.record(block, i);
    }
    at.write_to(sums);
    return flow;
}

template <class Sums, class Count, class Flow>
Flow at_pace(std::span<Count> counts, std::size_t size, Flow flow, ExactSums& sums,
             FlowBlock& block, Pace pace) noexcept {
    return pace == Pace::steady ? let_flow<Sums, Pace::steady>(counts, size, flow, sums, block)
                                : let_flow<Sums, Pace::irregular>(counts, size, flow, sums, block);
}

template <bool squares, class Count, class Flow>
Flow let_flow(std::span<Count> counts, std::size_t size, Flow flow, ExactSums& sums,
              FlowBlock& block, Pace pace) noexcept {
    using InTable = FlowSums<squares, Count, StepsInTable>;
    using Anywhere = FlowSums<squares, Count, Steps>;
    if (sums.n() + size > step_table.size) {
        return at_pace<Anywhere>(counts, size, flow, sums, block, pace);
    }
    return at_pace<InTable>(counts, size, flow, sums, block, pace);
}

}  // namespace detail

// Processes at most a block's capacity of events, records the state after each, and returns
// the advanced flow. Precondition: n stays within flow_limit. With small counts, the square
// sum (unless `squares`) and the number of labels are not updated.
template <class Flow>
Flow flow_kernel(std::span<Cell> cells, std::size_t size, Flow flow, ExactSums& sums,
                 FlowBlock& block, Pace pace, bool) noexcept {
    return detail::let_flow<true>(cells, size, flow, sums, block, pace);
}
template <class Flow>
Flow flow_kernel(std::span<SmallCount> counts, std::size_t size, Flow flow, ExactSums& sums,
                 FlowBlock& block, Pace pace, bool squares) noexcept {
    return squares ? detail::let_flow<true>(counts, size, flow, sums, block, pace)
                   : detail::let_flow<false>(counts, size, flow, sums, block, pace);
}

}  // namespace entrostream
