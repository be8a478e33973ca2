// es.ContingencyTimeWindow: the pairs (x, y) of the last span of time.
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/summaries/time_windows.hpp"
#include "bindings/summaries/timed.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "bindings/tables/pair_summary.hpp"
#include "core/state/contingency_time_window_state.hpp"
#include "core/tables/contingency.hpp"

namespace entrostream {

namespace {

using Window = WithClock<LabelledPairs<ContingencyTimeWindow>>;

constexpr const char* contingency_time_window_doc =
    R"doc(The pairs (x, y) of the last span of time, and what x tells about y.

A ContingencyTable of a time window: x is the ATTRIBUTE, y the CLASS, entropies are in
BITS. Holds the pairs with a time in (now - span, now], where now is the latest time seen
or advanced to. Every read is O(1), exact and free of drift, whatever the order in which
the pairs came. For what a time is, see TimeWindow.

Parameters
----------
span : str, timedelta or number of seconds
    How long a pair stays: "10min", "1h30min", timedelta(days=1), 0.5.
lateness : str, timedelta or number of seconds, default 0
    By how much a pair may be late, that is, before now: it is put in its place.
late : {"raise", "drop"}, default "raise"
    What to do with later ones: an error, or count them in `dropped` and go on.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
    event (the clock stays too), or one label (None) for all of them.

Raises
------
TypeError
    If `span` or `lateness` is not a length of time.
ValueError
    If `span` is not positive or `lateness` is negative, if one of them cannot be read or
    reaches 292 years, or if `late` or `missing` is not one of its choices.

Examples
--------
>>> window = es.ContingencyTimeWindow("10min")
>>> window.update_many(["web", "web", "dns", "dns"], [443, 443, 53, 53], times=[0, 200, 400, 600])
>>> window.counts()
{('web', 443): 1, ('dns', 53): 2}
>>> window.mutual_information
0.9182958340544896
)doc";

constexpr const char* update_many_doc =
    R"doc(Add many pairs at once, each at its time: columns of equal length.

Applies wholly or, if any label or time is refused or the lengths differ, not at all.

Parameters
----------
xs : iterable of labels
    The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
ys : iterable of labels
    The class of each pair, as many as `xs`; it may be of another kind.
times : column of times, or one time
    As long as `xs`, or one time for all pairs; for what a time is, see TimeWindow.

Raises
------
TypeError
    If `xs` or `ys` is not iterable, if a label is not hashable, if a time is of no valid
    kind, or if numbers of seconds and dates are mixed.
ValueError
    If the lengths differ, if x or y is missing and missing="raise", or if a time is
    missing, out of range, or too late and late="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyTimeWindow("10s")
>>> window.update_many(["sun", "sun", "rain"], [1, 1, 0], times=[0.0, 7.5, 11.0])
>>> window.counts()
{('sun', 1): 1, ('rain', 0): 1}
)doc";

constexpr const char* trace_doc =
    R"doc(Add many pairs, each at its time, and return the measures after each of them.

Adds the pairs as update_many does. Every value equals, bit for bit, what the property would
have given after that pair. A row skipped as missing repeats the value before it, and so does a
pair dropped.

Parameters
----------
xs : iterable of labels
    The attribute of each pair: a list, an array or a column, what Tally.update_many takes.
ys : iterable of labels
    The class of each pair, as many as `xs`; it may be of another kind.
measures : str, or tuple or list of str, default ("mutual_information",)
    The measures to return, by the names of the properties: "mutual_information",
    "gini_gain", "joint_entropy" and the others.
times : column of times, or one time
    As long as `xs`, or one time for all pairs; for what a time is, see TimeWindow.

Returns
-------
dict of numpy.ndarray, or numpy.ndarray
    Arrays of float64 by the names of the measures, one value per row; a single array if
    `measures` is one name.

Raises
------
TypeError
    If `xs`, `ys` or `measures` is not iterable, if a label is not hashable, if a time is of
    no valid kind, or if numbers of seconds and dates are mixed.
ValueError
    If a measure is unknown, if the lengths differ, if x or y is missing and
    missing="raise", or if a time is missing, out of range, or too late and late="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyTimeWindow("10s")
>>> window.trace("aabb", "nnyy", "mutual_information", times=[0, 4, 8, 16])
array([0.        , 0.        , 0.91829583, 0.        ])
)doc";

constexpr const char* update_counts_doc =
    R"doc(Add pairs by their counts, all at one time.

The cost is in the pairs named, not in the events. Applies wholly or, if anything is refused,
not at all.

Parameters
----------
counts : mapping of tuples (x, y) to int
    The number of events of each pair, 0 or more.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If `counts` is not a mapping, if a key is not a tuple (x, y), if a count is not an
    integer, if a label is not hashable, if the time is of no valid kind, or if numbers of
    seconds and dates are mixed.
ValueError
    If a count is negative or not below 2**62, if x or y is missing and missing="raise", or
    if the time is missing, out of range, or too late and late="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyTimeWindow("10s")
>>> window.update_counts({("sun", 1): 2, ("rain", 0): 2}, at=0)
>>> window.mutual_information
1.0
)doc";

constexpr const char* events_doc =
    R"doc(Return the pairs held, as triples of time, x and y, in the order of time.

Times are floats (seconds) or datetimes in UTC (numpy.datetime64 where there are
nanoseconds); at one time, equal pairs stand together.

Returns
-------
list of tuple
    Triples (time, x, y), oldest first.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyTimeWindow("10s", lateness="5s")
>>> window.update_many("abc", "nny", times=[3, 1, 2])
>>> window.events()
[(1.0, 'b', 'n'), (2.0, 'c', 'y'), (3.0, 'a', 'n')]
)doc";

constexpr const char* merge_doc =
    R"doc(Add the pairs of another window of the same span and lateness.

The window of both streams: now is the later of both, and what is too old for it
leaves.

Parameters
----------
other : ContingencyTimeWindow
    A window of the same span and lateness; it stays as it is.

Raises
------
TypeError
    If `other` is not a ContingencyTimeWindow, or if its times are of the other kind
    (numbers of seconds, dates).
ValueError
    If the spans or the lateness differ.
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> east, west = es.ContingencyTimeWindow("10s"), es.ContingencyTimeWindow("10s")
>>> east.update_many("aa", "ny", times=[0, 5])
>>> west.update("b", "n", at=12)
>>> east.merge(west)
>>> east.events()
[(5.0, 'a', 'y'), (12.0, 'b', 'n')]
)doc";

// ------------------------------------------------------------------ one pair

PyObject* update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                      PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"x"}, Parameter{"y"},
                                               Parameter{"at", true, true}};
        const auto [x, y, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        Window& window = summary_in<Window>(self);
        window.at_time(self, at, [&, x_label = x, y_label = y](Time time) {
            window.update(self, x_label, y_label, time);
        });
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, x, y, *, at)
--

Add one pair at its time: x is the attribute, y the class.

Parameters
----------
x : hashable
    The attribute.
y : hashable
    The class.
at : time
    A number of seconds, a datetime (without a zone: UTC), a numpy.datetime64, a
    pandas.Timestamp or an ISO 8601 string.

Raises
------
TypeError
    If a label is not hashable, if the time is of no valid kind, or if numbers of seconds
    and dates are mixed.
ValueError
    If x or y is missing and missing="raise", or if the time is missing, out of range, or
    too late and late="raise".
OverflowError
    If a table would hold 2**62 pairs or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyTimeWindow("10min")
>>> window.update("sunny", "no", at=0)
>>> window.update("rain", "yes", at=600)
>>> window.counts()
{('rain', 'yes'): 1}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

// ------------------------------------------------------------------ many

// The times of the pairs of a bulk call; `given` is set to their kind, if there are any.
class TimesWithPairs {
  public:
    TimesWithPairs(nb::handle times, Clock before, Clock& given)
        : given_times_(times), before_(before), given_(given) {}

    void read(const Batch& batch) {
        ReadTimes read = read_times(given_times_, batch.rows());
        require_same_clock(before_, read.clock);
        if (read.clock != Clock::unset) given_ = read.clock;
        times_.emplace(std::move(read.times));
        events_ = batch.leave_out_skipped(std::span<Time>(*times_));
    }
    template <class Use>
    void with(Use&& use) const {
        use(events_);
    }

  private:
    nb::handle given_times_;
    Clock before_;
    Clock& given_;
    std::optional<ColumnBuffer<Time>> times_;
    Times events_;  // of the rows that are not skipped
};

void update_many(const Self<Window>& self, nb::handle xs, nb::handle ys, nb::handle times) {
    Window& window = *self.p;
    Clock given = window.clock();
    window.with_times(given, [&] {
        window.update_many(self.h, xs, ys, TimesWithPairs(times, window.clock(), given));
    });
}

nb::object trace(const Self<Window>& self, nb::handle xs, nb::handle ys, nb::handle measures,
                 nb::handle times) {
    return traced<TableMeasure>(measures, [&](const std::vector<TableMeasure>& wanted) {
        Window& window = *self.p;
        Clock given = window.clock();
        std::vector<nb::object> arrays;
        window.with_times(given, [&] {
            arrays =
                window.trace(self.h, xs, ys, wanted, TimesWithPairs(times, window.clock(), given));
        });
        return arrays;
    });
}

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    nb::list triples;
    for (const TimedCount& each : window.core().core().events()) {
        const CodePair pair = window.core().counts().pair(each.code);
        const nb::tuple triple = nb::make_tuple(shown_time(each.at, window.clock()),
                                                window.x().label(pair.x), window.y().label(pair.y));
        for (std::uint64_t i = 0; i < each.count; ++i) {
            triples.append(triple);
        }
    }
    return triples;
}

// ------------------------------------------------------------------ two windows

nb::object equal(const Self<Window>& self, nb::handle other) {
    if (!nb::isinstance<Window>(other)) return nb::borrow(Py_NotImplemented);
    Window& right = summary_in<Window>(other.ptr());
    const auto same_events = [&](const PairPlaces& places) {
        const PairCounts& ours = self.p->core().counts();
        Renumbering to(ours.codes(), no_code);
        for (Code code = 0; code < to.size(); ++code) {
            if (ours.count(code) == 0) continue;
            to[code] = right.core().counts().find(places.of(ours.pair(code)));
        }
        return renamed(self.p->core().core().events(), to) == right.core().core().events();
    };
    return nb::bool_(same_clocks(idle(self), right) && same_table(self, other, right, same_events));
}

// ------------------------------------------------------------------ state

// The pairs held, with indices of their labels, and the events, whose codes are indices into
// the pairs.
struct PairsInTime {
    std::vector<CodePair> pairs;
    TimeWindowState window;

    PairsInTime(const Window& from, const HeldPairLabels& labels) : window(clock_state_of(from)) {
        const PairCounts& counts = from.core().counts();
        std::vector<Code> place(counts.codes(), no_code);
        for (Code code = 0; code < place.size(); ++code) {
            if (counts.count(code) == 0) continue;
            place[code] = static_cast<Code>(pairs.size());
            pairs.push_back(labels.places(counts.pair(code)));
        }
        window.events = renamed(from.core().core().events(), place);
    }
};

Window restored(const TimeWindowState& state, const PairObjects& labels,
                const std::vector<CodePair>& pairs) {
    Window window(
        ContingencyTimeWindow(LastSpan<PairCounts>(state.span, state.lateness, state.late)),
        state.missing);
    window.set_labels(labels.x, labels.y);
    const bool timed = state.clock != Clock::unset;
    window.content().restore(pairs, timed ? std::optional(state.now) : std::nullopt, state.dropped,
                             state.events);
    window.set_clock(state.clock);
    return window;
}

StateBytes encoded(const Window& window, LabelsToState& to_state) {
    const HeldPairLabels labels(window);
    PairsInTime held(window, labels);
    return encode(ContingencyTimeWindowState{.labels = labels.encoded(to_state),
                                             .pairs = std::move(held.pairs),
                                             .window = std::move(held.window)});
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& from_state) {
    const ContingencyTimeWindowState state = decode_contingency_time_window(bytes);
    return restored(state.window, PairObjects(state.labels, from_state), state.pairs);
}

Window from_parts(const nb::tuple& parts) {
    constexpr std::size_t labels_at = clock_parts;
    constexpr std::size_t events_at = labels_at + 3;
    require_parts(parts, events_at + event_parts + 1);
    TimeWindowState state = clock_from_pickle(parts, 0);
    const PairObjects labels(parts[labels_at], parts[labels_at + 1]);
    const std::vector<CodePair> pairs = places_from_pickle(parts[labels_at + 2], labels);
    events_from_pickle(state, parts, events_at, pairs.size());
    return from_pickled_parts([&] { return restored(state, labels, pairs); });
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {}: {}>")
        .attr("format")(class_name(self.h), span_text(time_core(window).span()),
                        pairs_shown(window));
}

void def_timed_pairs(nb::class_<Window>& type) {
    type.def("update_many", &update_many, "xs"_a.none(), "ys"_a.none(), nb::kw_only(),
             "times"_a.none(),
             nb::sig("def update_many(self, xs: collections.abc.Iterable[typing.Any], "
                     "ys: collections.abc.Iterable[typing.Any], *, times: typing.Any) -> None"),
             update_many_doc)
        .def("trace", &trace, "xs"_a.none(), "ys"_a.none(),
             "measures"_a.none() = nb::make_tuple("mutual_information"), nb::kw_only(),
             "times"_a.none(),
             nb::sig("def trace(self, xs: collections.abc.Iterable[typing.Any], "
                     "ys: collections.abc.Iterable[typing.Any], "
                     "measures: str | tuple[str, ...] | list[str] = (\"mutual_information\",), "
                     "*, times: typing.Any) -> typing.Any"),
             trace_doc)
        .def(
            "update_counts",
            [](const Self<Window>& self, nb::handle counts, nb::handle at) {
                self.p->update_counts_at(self.h, counts, at);
            },
            "counts"_a.none(), nb::kw_only(), "at"_a.none(),
            nb::sig("def update_counts(self, "
                    "counts: collections.abc.Mapping[tuple[typing.Any, typing.Any], int], *, "
                    "at: typing.Any) -> None"),
            update_counts_doc);
}

}  // namespace

void bind_contingency_time_window(nb::module_& module) {
    nb::class_<Window> window(module, "ContingencyTimeWindow",
                              nb::type_slots(hot_slots<Window, methods, table_reads<Window>>),
                              nb::is_weak_referenceable(), contingency_time_window_doc);
    window
        .def(
            "__init__",
            [](Window* self, nb::handle span, nb::handle lateness, nb::handle late,
               nb::handle missing) {
                const LastSpan<PairCounts> core(read_span(span, "span", false),
                                                read_span(lateness, "lateness", true),
                                                late_rule(late));
                new (self) Window(ContingencyTimeWindow(core), missing_rule(missing));
            },
            "span"_a.none(), nb::kw_only(), "lateness"_a.none() = 0, "late"_a.none() = "raise",
            "missing"_a.none() = "raise",
            nb::sig("def __init__(self, span: typing.Any, *, lateness: typing.Any = 0, "
                    "late: typing.Literal[\"raise\", \"drop\"] = \"raise\", missing: "
                    "typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def("events", &events,
             nb::sig("def events(self) -> list[tuple[typing.Any, typing.Any, typing.Any]]"),
             events_doc)
        .def("__eq__", &equal, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_span(window);
    def_window_merge(window, "ContingencyTimeWindow", &require_same_clocks<Window>, merge_doc);
    def_clock(window);
    def_timed_pairs(window);
    def_common_of_pairs(window);
    def_state(window, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
