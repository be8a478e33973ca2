#include "core/fading/fading_window.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/counts/require.hpp"
#include "core/math/double_double.hpp"
#include "core/simd/dispatch.hpp"

namespace entrostream {

namespace {

constexpr std::int64_t rebase_at = 64;    // halvings
constexpr std::int64_t oldest_held = 64;  // halvings
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

// The number of events that weigh 2^-64 or more, at most `size`.
std::uint64_t room_for(std::uint64_t size, Exponent step) noexcept {
    if (step.units == 0) return size;
    const int128 most = whole_exponent(oldest_held).units / step.units + 1;
    return static_cast<std::uint64_t>(std::min<int128>(most, size));
}

}  // namespace

template <std::size_t capacity>
struct FadingWindow::Block {
    WeightBlock<capacity> in;
    WeightBlock<capacity> out;
    std::array<Code, capacity> leaving;
    SumBlock<capacity> after;
    std::uint64_t min_labels;
    std::uint64_t max_labels;
    bool traced = false;  // whether to record `after`
};

FadingWindow::FadingWindow(std::uint64_t size, double fading_factor, std::uint64_t max_labels)
    : size_(size), fading_factor_(fading_factor), max_labels_(max_labels) {
    require(size != 0 && size <= max_events, "window size must be above 0 and below 2^62");
    require(fading_factor > 0.0 && fading_factor <= 1.0,
            "fading_factor must be above 0 and at most 1");
    weights_ = oldest_ = EventWeights(fading_factor);
    room_ = room_for(size, weights_.step());
}

// Events between two rebuilds: their rounding errors amount to 1e-14 of the sums, and a rebuild
// replays one sixteenth of them.
std::uint64_t FadingWindow::longest_run() const noexcept {
    return 16 * std::min(room_, std::uint64_t{1} << 56) + 1024;
}

bool FadingWindow::is_due() const noexcept {
    return weights_.halvings() >= rebase_at || since_ >= longest_run();
}

void FadingWindow::require_room(Code code) const {
    const bool frees = is_full() && cells_[ring_[start_]].count == 1;
    if (cells_[code].count != 0 || frees) return;
    throw std::invalid_argument("a new label would be one more than max_labels, " +
                                std::to_string(max_labels_) + ": pass a larger max_labels");
}

// Recomputes everything with weights scaled down to start from 1.
void FadingWindow::rebuild() noexcept {
    oldest_.shrink(weights_.halvings());
    weights_.shrink(weights_.halvings());
    replay();
    since_ = 0;
}

// Recomputes weights and sums by adding all events again, which removes past rounding errors.
// Allocates nothing: it may happen in the middle of a column.
void FadingWindow::replay() noexcept {
    for (const Code code : ring_) {
        static_cast<WeightCell&>(cells_[code]) = {};
    }
    sums_.sums = {};
    EventWeights weights = oldest_;
    EventWeights::Factors factors;
    weights.find_factors(ring_.size(), factors);
    Block<block_size> block;
    const Codes ring(ring_);
    for (Codes codes : {ring.subspan(start_), ring.first(start_)}) {
        while (!codes.empty()) {
            const std::size_t size = std::min(block_size, codes.size());
            weights.take(factors, block.in.weight.data(), size, never);
            run_block<Way::replay>(block, codes.first(size), {}, 0);
            sums_.unit = block.in.weight[size - 1];
            codes = codes.subspan(size);
        }
    }
}

// Replaces the oldest event.
void FadingWindow::take_turn(Code entering, Code& leaving) noexcept {
    leaving = std::exchange(ring_[start_], entering);
    start_ = start_ + 1 == ring_.size() ? 0 : start_ + 1;
}

template <FadingWindow::Way way, std::size_t capacity>
[[gnu::always_inline]] inline void FadingWindow::add_block(Block<capacity>& block, Codes codes) {
    WeightBlock<capacity>& in = block.in;
    WeightBlock<capacity>& out = block.out;
    std::uint64_t labels = sums_.labels;
    std::uint64_t least = no_limit;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if constexpr (way == Way::slide) {
            Cell& gone = cells_[block.leaving[i]];
            out.change(i, gone, -1.0);
            if (--gone.count == 0) {
                gone.high = gone.low = out.after[i] = 0.0;
                --labels;
            }
        }
        Cell& cell = cells_[codes[i]];
        in.change(i, cell, 1.0);
        if constexpr (way != Way::replay) labels += static_cast<std::uint64_t>(cell.count++ == 0);
        least = std::min(least, labels);
        most = std::max(most, labels);
        block.after.labels[i] = static_cast<double>(static_cast<std::int64_t>(labels));
    }
    block.min_labels = least;
    block.max_labels = most;
    in.find_terms(codes.size());
    if constexpr (way == Way::slide) out.find_terms(codes.size());
    detail::CompensatedSums sums = sums_.sums;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        detail::DoubleLanes changes = {};
        if constexpr (way == Way::slide) {
            out.add_changes(i, -1.0, cells_[block.leaving[i]], changes);
        }
        in.add_changes(i, 1.0, cells_[codes[i]], changes);
        sums.add(changes);
        if (block.traced) block.after.record(i, sums);
    }
    sums_.sums = sums;
    sums_.labels = labels;
}

template <FadingWindow::Way way>
void FadingWindow::run_block(Block<block_size>& block, Codes codes, TraceColumns columns,
                             std::size_t row) {
    block.traced = !columns.empty();
    simd::dispatch([&]() __attribute__((always_inline)) {
        add_block<way>(block, codes);
        block.after.write(columns, row, codes.size(), static_cast<double>(block.min_labels),
                          static_cast<double>(block.max_labels));
    });
}

void FadingWindow::update(Code code) {
    if (sums_.labels >= max_labels_) [[unlikely]]
        require_room(code);
    if (is_due()) [[unlikely]]
        rebuild();
    Block<1> block;
    block.in.weight[0] = weights_.weight();
    if (!is_full()) {
        ring_.push_back(code);  // may throw, so it comes before anything is counted
        add_block<Way::fill>(block, Codes(&code, 1));
    } else {
        block.out.weight[0] = oldest_.weight();
        oldest_.advance();
        take_turn(code, block.leaving[0]);
        add_block<Way::slide>(block, Codes(&code, 1));
    }
    sums_.unit = block.in.weight[0];
    weights_.advance();
    ++since_;
}

void FadingWindow::prepare(std::uint64_t events) {
    const std::uint64_t more = std::min(events, room_ - ring_.size());
    const std::size_t needed = ring_.size() + static_cast<std::size_t>(more);
    // Grows geometrically, so that many small columns cost no more than one.
    if (needed > ring_.capacity()) ring_.reserve(std::max(needed, 2 * ring_.capacity()));
}

void FadingWindow::trace(Codes codes, TraceColumns columns, std::size_t row) {
    prepare(codes.size());  // whatever may throw comes before any change
    if (may_refuse() || !fits_blocks(columns)) {
        for (const Code code : codes) {
            update(code);
            read_row(sums_, columns, row++);
        }
        return;
    }
    EventWeights::Factors factors;
    weights_.find_factors(EventWeights::longest_run, factors);
    Block<block_size> block;
    while (!codes.empty()) {
        if (is_due()) rebuild();
        const std::uint64_t until_due = longest_run() - since_;
        const std::uint64_t until_full = is_full() ? block_size : room_ - ring_.size();
        const std::size_t most = static_cast<std::size_t>(
            std::min<std::uint64_t>({block_size, codes.size(), until_due, until_full}));
        const std::size_t size = weights_.take(factors, block.in.weight.data(), most, rebase_at);
        const Codes part = codes.first(size);
        if (!is_full()) {
            ring_.insert(ring_.end(), part.begin(), part.end());
            run_block<Way::fill>(block, part, columns, row);
        } else {
            for (std::size_t i = 0; i < size; ++i) {
                take_turn(part[i], block.leaving[i]);
            }
            oldest_.take(factors, block.out.weight.data(), size, rebase_at);
            run_block<Way::slide>(block, part, columns, row);
        }
        sums_.unit = block.in.weight[size - 1];
        since_ += size;
        codes = codes.subspan(size);
        row += size;
    }
}

std::vector<Code> FadingWindow::events() const {
    std::vector<Code> ordered(ring_.size());
    std::rotate_copy(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(start_),
                     ring_.end(), ordered.begin());
    return ordered;
}

void FadingWindow::clear() noexcept {
    std::fill(cells_.begin(), cells_.end(), Cell{});
    sums_ = {};
    weights_.restart();
    oldest_.restart();
    since_ = 0;
    ring_.clear();
    start_ = 0;
}

void FadingWindow::renumber(const Renumbering& to, std::size_t new_size) {
    std::vector<Cell> cells(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) cells[to[code]] = cells_[code];
    }
    cells_ = std::move(cells);
    for (Code& code : ring_) {
        code = to[code];
    }
}

FadingWindow::Content FadingWindow::content() const {
    Content content{.cells = {},
                    .events = events(),
                    .sums = sums_.sums,
                    .anchor = weights_.anchor(),
                    .place = weights_.place(),
                    .since = since_};
    content.cells.assign(cells_.begin(), cells_.end());
    return content;
}

// A window rebuilt from the events must agree with the content up to rounding.
void FadingWindow::restore(const Content& content) {
    FadingWindow fresh(size_, fading_factor_, max_labels_);
    require(content.events.size() <= room_, "it holds more events than it may");
    require(content.since <= longest_run(), "the sums are older than they may be");
    require(weights_.may_stand_at(content.anchor, content.place, rebase_at),
            "the next weight is out of range");
    fresh.grow(content.cells.size());
    fresh.weights_.restore(content.anchor, content.place);
    fresh.oldest_ = fresh.weights_.before(content.events.size());
    fresh.ring_ = content.events;
    for (const Code code : content.events) {
        require(code < content.cells.size(), "an event has a label that is not there");
        fresh.sums_.labels += static_cast<std::uint64_t>(fresh.cells_[code].count++ == 0);
    }
    require(fresh.sums_.labels == content.cells.size(), "a label does not occur");
    require(fresh.sums_.labels <= max_labels_, "it holds more labels than it may");
    fresh.replay();
    require(may_be_sums(content.sums, fresh.sums_), "the sums do not fit the weights");
    fresh.sums_.sums = content.sums;
    fresh.since_ = content.since;
    for (std::size_t code = 0; code < content.cells.size(); ++code) {
        const WeightCell& given = content.cells[code];
        Cell& cell = fresh.cells_[code];
        const double off = given.weight() - cell.weight();
        const double tolerance = 0x1p-30 * cell.weight();
        require(given.is_plausible() && off <= tolerance && -off <= tolerance,
                "a weight does not fit the events");
        cell.high = given.high;
        cell.low = given.low;
        cell.log_term = log_term(cell.weight());
    }
    *this = std::move(fresh);
}

}  // namespace entrostream
