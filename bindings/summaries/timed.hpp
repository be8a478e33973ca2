// A summary whose events have times: common to all of them.
//
// The core counts nanoseconds; this class knows what kind of time they came as (numbers of
// seconds, or instants), since the two cannot be compared. The core, or the part of it that
// `time_core` returns, has an EventClock `clock()`, and the core has `advance(Time)`.
#pragma once
#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/input/auxiliary_columns.hpp"
#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

// The times that accompany the labels of a bulk call, of the same kind as those `before`;
// `given` is set to their kind, if there are any.
[[nodiscard]] inline auto auxiliary_times(nb::handle times, Clock before, Clock& given) {
    return auxiliary_numbers<Time>([times, before, &given](std::size_t rows) {
        ReadTimes read = read_times(times, rows);
        require_same_clock(before, read.clock);
        if (read.clock != Clock::unset) given = read.clock;
        return std::move(read.times);
    });
}

// The part of a core that has the clock.
template <class Core>
[[nodiscard]] const auto& timed_part(const Core& core) noexcept {
    if constexpr (requires { core.clock(); }) {
        return core;
    } else {
        return core.core();
    }
}

// `Base`: Labelled, or LabelledPairs.
template <class Base>
class WithClock : public Base {
  public:
    using Base::Base;

    // The kind of the times so far; unset before the first.
    [[nodiscard]] Clock clock() const noexcept {
        return timed_part(this->core()).clock().now() ? clock_ : Clock::unset;
    }
    // For a summary that was restored, or merged with another.
    void set_clock(Clock clock) noexcept { clock_ = clock; }

    // Calls `update(time)` to count one event at this time.
    template <class Update>
    void at_time(nb::handle self, nb::handle at, Update&& update) {
        require_idle(this->busy());
        const ReadTime time = read_time(at);
        require_same_clock(clock(), time.clock);
        with_times(time.clock, [&] { update(time.at); });
        // The labels of a burst are swept even if no new label follows.
        if (this->many_are_dead()) [[unlikely]]
            sweep_at_work(self);
    }

    // `more`: the core's arguments after the time.
    template <class... More>
    void update_at(nb::handle self, nb::handle label, nb::handle at, More... more) {
        at_time(self, at, [&](Time time) { this->update(self, label, time, more...); });
    }

    void update_many_at(nb::handle self, nb::handle labels, nb::handle times) {
        Clock given = clock();
        with_times(given, [&] {
            this->update_many(self, labels, auxiliary_times(times, clock(), given));
        });
    }

    [[nodiscard]] std::vector<nb::object> trace_at(nb::handle self, nb::handle labels,
                                                   const std::vector<Measure>& measures,
                                                   nb::handle times) {
        Clock given = clock();
        std::vector<nb::object> arrays;
        with_times(given, [&] {
            arrays = this->trace(self, labels, measures, auxiliary_times(times, clock(), given));
        });
        return arrays;
    }

    void update_counts_at(nb::handle self, nb::handle counts, nb::handle at) {
        const ReadTime time = read_time(at);
        require_same_clock(clock(), time.clock);
        with_times(time.clock, [&] { this->update_counts(self, counts, time.at); });
    }

    void advance(nb::handle self, nb::handle at) {
        const ReentrancyGuard at_work = this->work(self);
        const ReadTime time = read_time(at);
        require_same_clock(clock(), time.clock);
        with_times(time.clock, [&] { this->content().advance(time.at); });
        this->sweep_if_many_dead();
    }

    // Runs `change`, which counts events with times of kind `given` (known at the latest when
    // it returns), and words the error for events that are too late.
    template <class Change>
    void with_times(const Clock& given, Change&& change) {
        try {
            std::forward<Change>(change)();
        } catch (const TooLate& late) {
            throw_too_late(late, given);
        }
        clock_ = given;
    }

  private:
    void sweep_at_work(nb::handle self) {
        const ReentrancyGuard at_work = this->work(self);
        this->sweep_if_many_dead();
    }

    [[noreturn]] static void throw_too_late(const TooLate& late, Clock clock) {
        const std::string message =
            "time " + text_of(shown_time(late.at, clock)) + " is too late: the clock stands at " +
            text_of(shown_time(late.now, clock)) + " and the lateness is " +
            span_text(late.lateness) + "; pass a larger lateness, or late=\"drop\"";
        throw nb::value_error(message.c_str());
    }

    Clock clock_ = Clock::unset;
};

template <class Core>
using Timed = WithClock<Labelled<Core>>;

template <class Base>
[[nodiscard]] const auto& time_core(const WithClock<Base>& summary) noexcept {
    return timed_part(summary.core());
}

// `update(label, *, at)` for the type's slots.
template <class Summary>
PyObject* timed_update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                            PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"at", true, true}};
        const auto [label, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        summary_in<Summary>(self).update_at(self, label, at);
        Py_RETURN_NONE;
    });
}

template <class Summary>
inline PyMethodDef timed_methods[] = {
    {"update",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(timed_update_slot<Summary>)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, label, *, at)
--

Add one event at its time.

Parameters
----------
label : hashable
    The label of the event.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If the label is not hashable, if the time is of no valid kind, or if numbers of seconds
    and dates are mixed.
ValueError
    If the label is missing and missing="raise", or if the time is missing, out of range, or
    too late and late="raise".
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.TimeWindow("10min")
>>> window.update("a", at=0)
>>> window.update("b", at=600)
>>> window.counts()
{'b': 1}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

namespace docs {

inline constexpr const char* update_many_at = R"doc(Add many events at once, each at its time.

Applies wholly or, if any label or time is refused, not at all.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
times : column of times, or one time
    As long as the labels, or one time for all of them; for what a time is, see TimeWindow.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if a time is of no valid kind,
    or if numbers of seconds and dates are mixed.
ValueError
    If labels and times differ in length, if a label is missing and missing="raise", or if a
    time is missing, out of range, or too late and late="raise".
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.TimeWindow("10s")
>>> window.update_many(["a", "b", "c"], times=[0.0, 7.5, 11.0])
>>> window.counts()
{'b': 1, 'c': 1}
)doc";

inline constexpr const char* trace_at =
    R"doc(Add many events, each at its time, and return the measures after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event. A row skipped as missing repeats the value before it, and so does
an event dropped.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.
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
    If `labels` or `measures` is not iterable, if a label is not hashable, if a time is of
    no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If a measure is unknown, if labels and times differ in length, if a label is missing and
    missing="raise", or if a time is missing, out of range, or too late and late="raise".
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> es.TimeWindow("10s").trace(["a", "b", "b"], "entropy", times=[0.0, 7.5, 11.0])
array([0., 1., 0.])
)doc";

inline constexpr const char* update_counts_at =
    R"doc(Add events by their counts, all at one time.

The cost is in the labels named, not in the events. Applies wholly or, if anything is refused,
not at all.

Parameters
----------
counts : mapping of labels to int
    The number of events of each label, 0 or more.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If `counts` is not a mapping, if a count is not an integer, if a label is not hashable,
    if the time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If a count is negative or not below 2**62, if a label is missing and missing="raise", or
    if the time is missing, out of range, or too late and late="raise".
OverflowError
    If a summary would hold 2**62 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.TimeWindow("10s")
>>> window.update_counts({"a": 3, "b": 1}, at=0)
>>> window.entropy
0.8112781244591328
)doc";

inline constexpr const char* advance = R"doc(Move the clock without an event.

A stream that falls silent does not show stale values then. A time before now changes nothing.

Parameters
----------
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If the time is of no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If the time is missing, out of range, or too late and late="raise".
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.TimeWindow("10min")
>>> window.update("a", at=0)
>>> window.advance(600)
>>> window.n
0
)doc";

inline constexpr const char* now =
    R"doc(The latest time seen or advanced to; None before the first.)doc";
inline constexpr const char* lateness = R"doc(How late an event may be.)doc";
inline constexpr const char* late = R"doc(What happens to later ones: "raise" or "drop".)doc";
inline constexpr const char* dropped = R"doc(How many events came too late and were dropped.)doc";

}  // namespace docs

template <class Summary>
void advance_clock(const Self<Summary>& self, nb::handle at) {
    self.p->advance(self.h, at);
}

// The clock of a summary, and its rule for late events.
template <class Summary>
void def_clock(nb::class_<Summary>& type, const char* advance_doc = docs::advance,
               void (*advance)(const Self<Summary>&, nb::handle) = &advance_clock<Summary>) {
    type.def("advance", advance, "at"_a.none(),
             nb::sig("def advance(self, at: typing.Any) -> None"), advance_doc)
        .def_prop_ro(
            "now",
            [](const Self<Summary>& self) {
                const Summary& summary = idle(self);
                return shown_time(time_core(summary).clock().now().value_or(0), summary.clock());
            },
            nb::sig("def now(self) -> typing.Any"), docs::now)
        .def_prop_ro(
            "lateness",
            [](const Self<Summary>& self) {
                return shown_span(time_core(idle(self)).clock().lateness());
            },
            nb::sig("def lateness(self) -> typing.Any"), docs::lateness)
        .def_prop_ro(
            "late",
            [](const Self<Summary>& self) {
                return late_name(time_core(idle(self)).clock().late());
            },
            nb::sig("def late(self) -> typing.Literal[\"raise\", \"drop\"]"), docs::late)
        .def_prop_ro(
            "dropped",
            [](const Self<Summary>& self) { return time_core(idle(self)).clock().dropped(); },
            nb::sig("def dropped(self) -> int"), docs::dropped);
}

// For labels with times: `times` is a column of times or one time for all.
template <class Summary>
void def_timed_bulk(nb::class_<Summary>& type) {
    type.def(
            "update_many",
            [](const Self<Summary>& self, nb::handle labels, nb::handle times) {
                self.p->update_many_at(self.h, labels, times);
            },
            "labels"_a.none(), nb::kw_only(), "times"_a.none(),
            nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], *, "
                    "times: typing.Any) -> None"),
            docs::update_many_at)
        .def(
            "trace",
            [](const Self<Summary>& self, nb::handle labels, nb::handle measures,
               nb::handle times) {
                return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
                    return self.p->trace_at(self.h, labels, wanted, times);
                });
            },
            "labels"_a.none(), "measures"_a.none() = nb::make_tuple("entropy", "gini"),
            nb::kw_only(), "times"_a.none(),
            nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                    "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), *, "
                    "times: typing.Any) -> typing.Any"),
            docs::trace_at);
}

template <class Summary>
void def_timed_update_counts(nb::class_<Summary>& type) {
    type.def(
        "update_counts",
        [](const Self<Summary>& self, nb::handle counts, nb::handle at) {
            self.p->update_counts_at(self.h, counts, at);
        },
        "counts"_a.none(), nb::kw_only(), "at"_a.none(),
        nb::sig("def update_counts(self, counts: collections.abc.Mapping[typing.Any, int], *, "
                "at: typing.Any) -> None"),
        docs::update_counts_at);
}

}  // namespace entrostream
