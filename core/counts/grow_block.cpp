#include "core/counts/grow_block.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/exact/steps.hpp"

namespace entrostream {

namespace {

// What each event finds, apart from what becomes of the sums: together they need more
// registers than there are.
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

}  // namespace

void grow_block(std::span<Cell> cells, Codes codes, ExactSums& sums, TraceBlock& block,
                bool record_squares) noexcept {
    const Growth growth(cells, codes);
    uint128 log_sum = sums.log_sum();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        log_sum += growth.steps[i];
        block.logs[i] = log_sum;
    }
    uint128 square_sum = sums.square_sum();
    std::uint64_t distinct = sums.distinct();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        square_sum += 2 * growth.counts[i] + 1;
        if (record_squares) block.squares[i] = square_sum;
        distinct += growth.counts[i] == 0;
    }
    sums.set_after_growth(sums.n() + codes.size(), log_sum, square_sum, distinct);
}

}  // namespace entrostream
