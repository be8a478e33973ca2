// es.DivergenceWindow: how far the last labels are from a reference.
#include "core/columns/divergence_window.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "bindings/input/times/times.hpp"
#include "bindings/summaries/divergence_window_docs.hpp"
#include "bindings/summaries/labelled_divergence.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/time_windows.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/columns/contributions.hpp"
#include "core/columns/restored_divergence.hpp"
#include "core/exact/reads.hpp"
#include "core/state/divergence_window_state.hpp"

namespace entrostream {

namespace {

namespace texts = docs::divergence_window;
using Window = LabelledDivergence;

// ------------------------------------------------------------------ parameters

constexpr const char* previous = "previous";
constexpr const char* jensen_shannon_name = "jensen-shannon";
constexpr const char* kullback_leibler_name = "kullback-leibler";

// Whether `value` is the second of two names; ValueError if it is neither.
bool is_second(nb::handle value, const char* what, const char* first, const char* second) {
    if (nb::str(first).equal(value)) return false;
    if (nb::str(second).equal(value)) return true;
    throw nb::value_error((std::string(what) + " must be one of " + first + ", " + second +
                           ", got " + repr_short(value))
                              .c_str());
}

double pseudo_count(nb::handle unseen) {
    if (nb::str("inf").equal(unseen)) return 0;
    const bool numeric = PyBool_Check(unseen.ptr()) == 0 && PyUnicode_Check(unseen.ptr()) == 0;
    const double value = numeric ? PyFloat_AsDouble(unseen.ptr()) : 0;
    if (PyErr_Occurred() != nullptr) PyErr_Clear();
    if (value >= min_pseudo_count && value <= max_pseudo_count) return value;
    throw nb::value_error(
        ("unseen must be 'inf' or a pseudo-count from 1e-18 to 1e8, got " + repr_short(unseen))
            .c_str());
}

DivergenceRule rule_of(nb::handle method, nb::handle weighting, nb::handle unseen) {
    const bool kullback = is_second(method, "method", jensen_shannon_name, kullback_leibler_name);
    const bool by_rows = is_second(weighting, "weighting", "equal", "rows");
    const double added = pseudo_count(unseen);
    if (!kullback && added != 0) {
        throw nb::value_error(
            "unseen= is for kullback-leibler: jensen-shannon knows labels that a side lacks");
    }
    if (kullback && by_rows) {
        throw nb::value_error(
            "weighting= is for jensen-shannon: kullback-leibler weights by the window alone");
    }
    if (kullback) return {DivergenceMethod::kullback, added};
    return {by_rows ? DivergenceMethod::pooled : DivergenceMethod::shannon, 0};
}

bool is_integer(nb::handle value) {
    return PyBool_Check(value.ptr()) == 0 && PyIndex_Check(value.ptr()) != 0;
}

bool is_number(nb::handle value) {
    return PyBool_Check(value.ptr()) != 0 || PyFloat_Check(value.ptr()) || value.is_none();
}

DivergenceWindow core_of(ComparedCounts counts, nb::handle window, nb::handle lateness,
                         nb::handle late) {
    const Time allowed = read_span(lateness, "lateness", true);
    const Late rule = late_rule(late);
    if (is_number(window)) {
        throw nb::value_error(
            ("window must be a positive integer or a span of time such as \"10min\", got " +
             repr_short(window))
                .c_str());
    }
    if (!is_integer(window)) {
        return {std::move(counts), read_span(window, "window", false), allowed, rule};
    }
    if (allowed != 0 || rule != Late::raise) {
        throw nb::value_error(
            "lateness and late go with a span such as \"10min\": events of a window of a number "
            "of events have no times");
    }
    return {std::move(counts), positive_integer(window, "window")};
}

// What a reference may be besides labels.
bool is_previous(nb::handle reference) {
    const char* const known =
        "reference must be labels, a mapping of labels to counts or "
        "'previous', got ";
    if (PyUnicode_Check(reference.ptr()) != 0) {
        if (nb::str(previous).equal(reference)) return true;
        throw nb::value_error((known + repr_short(reference)).c_str());
    }
    if (reference.is_none()) {
        throw nb::type_error((known + repr_with_type(reference)).c_str());
    }
    return false;
}

void init(Window* self, nb::handle window, nb::handle reference, nb::handle method,
          nb::handle weighting, nb::handle unseen, nb::handle lateness, nb::handle late,
          nb::handle missing) {
    const DivergenceRule rule = rule_of(method, weighting, unseen);
    const Missing missing_labels = missing_rule(missing);
    if (is_previous(reference)) {
        new (self) Window(core_of(ComparedCounts(rule), window, lateness, late), missing_labels);
        return;
    }
    const ReferenceSample sample = read_reference(reference, missing_labels);
    Window made(core_of(ComparedCounts(rule, sample.counts), window, lateness, late),
                missing_labels);
    made.set_labels(sample.labels);
    new (self) Window(std::move(made));
}

nb::object window_shown(const Window& window) {
    if (window.core().has_times()) return shown_span(window.core().span());
    return nb::int_(window.core().size());
}

const char* method_name(const Window& window) {
    const bool kullback = window.counts().rule().method == DivergenceMethod::kullback;
    return kullback ? kullback_leibler_name : jensen_shannon_name;
}

nb::object unseen_shown(const Window& window) {
    const double added = window.counts().rule().pseudo_count;
    return added == 0 ? nb::object(nb::str("inf")) : nb::object(nb::float_(added));
}

// ------------------------------------------------------------------ events

// Whether the events of a call have times; TypeError if times are missing or not allowed.
bool has_times(const Window& window, bool given, const char* method, const char* parameter) {
    if (given == window.core().has_times()) return given;
    const std::string call = std::string(method) + "() ";
    const std::string message =
        given ? call + "got an argument '" + parameter +
                    "': events of a window of a number of events have no times; pass a span such "
                    "as \"10min\" for that"
              : call + "missing 1 required keyword-only argument: '" + parameter +
                    "' (in a window of a span every event has a time)";
    throw nb::type_error(message.c_str());
}

PyObject* update_slot_of(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                         PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"at", false, true}};
        Window& window = summary_in<Window>(self);
        if (by_place == 1 && names == nullptr && !window.core().has_times()) [[likely]] {
            window.update(self, arguments[0]);
            Py_RETURN_NONE;
        }
        const auto [label, at] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        if (has_times(window, at != nullptr, "update", "at")) {
            window.update_at(self, label, at);
        } else {
            window.update(self, label);
        }
        Py_RETURN_NONE;
    });
}

PyMethodDef methods[] = {
    {"update", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(update_slot_of)),
     METH_FASTCALL | METH_KEYWORDS, texts::update},
    {nullptr, nullptr, 0, nullptr},
};

void update_many(const Self<Window>& self, nb::handle labels, nb::handle times) {
    if (has_times(*self.p, !times.is_none(), "update_many", "times")) {
        self.p->update_many_at(self.h, labels, times);
    } else {
        self.p->update_many(self.h, labels, NoAuxiliaryColumns{});
    }
}

nb::object trace(const Self<Window>& self, nb::handle labels, nb::handle times) {
    if (has_times(*self.p, !times.is_none(), "trace", "times")) {
        return self.p->trace_at(self.h, labels, times);
    }
    return self.p->trace(self.h, labels, NoAuxiliaryColumns{});
}

void advance(const Self<Window>& self, nb::handle at) {
    if (!self.p->core().has_times()) {
        throw nb::type_error(
            "advance() needs a window of a span: events of a window of a number of events have no "
            "times");
    }
    self.p->advance(self.h, at);
}

// ------------------------------------------------------------------ reads

template <auto read>
PyObject* read_slot_of(PyObject* self, void*) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        const Window& window = summary_in<Window>(self);
        require_idle(window.busy());
        return read(window.core());
    });
}

PyObject* divergence_of(const DivergenceWindow& core) {
    return PyFloat_FromDouble(core.divergence());
}
PyObject* n_of(const DivergenceWindow& core) {
    return PyLong_FromUnsignedLongLong(core.counts().n());
}
PyObject* reference_n_of(const DivergenceWindow& core) {
    return PyLong_FromUnsignedLongLong(core.counts().reference_n());
}

PyGetSetDef reads[] = {
    {"divergence", read_slot_of<divergence_of>, nullptr,
     "How far the window is from the reference, in bits; NaN while either is empty.", nullptr},
    {"n", read_slot_of<n_of>, nullptr, "How many events the window holds.", nullptr},
    {"reference_n", read_slot_of<reference_n_of>, nullptr,
     "How many events the reference holds: the sample, or the previous window.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

nb::dict reference_counts(const Self<Window>& self) {
    Window& window = *self.p;
    const ReentrancyGuard at_work = window.work(self.h);  // a dict runs the labels' hash and ==
    nb::dict counts;
    Interruptible open;
    InterruptPoll<4096> poll;
    for (const CodeCount& each : window.used()) {
        poll();
        const std::uint64_t count = window.counts().reference_count(each.code);
        if (count != 0) counts[window.labels().label(each.code)] = nb::int_(count);
    }
    return counts;
}

nb::list most_contributing(const Self<Window>& self, nb::handle k) {
    Window& window = *self.p;
    const std::uint64_t most = k.is_none() ? max_events : natural_number(k, "k");
    const ReentrancyGuard at_work = window.work(self.h);
    using Part = CodeAmount<double>;
    const auto in_turn = [&](const std::vector<Part>& ties) {
        nb::list labels;
        for (const Part& each : ties) {
            labels.append(window.labels().label(each.code));
        }
        return in_order(labels);
    };
    const nb::list top = top_labels(contributions(window.counts()), most, in_turn,
                                    [](double bits) { return nb::float_(bits); });
    const nb::object type = nb::module_::import_("entrostream.contribution").attr("Contribution");
    const ComparedCounts& counts = window.counts();
    nb::list found;
    for (const nb::handle each : top) {
        const Code code = window.labels().find(nb::object(each[0]));
        found.append(type(each[0], each[1], quotient(counts.count(code), counts.n()),
                          quotient(counts.reference_count(code), counts.reference_n())));
    }
    return found;
}

// ------------------------------------------------------------------ two windows

bool same_parameters(const Window& a, const Window& b) {
    const DivergenceWindow& left = a.core();
    const DivergenceWindow& right = b.core();
    if (a.missing() != b.missing() || a.clock() != b.clock() || left.clock() != right.clock() ||
        left.has_times() != right.has_times() || a.counts().rule() != b.counts().rule() ||
        a.counts().with_previous() != b.counts().with_previous()) {
        return false;
    }
    return left.has_times() ? left.span() == right.span() : left.size() == right.size();
}

// The events of a window, renamed to the codes of another and in its order.
std::vector<TimedCode> renamed_events(const DivergenceWindow& window, const std::vector<Code>& to) {
    std::vector<TimedCode> events;
    if (window.has_times()) {
        for (const TimedCode& each : window.timed_events()) {
            events.push_back({each.at, to[each.code]});
        }
        std::sort(events.begin(), events.end());
    } else {
        for (const Code each : window.events()) {
            events.push_back({0, to[each]});
        }
    }
    return events;
}

bool same_content(const Self<Window>& left, nb::handle right, Window& b) {
    Window& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (!same_parameters(a, b) || a.counts().n() != b.counts().n() ||
        a.counts().reference_n() != b.counts().reference_n() || a.core().used() != b.core().used())
        return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    std::vector<Code> in_b(a.labels().size(), no_code);
    std::vector<Code> same(b.labels().size());
    for (Code code = 0; code < same.size(); ++code) {
        same[code] = code;
    }
    for (const CodeCount& each : a.used()) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        const Code code = b.labels().find(label);
        if (code == no_code || b.counts().count(code) != each.amount ||
            b.counts().reference_count(code) != a.counts().reference_count(each.code))
            return false;
        in_b[each.code] = code;
    }
    return renamed_events(a.core(), in_b) == renamed_events(b.core(), same);
}

// ------------------------------------------------------------------ state

StateBytes encoded(const Window& window, LabelsToState& labels) {
    const std::vector<CodeCount> used = window.used();
    const DivergenceWindow& core = window.core();
    DivergenceWindowState state{.rule = window.counts().rule(),
                                .size = core.has_times() ? 0 : core.size(),
                                .time = {},
                                .labels = encoded_labels(window, used, labels),
                                .reference = {},
                                .events = {}};
    state.time.missing = window.missing();
    if (core.has_times()) state.time = clock_state_of(window);
    if (!window.counts().with_previous()) {
        for (const CodeCount& each : used) {
            state.reference.push_back(window.counts().reference_count(each.code));
        }
    }
    for (const TimedCode& each : renamed_events(core, places_of(window, used))) {
        state.events.push_back({each.at, each.code});
    }
    return encode(state);
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const DivergenceWindowState state = decode_divergence_window(bytes);
    const nb::list objects = labels(state.labels);
    const std::vector<Code> codes = codes_of_labels(state);
    Window window(from_pickled_parts([&] { return restored_window(state, codes); }),
                  state.time.missing);
    std::vector<nb::object> ordered(codes.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        ordered[codes[i]] = objects[i];
    }
    nb::list by_code;
    for (const nb::object& label : ordered) {
        by_code.append(label);
    }
    window.set_labels(by_code);
    window.set_clock(state.time.clock);
    return window;
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    const ComparedCounts& counts = window.counts();
    const nb::object length = window.core().has_times()
                                  ? nb::object(nb::str(span_text(window.core().span()).c_str()))
                                  : nb::object(nb::int_(window.core().size()));
    const nb::str text("<{} of {} against {} of {} event{}: {} event{}, divergence {:.4g}>");
    return text.attr("format")(class_name(self.h), length,
                               counts.with_previous() ? "the previous window" : "a sample",
                               counts.reference_n(), counts.reference_n() == 1 ? "" : "s",
                               counts.n(), counts.n() == 1 ? "" : "s", counts.value());
}

// ------------------------------------------------------------------ the class

void def_parameters(nb::class_<Window>& type) {
    type.def_prop_ro(
            "window", [](const Self<Window>& self) { return window_shown(idle(self)); },
            nb::sig("def window(self) -> typing.Any"),
            "The number of events in the full window, or its span as a timedelta.")
        .def_prop_ro(
            "reference",
            [](const Self<Window>& self) {
                return idle(self).counts().with_previous() ? previous : "sample";
            },
            nb::sig("def reference(self) -> typing.Literal[\"sample\", \"previous\"]"),
            "What the window is compared with: a sample, or the previous window.")
        .def_prop_ro(
            "method", [](const Self<Window>& self) { return method_name(idle(self)); },
            nb::sig("def method(self) -> typing.Literal[\"jensen-shannon\", \"kullback-leibler\"]"),
            "The kind of divergence.")
        .def_prop_ro(
            "weighting",
            [](const Self<Window>& self) {
                const DivergenceMethod method = idle(self).counts().rule().method;
                return method == DivergenceMethod::pooled ? "rows" : "equal";
            },
            nb::sig("def weighting(self) -> typing.Literal[\"equal\", \"rows\"]"),
            "The weights of the two sides in the Jensen-Shannon divergence.")
        .def_prop_ro(
            "unseen", [](const Self<Window>& self) { return unseen_shown(idle(self)); },
            nb::sig("def unseen(self) -> typing.Literal[\"inf\"] | float"),
            "The pseudo-count of the reference, or \"inf\".")
        .def_prop_ro(
            "missing", [](const Self<Window>& self) { return missing_name(idle(self).missing()); },
            nb::sig("def missing(self) -> typing.Literal[\"raise\", \"skip\", \"label\"]"),
            docs::missing);
}

void def_events(nb::class_<Window>& type) {
    type.def("update_many", &update_many, "labels"_a.none(), nb::kw_only(),
             "times"_a.none() = nb::none(),
             nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], *, "
                     "times: typing.Any = None) -> None"),
             texts::update_many)
        .def("trace", &trace, "labels"_a.none(), nb::kw_only(), "times"_a.none() = nb::none(),
             nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], *, "
                     "times: typing.Any = None) -> typing.Any"),
             texts::trace)
        .def(
            "clear", [](const Self<Window>& self) { self.p->clear(self.h); },
            nb::sig("def clear(self) -> None"), texts::clear);
}

void def_sides(nb::class_<Window>& type) {
    type.def("counts", &counts_of<Window>, nb::sig("def counts(self) -> dict[typing.Any, int]"),
             texts::counts)
        .def("reference_counts", &reference_counts,
             nb::sig("def reference_counts(self) -> dict[typing.Any, int]"),
             texts::reference_counts)
        .def("contributions", &most_contributing, "k"_a.none() = 5,
             nb::sig("def contributions(self, k: int | None = 5) -> list[typing.Any]"),
             texts::contributions)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
}

}  // namespace

void bind_divergence_window(nb::module_& module) {
    nb::class_<Window> type(module, "DivergenceWindow",
                            nb::type_slots(hot_slots<Window, methods, reads>),
                            nb::is_weak_referenceable(), texts::type);
    type.def("__init__", &init, "window"_a.none(), nb::kw_only(), "reference"_a.none(),
             "method"_a.none() = jensen_shannon_name, "weighting"_a.none() = "equal",
             "unseen"_a.none() = "inf", "lateness"_a.none() = 0, "late"_a.none() = "raise",
             "missing"_a.none() = "raise",
             nb::sig("def __init__(self, window: typing.Any, *, reference: typing.Any, method: "
                     "typing.Literal[\"jensen-shannon\", \"kullback-leibler\"] = "
                     "\"jensen-shannon\", weighting: typing.Literal[\"equal\", \"rows\"] = "
                     "\"equal\", unseen: typing.Literal[\"inf\"] | float = \"inf\", "
                     "lateness: typing.Any = 0, "
                     "late: typing.Literal[\"raise\", \"drop\"] = \"raise\", missing: "
                     "typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"));
    def_parameters(type);
    def_events(type);
    def_sides(type);
    def_lookups(type);
    def_copies(type, texts::copy);
    def_refused_merge(type, "Tally", "es.DivergenceWindow(3, reference=\"previous\")");
    def_equality(type, &same_content);
    def_clock(type, texts::advance, &advance);
    def_html(type, "divergence_html");
    def_state(type, &encoded, &decoded, NoFirstFormat{}, texts::to_bytes, texts::from_bytes);
}

}  // namespace entrostream
