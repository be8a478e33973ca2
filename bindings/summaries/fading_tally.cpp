// es.FadingTally: exponential decay by count or by time.
#include "core/fading/fading_tally.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/fading.hpp"
#include "bindings/summaries/timed.hpp"
#include "core/state/fading_tally_state.hpp"

namespace entrostream {

namespace {

constexpr const char* fading_tally_doc =
    R"doc(All labels with exponential decay: old events are down-weighted.

Algorithms 2 and 4 of Sovdat (2014) as they were meant: an event of age k weighs
fading_factor^k, or half as much after each half-life. As printed they fade the value and
not the counts, and fall to 0 on any stream (erratum E2).

Entropy and Gini index are within 1e-12 of the sum over all events. Labels whose weight
has become negligible (2^-58 of a new event; 2^-192 while there are no more than 64) are
forgotten: by count at most 96/log2(1/fading_factor) labels are held, and 3 more. After
`drop` the values are within 1e-12 of those of the labels still held; what was forgotten
before does not come back.

Parameters
----------
fading_factor : float, optional
    The weight of an event relative to the next one, above 0 and at most 1; 1 does not fade.
    Exactly one of fading_factor and half_life is given.
half_life : str, timedelta or number of seconds, optional
    In which time an event loses half its weight: "5min", timedelta, seconds. Every
    event needs its time then.
lateness : str, timedelta or number of seconds, default 0
    By how much an event may be late, with half_life; it gets the smaller weight of its
    time.
late : {"raise", "drop"}, default "raise"
    What happens to events that are later than that.
max_labels : int, optional
    The number of labels beyond which a new one is refused, unless others have become negligible.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.

Raises
------
TypeError
    If not exactly one of `fading_factor` and `half_life` is given, or if an argument has
    the wrong type.
ValueError
    If `fading_factor` is not above 0 and at most 1, if `half_life` or `max_labels` is not
    positive, if `lateness` is negative, if `lateness` or `late` is given without half_life,
    or if `late` or `missing` is not one of its choices.

Examples
--------
>>> tally = es.FadingTally(fading_factor=0.5)
>>> tally.update_many(["a", "a", "b"])
>>> tally.counts()
{'a': 0.75, 'b': 1.0}
>>> tally.update_many(["b"] * 100)
>>> round(tally.entropy, 12)
0.0

>>> recent = es.FadingTally(half_life="5min")
>>> recent.update("a", at=0)
>>> recent.update("b", at=300)
>>> recent.counts(), recent.n
({'a': 0.5, 'b': 1.0}, 1.5)
)doc";

constexpr const char* update_many_doc = R"doc(Add many events at once.

Applies wholly or, if any label or time is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
times : column of times, or one time, optional
    With half_life, as long as the labels, or one time for all of them.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if times are given without
    half_life or not given with it, if a time is of no valid kind, or if numbers of seconds
    and dates are mixed.
ValueError
    If labels and times differ in length, if a label is missing and missing="raise", if a
    time is missing, out of range, or too late and late="raise", or if there would be more
    labels than max_labels.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.FadingTally(half_life=10)
>>> tally.update_many(["a", "b", "b"], times=[0, 10, 20])
>>> tally.counts()
{'a': 0.25, 'b': 1.5}
)doc";

constexpr const char* trace_doc = R"doc(Add many events, and return the measures after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.
times : column of times, or one time, optional
    With half_life, as long as the labels, or one time for all of them.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `labels` or `measures` is not iterable, if a label is not hashable, if times are
    given without half_life or not given with it, if a time is of no valid kind, or if
    numbers of seconds and dates are mixed.
ValueError
    If a measure is unknown, if labels and times differ in length, if a label is missing and
    missing="raise", if a time is missing, out of range, or too late and late="raise", or if
    there would be more labels than max_labels.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.FadingTally(fading_factor=0.5).trace(["a", "b", "b"], "gini")
array([0.        , 0.44444444, 0.24489796])
)doc";

constexpr const char* advance_doc = R"doc(Move the clock without an event, with half_life.

Entropy and Gini index stay, since all weights fade alike; n and counts fade. A time before now
changes nothing.

Parameters
----------
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    Without half_life, if the time is of no valid kind, or if numbers of seconds and dates
    are mixed.
ValueError
    If the time is missing, out of range, or too late and late="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.FadingTally(half_life=10)
>>> tally.update_many("ab", times=0)
>>> tally.advance(20)
>>> tally.n, tally.entropy
(0.5, 1.0)
)doc";

constexpr const char* merge_doc = R"doc(Add all events of another tally of the same half-life.

By fading_factor tallies cannot merge: how the events of two streams follow each other is not
known.

Parameters
----------
other : FadingTally
    A tally of the same half-life; it stays as it is.

Raises
------
TypeError
    If `other` is not a FadingTally, if one of both has a fading_factor, or if their times
    are of different kinds (numbers of seconds, dates).
ValueError
    If the half-lives differ, or if there would be more labels than max_labels.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.FadingTally(half_life=60), es.FadingTally(half_life=60)
>>> east.update("a", at=0)
>>> west.update("b", at=60)
>>> east.merge(west)
>>> east.counts()
{'a': 0.5, 'b': 1.0}
)doc";

using Tally = Timed<FadingTally>;

// ------------------------------------------------------------------ events

// A method that takes times, and its parameter for them.
struct TimesParameter {
    const char* method;
    const char* name;
};

[[noreturn]] void throw_no_time(const TimesParameter& times) {
    throw nb::type_error((std::string(times.method) +
                          "() missing 1 required keyword-only argument: '" + times.name +
                          "' (with half_life every event has a time)")
                             .c_str());
}

[[noreturn]] void throw_needless_time(const TimesParameter& times) {
    throw nb::type_error((std::string(times.method) + "() got an argument '" + times.name +
                          "': with fading_factor events have no times; pass half_life for that")
                             .c_str());
}

// Whether the events of a call have times; TypeError if times are missing or not allowed.
bool has_times(const Tally& tally, bool given, const TimesParameter& times) {
    if (given == tally.core().has_times()) return given;
    given ? throw_needless_time(times) : throw_no_time(times);
}

void advance(const Self<Tally>& self, nb::handle at) {
    if (!self.p->core().has_times()) {
        throw nb::type_error("advance() needs half_life: with fading_factor there are no times");
    }
    self.p->advance(self.h, at);
}

PyObject* fading_update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                             PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"at", false, true}};
        Tally& tally = summary_in<Tally>(self);
        if (by_place == 1 && names == nullptr && !tally.core().has_times()) [[likely]] {
            tally.update(self, arguments[0]);
            Py_RETURN_NONE;
        }
        const auto [label, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        if (has_times(tally, at != nullptr, {"update", "at"})) {
            tally.update_at(self, label, at);
        } else {
            tally.update(self, label);
        }
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(fading_update_slot)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, label, *, at=None)
--

Add one event; with half_life, at its time.

Parameters
----------
label : hashable
    The label of the event.
at : time, optional
    With half_life, the time of the event; for what a time is, see TimeWindow.

Raises
------
TypeError
    If the label is not hashable, if `at` is given without half_life or not given with it,
    if the time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If the label is missing and missing="raise", if the time is missing, out of range, or
    too late and late="raise", or if there would be more labels than max_labels.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.FadingTally(fading_factor=0.5)
>>> tally.update("a")
>>> tally.update("b")
>>> tally.counts()
{'a': 0.5, 'b': 1.0}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

void update_many(const Self<Tally>& self, nb::handle labels, nb::handle times) {
    if (has_times(*self.p, !times.is_none(), {"update_many", "times"})) {
        self.p->update_many_at(self.h, labels, times);
    } else {
        self.p->update_many(self.h, labels, NoAuxiliaryColumns{});
    }
}

nb::object fading_trace(const Self<Tally>& self, nb::handle labels, nb::handle measures,
                        nb::handle times) {
    const bool timed = has_times(*self.p, !times.is_none(), {"trace", "times"});
    return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
        return timed ? self.p->trace_at(self.h, labels, wanted, times)
                     : self.p->trace(self.h, labels, wanted, NoAuxiliaryColumns{});
    });
}

// ------------------------------------------------------------------ two tallies

void merge(const Self<Tally>& self, nb::handle other) {
    if (!self.p->core().has_times()) {
        throw nb::type_error((class_name(self.h) + " by fading_factor cannot merge: how the events "
                                                   "of two streams follow each other is unknown; "
                                                   "pass half_life and times")
                                 .c_str());
    }
    if (!nb::isinstance<Tally>(other) || !summary_in<Tally>(other.ptr()).core().has_times()) {
        throw nb::type_error((class_name(self.h) + " can merge a FadingTally by half_life, got " +
                              repr_with_type(other))
                                 .c_str());
    }
    Tally& others = summary_in<Tally>(other.ptr());
    if (others.core().half_life() != self.p->core().half_life()) {
        throw nb::value_error(("tallies with half-lives " + span_text(self.p->core().half_life()) +
                               " and " + span_text(others.core().half_life()) + " cannot merge")
                                  .c_str());
    }
    require_same_clock(self.p->clock(), others.clock());
    const Clock clock = self.p->clock() == Clock::unset ? others.clock() : self.p->clock();
    self.p->merge(self.h, other, others);
    self.p->set_clock(clock);
}

bool same_rule(const Tally& a, const Tally& b) {
    const FadingTally& left = a.core();
    const FadingTally& right = b.core();
    return a.missing() == b.missing() && left.max_labels() == right.max_labels() &&
           left.has_times() == right.has_times() && left.fading_factor() == right.fading_factor() &&
           (!left.has_times() || left.half_life() == right.half_life());
}

bool same_content(const Self<Tally>& self, nb::handle other, Tally& b) {
    Tally& a = idle(self);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (!same_rule(a, b) || a.clock() != b.clock() || a.core().clock() != b.core().clock())
        return false;
    if (a.core().sums() != b.core().sums() || a.core().weights() != b.core().weights())
        return false;
    const ReentrancyGuard left_at_work = a.work(self.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(other);
    for (const Tally::Held& each : a.held()) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        const Code code = b.labels().find(label);
        if (code == no_code || b.core().cells()[code] != a.core().cells()[each.code]) return false;
    }
    return true;
}

// ------------------------------------------------------------------ state

StateBytes encoded(const Tally& tally, LabelsToState& labels) {
    const std::vector<Tally::Held> held = tally.held();
    return encode(FadingTallyState{.tally = packed_core(tally, held),
                                   .labels = encoded_labels(tally, held, labels),
                                   .missing = tally.missing(),
                                   .clock = tally.clock()});
}

Tally decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    FadingTallyState state = decode_fading_tally(bytes);
    Tally tally(std::move(state.tally), state.missing);
    tally.set_labels(labels(state.labels));
    tally.set_clock(state.clock);
    return tally;
}

nb::object repr(const Self<Tally>& self) {
    const Tally& tally = idle(self);
    const nb::object rule =
        tally.core().has_times()
            ? nb::object(
                  nb::str("half_life={!r}").attr("format")(span_text(tally.core().half_life())))
            : nb::object(
                  nb::str("fading_factor={!r}").attr("format")(tally.core().fading_factor()));
    return nb::str("<{} {}: {}>").attr("format")(class_name(self.h), rule, weights_shown(tally));
}

// ------------------------------------------------------------------ making one

FadingTally made_by_count(nb::handle given, nb::handle lateness, nb::handle late,
                          std::uint64_t max_labels) {
    const double factor = fading_factor(given);
    if (read_span(lateness, "lateness", true) != 0 || late_rule(late) != Late::raise) {
        throw nb::value_error(
            "lateness and late go with half_life: with fading_factor events have no times");
    }
    return FadingTally::by_count(factor, max_labels);
}

FadingTally made_by_time(nb::handle half_life, nb::handle lateness, nb::handle late,
                         std::uint64_t max_labels) {
    const Time span = read_span(half_life, "half_life", false);
    const EventClock clock(read_span(lateness, "lateness", true), late_rule(late));
    return FadingTally::by_time(span, clock, max_labels);
}

void init(Tally* self, nb::handle factor, nb::handle half_life, nb::handle lateness,
          nb::handle late, nb::handle max_labels, nb::handle missing) {
    if (factor.is_none() == half_life.is_none()) {
        throw nb::type_error(factor.is_none()
                                 ? "FadingTally needs fading_factor or half_life"
                                 : "FadingTally takes fading_factor or half_life, not both");
    }
    const std::uint64_t limit = label_limit(max_labels, FadingTally::no_limit);
    FadingTally core = factor.is_none() ? made_by_time(half_life, lateness, late, limit)
                                        : made_by_count(factor, lateness, late, limit);
    new (self) Tally(std::move(core), missing_rule(missing));
}

}  // namespace

void bind_fading_tally(nb::module_& module) {
    nb::class_<Tally> type(module, "FadingTally",
                           nb::type_slots(hot_slots<Tally, methods, fading_reads<Tally>>),
                           nb::is_weak_referenceable(), fading_tally_doc);
    type.def(
            "__init__", &init, nb::kw_only(), "fading_factor"_a.none() = nb::none(),
            "half_life"_a.none() = nb::none(), "lateness"_a.none() = 0, "late"_a.none() = "raise",
            "max_labels"_a.none() = nb::none(), "missing"_a.none() = "raise",
            nb::sig("def __init__(self, *, fading_factor: float | None = None, "
                    "half_life: typing.Any = None, lateness: typing.Any = 0, "
                    "late: typing.Literal[\"raise\", \"drop\"] = \"raise\", max_labels: int | None "
                    "= None, "
                    "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def("update_many", &update_many, "labels"_a.none(), nb::kw_only(),
             "times"_a.none() = nb::none(),
             nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], *, "
                     "times: typing.Any = None) -> None"),
             update_many_doc)
        .def("trace", &fading_trace, "labels"_a.none(),
             "measures"_a.none() = nb::make_tuple("entropy", "gini"), nb::kw_only(),
             "times"_a.none() = nb::none(),
             nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                     "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), *, "
                     "times: typing.Any = None) -> typing.Any"),
             trace_doc)
        .def_prop_ro(
            "fading_factor",
            [](const Self<Tally>& self) -> nb::object {
                const FadingTally& core = idle(self).core();
                if (core.has_times()) return nb::none();
                return nb::float_(core.fading_factor());
            },
            nb::sig("def fading_factor(self) -> float | None"),
            "The weight of an event relative to the next one; None with half_life.")
        .def_prop_ro(
            "half_life",
            [](const Self<Tally>& self) {
                const FadingTally& core = idle(self).core();
                return core.has_times() ? shown_span(core.half_life()) : nb::none();
            },
            nb::sig("def half_life(self) -> typing.Any"),
            "In which time an event loses half its weight; None with fading_factor.")
        .def("merge", &merge, "other"_a.none(),
             nb::sig("def merge(self, other: FadingTally) -> None"), merge_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_equality(type, &same_content);
    def_fading(type);
    def_clock(type, advance_doc, &advance);
    def_drop(type);
    def_common(type);
    def_counter(type);
    def_state(type, &encoded, &decoded);
}

}  // namespace entrostream
