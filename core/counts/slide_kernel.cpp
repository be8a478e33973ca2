#include "core/counts/slide_kernel.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "core/count_log/count_log.hpp"
#include "core/count_log/step_table.hpp"
#include "core/count_log/steps.hpp"
#include "core/exact/block_reads.hpp"

namespace entrostream {

namespace {

using detail::is_zero;
using detail::number;

// The distances of the sums from their maxima, F(n) and n^2; within the step table n^2 has
// 34 bits.
struct Distances {
    uint128 excess;
    std::uint64_t deficit;
    std::uint64_t distinct;
};

// The distances after each event of a small block. An excess has 80 bits but changes little
// within a few events: it is recorded relative to a base near the first, modulo 2^64, which
// saves a quarter of the time. The block is small so that the offsets rarely spread too far
// for entropy_near_block.
struct SlideBlock {
    static constexpr std::size_t capacity = 64;

    uint128 base;                               // a multiple of 2^32
    std::int64_t start;                         // the excess before the first event
    std::array<std::int64_t, capacity> excess;  // relative to the base
    std::array<std::uint64_t, capacity> deficits;
};

// All counts lie in the step table, so the loop is branch-free. If the same label enters and
// leaves, the two halves of the event cancel; testing for that would cost more than it saves.
// Updates all distances except the excess.
template <bool squares, class Count>
void slide(const Slides<Count>& slides, Distances& at, SlideBlock& block) noexcept {
    const std::uint64_t* steps = detail::step_table.steps;
    std::uint64_t excess = low_half(at.excess) & 0xffffffff;
    block.base = at.excess - excess;
    block.start = static_cast<std::int64_t>(excess);
    std::uint64_t deficit = at.deficit;
    std::uint64_t distinct = at.distinct;
    const std::size_t size = slides.entering.size();
    const Code* entering = slides.entering.data();
    const Code* leaving = slides.leaving;
    Count* counts = slides.counts.data();
#pragma GCC unroll 4
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint64_t left = --number(counts[leaving[i]]);
        const std::uint64_t before = number(counts[entering[i]])++;
        excess += steps[left] - steps[before];
        block.excess[i] = static_cast<std::int64_t>(excess);
        if constexpr (squares) {
            deficit += 2 * (left - before);
            block.deficits[i] = deficit;
        }
        if constexpr (std::is_same_v<Count, Cell>) distinct += is_zero(before) - is_zero(left);
    }
    at.deficit = deficit;
    at.distinct = distinct;
}

// The excess after each event, restored to 128 bits: a step is below 2^63 (18.5 bits at most,
// in units of 2^-58), so the difference of two steps fits a signed 64-bit integer.
std::array<uint128, SlideBlock::capacity> whole(const SlideBlock& block,
                                                std::size_t size) noexcept {
    static_assert(detail::StepTable::capacity <= 1 << 17);
    std::array<uint128, SlideBlock::capacity> found;
    auto before = static_cast<std::uint64_t>(block.start);
    uint128 excess = block.base + before;
    for (std::size_t i = 0; i < size; ++i) {
        const auto now = static_cast<std::uint64_t>(block.excess[i]);
        excess += static_cast<uint128>(int128{static_cast<std::int64_t>(now - before)});
        found[i] = excess;
        before = now;
    }
    return found;
}

// Writes a column of entropies; returns the excess after the last event.
uint128 write_entropies(const SlideBlock& block, std::size_t size, std::uint64_t n,
                        double* out) noexcept {
    if (entropy_near_block(block.base, block.excess.data(), size, n, out)) [[likely]]
        return block.base + static_cast<uint128>(int128{block.excess[size - 1]});
    const auto excess = whole(block, size);
    entropy_block(excess.data(), size, n, out);
    return excess[size - 1];
}

// Writes the columns; returns the excess after the last event.
uint128 write(const SlideBlock& block, std::size_t size, std::uint64_t n, TraceColumns columns,
              std::size_t row) noexcept {
    bool known = false;
    uint128 last = 0;
    for (const TraceColumn& column : columns) {
        if (column.measure == Measure::entropy) {
            last = write_entropies(block, size, n, column.values + row);
            known = true;
        } else {
            gini_small_block(block.deficits.data(), size, n, column.values + row);
        }
    }
    return known ? last : whole(block, size)[size - 1];
}

// Columns of any length; leaves the distances after the last event in `at`.
template <bool squares, class Count>
void slide_all(const Slides<Count>& slides, std::uint64_t n, Distances& at, TraceColumns columns,
               std::size_t row) noexcept {
    SlideBlock block;
    for (std::size_t done = 0; done < slides.entering.size(); done += SlideBlock::capacity) {
        const std::size_t size = std::min(SlideBlock::capacity, slides.entering.size() - done);
        slide<squares>(slides.part(done, size), at, block);
        at.excess = write(block, size, n, columns, row + done);
    }
}

Distances distances_of(const ExactSums& sums) noexcept {
    const std::uint64_t n = sums.n();
    return {count_log(n) - sums.log_sum(), n * n - low_half(sums.square_sum()), sums.distinct()};
}

// For counts beyond the step table.
void slide_anywhere(const Slides<Cell>& slides, ExactSums& sums, TraceBlock& block) noexcept {
    const uint128 max_log = count_log(sums.n());
    const uint128 max_square = uint128{sums.n()} * sums.n();
    Steps steps;
    ExactSums local = sums;  // a local copy can stay in registers
    for (std::size_t i = 0; i < slides.entering.size(); ++i) {
        Cell& in = slides.counts[slides.entering[i]];
        Cell& out = slides.counts[slides.leaving[i]];
        if (&in != &out) local.slide(in, out, steps);
        block.logs[i] = max_log - local.log_sum();
        block.squares[i] = max_square - local.square_sum();
    }
    sums = local;
}

void slide_all_anywhere(const Slides<Cell>& slides, ExactSums& sums, TraceColumns columns,
                        std::size_t row) noexcept {
    TraceBlock block;
    for (std::size_t done = 0; done < slides.entering.size(); done += TraceBlock::capacity) {
        const std::size_t size = std::min(TraceBlock::capacity, slides.entering.size() - done);
        slide_anywhere(slides.part(done, size), sums, block);
        block.write_slid(columns, row + done, size, sums.n());
    }
}

}  // namespace

bool slides_in_table(const ExactSums& sums) noexcept {
    return sums.n() <= detail::step_table.size;
}

void trace_slides(const Slides<Cell>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept {
    if (!slides_in_table(sums)) return slide_all_anywhere(slides, sums, columns, row);
    const std::uint64_t n = sums.n();
    Distances at = distances_of(sums);
    slide_all<true>(slides, n, at, columns, row);
    sums.set_after_slides(count_log(n) - at.excess, uint128{n} * n - at.deficit, at.distinct);
}

void trace_slides(const Slides<SmallCount>& slides, ExactSums& sums, TraceColumns columns,
                  std::size_t row) noexcept {
    const std::uint64_t n = sums.n();
    Distances at = distances_of(sums);
    if (wants(columns, Measure::gini)) {
        slide_all<true>(slides, n, at, columns, row);
    } else {
        slide_all<false>(slides, n, at, columns, row);
    }
    sums.set_after_slides(count_log(n) - at.excess, uint128{n} * n - at.deficit, at.distinct);
}

}  // namespace entrostream
