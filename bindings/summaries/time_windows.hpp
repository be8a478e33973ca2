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

// The state of a window of labels; the codes of the events are indices into the labels.
template <class Window>
TimeWindowState state_of(const Window& window, LabelsToState& labels) {
    const std::vector<CodeCount> held = window.held();
    TimeWindowState state = clock_state_of(window);
    state.events = renamed(window.core().events(), places_of(window, held));
    state.labels = encoded_labels(window, held, labels);
    return state;
}

// ------------------------------------------------------------------ the class

template <class Window>
void def_span(nb::class_<Window>& type) {
    type.def_prop_ro(
        "span", [](const Self<Window>& self) { return shown_span(time_core(idle(self)).span()); },
        nb::sig("def span(self) -> typing.Any"), "How long an event stays.");
}

}  // namespace entrostream
