// Common to all time windows, whatever they count: merging, comparing, states.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/times/times.hpp"
#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/timed.hpp"
#include "core/state/state_error.hpp"
#include "core/state/time_window_state.hpp"
#include "core/time/timed_events.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

// ------------------------------------------------------------------ two windows

// The cores of `left` and `right` have a span and a clock.
template <class Window>
void require_same_clocks(const Window& left, const Window& right) {
    const auto refuse = [](const char* what, Time a, Time b) {
        throw nb::value_error((std::string("windows with ") + what + " " + span_text(a) + " and " +
                               span_text(b) + " cannot merge")
                                  .c_str());
    };
    const Time left_span = time_core(left).span();
    const Time right_span = time_core(right).span();
    if (left_span != right_span) refuse("spans", left_span, right_span);
    const Time left_lateness = time_core(left).clock().lateness();
    const Time right_lateness = time_core(right).clock().lateness();
    if (left_lateness != right_lateness) refuse("lateness", left_lateness, right_lateness);
    require_same_clock(left.clock(), right.clock());
}

// `require_alike(left, right)` throws unless the two can be merged.
template <class Window, class RequireAlike>
void merge_windows(nb::handle self, Window& window, nb::handle other_object, Window& other,
                   const RequireAlike& require_alike) {
    require_idle(window.busy());
    require_idle(other.busy());
    require_alike(window, other);
    const Clock clock = window.clock() == Clock::unset ? other.clock() : window.clock();
    window.merge(self, other_object, other);
    window.set_clock(clock);
}

// `merge` and `+` of the class `name`.
template <class Window, class RequireAlike>
void def_window_merge(nb::class_<Window>& type, const std::string& name,
                      const RequireAlike& require_alike, const char* doc) {
    const auto merge = [name, require_alike](const Self<Window>& self, nb::handle other) {
        if (!nb::isinstance<Window>(other)) {
            throw nb::type_error(
                (class_name(self.h) + " can merge a " + name + ", got " + repr_with_type(other))
                    .c_str());
        }
        merge_windows(self.h, *self.p, other, summary_in<Window>(other.ptr()), require_alike);
    };
    const auto sum = [require_alike](const Self<Window>& self, nb::handle other) -> nb::object {
        if (!nb::isinstance<Window>(other)) return nb::borrow(Py_NotImplemented);
        nb::object both = copy_of(self);
        merge_windows(both, *nb::inst_ptr<Window>(both), other, summary_in<Window>(other.ptr()),
                      require_alike);
        return both;
    };
    type.def("merge", merge, "other"_a.none(),
             nb::sig(("def merge(self, other: " + name + ") -> None").c_str()), doc)
        .def("__add__", sum, "other"_a.none(),
             nb::sig(("def __add__(self, other: " + name + ") -> typing_extensions.Self").c_str()));
    def_sum(type);
}

// The events of a window, renamed to the codes of another and in its order.
inline std::vector<TimedCount> renamed(std::vector<TimedCount> events,
                                       const std::vector<Code>& to) {
    for (TimedCount& event : events) {
        event.code = to[event.code];
    }
    return sorted(std::move(events));
}

template <class Window>
bool same_clocks(const Window& a, const Window& b) {
    return a.missing() == b.missing() && a.clock() == b.clock() &&
           time_core(a).span() == time_core(b).span() &&
           time_core(a).clock() == time_core(b).clock();
}

// Whether two windows of labels hold the same events, by the same clock.
template <class Window>
bool same_labels_in_time(const Self<Window>& left, nb::handle right, Window& b) {
    Window& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (!same_clocks(a, b) || a.core().sums() != b.core().sums()) return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    const std::vector<Code> in_b = codes_in(a, b);
    return renamed(a.core().events(), in_b) == b.core().events();
}

// ------------------------------------------------------------------ state

// Parameters and clock; the caller adds labels and events.
template <class Window>
TimeWindowState clock_state_of(const Window& window) {
    const EventClock& clock = time_core(window).clock();
    return {.missing = window.missing(),
            .span = time_core(window).span(),
            .lateness = clock.lateness(),
            .late = clock.late(),
            .clock = window.clock(),
            .now = clock.now().value_or(0),
            .dropped = clock.dropped(),
            .labels = {},
            .events = {}};
}

// Restores the events and the clock of a state in a window that has its labels.
template <class Window>
void restore_events(Window& window, const TimeWindowState& state) {
    const bool timed = state.clock != Clock::unset;
    window.content().restore(timed ? std::optional(state.now) : std::nullopt, state.dropped,
                             state.events);
    window.set_clock(state.clock);
}

// One field of each event, as bytes.
template <class Field>
nb::bytes column_of(const std::vector<TimedCount>& events, Field TimedCount::* field) {
    std::vector<Field> column;
    column.reserve(events.size());
    for (const TimedCount& event : events) {
        column.push_back(event.*field);
    }
    return nb::bytes(reinterpret_cast<const char*>(column.data()), column.size() * sizeof(Field));
}

template <class Field>
void set_column(std::vector<TimedCount>& events, Field TimedCount::* field, nb::handle given) {
    const nb::bytes column = bytes_argument(given);
    if (column.size() != events.size() * sizeof(Field)) {
        throw StateError("state is damaged: its events are not whole");
    }
    for (std::size_t i = 0; i < events.size(); ++i) {
        const char* from = static_cast<const char*>(column.data()) + i * sizeof(Field);
        std::memcpy(&(events[i].*field), from, sizeof(Field));
    }
}

// The layout of a pickled window: the clock, then `labels` (whatever the codes of the events
// index), then the events.
inline constexpr std::size_t clock_parts = 7;
inline constexpr std::size_t event_parts = 3;

inline nb::list clock_for_pickle(const TimeWindowState& state) {
    nb::list parts;
    parts.append(state.span);
    parts.append(state.lateness);
    parts.append(late_name(state.late));
    parts.append(missing_name(state.missing));
    parts.append(static_cast<int>(state.clock));
    parts.append(state.now);
    parts.append(state.dropped);
    return parts;
}

inline void add_events_for_pickle(nb::list& parts, const TimeWindowState& state) {
    parts.append(column_of(state.events, &TimedCount::at));
    parts.append(column_of(state.events, &TimedCount::code));
    parts.append(column_of(state.events, &TimedCount::count));
}

// Reads the clock from part `first` on.
inline TimeWindowState clock_from_pickle(const nb::tuple& given, std::size_t first) {
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

// Makes a window from a state that may have been tampered with: errors of the core mean damage.
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

// The whole state of a window of labels except the labels: the codes of the events are indices
// into `held`.
template <class Window>
TimeWindowState state_of(const Window& window, const std::vector<CodeCount>& held) {
    TimeWindowState state = clock_state_of(window);
    state.events = renamed(window.core().events(), places_of(window, held));
    return state;
}

// The same with the labels in the form of bytes; the re-entrancy guard must be held.
template <class Window>
TimeWindowState labelled_state_of(const Window& window) {
    const std::vector<CodeCount> held = window.held();
    TimeWindowState state = state_of(window, held);
    state.labels = labels_for_state(window, held);
    return state;
}

// The pickled form, preceded by the parts `before`.
template <class Window>
nb::tuple window_for_pickle(const Self<Window>& self, nb::list before) {
    const Window& window = idle(self);
    const std::vector<CodeCount> held = window.held();
    const TimeWindowState state = state_of(window, held);
    nb::list labels;
    for (const CodeCount& each : held) {
        labels.append(window.labels().label(each.code));
    }
    before.extend(clock_for_pickle(state));
    before.append(labels);
    add_events_for_pickle(before, state);
    before.append(attributes_of(self.h));
    return nb::tuple(before);
}

// Restores a window from parts preceded by `before` others; `make(state)` makes an empty
// window.
template <class Window, class Make>
void window_from_pickle(const Self<Window>& self, const nb::tuple& given, std::size_t before,
                        const Make& make) {
    const std::size_t labels_at = before + clock_parts;
    const std::size_t attributes_at = labels_at + 1 + event_parts;
    require_parts(given, attributes_at + 1);
    TimeWindowState state = clock_from_pickle(given, before);
    const nb::list labels = list_of(given[labels_at]);
    events_from_pickle(state, given, labels_at + 1, nb::len(labels));
    Window window = from_pickled_parts([&] {
        Window restored = make(state);
        restored.set_labels(labels);
        restore_events(restored, state);
        return restored;
    });
    set_attributes(self.h, given[attributes_at]);
    new (self.p) Window(std::move(window));
}

// ------------------------------------------------------------------ the class

template <class Window>
void def_span(nb::class_<Window>& type) {
    type.def_prop_ro(
        "span", [](const Self<Window>& self) { return shown_span(time_core(idle(self)).span()); },
        nb::sig("def span(self) -> typing.Any"), "How long an event stays.");
}

}  // namespace entrostream
