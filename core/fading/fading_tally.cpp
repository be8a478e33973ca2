#include "core/fading/fading_tally.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/counts/require.hpp"
#include "core/math/double_double.hpp"
#include "core/simd/dispatch.hpp"

namespace entrostream {

namespace {

constexpr std::int64_t sweep_at = 32;  // halvings between two sweeps
constexpr double negligible_part = 0x1p-58;
// While there are few labels, none is forgotten before it weighs less than this. Squares of such
// weights are normal doubles, and their logarithms stay below 2^8, as ReproducibleSums requires.
constexpr double faintest_part = 0x1p-192;
// An event this many half-lives before the base is ignored: 2^62 of them weigh 2^-130 of one there.
constexpr std::int64_t too_small = -192;
constexpr std::int64_t no_weight = -1023;  // weight_of(-1023, 0) is 0
constexpr std::size_t in_cache = 1000;     // cells that fit into the L1 cache

// How many labels count as few. By count, at most 36/step events (36 halvings) come between two
// sweeps: together with these that makes at most 96/step + 3 labels.
std::uint64_t few_labels(Exponent step) noexcept {
    constexpr std::uint64_t most = 64;
    if (step.units == 0) return most;
    const int128 room = whole_exponent(60).units / step.units + 2;
    return static_cast<std::uint64_t>(std::min<int128>(room, most));
}

// 2^-halvings, 0 where the result would be negligible.
double shrinking(std::int64_t halvings) noexcept {
    return halvings > 500 ? 0.0 : detail::power_of_two(static_cast<int>(-halvings));
}

// `scale` if a label stays, 0 if it goes. An unpredictable branch here would cost 30 % of the
// time of a sweep.
[[gnu::always_inline]] inline double scale_or_zero(double scale, bool stays) noexcept {
    const std::uint64_t mask = std::uint64_t{0} - static_cast<std::uint64_t>(stays);
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(scale) & mask);
}

int exponent_of(double positive) noexcept {
    return static_cast<int>(std::bit_cast<std::uint64_t>(positive) >> 52) - 1023;
}

[[noreturn]] void throw_too_many_labels(std::uint64_t most) {
    throw std::invalid_argument("a new label would be one more than max_labels, " +
                                std::to_string(most) + ": drop labels or pass a larger max_labels");
}

}  // namespace

template <std::size_t capacity>
struct FadingTally::Block {
    WeightBlock<capacity> in;
    SumBlock<capacity> after;
    bool traced = false;  // whether to record `after`
};

struct FadingTally::TimedBlock : Block<block_size> {
    std::array<std::int64_t, block_size> whole;  // of the exponents
    std::array<std::uint64_t, block_size> fraction;
};

FadingTally FadingTally::by_count(double fading_factor, std::uint64_t max_labels) {
    if (!(fading_factor > 0.0 && fading_factor <= 1.0)) {
        throw std::invalid_argument("fading_factor must be above 0 and at most 1");
    }
    FadingTally tally(EventClock(0, Late::raise), max_labels);
    tally.fading_factor_ = fading_factor;
    tally.weights_ = EventWeights(fading_factor);
    tally.clear();
    return tally;
}

FadingTally FadingTally::by_half_life_in_events(double events) {
    require(events >= 0x1p-10 && events <= 0x1p40, "half_life is out of range");
    FadingTally tally(EventClock(0, Late::raise), no_limit);
    tally.weights_ = EventWeights(halving_step(events));
    tally.clear();
    return tally;
}

FadingTally FadingTally::by_time(Time half_life, const EventClock& clock,
                                 std::uint64_t max_labels) {
    if (half_life <= 0) throw std::invalid_argument("half_life must be above 0");
    FadingTally tally(clock, max_labels);
    tally.half_life_.emplace(half_life);
    tally.clear();
    return tally;
}

void FadingTally::grow(std::size_t codes) {
    live_.resize(codes + 1);  // one spare entry: it is written before it is counted
    cells_.resize(codes);
}

// Results are in units of an event at the current time.
void FadingTally::set_now(double weight) noexcept {
    sums_.unit = weight;
    sums_.shift = 0;
}

// By count: `last` gives the weight of the last event. Before the first event it may be smaller
// than any double.
void FadingTally::set_now(const EventWeights& last) noexcept {
    if (last.halvings() >= -1000) return set_now(last.weight());
    sums_.unit = detail::double_exp2(last.exponent().fraction());
    sums_.shift = last.exponent().whole();
}

void FadingTally::set_now() noexcept {
    if (!clock_.now()) return;
    const Phase phase = half_life_->phase(*clock_.now());
    sums_.unit = detail::double_exp2(phase.fraction);
    sums_.shift = above_base(phase);
}

// A label that weighs less than this, after scaling by `scale`, is negligible compared with an
// event of weight `event`. By time also compared with the mean label: 2^-58 of the total together.
double FadingTally::negligible(double event, double scale) const noexcept {
    if (!has_times()) return negligible_part * event;
    const double total = sums_.sums.value(FadingSums::weight) * scale + event;
    return negligible_part * std::min(event, total / static_cast<double>(sums_.labels + 1));
}

// Labels that weigh less than this are forgotten.
double FadingTally::forgetting_threshold(double event, double scale) const noexcept {
    const std::uint64_t few = std::min(few_labels(weights_.step()), max_labels_);
    return sums_.labels <= few ? faintest_part * event : negligible(event, scale);
}

void FadingTally::require_room(Code code, double incoming) {
    if (cells_[code].high != 0.0) return;
    const double least = negligible(incoming, 1.0);
    const auto stays = [&](Code live) { return cells_[live].weight() >= least; };
    const auto end = live_.begin() + static_cast<std::ptrdiff_t>(sums_.labels);
    if (static_cast<std::uint64_t>(std::count_if(live_.begin(), end, stays)) >= max_labels_) {
        throw_too_many_labels(max_labels_);
    }
    sweep(1.0, least);
}

// By count: scales the weights so that the next event weighs less than 2.
void FadingTally::rebase() {
    const double scale = shrinking(weights_.halvings());
    weights_.shrink(weights_.halvings());
    sums_.unit *= scale;
    sweep(scale, forgetting_threshold(weights_.weight(), scale));
}

// By time: scales the weights so that an event at this time weighs less than 2.
void FadingTally::rebase(const Phase& phase) {
    const double scale = shrinking(above_base(phase));
    base_ = phase.whole;
    sweep(scale, forgetting_threshold(weight_of(0, phase.fraction), scale));
}

// Multiplies all weights by `scale`, forgets those then below `least`, and recomputes the sums.
void FadingTally::sweep(double scale, double least) {
    const std::uint64_t before = sums_.labels;
    const double total = sums_.sums.value(FadingSums::weight) * scale;
    sums_.labels = 0;
    sums_.sums = {};
    if (before == 0) return;
    const double squared = total * total;
    detail::ReproducibleSums totals(detail::DoubleLanes{total, total, squared, squared}, before);
    simd::dispatch([&]() __attribute__((always_inline)) {
        for (std::uint64_t first = 0; first < before; first += block_size) {
            sweep_part(first, std::min<std::uint64_t>(first + block_size, before), scale, least,
                       totals);
        }
    });
    if (sums_.labels != 0) sums_.sums = totals.value();
}

[[gnu::always_inline]] inline void FadingTally::sweep_part(std::uint64_t first, std::uint64_t end,
                                                           double scale, double least,
                                                           detail::ReproducibleSums& totals) {
    WeightBlock<block_size> block;
    const std::uint64_t previous = sums_.labels;
    std::uint64_t labels = previous;
    for (std::uint64_t i = first; i < end; ++i) {
        const Code code = live_[i];
        FadingCell& cell = cells_[code];
        const double weight = cell.weight() * scale;
        const bool stays = weight >= least;
        const double factor = scale_or_zero(scale, stays);
        cell.high *= factor;
        cell.low *= factor;
        cell.log_term *= factor;
        cell.squares *= factor * factor;
        block.after[labels - previous] = weight;
        live_[labels] = code;
        labels += static_cast<std::uint64_t>(stays);
    }
    sums_.labels = labels;
    block.find_terms(sums_.labels - previous);
    detail::ReproducibleSums sums = totals;  // a local copy, which may stay in registers
    for (std::uint64_t i = previous; i < sums_.labels; ++i) {
        FadingCell& cell = cells_[live_[i]];
        const double weight = block.after[i - previous];
        cell.log_term = block.term[i - previous];
        sums.add(detail::DoubleLanes{weight, cell.log_term, weight * weight, cell.squares});
    }
    totals = sums;
}

template <std::size_t capacity>
[[gnu::always_inline]] inline void FadingTally::add_block(Block<capacity>& block, Codes codes) {
    WeightBlock<capacity>& in = block.in;
    std::uint64_t labels = sums_.labels;
    if (capacity > 1 && cells_.size() > in_cache) {
        for (const Code code : codes) {
            __builtin_prefetch(&cells_[code], 1);
        }
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
        FadingCell& cell = cells_[codes[i]];
        in.change(i, cell, 1.0);
        cell.squares += in.weight[i] * in.weight[i];
        live_[labels] = codes[i];
        labels += static_cast<std::uint64_t>(in.before[i] == 0.0) &
                  static_cast<std::uint64_t>(in.weight[i] != 0.0);
        block.after.labels[i] = static_cast<double>(static_cast<std::int64_t>(labels));
    }
    in.find_terms(codes.size());
    detail::CompensatedSums sums = sums_.sums;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        detail::DoubleLanes changes = {};
        in.add_changes(i, 1.0, cells_[codes[i]], changes);
        sums.add(changes);
        if (block.traced) block.after.record(i, sums);
    }
    sums_.sums = sums;
    sums_.labels = labels;
}

void FadingTally::run_block(Block<block_size>& block, Codes codes, TraceColumns columns,
                            std::size_t row) {
    block.traced = !columns.empty();
    simd::dispatch([&]() __attribute__((always_inline)) {
        add_block(block, codes);
        const double* labels = block.after.labels.data();  // non-decreasing
        block.after.write(columns, row, codes.size(), labels[0], labels[codes.size() - 1]);
    });
}

void FadingTally::run_timed_block(TimedBlock& block, Codes codes, TraceColumns columns,
                                  std::size_t row) {
    simd::dispatch([&]() __attribute__((always_inline)) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            block.in.weight[i] = weight_of(block.whole[i], block.fraction[i]);
        }
    });
    run_block(block, codes, columns, row);
}

void FadingTally::update(Code code) {
    if (sums_.labels >= max_labels_) [[unlikely]]
        require_room(code, weights_.weight());
    if (weights_.halvings() >= sweep_at) [[unlikely]]
        rebase();
    Block<1> block;
    block.in.weight[0] = weights_.weight();
    add_block(block, Codes(&code, 1));
    set_now(block.in.weight[0]);
    weights_.advance();
}

// Nothing is forgotten here: only an actual event can make a label negligible.
void FadingTally::skip() noexcept {
    const Exponent now = weights_.exponent();
    sums_.unit = detail::double_exp2(now.fraction());
    sums_.shift = now.whole();
    if (now.whole() < far) weights_.advance();
}

void FadingTally::update(Code code, Time at) {
    EventClock clock = clock_;
    if (clock.admit(at)) {
        const Phase phase = half_life_->phase(at);
        if (sums_.labels == 0) base_ = phase.whole;
        if (above_base(phase) >= too_small) add_at(code, phase);
    }
    clock_ = clock;
    set_now();
}

void FadingTally::add_at(Code code, const Phase& phase) {
    if (sums_.labels >= max_labels_) [[unlikely]] {
        const std::int64_t above = std::min<std::int64_t>(above_base(phase), 500);
        require_room(code, weight_of(above, phase.fraction));
    }
    if (above_base(phase) >= sweep_at) [[unlikely]]
        rebase(phase);
    Block<1> block;
    block.in.weight[0] = weight_of(above_base(phase), phase.fraction);
    add_block(block, Codes(&code, 1));
}

void FadingTally::trace(Codes codes, TraceColumns columns, std::size_t row) {
    if (may_refuse() || !fits_blocks(columns)) {
        for (const Code code : codes) {
            update(code);
            read_row(sums_, columns, row++);
        }
        return;
    }
    EventWeights::Factors factors;
    weights_.find_factors(codes.size(), factors);
    Block<block_size> block;
    while (!codes.empty()) {
        if (weights_.halvings() >= sweep_at) rebase();
        const std::size_t most = std::min(block_size, codes.size());
        const std::size_t size = weights_.take(factors, block.in.weight.data(), most, sweep_at);
        run_block(block, codes.first(size), columns, row);
        set_now(block.in.weight[size - 1]);
        codes = codes.subspan(size);
        row += size;
    }
}

void FadingTally::trace(Codes codes, Times times, TraceColumns columns, std::size_t row) {
    if (may_refuse() || !fits_blocks(columns)) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            update(codes[i], times[i]);
            read_row(sums_, columns, row + i);
        }
        return;
    }
    TimedBlock block;
    std::size_t first = 0;  // of the events pending in the block
    const auto flush = [&](std::size_t end) {
        const Codes waiting = codes.subspan(first, end - first);
        if (!waiting.empty()) run_timed_block(block, waiting, columns, row + first);
        first = end;
    };
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (i - first == block_size) flush(i);
        Phase phase{0, 0};
        std::int64_t above = no_weight;  // of a dropped event
        if (clock_.admit(times[i])) {
            phase = half_life_->phase(times[i]);
            if (sums_.labels == 0) flush(i);
            if (sums_.labels == 0) base_ = phase.whole;
            if (above_base(phase) >= sweep_at) {
                flush(i);
                rebase(phase);
            }
            above = above_base(phase);
        }
        const bool seen = above >= too_small;
        block.whole[i - first] = seen ? above : no_weight;
        block.fraction[i - first] = seen ? phase.fraction : 0;
    }
    flush(codes.size());
    set_now();
}

void FadingTally::advance(Time at) {
    clock_.advance(at);
    set_now();
}

void FadingTally::take_many(Weights gone) {
    for (const CodeAmount<double>& each : gone) {
        cells_[each.code] = {};
    }
    sum_afresh();
    if (has_times() && sums_.labels != 0) raise_base();
}

// Recomputes the sums from the cells. The remaining labels may weigh far less than the old sums,
// and would be lost on the grids of a sweep based on them. So the heaviest label gives an upper
// bound of the total, the first sweep the total, and the second sweep the precise sums.
void FadingTally::sum_afresh() {
    double heaviest = 0.0;
    for (std::uint64_t i = 0; i < sums_.labels; ++i) {
        heaviest = std::max(heaviest, cells_[live_[i]].weight());
    }
    sums_.sums = {};
    if (heaviest == 0.0) {
        sums_.labels = 0;
        return;
    }
    sums_.sums.high[FadingSums::weight] = heaviest * static_cast<double>(sums_.labels);
    sweep(1.0, std::numeric_limits<double>::min());
    sweep(1.0, std::numeric_limits<double>::min());
}

// The remaining weight may be far below 1, where late events would be ignored: scales it up.
void FadingTally::raise_base() {
    const int exponent = std::min(0, exponent_of(sums_.sums.value(FadingSums::weight)));
    std::int64_t earlier = 0;
    if (__builtin_add_overflow(base_, exponent, &earlier)) [[unlikely]]
        return;  // no late event can have an earlier time either
    base_ = earlier;
    sweep(shrinking(exponent), std::numeric_limits<double>::min());
    set_now();
}

void FadingTally::merge(const FadingTally& other, const Renumbering& to) {
    FadingTally both = *this;
    both.clock_.restore(std::max(clock_.now(), other.clock_.now()),
                        clock_.dropped() + other.clock_.dropped());
    if (other.sums_.labels != 0) both.take_in(other, to);
    both.set_now();
    *this = std::move(both);
}

// Scales both to the later base and forgets what is negligible there.
void FadingTally::take_in(const FadingTally& other, const Renumbering& to) {
    if (sums_.labels == 0) base_ = other.base_;
    const std::int64_t later = std::max(base_, other.base_);
    const double scale = shrinking(above_base({later, 0}));
    const double other_scale = shrinking(other.above_base({later, 0}));
    base_ = later;
    sweep(scale, std::numeric_limits<double>::min());
    for (std::uint64_t i = 0; i < other.sums_.labels; ++i) {
        const FadingCell& theirs = other.cells_[other.live_[i]];
        const Code code = to[other.live_[i]];
        if (code == no_code || theirs.high * other_scale == 0.0) continue;
        FadingCell& cell = cells_[code];
        if (cell.high == 0.0) live_[sums_.labels++] = code;
        cell.add(theirs.high * other_scale);
        cell.add(theirs.low * other_scale);
        cell.squares += theirs.squares * other_scale * other_scale;
    }
    const double theirs = other.sums_.sums.value(FadingSums::weight) * other_scale;
    sums_.sums.add(detail::DoubleLanes{theirs, 0.0, 0.0, 0.0});
    sweep(1.0, forgetting_threshold(1.0, 1.0));
    if (sums_.labels > max_labels_) throw_too_many_labels(max_labels_);
}

void FadingTally::clear() noexcept {
    std::fill(cells_.begin(), cells_.end(), FadingCell{});
    sums_ = {};
    weights_.restart();
    if (!has_times()) set_now(weights_.before(1));
    base_ = 0;
    clock_.clear();
}

void FadingTally::renumber(const Renumbering& to, std::size_t new_size) {
    std::vector<FadingCell> cells(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) cells[to[code]] = cells_[code];
    }
    std::vector<Code> live(new_size + 1);
    for (std::uint64_t i = 0; i < sums_.labels; ++i) {
        live[i] = to[live_[i]];
    }
    cells_ = std::move(cells);
    live_ = std::move(live);
}

void FadingTally::restore(Content content) {
    FadingTally fresh = *this;
    fresh.clear();
    fresh.cells_ = std::move(content.cells);
    fresh.live_.resize(fresh.cells_.size() + 1);
    double total = 0.0;
    for (const FadingCell& cell : fresh.cells_) {
        const double most = cell.weight() * cell.weight() * (1.0 + 0x1p-20);
        require(cell.is_plausible(), "a weight is out of range");
        require(cell.squares > 0.0 && cell.squares <= most, "the squares do not fit the weight");
        fresh.live_[fresh.sums_.labels++] = static_cast<Code>(&cell - fresh.cells_.data());
        total += cell.weight();
    }
    fresh.sums_.sums.high[FadingSums::weight] = total * (1.0 + 0x1p-20);
    fresh.sweep(1.0, std::numeric_limits<double>::min());
    require(fresh.sums_.labels <= max_labels_, "it holds more labels than it may");
    require(may_be_sums(content.sums, fresh.sums_), "the sums do not fit the weights");
    fresh.sums_.sums = content.sums;
    if (has_times()) {
        fresh.restore_clock(content);
    } else {
        require(weights_.may_stand_at(content.anchor, content.place, sweep_at),
                "the next weight is out of range");
        fresh.weights_.restore(content.anchor, content.place);
        fresh.set_now(fresh.weights_.before(1));
    }
    *this = std::move(fresh);
}

void FadingTally::restore_clock(const Content& content) {
    require(content.now || (sums_.labels == 0 && content.dropped == 0),
            "it has events and no time");
    require(content.now ? half_life_->phase(*content.now).whole >= content.base : content.base == 0,
            "the weights are from a time to come");
    clock_.restore(content.now, content.dropped);
    base_ = content.base;
    set_now();
}

}  // namespace entrostream
