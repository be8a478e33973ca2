#include "core/tables/pair_counts.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/counts/interruption.hpp"
#include "core/exact/purity.hpp"

namespace entrostream {

void PairCounts::grow(std::size_t x_codes, std::size_t y_codes) {
    if (x_codes > x_.codes()) {
        rows_.resize(x_codes);
        x_.grow(x_codes);
    }
    if (y_codes > y_.codes()) y_.grow(y_codes);
}

Code PairCounts::add(CodePair pair) {
    cells_.grow(pairs_.size() + 1);  // harmless if adding the pair then throws
    return pairs_.add(pair);
}

void PairCounts::update(Code code) {
    insert(code);
    refresh(pairs_[code].x);
}

void PairCounts::remove(Code code) noexcept {
    const CodePair pair = pairs_[code];
    rows_[pair.x].squares -= 2 * cells_.count(code) - 1;
    cells_.remove(code);
    x_.remove(pair.x);
    y_.remove(pair.y);
    refresh(pair.x);
}

void PairCounts::slide(Code entering, Code leaving) noexcept {
    if (entering == leaving) return;
    exchange(entering, leaving);
    const Code in = pairs_[entering].x;
    const Code out = pairs_[leaving].x;
    refresh(in);
    if (in != out) refresh(out);
}

// Updates all but the purity of the row.
void PairCounts::insert(Code code) {
    const CodePair pair = pairs_[code];
    const std::uint64_t before = cells_.count(code);
    cells_.update(code);  // may throw, before anything has changed
    x_.update(pair.x);
    y_.update(pair.y);
    rows_[pair.x].squares += 2 * before + 1;
}

// Updates all but the purities of the rows. Precondition: the pairs are different.
void PairCounts::exchange(Code entering, Code leaving) noexcept {
    const CodePair in = pairs_[entering];
    const CodePair out = pairs_[leaving];
    rows_[in.x].squares += 2 * cells_.count(entering) + 1;
    rows_[out.x].squares -= 2 * cells_.count(leaving) - 1;
    cells_.slide(entering, leaving);
    x_.slide(in.x, out.x);
    y_.slide(in.y, out.y);
}

void PairCounts::refresh(Code x) noexcept {
    Row& row = rows_[x];
    const uint128 now = purity(row.squares, x_.count(x));
    purity_sum_ += now - row.purity;
    row.purity = now;
}

void PairCounts::refresh_all() noexcept {
    for (Code x = 0; x < rows_.size(); ++x) {
        refresh(x);
    }
}

void PairCounts::recount_rows() noexcept {
    for (Row& row : rows_) {
        row.squares = 0;
    }
    for (Code code = 0; code < pairs_.size(); ++code) {
        const std::uint64_t count = cells_.count(code);
        rows_[pairs_[code].x].squares += uint128{count} * count;
    }
    refresh_all();
}

void PairCounts::add_many(CodeCounts more) {
    std::uint64_t total = 0;
    for (const CodeCount& each : more) {
        prepare(total + each.amount);  // both are below 2^62, so this cannot overflow
        total += each.amount;
    }
    add_each(more);
}

// Precondition: require_room succeeded for all of them.
void PairCounts::add_each(CodeCounts more) {
    InterruptPoll<slice> poll;
    for (const CodeCount& each : more) {
        poll();
        add_one(each);
    }
}

void PairCounts::add_one(const CodeCount& more) {
    const CodePair pair = pairs_[more.code];
    const std::uint64_t before = cells_.count(more.code);
    cells_.add(more.code, more.amount);
    x_.add(pair.x, more.amount);
    y_.add(pair.y, more.amount);
    rows_[pair.x].squares += uint128{more.amount} * (2 * before + more.amount);
    refresh(pair.x);
}

void PairCounts::take_many(CodeCounts less) noexcept {
    for (const CodeCount& each : less) {
        take_one(each);
    }
}

void PairCounts::take_one(const CodeCount& less) noexcept {
    const CodePair pair = pairs_[less.code];
    const std::uint64_t before = cells_.count(less.code);
    cells_.take(less.code, less.amount);
    x_.take(pair.x, less.amount);
    y_.take(pair.y, less.amount);
    rows_[pair.x].squares -= uint128{less.amount} * (2 * before - less.amount);
    refresh(pair.x);
}

// How often each of the codes occurs.
std::vector<CodeCount> PairCounts::counted(Codes codes) const {
    std::vector<std::uint64_t> counts(pairs_.size(), 0);
    in_slices(codes.size(), slice, [&](std::size_t first, std::size_t size) {
        for (const Code code : codes.subspan(first, size)) {
            ++counts[code];
        }
    });
    std::vector<CodeCount> found;
    for (Code code = 0; code < counts.size(); ++code) {
        if (counts[code] != 0) found.push_back({code, counts[code]});
    }
    return found;
}

void PairCounts::update_many(Codes codes) {
    prepare(codes.size());
    // As in Counts: one step per pair where pairs occur often, otherwise one per event.
    if (codes.size() / 16 >= pairs_.size()) {
        try {
            add_each(counted(codes));
            return;
        } catch (const std::bad_alloc&) {  // one step per event needs no memory
        }
    }
    trace(codes, {});
}

void PairCounts::replace_all(Codes codes) {
    const std::vector<CodeCount> counts = counted(codes);
    clear();
    add_each(counts);
}

void PairCounts::trace(Codes codes, TableColumns columns, std::size_t row) {
    prepare(codes.size());
    // If no column needs the purities, they are updated once at the end.
    const bool later = needs_no_rows(columns) && rows_.size() <= codes.size();
    in_slices(codes.size(), slice, [&](std::size_t first, std::size_t size) {
        for (const Code code : codes.subspan(first, size)) {
            insert(code);
            if (!later) refresh(pairs_[code].x);
            read_row(sums(), columns, row++);
        }
    });
    if (later) refresh_all();
}

void PairCounts::trace_slides(Codes entering, const Code* leaving, TableColumns columns,
                              std::size_t row) {
    // Blocks end with recomputing all sums: worth it only if there are as many events as counts.
    const std::size_t counts = pairs_.size() + x_.codes() + y_.codes();
    if (fits_blocks(columns) && counts <= entering.size() &&
        cells_.sums().n() <= Counts::record_limit) {
        slide_blocks(entering, leaving, columns, row);
        return;
    }
    const bool later = needs_no_rows(columns) && rows_.size() <= entering.size();
    in_slices(entering.size(), slice, [&](std::size_t first, std::size_t size) {
        for (std::size_t i = first; i < first + size; ++i) {
            if (!later) {
                slide(entering[i], leaving[i]);
            } else if (entering[i] != leaving[i]) {
                exchange(entering[i], leaving[i]);
            }
            read_row(sums(), columns, row + i);
        }
    });
    if (later) refresh_all();
}

void PairCounts::slide_blocks(Codes entering, const Code* leaving, TableColumns columns,
                              std::size_t row) {
    const auto itself = [](Code code) { return code; };
    const auto x_of = [&](Code code) { return pairs_[code].x; };
    const auto y_of = [&](Code code) { return pairs_[code].y; };
    TableBlock block(sums().excess(), sums().n());
    InterruptPoll<slice / TableBlock::capacity> poll;
    for (std::size_t done = 0; done < entering.size(); done += TableBlock::capacity) {
        poll();
        const std::size_t size = std::min(TableBlock::capacity, entering.size() - done);
        const Codes part = entering.subspan(done, size);
        cells_.record_slides(part, leaving + done, itself, block.pairs());
        x_.record_slides(part, leaving + done, x_of, block.x());
        y_.record_slides(part, leaving + done, y_of, block.y());
        block.write(columns, row + done, size);
    }
    cells_.recount();
    x_.recount();
    y_.recount();
    recount_rows();
}

void PairCounts::clear() noexcept {
    cells_.clear();
    x_.clear();
    y_.clear();
    std::fill(rows_.begin(), rows_.end(), Row{});
    purity_sum_ = 0;
}

void PairCounts::renumber(const Renumbering& to, std::size_t new_size) {
    PairCodes pairs = pairs_.renumbered(to, new_size);
    cells_.renumber(to, new_size);  // the last call that may throw, with a strong guarantee
    pairs_ = std::move(pairs);
}

void PairCounts::renumber_x(const Renumbering& to, std::size_t new_size) {
    std::vector<Row> rows(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) rows[to[code]] = rows_[code];
    }
    PairCodes pairs = pairs_.with_x(to);
    x_.renumber(to, new_size);
    pairs_ = std::move(pairs);
    rows_ = std::move(rows);
}

void PairCounts::renumber_y(const Renumbering& to, std::size_t new_size) {
    PairCodes pairs = pairs_.with_y(to);
    y_.renumber(to, new_size);
    pairs_ = std::move(pairs);
}

}  // namespace entrostream
