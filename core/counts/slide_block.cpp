#include "core/counts/slide_block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/exact/count_log.hpp"
#include "core/exact/step_table.hpp"

namespace entrostream {

namespace {

// 1 if the count is 0, without a branch: which labels come and go is hard to foretell.
std::uint64_t is_zero(std::uint64_t count) noexcept {
    return (count - 1) >> 63;
}

// Writes the low half alone. Given both, the compiler joins them on the stack, where
// a load of 16 bytes must wait for two stores of 8: 4 ns an event.
void write_low_half(uint128& to, std::uint64_t low) noexcept {
    constexpr std::size_t place = std::endian::native == std::endian::little ? 0 : sizeof(low);
    std::memcpy(reinterpret_cast<char*>(&to) + place, &low, sizeof(low));
}

// All counts lie in the table of steps: no branch but the loop's. There a step is
// below 2^63 (18.5 bits at most, in units of 2^-58) and so is the square of n, so
// that all changes are 64-bit numbers with a sign. Where the same label comes and
// goes, the two halves of the event undo each other; a test for that would cost
// more than it saves.
template <SlideDetail detail>
void slide_in_table(const Slides& slides, ExactSums& sums, TraceBlock& block) noexcept {
    using entrostream::detail::step_table;
    static_assert(entrostream::detail::StepTable::capacity <= 1 << 17);
    const std::uint64_t* steps = step_table.steps;
    const std::uint64_t n = sums.n();
    const uint128 most_log = count_log(n);
    auto excess = static_cast<int128>(most_log - sums.log_sum());
    std::uint64_t deficit = n * n - low_half(sums.square_sum());
    std::uint64_t distinct = sums.distinct();
    if constexpr (detail == SlideDetail::all) {
        std::fill_n(block.squares.begin(), slides.entering.size(), uint128{0});
    }
    for (std::size_t i = 0; i < slides.entering.size(); ++i) {
        const std::uint64_t left = --slides.cells[slides.leaving[i]].count;
        const std::uint64_t before = slides.cells[slides.entering[i]].count++;
        excess += static_cast<std::int64_t>(steps[left] - steps[before]);
        block.logs[i] = static_cast<uint128>(excess);
        if constexpr (detail != SlideDetail::logs_alone) {
            deficit += 2 * (left - before);
            distinct += is_zero(before) - is_zero(left);
        }
        if constexpr (detail == SlideDetail::all) write_low_half(block.squares[i], deficit);
    }
    sums.set_after_slides(most_log - static_cast<uint128>(excess), uint128{n} * n - deficit,
                          distinct);
}

void slide_anywhere(const Slides& slides, ExactSums& sums, TraceBlock& block) noexcept {
    const uint128 most_log = count_log(sums.n());
    const uint128 most_square = uint128{sums.n()} * sums.n();
    Steps steps;
    ExactSums local = sums;  // the compiler may keep a copy in registers
    for (std::size_t i = 0; i < slides.entering.size(); ++i) {
        Cell& in = slides.cells[slides.entering[i]];
        Cell& out = slides.cells[slides.leaving[i]];
        if (&in != &out) local.slide(in, out, steps);
        block.logs[i] = most_log - local.log_sum();
        block.squares[i] = most_square - local.square_sum();
    }
    sums = local;
}

}  // namespace

bool slide_block(const Slides& slides, ExactSums& sums, TraceBlock& block,
                 SlideDetail detail) noexcept {
    if (sums.n() > entrostream::detail::step_table.size) {
        slide_anywhere(slides, sums, block);
        return false;
    }
    switch (detail) {
        case SlideDetail::logs_alone:
            slide_in_table<SlideDetail::logs_alone>(slides, sums, block);
            return true;
        case SlideDetail::logs:
            slide_in_table<SlideDetail::logs>(slides, sums, block);
            return false;
        case SlideDetail::all:
            slide_in_table<SlideDetail::all>(slides, sums, block);
            return false;
    }
    return false;
}

}  // namespace entrostream
