#include "core/counts/grow_kernel.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/count_log/steps.hpp"

namespace entrostream {

namespace {

// Count and step of each event, in a loop separate from the sums: together they would need
// too many registers.
struct Growth {
    std::array<std::uint64_t, TraceBlock::capacity> counts;  // before the event
    std::array<std::uint64_t, TraceBlock::capacity> steps;

    Growth(std::span<Cell> cells, Codes codes) noexcept {
        Steps find;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            Cell& cell = cells[codes[i]];
            const std::uint64_t count = cell.count++;
            counts[i] = count;
            steps[i] = find(count);
        }
    }
};

template <bool Squares>
void add_up(const Growth& growth, std::size_t size, ExactSums& sums, TraceBlock& block) noexcept {
    uint128 log_sum = sums.log_sum();
    uint128 square_sum = sums.square_sum();
    std::uint64_t distinct = sums.distinct();
    for (std::size_t i = 0; i < size; ++i) {
        log_sum += growth.steps[i];
        block.logs[i] = log_sum;
        square_sum += 2 * growth.counts[i] + 1;
        if constexpr (Squares) block.squares[i] = square_sum;
        distinct += growth.counts[i] == 0;
    }
    sums.set_after_growth(sums.n() + size, log_sum, square_sum, distinct);
}

}  // namespace

void grow_kernel(std::span<Cell> cells, Codes codes, ExactSums& sums, TraceBlock& block,
                 bool record_squares) noexcept {
    const Growth growth(cells, codes);
    if (record_squares) {
        add_up<true>(growth, codes.size(), sums, block);
    } else {
        add_up<false>(growth, codes.size(), sums, block);
    }
}

}  // namespace entrostream
