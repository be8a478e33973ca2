// es.TimeWindow: the labels of the last span of time.
#include "core/windows/time_window.hpp"

#include <utility>

#include "bindings/input/times/times.hpp"
#include "bindings/summaries/estimates.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/time_windows.hpp"
#include "bindings/summaries/timed.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/state/time_window_state.hpp"

namespace entrostream {

namespace {

using Window = Timed<TimeWindow>;

constexpr const char* time_window_doc = R"doc(The labels of the last span of time.

Holds the events with a time in (now - span, now], where now is the latest time seen or
advanced to. Exact whatever the order in which they came; amortised O(1), late
events included.

A time is a number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
pandas.Timestamp or an ISO 8601 string; numbers and dates cannot be mixed.

Parameters
----------
span : str, timedelta or number of seconds
    How long an event stays: "10min", "1h30min", timedelta(days=1), 0.5.
lateness : str, timedelta or number of seconds, default 0
    By how much an event may be late, that is, before now: it is put in its place.
late : {"raise", "drop"}, default "raise"
    What to do with later ones: an error, or count them in `dropped` and go on.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event (the clock stays too), or
    one label (None) for all of them.

Raises
------
TypeError
    If `span` or `lateness` is not a length of time.
ValueError
    If `span` is not positive or `lateness` is negative, if one of them cannot be read or
    reaches 292 years, or if `late` or `missing` is not one of its choices.

Examples
--------
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
)doc";

constexpr const char* events_doc =
    R"doc(Return the events held, as pairs of time and label, in the order of time.

Times are floats (seconds) or datetimes in UTC (numpy.datetime64 where there are
nanoseconds); at one time, equal labels stand together.

Returns
-------
list of tuple
    Pairs (time, label), oldest first.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.TimeWindow("10s", lateness="5s")
>>> window.update_many("abc", times=[3, 1, 2])
>>> window.events()
[(1.0, 'b'), (2.0, 'c'), (3.0, 'a')]
)doc";

constexpr const char* merge_doc =
    R"doc(Add the events of another window of the same span and lateness.

The window of both streams: now is the later of both, and what is too old for it
leaves.

Parameters
----------
other : TimeWindow
    A window of the same span and lateness; it stays as it is.

Raises
------
TypeError
    If `other` is not a TimeWindow, or if its times are of the other kind (numbers of
    seconds, dates).
ValueError
    If the spans or the lateness differ.
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.TimeWindow("10s"), es.TimeWindow("10s")
>>> east.update_many("aab", times=[0, 5, 6])
>>> west.update_many("bc", times=[4, 12])
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

// ------------------------------------------------------------------ state

StateBytes encoded(const Window& window, LabelsToState& labels) {
    return encode(state_of(window, labels));
}

Window restored(const TimeWindowState& state, const nb::list& labels) {
    Window window(TimeWindow(state.span, state.lateness, state.late), state.missing);
    window.set_labels(labels);
    restore_events(window, state);
    return window;
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const TimeWindowState state = decode_time_window(bytes);
    return restored(state, labels(state.labels));
}

Window from_parts(const nb::tuple& parts) {
    return time_window_from_pickle(parts, 0, restored);
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
                    "late: typing.Literal[\"raise\", \"drop\"] = \"raise\", missing: "
                    "typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def("events", &events, nb::sig("def events(self) -> list[tuple[typing.Any, typing.Any]]"),
             events_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_span(window);
    def_window_merge(window, "TimeWindow", &require_same_clocks<Window>, merge_doc);
    def_equality(window, &same_labels_in_time<Window>);
    def_clock(window);
    def_timed_bulk(window);
    def_timed_update_counts(window);
    def_removals(window);
    def_common(window);
    def_estimates(window);
    def_state(window, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
