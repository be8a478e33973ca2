// es.AdaptiveWindow: grows while the distribution is stable, and is cut at a change point.
#include <algorithm>
#include <array>
#include <new>
#include <utility>
#include <vector>

#include "bindings/drift/labelled_adaptive.hpp"
#include "bindings/drift/options.hpp"
#include "bindings/drift/state.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/summaries/estimates.hpp"
#include "bindings/summaries/summary.hpp"

namespace entrostream {

namespace {

constexpr const char* adaptive_window_doc =
    R"doc(A window that grows while the stream is stable and forgets its past when it changes.

ADWIN for labels, the future work of Sovdat (2014): it cuts away the past when the mixture
of labels changes, even if the entropy stays the same, and `changes` tells where, how much and
what moved. It is always exactly the last `n` events; entropy, Gini index and counts are
theirs. Memory grows with the labels times log(n).

If the order of the labels is mere chance, the expected number of false cuts is at most `rate`
per event, as far as it is proven (the constants of the "sum" test are numerical); in simulations
about a hundredth of that was seen. Dependent streams (sessions, bursts,
cycles) vary more than that. The window learns how much from what recurs, and reports what
exceeds it. Changes that recur are followed, but no longer reported: see `recurring` and the
guide "Concept drift: AdaptiveWindow and ADWIN".

Parameters
----------
rate : float, default 1e-4
    Bound on the expected number of false cuts per event, above 0 and below 1. Lower gives
    fewer false alarms and a longer detection delay.
block : int, default 32
    The number of events between two tests of the stream.
max_size : int, optional
    The window is never longer; at least `block`.
statistics : str or iterable of str, default ("sum", "label", "frequency")
    What changes are found by: many labels that move, one label, rare labels against
    frequent ones. ("label",) is calmer where labels come in bursts, as words do.
calibrate : bool, default True
    Learn the overdispersion: how much more the shares of the labels vary in this stream than
    those of independent events do. A change is reported if it is large compared with that. If
    False, every deviation from independent events is.
recurring : {"skip", "report"}, default "skip"
    What to do with changes that recur, after the first 100,000 events: if there are more than
    about four per million events, or one per week where events have times and that is more,
    report only those that are more severe than usual; or report all. The window is cut at all of
    them. With `calibrate=False` all are reported.
min_shift : float, default 0
    Report only changes whose total variation distance (half the sum of the absolute differences
    of all shares, from 0 to 1) exceeds this, beyond doubt.
season : str, float or timedelta, optional
    The period of a rhythm that is no change, such as "1d": events are compared with those at the
    same time of earlier seasons, so that what happens every night is no change, and a night on
    which it does not happen is one. Needs the times of the events. The first season is learned,
    and no change is found in it. Numbers are seconds.
season_bins : int, default 24
    How many parts of a season the rhythm is learned for, 2 to 1000.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.
on_change : callable, optional
    Called with each es.Change that is reported, after the call that found it has taken in all its events.
    Not part of bytes, pickles and copies.

Raises
------
TypeError
    If `rate` or `min_shift` is not a number, `block`, `max_size` or `season_bins` not an
    integer, `statistics` not iterable, `calibrate` not a bool, `season` not a length of time, or
    `on_change` not callable.
ValueError
    If `rate` is not above 0 and below 1, if `block` is not positive, if `max_size` is below
    `block`, if `statistics` is empty or has an unknown name, if `min_shift` is not at least
    0 and below 1, if `season` is not above 0 or `season_bins` not from 2 to 1000, or if
    `recurring` or `missing` is not one of its choices.

Examples
--------
>>> window = es.AdaptiveWindow()
>>> window.update_many(["a", "b", "b", "b"] * 500)
>>> window.n, window.changes
(2000, [])
>>> window.update_many(["b", "a", "a", "a"] * 500)  # the same entropy
>>> window.n, len(window.changes)
(1984, 1)
>>> print(window.changes[0])
change at event 1984, found at 2048, severity 0.1: 'a' 25 % -> 62 %, 'b' 75 % -> 38 %
)doc";

constexpr const char* update_many_doc =
    R"doc(Add many events at once.

Either all events of a window have times or none. Applies wholly or, if any label or time is
refused, not at all. What `on_change` raises comes out of the call.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
times : column of times, or one time, optional
    As long as the labels, or one time for all of them, not going back. Without a `season` it
    tells when changes happened, and no more.

Raises
------
TypeError
    If `labels` is not iterable, if a label is not hashable, if a time is of no valid kind,
    or if numbers of seconds and dates are mixed.
ValueError
    If labels and times differ in length, if a label is missing and missing="raise", if some
    events of the window have times and others have none, if there is a season and there are no
    times, or if a time is missing, out of range or before the last one.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.AdaptiveWindow()
>>> window.update_many(["a"] * 100 + ["b"] * 100, times=range(200))
>>> window.changes[0].at
96.0
)doc";

constexpr const char* trace_doc =
    R"doc(Add many events, and return the measures after each of them.

Adds the events as update_many does. Every value equals, bit for bit, what the property would
have given after that event; "n" shows how the window grows and is cut.

Parameters
----------
labels : iterable of labels
    A list, an array or a column: what Tally.update_many takes.
measures : str, or tuple or list of str, default ("entropy", "gini")
    The measures to return, by the names of the properties: "entropy", "gini", "n",
    "distinct" and the others.
times : column of times, or one time, optional
    As long as the labels, or one time for all of them, not going back. Without a `season` it
    tells when changes happened, and no more.

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
    missing="raise", if some events of the window have times and others have none, or if a
    time is missing, out of range or before the last one.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> lengths = es.AdaptiveWindow().trace(["a"] * 100 + ["b"] * 100, "n")
>>> int(lengths[158]), int(lengths[159])
(159, 64)
)doc";

constexpr const char* changes_doc =
    R"doc(The changes reported, oldest first: the newest 1000 as es.Change.

>>> window = es.AdaptiveWindow()
>>> window.update_many([0, 1] * 500 + [2, 3] * 500)
>>> [(change.position, change.statistic) for change in window.changes]
[(992, 'frequency')]
)doc";

constexpr const char* overdispersion_doc =
    R"doc(The factor that divides the statistics of the longest splits: 1.0 for independent events.

How much more evidence a change needs because the stream varies by itself; learned from what
recurs, see `calibrate`.

>>> window = es.AdaptiveWindow()
>>> window.update_many("ab" * 1000)
>>> window.overdispersion
1.0
)doc";

nb::list changes(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    nb::list shown;
    for (const Adaptive::FoundChange& found : window.found_changes()) {
        shown.append(shown_change(found, window.clock()));
    }
    return shown;
}

PyObject* update_slot_at(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                         PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        if (by_place == 1 && names == nullptr) [[likely]] {
            summary_in<Adaptive>(self).update_at(self, arguments[0], {});
            Py_RETURN_NONE;
        }
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"at", false, true}};
        const auto [label, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        summary_in<Adaptive>(self).update_at(self, label, at);
        Py_RETURN_NONE;
    });
}

PyMethodDef adaptive_methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot_at)),
     METH_FASTCALL | METH_KEYWORDS,
     R"doc(update($self, label, *, at=None)
--

Add one event, at a time if events have times.

What `on_change` raises comes out of the call.

Parameters
----------
label : hashable
    The label of the event.
at : time, optional
    The time of the event; for what a time is, see TimeWindow.

Raises
------
TypeError
    If the label is not hashable, if the time is of no valid kind, or if numbers of seconds
    and dates are mixed.
ValueError
    If the label is missing and missing="raise", if some events of the window have times and
    others have none, or if the time is missing, out of range or before the last one.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.AdaptiveWindow()
>>> window.update("a")
>>> window.counts()
{'a': 1}
)doc"},
    {nullptr, nullptr, 0, nullptr},
};

bool same_changes(const Adaptive& a, const Adaptive& b) {
    return std::equal(
        a.found_changes().begin(), a.found_changes().end(), b.found_changes().begin(),
        b.found_changes().end(),
        [&](const Adaptive::FoundChange& left, const Adaptive::FoundChange& right) {
            return shown_change(left, a.clock()).equal(shown_change(right, b.clock()));
        });
}

bool same_content(const Self<Adaptive>& left, nb::handle right, Adaptive& b) {
    Adaptive& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (a.missing() != b.missing() || a.clock() != b.clock()) return false;
    if (a.core().options() != b.core().options() || a.core().sums() != b.core().sums())
        return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    const std::vector<CodeCount> kept = a.kept();
    const std::vector<Code> in_b = codes_in(a, b, kept);
    for (const CodeCount& each : kept) {
        if (in_b[each.code] == no_code) return false;
    }
    return a.core().content().renamed(in_b) == b.core().content() && same_changes(a, b);
}

nb::object repr(const Self<Adaptive>& self) {
    const Adaptive& window = idle(self);
    const std::uint64_t found = window.core().changes();
    const AdaptiveOptions& options = window.core().options();
    const std::string season = options.season == 0 ? "" : ", season " + span_text(options.season);
    return nb::str("<{} of rate {:g}{}: {}, {} change{} in {}>")
        .attr("format")(class_name(self.h), options.rate, season, content_shown(window), found,
                        found == 1 ? "" : "s", window.core().seen());
}

void def_bulk_at(nb::class_<Adaptive>& type) {
    type.def(
            "update_many",
            [](const Self<Adaptive>& self, nb::handle labels, nb::handle times) {
                self.p->update_many_at(self.h, labels, times);
            },
            "labels"_a.none(), nb::kw_only(), "times"_a.none() = nb::none(),
            nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], *, "
                    "times: typing.Any = None) -> None"),
            update_many_doc)
        .def(
            "trace",
            [](const Self<Adaptive>& self, nb::handle labels, nb::handle measures,
               nb::handle times) {
                return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
                    return self.p->trace_at(self.h, labels, wanted, times);
                });
            },
            "labels"_a.none(), "measures"_a.none() = nb::make_tuple("entropy", "gini"),
            nb::kw_only(), "times"_a.none() = nb::none(),
            nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                    "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\"), *, "
                    "times: typing.Any = None) -> typing.Any"),
            trace_doc);
}

void def_parameters(nb::class_<Adaptive>& type) {
    type.def_prop_ro(
            "rate", [](const Self<Adaptive>& self) { return idle(self).core().options().rate; },
            nb::sig("def rate(self) -> float"),
            "Bound on the expected number of false cuts per event.")
        .def_prop_ro(
            "block", [](const Self<Adaptive>& self) { return idle(self).core().options().block; },
            nb::sig("def block(self) -> int"),
            "The number of events between two tests of the stream.")
        .def_prop_ro(
            "max_size",
            [](const Self<Adaptive>& self) { return max_size_shown(idle(self).core().options()); },
            nb::sig("def max_size(self) -> int | None"), "The window is never longer.")
        .def_prop_ro(
            "statistics",
            [](const Self<Adaptive>& self) {
                return names_of(idle(self).core().options().statistics);
            },
            nb::sig("def statistics(self) -> tuple[typing.Literal[\"sum\", \"label\", "
                    "\"frequency\"], ...]"),
            "What changes are found by.")
        .def_prop_ro(
            "calibrate",
            [](const Self<Adaptive>& self) { return idle(self).core().options().calibrate; },
            nb::sig("def calibrate(self) -> bool"), "Whether the overdispersion is learned.")
        .def_prop_ro(
            "recurring",
            [](const Self<Adaptive>& self) {
                return idle(self).core().options().skip_recurring ? "skip" : "report";
            },
            nb::sig("def recurring(self) -> typing.Literal[\"skip\", \"report\"]"),
            "Whether changes that recur are skipped or reported.")
        .def_prop_ro(
            "min_shift",
            [](const Self<Adaptive>& self) { return idle(self).core().options().min_shift; },
            nb::sig("def min_shift(self) -> float"),
            "The total variation distance that a change must exceed.")
        .def_prop_ro(
            "season",
            [](const Self<Adaptive>& self) { return season_shown(idle(self).core().options()); },
            nb::sig("def season(self) -> typing.Any"),
            "The period of the rhythm that is no change, as a timedelta; None: there is none.")
        .def_prop_ro(
            "season_bins",
            [](const Self<Adaptive>& self) { return idle(self).core().options().season_bins; },
            nb::sig("def season_bins(self) -> int"),
            "How many parts of a season the rhythm is learned for.")
        .def_prop_ro(
            "overdispersion",
            [](const Self<Adaptive>& self) { return idle(self).core().overdispersion(); },
            nb::sig("def overdispersion(self) -> float"), overdispersion_doc);
}

void def_changes(nb::class_<Adaptive>& type) {
    type.def_prop_ro("changes", &changes, nb::sig("def changes(self) -> list[typing.Any]"),
                     changes_doc)
        .def_prop_ro(
            "n_changes", [](const Self<Adaptive>& self) { return idle(self).core().changes(); },
            nb::sig("def n_changes(self) -> int"), "How many changes were reported in all.")
        .def_prop_ro(
            "n_recurring", [](const Self<Adaptive>& self) { return idle(self).core().recurring(); },
            nb::sig("def n_recurring(self) -> int"),
            "How many changes were found and not reported, because changes as severe recur.")
        .def_prop_ro(
            "changed", [](const Self<Adaptive>& self) { return idle(self).changed(); },
            nb::sig("def changed(self) -> bool"),
            "Whether the last update, update_many or trace reported a change.")
        .def_prop_ro(
            "seen", [](const Self<Adaptive>& self) { return idle(self).core().seen(); },
            nb::sig("def seen(self) -> int"), "How many events ever came.")
        .def_prop_ro(
            "start",
            [](const Self<Adaptive>& self) {
                const AdaptiveWindow& core = idle(self).core();
                return core.seen() - core.sums().n();
            },
            nb::sig("def start(self) -> int"),
            "Number of the first event held; the first of the stream is 0.")
        .def_prop_rw(
            "on_change",
            [](const Self<Adaptive>& self) {
                const nb::handle callback = idle(self).on_change();
                return callback.is_valid() ? nb::borrow(callback) : nb::none();
            },
            [](const Self<Adaptive>& self, nb::handle callback) {
                idle(self).set_on_change(callback_argument(callback));
            },
            nb::for_getter(nb::sig("def on_change(self) -> typing.Any")),
            nb::for_setter(nb::sig("def on_change(self, callback: typing.Any, /) -> None")),
            nb::for_setter(nb::arg("callback").none()),
            "Called with each es.Change that is reported; None: no callback.");
}

}  // namespace

void bind_adaptive_window(nb::module_& module) {
    nb::class_<Adaptive> window(module, "AdaptiveWindow",
                                nb::type_slots(hot_slots<Adaptive, adaptive_methods>),
                                nb::is_weak_referenceable(), adaptive_window_doc);
    window
        .def(
            "__init__",
            [](Adaptive* self, nb::handle rate, nb::handle block, nb::handle max_size,
               nb::handle statistics, nb::handle calibrate, nb::handle recurring,
               nb::handle min_shift, nb::handle season, nb::handle season_bins, nb::handle missing,
               nb::handle on_change) {
                AdaptiveOptions options = options_from(rate, block, max_size, statistics, calibrate,
                                                       recurring, min_shift);
                set_season(options, season, season_bins);
                nb::object callback = callback_argument(on_change);
                new (self) Adaptive(options, missing_rule(missing));
                self->set_on_change(std::move(callback));
            },
            "rate"_a.none() = 1e-4, nb::kw_only(), "block"_a.none() = 32,
            "max_size"_a.none() = nb::none(),
            "statistics"_a.none() = nb::make_tuple("sum", "label", "frequency"),
            "calibrate"_a.none() = true, "recurring"_a.none() = "skip", "min_shift"_a.none() = 0.0,
            "season"_a.none() = nb::none(), "season_bins"_a.none() = 24,
            "missing"_a.none() = "raise", "on_change"_a.none() = nb::none(),
            nb::sig("def __init__(self, rate: float = 0.0001, *, block: int = 32, "
                    "max_size: int | None = None, statistics: typing.Literal[\"sum\", \"label\", "
                    "\"frequency\"] | collections.abc.Iterable[typing.Literal[\"sum\", \"label\", "
                    "\"frequency\"]] = "
                    "(\"sum\", \"label\", \"frequency\"), calibrate: bool = True, "
                    "recurring: typing.Literal[\"skip\", \"report\"] = \"skip\", "
                    "min_shift: float = 0.0, season: typing.Any = None, "
                    "season_bins: int = 24, missing: typing.Literal[\"raise\", "
                    "\"skip\", \"label\"] = \"raise\", "
                    "on_change: typing.Any = None) -> None"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_refused_merge(window, "Tally", "es.AdaptiveWindow()");
    def_equality(window, &same_content);
    def_parameters(window);
    def_changes(window);
    def_bulk_at(window);
    def_common(window);
    def_estimates(window);
    def_state(window, &encoded_adaptive, &decoded_adaptive, &adaptive_from_parts);
}

}  // namespace entrostream
