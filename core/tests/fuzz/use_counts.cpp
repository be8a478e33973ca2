// Tally, WeightedTally, SlidingWindow, TimeWindow and WeightedTimeWindow.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/counts/counts.hpp"
#include "core/counts/weighted_counts.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"
#include "core/windows/sliding_window.hpp"
#include "core/windows/time_window.hpp"
#include "core/windows/weighted_time_window.hpp"

namespace entrostream::testing {

namespace {

std::vector<CodeCount> code_counts(const std::vector<std::uint64_t>& counts) {
    std::vector<CodeCount> result;
    for (std::size_t code = 0; code < counts.size(); ++code) {
        result.push_back({static_cast<Code>(code), counts[code]});
    }
    return result;
}

template <class Core>
void require_sums(const Core& core) {
    Model model;
    for (Code code = 0; code < core.codes(); ++code) {
        model.counts.push_back(core.count(code));
    }
    require(sums_are_those_of(core.sums(), model), "the sums are not those of the counts");
    require_sound(core.sums());
}

// Removes all events of a code that is held.
template <class Core>
void take_first(Core& core) {
    for (Code code = 0; code < core.codes(); ++code) {
        const CodeCount less{code, core.count(code)};
        if (less.amount != 0) return core.take_many({&less, 1});
    }
}

template <class Core>
std::vector<std::uint64_t> counts_of(const Core& core) {
    std::vector<std::uint64_t> counts;
    for (Code code = 0; code < core.codes(); ++code) {
        counts.push_back(core.count(code));
    }
    return counts;
}

// Events one by one and in bulk, traced, half of all measures through blocks.
template <class Core, class... Times>
void add_events(Core& core, const Times&... times) {
    const std::vector<Code> events = some_events(core.codes());
    for (const std::size_t measures : {std::size_t{2}, all_measures.size()}) {
        unless_full([&] {
            core.prepare(events.size());
            Columns traced(events.size(), measures);
            core.trace(events, times..., traced.columns);
            require_traced(core, traced);
        });
        require_sums(core);
    }
}

}  // namespace

void use(const TallyState& state) {
    Counts counts;
    counts.grow(state.labels.size());
    counts.add_many(code_counts(state.counts));
    require_sums(counts);
    const Counts before = counts;
    add_events(counts);
    unless_full([&] { counts.add_many(code_counts(state.counts)); });
    take_first(counts);
    require_sums(counts);
    require_sums(before);
    TallyState after{.missing = state.missing, .labels = state.labels};
    throw_out_dead(counts, after.labels);
    after.counts = counts_of(counts);
    require(decode_tally(encode(after)).counts.size() == after.counts.size(), "a tally is lost");
}

void use(const WeightedTallyState& state) {
    WeightedCounts weights(state.exponent, state.exact);
    weights.grow(state.units.labels.size());
    weights.add_many(code_counts(state.units.counts));
    require_sums(weights);
    for (Code code = 0; code < weights.codes(); ++code) {
        const double weight = weights.weight(weights.count(code));
        require(weight > 0.0, "a weight is 0");
        unless_full([&] { weights.update(code, weights.units(weight)); });
    }
    const std::vector<Code> events = some_events(weights.codes());
    const std::vector<std::uint64_t> units(events.size(), std::uint64_t{1} << 55);
    unless_full([&] {
        weights.prepare(units);
        Columns traced(events.size(), 2);
        weights.trace(events, units, traced.columns);
        require_traced(weights, traced);
    });
    take_first(weights);
    require_sums(weights);
    WeightedTallyState after{.exponent = state.exponent, .exact = state.exact, .units = {}};
    after.units = {.missing = state.units.missing, .labels = state.units.labels};
    throw_out_dead(weights, after.units.labels);
    after.units.counts = counts_of(weights);
    require(encode(decode_weighted_tally(encode(after))) == encode(after), "weights are lost");
}

void use(const SlidingWindowState& state) {
    SlidingWindow window(state.size);
    window.grow(state.labels.size());
    window.update_many(state.events);
    require_sums(window);
    const SlidingWindow before = window;
    add_events(window);
    for (const Code code : some_events(window.codes(), 10)) {
        window.update(code);
    }
    take_first(window);
    require_sums(window);
    require_sums(before);
    SlidingWindowState after{
        .missing = state.missing, .size = state.size, .labels = state.labels, .events = {}};
    throw_out_dead(window, after.labels);
    after.events = window.events();
    require(encode(decode_sliding_window(encode(after))) == encode(after), "a window is lost");
}

namespace {

constexpr Time last_time = std::numeric_limits<Time>::max();

Time later(Time time, Time by) {
    return time > last_time - by ? last_time : time + by;
}

// Some within the lateness, some in the future.
template <class Window>
std::vector<Time> some_times(const Window& window, Time now, std::size_t events) {
    std::vector<Time> times;
    for (std::size_t i = 0; i < events; ++i) {
        now = later(now, i % 5 == 0 ? window.span() / 7 : 1);
        const Time late = i % 3 == 0 ? window.clock().lateness() / 2 : 0;
        times.push_back(std::max(std::numeric_limits<Time>::min() + late, now) - late);
    }
    return times;
}

void add_timed(TimeWindow& window, Time now) {
    const std::vector<Code> events = some_events(window.codes());
    const std::vector<Time> times = some_times(window, now, events.size());
    unless_full([&] {
        window.prepare(times);
        Columns traced(events.size(), 2);
        window.trace(events, times, traced.columns);
        require_traced(window, traced);
    });
    require_sums(window);
    for (const Code code : some_events(window.codes(), 3)) {
        unless_full([&] { window.update(code, window.clock().now().value_or(now)); });
    }
    require_sums(window);
}

void add_timed(WeightedTimeWindow& window, Time now) {
    const std::vector<Code> events = some_events(window.codes());
    const std::vector<Time> times = some_times(window, now, events.size());
    std::vector<std::uint64_t> units;
    for (std::size_t i = 0; i < events.size(); ++i) {
        units.push_back(i % 4 == 0 ? 0 : i << (i % 57));
    }
    unless_full([&] {
        window.prepare(times, units);
        Columns traced(events.size(), 2);
        window.trace(events, times, units, traced.columns);
        require_traced(window, traced);
    });
    require_sums(window);
    unless_full([&] {
        const std::vector<Time> later_on = some_times(window, *window.clock().now(), times.size());
        window.prepare(later_on, units);
        window.update_many(events, later_on, units);
    });
    for (const Code code : some_events(window.codes(), 3)) {
        unless_full([&] {
            window.update(code, window.clock().now().value_or(now), std::uint64_t{1} << 40);
        });
    }
    require_sums(window);
}

// The state after some changes, none if there is no time.
template <class Window>
std::optional<TimeWindowState> used(Window window, const TimeWindowState& state) {
    const bool timed = state.clock != Clock::unset;
    window.grow(state.labels.size());
    window.restore(timed ? std::optional(state.now) : std::nullopt, state.dropped, state.events);
    require_sums(window);
    const Window before = window;
    add_timed(window, state.now);
    unless_full([&] { window.merge(before, same_codes(window.codes())); });
    require_sums(window);
    take_first(window);
    if (timed) window.advance(later(window.clock().now().value_or(0), state.span / 2));
    require_sums(window);
    require_sums(before);
    TimeWindowState after = state;
    if (!window.clock().now()) return std::nullopt;
    throw_out_dead(window, after.labels);
    after.clock = timed ? state.clock : Clock::seconds;
    after.now = *window.clock().now();
    after.dropped = window.clock().dropped();
    after.events = window.events();
    return after;
}

}  // namespace

void use(const TimeWindowState& state) {
    const auto after = used(TimeWindow(state.span, state.lateness, state.late), state);
    if (!after) return;
    require(encode(decode_time_window(encode(*after))) == encode(*after), "a window is lost");
}

void use(const WeightedTimeWindowState& state) {
    const TimeWindowState& window = state.window;
    const auto after = used(WeightedTimeWindow(window.span, window.lateness, window.late,
                                               WeightedCounts(state.exponent, state.exact)),
                            window);
    if (!after) return;
    const WeightedTimeWindowState saved{
        .exponent = state.exponent, .exact = state.exact, .window = *after};
    require(encode(decode_weighted_time_window(encode(saved))) == encode(saved),
            "a window of weights is lost");
}

}  // namespace entrostream::testing
