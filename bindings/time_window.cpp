// es.TimeWindow: the labels of the last span of time.
#include "core/windows/time_window.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/counter.hpp"
#include "bindings/estimates.hpp"
#include "bindings/module.hpp"
#include "bindings/summary.hpp"
#include "bindings/timed.hpp"
#include "bindings/times.hpp"
#include "core/state/time_window_state.hpp"

namespace entrostream {

namespace {

using Window = Timed<TimeWindow>;

constexpr const char* time_window_doc = R"doc(The labels of the last span of time.

Holds the events with a time in (now - span, now], where now is the latest time seen or
advanced to. Exact whatever the order in which they came; O(1) in the mean, late
events included.

A time is a number of seconds, a datetime (without a zone: UTC), a numpy.datetime64 or a
pandas.Timestamp; numbers and dates cannot be mixed.

>>> window = es.TimeWindow("10min")
>>> window.update("a", at=0)
>>> window.update("b", at=300)
>>> window.entropy
1.0
>>> window.update("b", at=600)
>>> window.counts()
{'b': 2}
>>> window.entropy
0.0

Parameters
----------
span : str, timedelta or number of seconds
    How long an event stays: "10min", "1h30min", timedelta(days=1), 0.5.
lateness : the same, default 0
    By how much an event may be late, that is, before now: it is put in its place.
late : {"raise", "drop"}, default "raise"
    What to do with later ones: an error, or count them in `dropped` and go on.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event (the clock stays too), or
    one label (None) for all of them.
)doc";

constexpr const char* events_doc =
    R"doc(What is held, as pairs of time and label, in the order of time.

Times are floats (seconds) or datetimes in UTC (numpy.datetime64 where there are
nanoseconds); at one time, equal labels stand together.

>>> window = es.TimeWindow("10s", lateness="5s")
>>> window.update_many("abc", at=[3, 1, 2])
>>> window.events()
[(1.0, 'b'), (2.0, 'c'), (3.0, 'a')]
)doc";

constexpr const char* merge_doc =
    R"doc(Takes in the events of another window of the same span and lateness.

The window of both streams: now is the later of both, and what is too old for it
leaves. The other one stays as it is.

>>> east, west = es.TimeWindow("10s"), es.TimeWindow("10s")
>>> east.update_many("aab", at=[0, 5, 6])
>>> west.update_many("bc", at=[4, 12])
>>> east.merge(west)
>>> east.events()
[(4.0, 'b'), (5.0, 'a'), (6.0, 'b'), (12.0, 'c')]
)doc";

// ------------------------------------------------------------------ events

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    const auto n = static_cast<Py_ssize_t>(window.core().sums().n());
    nb::list pairs = nb::steal<nb::list>(PyList_New(n));
    if (!pairs.is_valid()) throw nb::python_error();
    Py_ssize_t place = 0;
    for (const TimedCount& each : window.core().events()) {
        const nb::tuple pair =
            nb::make_tuple(shown_time(each.at, window.clock()), window.labels().label(each.code));
        for (std::uint64_t i = 0; i < each.count; ++i) {
            PyList_SET_ITEM(pairs.ptr(), place++, pair.inc_ref().ptr());
        }
    }
    return pairs;
}

// ------------------------------------------------------------------ two windows

void require_alike(const Window& a, const Window& b) {
    const auto refuse = [](const char* what, Time left, Time right) {
        throw nb::value_error((std::string("windows with ") + what + " " + span_text(left) +
                               " and " + span_text(right) + " cannot merge")
                                  .c_str());
    };
    if (a.core().span() != b.core().span()) refuse("spans", a.core().span(), b.core().span());
    const Time left = a.core().clock().lateness();
    const Time right = b.core().clock().lateness();
    if (left != right) refuse("lateness", left, right);
    require_same_clock(a.clock(), b.clock());
}

void merge_into(nb::handle self, Window& window, nb::handle other_object, Window& other) {
    require_idle(window.busy());
    require_idle(other.busy());
    require_alike(window, other);
    const Clock clock = window.clock() == Clock::unset ? other.clock() : window.clock();
    window.merge(self, other_object, other);
    window.set_clock(clock);
}

void merge(const Self<Window>& self, nb::handle other) {
    if (!nb::isinstance<Window>(other)) {
        throw nb::type_error(
            (class_name(self.h) + " can merge a TimeWindow, got " + shown_with_type(other))
                .c_str());
    }
    merge_into(self.h, *self.p, other, summary_in<Window>(other.ptr()));
}

nb::object sum_of(const Self<Window>& self, nb::handle other) {
    if (!nb::isinstance<Window>(other)) return nb::borrow(Py_NotImplemented);
    nb::object sum = copy_of(self);
    merge_into(sum, *nb::inst_ptr<Window>(sum), other, summary_in<Window>(other.ptr()));
    return sum;
}

// What a window holds, with codes of another, in the order in which that would give it.
std::vector<TimedCount> renamed(std::vector<TimedCount> events, const std::vector<Code>& to) {
    for (TimedCount& event : events) {
        event.code = to[event.code];
    }
    std::sort(events.begin(), events.end(), [](const TimedCount& a, const TimedCount& b) {
        return std::tie(a.at, a.code) < std::tie(b.at, b.code);
    });
    return events;
}

bool same_content(const Self<Window>& left, nb::handle right, Window& b) {
    Window& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (a.missing() != b.missing() || a.clock() != b.clock()) return false;
    if (a.core().span() != b.core().span() || a.core().clock() != b.core().clock()) return false;
    if (a.core().sums() != b.core().sums()) return false;
    const Busy left_at_work = a.work(left.h);  // labels are asked for their ==
    const Busy right_at_work = b.work(right);
    const std::vector<Code> in_b = codes_in(a, b);
    return renamed(a.core().events(), in_b) == b.core().events();
}

// ------------------------------------------------------------------ state

// Parameters, clock and events; the codes of the events are places among the labels held.
TimeWindowState state_of(const Window& window, const std::vector<CodeCount>& held) {
    const EventClock& clock = window.core().clock();
    return {.missing = window.missing(),
            .span = window.core().span(),
            .lateness = clock.lateness(),
            .late = clock.late(),
            .clock = window.clock(),
            .now = clock.now().value_or(0),
            .dropped = clock.dropped(),
            .labels = {},
            .events = renamed(window.core().events(), places_of(window, held))};
}

Window restored(const TimeWindowState& state, const nb::list& labels) {
    Window window(TimeWindow(state.span, state.lateness, state.late), state.missing);
    window.set_labels(labels);
    const bool timed = state.clock != Clock::unset;
    window.content().restore(timed ? std::optional(state.now) : std::nullopt, state.dropped,
                             state.events);
    window.set_clock(state.clock);
    return window;
}

nb::bytes to_bytes(const Self<Window>& self) {
    Window& window = *self.p;
    const Busy at_work = window.work(self.h);
    const std::vector<CodeCount> held = window.held();
    TimeWindowState state = state_of(window, held);
    state.labels = labels_for_state(window, held);
    return as_bytes(encode(state));
}

nb::object from_bytes(nb::handle type, nb::handle given) {
    const nb::bytes bytes = bytes_argument(given);
    const TimeWindowState state = decode_time_window(as_span(bytes));
    return made(type, restored(state, labels_from_state(state.labels)));
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

nb::tuple get_state(const Self<Window>& self) {
    const Window& window = idle(self);
    const std::vector<CodeCount> held = window.held();
    const TimeWindowState state = state_of(window, held);
    nb::list labels;
    for (const CodeCount& each : held) {
        labels.append(window.labels().label(each.code));
    }
    return nb::make_tuple(state.span, state.lateness, late_name(state.late),
                          missing_name(state.missing), static_cast<int>(state.clock), state.now,
                          state.dropped, labels, column_of(state.events, &TimedCount::at),
                          column_of(state.events, &TimedCount::code),
                          column_of(state.events, &TimedCount::count), attributes_of(self.h));
}

void require_whole(const TimeWindowState& state, std::size_t labels) {
    const bool right =
        state.span > 0 && state.lateness >= 0 && state.clock <= Clock::instants &&
        std::all_of(state.events.begin(), state.events.end(), [&](const TimedCount& event) {
            return event.code < labels && event.count != 0;
        });
    if (!right) throw StateError("state is damaged: its events do not fit its labels or its span");
}

void set_state(const Self<Window>& self, const nb::tuple& given) {
    require_parts(given, 12);
    TimeWindowState state;
    state.span = nb::cast<Time>(given[0]);
    state.lateness = nb::cast<Time>(given[1]);
    state.late = late_rule(given[2]);
    state.missing = missing_rule(given[3]);
    state.clock = static_cast<Clock>(nb::cast<std::uint8_t>(given[4]));
    state.now = nb::cast<Time>(given[5]);
    state.dropped = nb::cast<std::uint64_t>(given[6]);
    const nb::list labels = list_of(given[7]);
    state.events.resize(bytes_argument(given[8]).size() / sizeof(Time));
    set_column(state.events, &TimedCount::at, given[8]);
    set_column(state.events, &TimedCount::code, given[9]);
    set_column(state.events, &TimedCount::count, given[10]);
    require_whole(state, nb::len(labels));
    std::optional<Window> window;
    try {
        window.emplace(restored(state, labels));
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    } catch (const std::overflow_error& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
    set_attributes(self.h, given[11]);
    new (self.p) Window(std::move(*window));
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {}: {}>")
        .attr("format")(class_name(self.h), span_text(window.core().span()), content_shown(window));
}

}  // namespace

void bind_time_window(nb::module_& module) {
    nb::class_<Window> window(module, "TimeWindow",
                              nb::type_slots(hot_slots<Window, timed_methods<Window>>),
                              nb::is_weak_referenceable(), time_window_doc);
    window
        .def(
            "__init__",
            [](Window* self, nb::handle span, nb::handle lateness, nb::handle late,
               nb::handle missing) {
                const TimeWindow core(read_span(span, "span", false),
                                      read_span(lateness, "lateness", true), late_rule(late));
                new (self) Window(core, missing_rule(missing));
            },
            "span"_a.none(), nb::kw_only(), "lateness"_a.none() = 0, "late"_a.none() = "raise",
            "missing"_a.none() = "raise",
            nb::sig("def __init__(self, span: typing.Any, *, lateness: typing.Any = 0, "
                    "late: str = \"raise\", missing: str = \"raise\") -> None"))
        .def_prop_ro(
            "span", [](const Self<Window>& self) { return shown_span(idle(self).core().span()); },
            nb::sig("def span(self) -> typing.Any"), "How long an event stays.")
        .def("events", &events, nb::sig("def events(self) -> list[tuple[typing.Any, typing.Any]]"),
             events_doc)
        .def("merge", &merge, "other"_a.none(),
             nb::sig("def merge(self, other: TimeWindow) -> None"), merge_doc)
        .def("__add__", &sum_of, "other"_a.none(),
             nb::sig("def __add__(self, other: TimeWindow) -> typing_extensions.Self"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_equality(window, &same_content);
    def_clock(window);
    def_timed_bulk(window);
    def_timed_update_counts(window);
    def_removals(window);
    def_common(window);
    def_sum(window);
    def_estimates(window);
    def_state(window, &to_bytes, &from_bytes, &get_state, &set_state);
}

}  // namespace entrostream
