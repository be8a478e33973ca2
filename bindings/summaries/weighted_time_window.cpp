// es.WeightedTimeWindow: labels with real weights in the last span of time.
#include "core/windows/weighted_time_window.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/times/times.hpp"
#include "bindings/input/weights.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/time_windows.hpp"
#include "bindings/summaries/timed.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/state/weighted_time_window_state.hpp"

namespace entrostream {

// Overloads of bindings/input/amounts.hpp.
[[nodiscard]] static nb::float_ shown_amount(const WeightedTimeWindow& core, std::uint64_t units) {
    return shown_amount(core.held(), units);
}
[[nodiscard]] static double read_of(const WeightedTimeWindow& core, Measure measure) {
    return read_of(core.held(), measure);
}
[[nodiscard]] static std::uint64_t amount_from(const WeightedTimeWindow& core, nb::handle weight,
                                               nb::handle label) {
    return amount_from(core.held(), weight, label);
}

namespace {

using Window = Timed<WeightedTimeWindow>;

constexpr const char* weighted_time_window_doc =
    R"doc(Labels with real weights in the last span of time: bytes per source in ten minutes.

To WeightedTally what TimeWindow is to Tally. Holds the events with a time in
(now - span, now], where now is the latest time seen or advanced to, each with its weight;
every read has the bits of a WeightedTally of these events. O(1) amortised per event, late
events included.

A weight of 0 is no event: nothing is added, and the clock stays. For what a time is, see
TimeWindow.

Parameters
----------
span : str, timedelta or number of seconds
    How long an event stays: "10min", "1h30min", timedelta(days=1), 0.5.
unit : float, default 2**-20
    A power of two. Weights are rounded to multiples of it; those held at one time are
    below 2**62 units together.
exact : bool, default False
    Refuse a weight that is no multiple of the unit, instead of rounding it.
lateness : str, timedelta or number of seconds, default 0
    By how much an event may be late, that is, before now: it is put in its place.
late : {"raise", "drop"}, default "raise"
    What to do with later ones: an error, or count them in `dropped` and go on.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null as labels: an error, no event (the clock stays
    too), or one label (None) for all of them. A missing weight is no event with "skip",
    and an error with the others.

Raises
------
TypeError
    If `span` or `lateness` is not a length of time, `unit` is not a number, or `exact` is
    not a bool.
ValueError
    If `span` is not positive or `lateness` is negative, if one of them cannot be read or
    reaches 292 years, if `unit` is not a power of two from 2**-900 to 2**900, or if `late`
    or `missing` is not one of its choices.

Examples
--------
>>> window = es.WeightedTimeWindow("10min")
>>> window.update("10.0.0.1", 1500.0, at=0)
>>> window.update("10.0.0.2", 500.0, at=300)
>>> window.entropy
0.8112781244591328
>>> window.update("10.0.0.2", 40.0, at=600)
>>> window.counts()
{'10.0.0.2': 540.0}
)doc";

constexpr const char* update_many_doc =
    R"doc(Add many events at once, each with its weight and at its time.

A weight of 0 is no event. Applies wholly or, if any label, weight or time is refused, not at
all.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
weights : column of numbers, or one number, default 1.0
    As long as the labels, or one weight for all of them; 0 or more.
times : column of times, or one time
    As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if a weight is not a number, if
    a time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If the columns differ in length, if a weight is negative or infinite, if it is missing
    and `missing` is not "skip", if it is no multiple of the unit and `exact` is True, if a
    label is missing and missing="raise", or if a time is missing, out of range, or too late
    and late="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s")
>>> window.update_many(["a", "b", "a"], [0.5, 2.0, 1.0], times=[0.0, 7.5, 11.0])
>>> window.counts()
{'a': 1.0, 'b': 2.0}
)doc";

constexpr const char* trace_doc =
    R"doc(Add many events with weights and times, and return the measures after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event. A row that is no event repeats the value before it, and so does
an event dropped.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.
weights : column of numbers, or one number, default 1.0
    As long as the labels, or one weight for all of them; 0 or more.
times : column of times, or one time
    As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `labels` or `measures` is not iterable, if a label is not hashable, if a weight is
    not a number, if a time is of no valid kind, or if numbers of seconds and dates are
    mixed.
ValueError
    If a measure is unknown, if the columns differ in length, if a weight is negative or
    infinite, if it is missing and `missing` is not "skip", if it is no multiple of the unit
    and `exact` is True, if a label is missing and missing="raise", or if a time is missing,
    out of range, or too late and late="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s")
>>> window.trace(["a", "b", "b"], "n", weights=[1.0, 2.5, 4.0], times=[0.0, 7.5, 11.0])
array([1. , 3.5, 6.5])
)doc";

constexpr const char* update_counts_doc =
    R"doc(Add weight to labels by a mapping, all at one time.

Each of them is one event; 0 is none.

Parameters
----------
counts : mapping of labels to float
    The weight of each label, 0 or more.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If `counts` is not a mapping, if a weight is not a number, if a label is not hashable,
    if the time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If a weight is negative, infinite or missing, if it is no multiple of the unit and
    `exact` is True, if a label is missing and missing="raise", or if the time is missing,
    out of range, or too late and late="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s")
>>> window.update_counts({"a": 0.75, "b": 0.25}, at=0)
>>> window.entropy
0.8112781244591328
)doc";

constexpr const char* remove_doc = R"doc(Remove weight from one label, the oldest first.

An event may leave in part.

Parameters
----------
label : hashable
    A label that is held.
weight : float, default 1.0
    0 or more.

Raises
------
TypeError
    If the label is not hashable or the weight is not a number.
ValueError
    If less is held than is to be removed, if the weight is negative, infinite or missing,
    if it is no multiple of the unit and `exact` is True, or if the label is missing and
    missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s")
>>> window.update_many("aa", [2.0, 1.0], times=[0, 1])
>>> window.remove("a", 2.5)
>>> window.events()
[(1.0, 'a', 0.5)]
)doc";

constexpr const char* remove_counts_doc =
    R"doc(Remove weight from labels, the oldest first.

Applies wholly or, if anything is refused, not at all.

Parameters
----------
counts : mapping of labels to float
    The weight of each label, 0 or more.

Raises
------
TypeError
    If the argument is not a mapping, a weight is not a number or a label is not hashable.
ValueError
    If less is held than is to be removed, if a weight is negative, infinite or missing, if
    it is no multiple of the unit and `exact` is True, or if a label is missing and
    missing="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s")
>>> window.update_counts({"a": 2.0, "b": 1.0}, at=0)
>>> window.remove_counts({"a": 0.5})
>>> window.counts()
{'a': 1.5, 'b': 1.0}
)doc";

constexpr const char* events_doc =
    R"doc(Return the events held, as triples of time, label and weight, in the order of time.

The weights of one label at one time are one. Times are floats (seconds) or datetimes in
UTC (numpy.datetime64 where there are nanoseconds).

Returns
-------
list of tuple
    Triples (time, label, weight), oldest first.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10s", lateness="5s")
>>> window.update_many("abb", [1.0, 2.0, 0.5], times=[3, 1, 1])
>>> window.events()
[(1.0, 'b', 2.5), (3.0, 'a', 1.0)]
)doc";

constexpr const char* merge_doc =
    R"doc(Add the events of another window of the same span, lateness and unit.

The window of both streams: now is the later of both, and what is too old for it
leaves.

Parameters
----------
other : WeightedTimeWindow
    A window of the same span, lateness and unit; it stays as it is.

Raises
------
TypeError
    If `other` is not a WeightedTimeWindow, or if its times are of the other kind (numbers
    of seconds, dates).
ValueError
    If the spans, the lateness or the units differ.
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.WeightedTimeWindow("10s"), es.WeightedTimeWindow("10s")
>>> east.update_many("ab", [1.0, 2.0], times=[0, 5])
>>> west.update_many("bc", [0.5, 4.0], times=[5, 12])
>>> east.merge(west)
>>> east.events()
[(5.0, 'b', 2.5), (12.0, 'c', 4.0)]
)doc";

// ------------------------------------------------------------------ one event

void update(Window& window, nb::handle self, nb::handle label, nb::handle weight, nb::handle at) {
    require_idle(window.busy());
    const std::uint64_t units = read_weight(window.core().held(), weight, window.missing());
    window.update_at(self, label, at, units);
}

PyObject* update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                      PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"weight", false},
                                               Parameter{"at", true, true}};
        const auto [label, weight, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        const nb::object one = nb::int_(1);
        update(summary_in<Window>(self), self, label, weight == nullptr ? one.ptr() : weight, at);
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, label, weight=1.0, *, at)
--

Add one event with its weight at its time; a weight of 0 adds nothing.

Parameters
----------
label : hashable
    The label of the event.
weight : float, default 1.0
    0 or more.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If the label is not hashable, if the weight is not a number, if the time is of no valid
    kind, or if numbers of seconds and dates are mixed.
ValueError
    If the weight is negative or infinite, if it is missing and `missing` is not "skip", if
    it is no multiple of the unit and `exact` is True, if the label is missing and
    missing="raise", or if the time is missing, out of range, or too late and late="raise".
OverflowError
    If the weights would sum to 2**62 units or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.WeightedTimeWindow("10min")
>>> window.update("a", 2.5, at=0)
>>> window.update("b", 0.5, at=600)
>>> window.counts()
{'b': 0.5}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

// ------------------------------------------------------------------ many

// Weights and times next to the labels of a bulk call: see bindings/input/auxiliary_columns.hpp.
class AuxiliaryTimesAndWeights {
  public:
    // `given` is set to the kind of the times, if there are any.
    AuxiliaryTimesAndWeights(const Window& window, nb::handle weights, nb::handle times,
                             Clock& given)
        : window_(window), weights_(weights), given_times_(times), given_(given) {}

    template <class Core>
    [[nodiscard]] static constexpr Wanted wanted() noexcept {
        return Wanted::codes;
    }

    void read(const Batch& batch) {
        units_ = read_weights(window_.core().held(), weights_, batch.rows(), window_.missing());
        ReadTimes read = read_times(given_times_, batch.rows());
        require_same_clock(window_.clock(), read.clock);
        if (read.clock != Clock::unset) given_ = read.clock;
        times_.emplace(std::move(read.times));
        event_units_ = batch.leave_out_skipped(std::span<std::uint64_t>(units_));
        event_times_ = batch.leave_out_skipped(std::span<Time>(*times_));
    }
    template <class Core>
    [[nodiscard]] nb::object memory() const {
        return {};
    }

    void prepare(WeightedTimeWindow& core, const Batch&) const {
        core.prepare(event_times_, event_units_);
    }
    void update(WeightedTimeWindow& core, Codes codes, std::size_t first) const {
        core.update_many(codes, event_times_.subspan(first, codes.size()),
                         event_units_.subspan(first, codes.size()));
    }
    void begin_trace(WeightedTimeWindow& core, const Batch& batch, TraceColumns) const {
        prepare(core, batch);
    }
    void trace(WeightedTimeWindow& core, Codes codes, std::size_t first,
               TraceColumns columns) const {
        core.trace(codes, event_times_.subspan(first, codes.size()),
                   event_units_.subspan(first, codes.size()), columns, first);
    }
    void end_trace(WeightedTimeWindow&) const noexcept {}
    void counted(const WeightedTimeWindow&) const noexcept {}

  private:
    const Window& window_;
    nb::handle weights_;
    nb::handle given_times_;
    Clock& given_;
    std::vector<std::uint64_t> units_;
    std::optional<ColumnBuffer<Time>> times_;
    Amounts event_units_;  // of the rows that are not skipped
    Times event_times_;
};

void update_many(const Self<Window>& self, nb::handle labels, nb::handle weights,
                 nb::handle times) {
    Window& window = *self.p;
    Clock given = window.clock();
    window.with_times(given, [&] {
        window.update_many(self.h, labels, AuxiliaryTimesAndWeights(window, weights, times, given));
    });
}

nb::object trace(const Self<Window>& self, nb::handle labels, nb::handle measures,
                 nb::handle weights, nb::handle times) {
    return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
        Window& window = *self.p;
        Clock given = window.clock();
        std::vector<nb::object> arrays;
        window.with_times(given, [&] {
            arrays = window.trace(self.h, labels, wanted,
                                  AuxiliaryTimesAndWeights(window, weights, times, given));
        });
        return arrays;
    });
}

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    nb::list triples;
    for (const TimedCount& each : window.core().events()) {
        triples.append(nb::make_tuple(shown_time(each.at, window.clock()),
                                      window.labels().label(each.code),
                                      window.as_object(each.count)));
    }
    return triples;
}

// ------------------------------------------------------------------ two windows

void require_alike(const Window& left, const Window& right) {
    const int ours = left.core().held().exponent();
    const int theirs = right.core().held().exponent();
    if (ours != theirs) {
        throw nb::value_error(("windows with units 2^" + std::to_string(ours) + " and 2^" +
                               std::to_string(theirs) + " cannot merge")
                                  .c_str());
    }
    require_same_clocks(left, right);
}

bool same_content(const Self<Window>& left, nb::handle right, Window& b) {
    const WeightedCounts& ours = idle(left).core().held();
    const WeightedCounts& theirs = b.core().held();
    return ours.exponent() == theirs.exponent() && ours.exact() == theirs.exact() &&
           same_labels_in_time(left, right, b);
}

// ------------------------------------------------------------------ state

StateBytes encoded(const Window& window, LabelsToState& labels) {
    const WeightedCounts& held = window.core().held();
    return encode(WeightedTimeWindowState{
        .exponent = held.exponent(), .exact = held.exact(), .window = state_of(window, labels)});
}

Window restored(const WeightedCounts& none, const TimeWindowState& state, const nb::list& labels) {
    Window window(WeightedTimeWindow(state.span, state.lateness, state.late, none), state.missing);
    window.set_labels(labels);
    restore_events(window, state);
    return window;
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const WeightedTimeWindowState state = decode_weighted_time_window(bytes);
    return restored(WeightedCounts(state.exponent, state.exact), state.window,
                    labels(state.window.labels));
}

Window from_parts(const nb::tuple& parts) {
    return time_window_from_pickle(
        parts, 2, [&](const TimeWindowState& state, const nb::list& labels) {
            const WeightedCounts none(unit_exponent(parts[0]), nb::cast<bool>(parts[1]));
            return restored(none, state, labels);
        });
}

double unit_of(const Window& window) {
    return window.core().held().weight(1);
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {}: {}>")
        .attr("format")(class_name(self.h), span_text(window.core().span()), weight_shown(window));
}

void def_weighted_changes(nb::class_<Window>& type) {
    type.def("update_many", &update_many, "labels"_a.none(), "weights"_a.none() = 1.0,
             nb::kw_only(), "times"_a.none(),
             nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], "
                     "weights: typing.Any = 1.0, *, times: typing.Any) -> None"),
             update_many_doc)
        .def("trace", &trace, "labels"_a.none(),
             "measures"_a.none() = nb::make_tuple("entropy", "gini"), nb::kw_only(),
             "weights"_a.none() = 1.0, "times"_a.none(),
             nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                     "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), "
                     "*, weights: typing.Any = 1.0, times: typing.Any) -> typing.Any"),
             trace_doc)
        .def(
            "update_counts",
            [](const Self<Window>& self, nb::handle counts, nb::handle at) {
                self.p->update_counts_at(self.h, counts, at);
            },
            "counts"_a.none(), nb::kw_only(), "at"_a.none(),
            nb::sig("def update_counts(self, "
                    "counts: collections.abc.Mapping[typing.Any, float], *, at: typing.Any) "
                    "-> None"),
            update_counts_doc)
        .def(
            "remove",
            [](const Self<Window>& self, nb::handle label, nb::handle weight) {
                const std::uint64_t units = read_weight(idle(self).core().held(), weight);
                if (units != 0) self.p->remove(self.h, label, units);
            },
            "label"_a.none(), "weight"_a.none() = 1.0,
            nb::sig("def remove(self, label: collections.abc.Hashable, weight: float = 1.0) "
                    "-> None"),
            remove_doc)
        .def(
            "remove_counts",
            [](const Self<Window>& self, nb::handle counts) {
                self.p->remove_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def remove_counts(self, "
                    "counts: collections.abc.Mapping[typing.Any, float]) -> None"),
            remove_counts_doc);
    def_drop(type);
}

}  // namespace

void bind_weighted_time_window(nb::module_& module) {
    nb::class_<Window> window(module, "WeightedTimeWindow",
                              nb::type_slots(hot_slots<Window, methods>),
                              nb::is_weak_referenceable(), weighted_time_window_doc);
    window
        .def(
            "__init__",
            [](Window* self, nb::handle span, nb::handle unit, nb::handle exact,
               nb::handle lateness, nb::handle late, nb::handle missing) {
                const WeightedCounts none(unit_exponent(unit), exact_argument(exact));
                const WeightedTimeWindow core(read_span(span, "span", false),
                                              read_span(lateness, "lateness", true),
                                              late_rule(late), none);
                new (self) Window(core, missing_rule(missing));
            },
            "span"_a.none(), nb::kw_only(), "unit"_a.none() = 0x1p-20, "exact"_a.none() = false,
            "lateness"_a.none() = 0, "late"_a.none() = "raise", "missing"_a.none() = "raise",
            nb::sig("def __init__(self, span: typing.Any, *, unit: float = 2**-20, "
                    "exact: bool = False, lateness: typing.Any = 0, late: "
                    "typing.Literal[\"raise\", \"drop\"] = \"raise\", "
                    "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "unit", [](const Self<Window>& self) { return unit_of(idle(self)); },
            nb::sig("def unit(self) -> float"), "Weights are multiples of this power of two.")
        .def_prop_ro(
            "exact", [](const Self<Window>& self) { return idle(self).core().held().exact(); },
            nb::sig("def exact(self) -> bool"),
            "Whether weights that are no multiples of the unit are refused.")
        .def("events", &events,
             nb::sig("def events(self) -> list[tuple[typing.Any, typing.Any, float]]"), events_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_span(window);
    def_window_merge(window, "WeightedTimeWindow", &require_alike, merge_doc);
    def_equality(window, &same_content);
    def_clock(window);
    def_weighted_changes(window);
    def_common(window);
    def_state(window, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
