// Pickles of the first format: tuples of parameters, labels, amounts and events. Only read.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/runtime/arguments.hpp"
#include "bindings/summaries/state.hpp"
#include "bindings/summaries/timed.hpp"
#include "core/state/time_window_state.hpp"

namespace entrostream {

// A list of counts; none may be 0.
[[nodiscard]] inline std::vector<std::uint64_t> counts_from_pickle(nb::handle list) {
    std::vector<std::uint64_t> counts;
    for (const nb::handle count : list_of(list)) {
        counts.push_back(positive_integer(count, "count"));
    }
    return counts;
}

// Indices of labels as raw bytes.
[[nodiscard]] inline std::vector<Code> codes_from_pickle(nb::handle given) {
    const nb::bytes bytes = bytes_argument(given);
    if (bytes.size() % sizeof(Code) != 0) throw StateError("state is damaged: half an event");
    std::vector<Code> codes(bytes.size() / sizeof(Code));
    if (!codes.empty()) std::memcpy(codes.data(), bytes.data(), bytes.size());
    return codes;
}

template <class Field>
void set_column(std::vector<TimedCount>& events, Field TimedCount::* field, nb::handle given) {
    const nb::bytes column = bytes_argument(given);
    if (column.size() != events.size() * sizeof(Field)) {
        throw StateError("state is damaged: its events are not complete");
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        const char* from = static_cast<const char*>(column.data()) + i * sizeof(Field);
        std::memcpy(&(events[i].*field), from, sizeof(Field));
    }
}

// The layout of a time window: the clock, then labels (whatever the codes of the events index),
// then the events.
inline constexpr std::size_t clock_parts = 7;
inline constexpr std::size_t event_parts = 3;

// Reads the clock from part `first` on.
[[nodiscard]] inline TimeWindowState clock_from_pickle(const nb::tuple& given, std::size_t first) {
    TimeWindowState state;
    state.span = nb::cast<Time>(given[first]);
    state.lateness = nb::cast<Time>(given[first + 1]);
    state.late = late_rule(given[first + 2]);
    state.missing = missing_rule(given[first + 3]);
    state.clock = static_cast<Clock>(nb::cast<std::uint8_t>(given[first + 4]));
    state.now = nb::cast<Time>(given[first + 5]);
    state.dropped = nb::cast<std::uint64_t>(given[first + 6]);
    return state;
}

// Reads the events from part `first` on; their codes are indices below `things`.
inline void events_from_pickle(TimeWindowState& state, const nb::tuple& given, std::size_t first,
                               std::size_t things) {
    state.events.resize(bytes_argument(given[first]).size() / sizeof(Time));
    set_column(state.events, &TimedCount::at, given[first]);
    set_column(state.events, &TimedCount::code, given[first + 1]);
    set_column(state.events, &TimedCount::count, given[first + 2]);
    const bool right =
        state.span > 0 && state.lateness >= 0 && state.clock <= Clock::instants &&
        std::all_of(state.events.begin(), state.events.end(), [&](const TimedCount& event) {
            return event.code < things && event.count != 0;
        });
    if (!right) throw StateError("state is damaged: its events do not fit its labels or its span");
}

// Makes a window from parts that may have been tampered with: errors of the core mean damage.
template <class Make>
auto from_pickled_parts(const Make& make) {
    try {
        return make();
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    } catch (const std::overflow_error& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
}

// A window of labels in parts preceded by `before` others; `restored(state, labels)` makes it.
template <class Restored>
auto time_window_from_pickle(const nb::tuple& given, std::size_t before, const Restored& restored) {
    const std::size_t labels_at = before + clock_parts;
    require_parts(given, labels_at + 1 + event_parts + 1);
    TimeWindowState state = clock_from_pickle(given, before);
    const nb::list labels = list_of(given[labels_at]);
    events_from_pickle(state, given, labels_at + 1, nb::len(labels));
    return from_pickled_parts([&] { return restored(state, labels); });
}

}  // namespace entrostream
