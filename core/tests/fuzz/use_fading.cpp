// FadingTally and FadingWindow.
#include <algorithm>
#include <limits>

#include "core/state/state_error.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"

namespace entrostream::testing {

namespace {

// More labels than it may hold, or a time that is too late.
template <class Operation>
void unless_refused(Operation&& operation) {
    try {
        operation();
    } catch (const std::invalid_argument&) {
        return;
    }
}

std::vector<Time> some_times(const FadingTally& tally, std::size_t events) {
    constexpr Time last = std::numeric_limits<Time>::max();
    Time now = tally.clock().now().value_or(0);
    std::vector<Time> times;
    for (std::size_t i = 0; i < events; ++i) {
        const Time step = tally.half_life() / 3;
        now = now > last - step ? last : now + step;
        times.push_back(now);
    }
    return times;
}

void add_events(FadingTally& tally) {
    const std::vector<Code> events = some_events(tally.codes());
    const std::size_t measures = tally.codes() % 2 == 0 ? 2 : all_measures.size();
    Columns traced(events.size(), measures);
    FadingTally copy = tally;
    unless_refused([&] {
        if (copy.has_times()) {
            const std::vector<Time> times = some_times(copy, events.size());
            copy.prepare(times);
            copy.trace(events, times, traced.columns);
        } else {
            copy.trace(events, traced.columns);
        }
        require_traced(copy, traced);
        tally = copy;
    });
    require_sound(tally.sums());
}

void take_heaviest(FadingTally& tally) {
    CodeAmount<double> heaviest{0, 0.0};
    for (Code code = 0; code < tally.codes(); ++code) {
        if (tally.count(code) > heaviest.amount) heaviest = {code, tally.count(code)};
    }
    if (heaviest.amount > 0.0) tally.take_many({&heaviest, 1});
    require_sound(tally.sums());
}

}  // namespace

void use(const FadingTallyState& state) {
    FadingTally tally = state.tally;
    require_sound(tally.sums());
    add_events(tally);
    take_heaviest(tally);
    if (tally.has_times()) {
        unless_refused([&] { tally.merge(state.tally, same_codes(tally.codes())); });
        const Time now = tally.clock().now().value_or(0);
        if (now <= std::numeric_limits<Time>::max() - 1000) tally.advance(now + 1000);
    } else {
        tally.skip();
        for (const Code code : some_events(tally.codes(), 5)) {
            unless_refused([&] { tally.update(code); });
        }
    }
    require_sound(tally.sums());
    take_heaviest(tally);
    FadingTallyState after{
        .tally = tally, .labels = state.labels, .missing = state.missing, .clock = state.clock};
    throw_out_dead(after.tally, after.labels);
    if (tally.clock().now() && after.clock == Clock::unset) after.clock = Clock::seconds;
    const FadingTallyState again = decode_fading_tally(encode(after));
    require(encode(again) == encode(after), "a fading tally is lost");
    require(again.tally.sums().entropy() == after.tally.sums().entropy(), "its sums are lost");
    tally.clear();
    require_sound(tally.sums());
}

void use(const FadingWindowState& state) {
    FadingWindow window = state.window;
    require_sound(window.sums());
    const std::vector<Code> events = some_events(window.codes());
    FadingWindow copy = window;
    unless_refused([&] {
        copy.prepare(events.size());
        Columns traced(events.size(), window.codes() % 2 == 0 ? 2 : all_measures.size());
        copy.trace(events, traced.columns);
        require_traced(copy, traced);
        window = copy;
    });
    for (const Code code : some_events(window.codes(), 5)) {
        unless_refused([&] { window.update(code); });
    }
    require_sound(window.sums());
    FadingWindowState after{.window = window, .labels = state.labels, .missing = state.missing};
    throw_out_dead(after.window, after.labels);
    try {
        require(encode(decode_fading_window(encode(after))) == encode(after), "a window is lost");
    } catch (const StateError&) {
        // A weight that was off by as much as a reader allows is off by more, compared with
        // what is left of it, once events have left. Only a forged state gets there.
        require(window.events() != state.window.events(), "a window is refused as it came");
    }
}

}  // namespace entrostream::testing
