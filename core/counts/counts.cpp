#include "core/counts/counts.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>

#include "core/count_log/count_log.hpp"
#include "core/counts/grow_kernel.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

void Counts::require_room(std::uint64_t more) const {
    const std::uint64_t held = sums_.n();
    if (more > max_events - held) {
        throw std::overflow_error(
            "a summary holds fewer than 2^62 events: " + std::to_string(held) + " are held, " +
            std::to_string(more) + " more do not fit");
    }
}

void Counts::update_many(Codes codes) {
    require_room(codes.size());
    // A bulk update per label costs ten times as much as one per event, but less in total
    // where labels occur often. The sums are the same, since they depend on the counts alone.
    if (codes.size() / 16 >= cells_.size()) {
        try {
            add_each(count_each(codes));
            return;
        } catch (const std::bad_alloc&) {
            // Fall back to single events, which needs no memory: a window that already holds
            // these events must not be left with uncounted ones.
        }
    }
    Steps steps;
    for (const Code code : codes) {
        sums_.insert(cells_[code], steps);
    }
}

void Counts::replace_all(Codes codes) {
    const std::vector<std::uint64_t> counts = count_each(codes);
    clear();
    add_each(counts);
}

void Counts::add_many(CodeCounts more) {
    std::uint64_t total = 0;
    for (const CodeCount& each : more) {
        require_room(total + each.amount);  // both are below 2^62, so this cannot wrap
        total += each.amount;
    }
    in_slices(more.size(), 1 << 14, [&](std::size_t first, std::size_t size) {
        for (const CodeCount& each : more.subspan(first, size)) {
            add(each.code, each.amount);
        }
    });
}

void Counts::take_many(CodeCounts less) noexcept {
    for (const CodeCount& each : less) {
        sums_.take(cells_[each.code], each.amount);
    }
}

std::vector<std::uint64_t> Counts::count_each(Codes codes) const {
    std::vector<std::uint64_t> counts(cells_.size(), 0);
    for (const Code code : codes) {
        ++counts[code];
    }
    return counts;
}

// Precondition: they fit.
void Counts::add_each(const std::vector<std::uint64_t>& more) noexcept {
    for (Code code = 0; code < more.size(); ++code) {
        if (more[code] != 0) add(code, more[code]);
    }
}

void Counts::trace(Codes codes, TraceColumns columns, std::size_t row) {
    require_room(codes.size());
    if (!fits_blocks(columns)) {
        for (const Code code : codes) {
            update(code);
            read_row(sums_, columns, row++);
        }
        return;
    }
    const bool squares = wants(columns, Measure::gini);
    TraceBlock block;
    for (std::size_t done = 0; done < codes.size(); done += TraceBlock::capacity) {
        const Codes part = codes.subspan(done, std::min(TraceBlock::capacity, codes.size() - done));
        const std::uint64_t first = sums_.n() + 1;
        grow_kernel(cells_, part, sums_, block, squares);
        block.write_grown(columns, row + done, part.size(), first);
    }
}

void Counts::trace_slides(Codes entering, const Code* leaving, TraceColumns columns,
                          std::size_t row) {
    if (columns.empty() || !fits_blocks(columns)) {
        for (std::size_t i = 0; i < entering.size(); ++i) {
            slide(entering[i], leaving[i]);
            read_row(sums_, columns, row + i);
        }
        return;
    }
    if (slides_in_table(sums_) && move_to_small()) {
        entrostream::trace_slides({small_, entering, leaving}, sums_, columns, row);
    } else {
        entrostream::trace_slides({cells_, entering, leaving}, sums_, columns, row);
    }
}

bool Counts::move_to_small() {
    if (small_.capacity() == 0) return false;
    if (small_.empty()) {
        for (const Cell& cell : cells_) {
            small_.push_back(static_cast<SmallCount>(cell.count));
        }
    }
    return true;
}

// If there are few labels compared with events, moving their counts and summing their
// squares afterwards costs little.
void Counts::begin_slides(std::uint64_t events, TraceColumns columns) {
    if (fits_blocks(columns) && cells_.size() <= events / 8) small_.reserve(cells_.size());
}

void Counts::end_slides() noexcept {
    if (!small_.empty()) {
        uint128 squares = 0;
        std::uint64_t distinct = 0;
        for (std::size_t code = 0; code < small_.size(); ++code) {
            const std::uint64_t count = small_[code];
            cells_[code].count = count;
            squares += uint128{count} * count;
            distinct += count != 0;
        }
        sums_.set_after_slides(sums_.log_sum(), squares, distinct);
    }
    std::vector<SmallCount>().swap(small_);  // also frees: a nonzero capacity enables move_to_small
}

void Counts::recount() noexcept {
    uint128 logs = 0;
    uint128 squares = 0;
    std::uint64_t distinct = 0;
    for (const Cell& cell : cells_) {
        logs += count_log(cell.count);
        squares += uint128{cell.count} * cell.count;
        distinct += cell.count != 0;
    }
    sums_.set_after_slides(logs, squares, distinct);
}

void Counts::clear() noexcept {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    sums_ = ExactSums{};
}

void Counts::renumber(const Renumbering& to, std::size_t new_size) {
    std::vector<Cell> cells(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) cells[to[code]] = cells_[code];
    }
    cells_ = std::move(cells);
}

}  // namespace entrostream
