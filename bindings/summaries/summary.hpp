// Bindings common to all summaries: `def_summary`.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/labels/label_state.hpp"
#include "bindings/labels/top_labels.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/summary_docs.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

// `self` of a method, checked by nanobind: the summary and its Python object.
template <class Summary>
using Self = nb::pointer_and_handle<Summary>;

template <class Summary>
Summary& idle(const Self<Summary>& self) {
    require_idle(self.p->busy());
    return *self.p;
}

template <class Summary>
nb::dict counts_of(const Self<Summary>& self) {
    Summary& summary = *self.p;
    const ReentrancyGuard at_work = summary.work(self.h);  // a dict runs the labels' hash and ==
    nb::dict counts;
    Interruptible open;
    InterruptPoll<4096> poll;
    for (const auto& each : summary.held()) {
        poll();
        counts[summary.labels().label(each.code)] = summary.as_object(each.amount);
    }
    return counts;
}

template <class Summary>
nb::list most_common(const Self<Summary>& self, nb::handle k) {
    Summary& summary = *self.p;
    const std::uint64_t most = k.is_none() ? max_events : natural_number(k, "k");
    const ReentrancyGuard at_work = summary.work(self.h);
    using Held = Summary::Held;
    const auto in_turn = [&](const std::vector<Held>& ties) {
        nb::list labels;
        for (const Held& each : ties) {
            labels.append(summary.labels().label(each.code));
        }
        return in_order(labels);
    };
    return top_labels(summary.held(), most, in_turn,
                      [&](auto amount) { return summary.as_object(amount); });
}

// The result of `trace`: one array for one name, a dict of arrays for several. `named(name)`
// returns the measure of a name, `fill(measures)` the arrays.
template <class Named, class Fill>
nb::object traced(nb::handle measures, const Named& named, const Fill& fill) {
    using Measures = std::vector<decltype(named(measures))>;
    if (PyUnicode_Check(measures.ptr())) return fill(Measures{named(measures)}).front();
    Measures wanted;
    const nb::list names = list_of(measures);
    for (const nb::handle name : names) {
        wanted.push_back(named(name));
    }
    // Allocates the dict first, so that nothing can fail once the summary has changed.
    nb::dict columns;
    for (const nb::handle name : names) {
        columns[name] = nb::none();
    }
    const std::vector<nb::object> arrays = fill(wanted);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        columns[names[i]] = arrays[i];
    }
    return columns;
}

template <class Fill>
nb::object traced(nb::handle measures, const Fill& fill) {
    return traced(measures, measure_named, fill);
}

template <class Summary>
nb::object trace(const Self<Summary>& self, nb::handle labels, nb::handle measures) {
    return traced(measures, [&](const std::vector<Measure>& wanted) {
        return self.p->trace(self.h, labels, wanted, NoAuxiliaryColumns{});
    });
}

// A new object of `type`, a class or subclass of Summary.
template <class Summary>
nb::object make_instance(nb::handle type, Summary summary) {
    nb::object instance = nb::inst_alloc(type);
    new (nb::inst_ptr<Summary>(instance)) Summary(std::move(summary));
    nb::inst_mark_ready(instance);
    return instance;
}

// The attributes that a Python subclass adds to the summary, or None.
[[nodiscard]] inline nb::object attributes_of(nb::handle self) {
    return nb::getattr(self, "__dict__", nb::none());
}

inline void set_attributes(nb::handle self, nb::handle attributes) {
    if (!attributes.is_none()) self.attr("__dict__").attr("update")(attributes);
}

// Maps the code of each label held in `a` to its code in `b`; no_code if `b` does not know it.
// Runs the labels' ==, so the re-entrancy guards of both must be held.
template <class Summary>
std::vector<Code> codes_in(const Summary& a, Summary& b) {
    std::vector<Code> codes(a.labels().size(), no_code);
    for (const auto& each : a.held()) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        codes[each.code] = b.labels().find(label);
    }
    return codes;
}

// Whether two summaries hold the same amounts of the same labels.
template <class Summary>
bool same_amounts(const Self<Summary>& left, nb::handle right, Summary& b) {
    Summary& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (a.core().sums() != b.core().sums()) return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    for (const auto& each : a.held()) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        const Code code = b.labels().find(label);
        if (code == no_code || b.core().count(code) != each.amount) return false;
    }
    return true;
}

template <class Summary>
nb::object copy_of(const Self<Summary>& self) {
    nb::object copy = make_instance(self.h.type(), Summary(idle(self)));
    set_attributes(copy, attributes_of(self.h));
    return copy;
}

// The index of each code in `held`; no_code if it is not there.
template <class Summary>
std::vector<Code> places_of(const Summary& summary,
                            const std::vector<typename Summary::Held>& held) {
    std::vector<Code> place(summary.labels().size(), no_code);
    for (Code i = 0; i < held.size(); ++i) {
        place[held[i].code] = i;
    }
    return place;
}

// The labels held in the form of a state, in the order of `held`.
template <class Summary>
std::vector<Label> labels_for_state(const Summary& summary,
                                    const std::vector<typename Summary::Held>& held) {
    std::vector<Label> labels;
    labels.reserve(held.size());
    InterruptPoll<4096> poll;
    for (const auto& each : held) {
        poll();
        labels.push_back(to_state(summary.labels().label(each.code)));
    }
    return labels;
}

// The labels held in the form of a pickle, and their amounts.
template <class Summary>
std::pair<nb::list, nb::list> labels_and_amounts(const Summary& summary) {
    nb::list labels;
    nb::list amounts;
    for (const auto& each : summary.held()) {
        labels.append(summary.labels().label(each.code));
        amounts.append(each.amount);
    }
    return {labels, amounts};
}

// Fills an empty summary: label i with count i. StateError if they do not match.
template <class Summary>
void fill(Summary& summary, const nb::list& labels, const std::vector<std::uint64_t>& counts) {
    if (nb::len(labels) != counts.size()) {
        throw StateError("state is damaged: labels and counts differ");
    }
    summary.set_labels(labels);
    std::vector<CodeCount> more;
    more.reserve(counts.size());
    for (Code code = 0; code < counts.size(); ++code) {
        more.push_back({code, counts[code]});
    }
    summary.content().add_many(more);
}

// The counts in a pickle's state; none may be 0.
[[nodiscard]] inline std::vector<std::uint64_t> counts_from_state(nb::handle list) {
    std::vector<std::uint64_t> counts;
    for (const nb::handle count : list_of(list)) {
        counts.push_back(positive_integer(count, "count"));
    }
    return counts;
}

[[nodiscard]] inline nb::list labels_from_state(const std::vector<Label>& labels) {
    nb::list objects;
    InterruptPoll<4096> poll;
    for (const Label& label : labels) {
        poll();
        objects.append(from_state(label));
    }
    return objects;
}

[[nodiscard]] inline nb::bytes as_bytes(const std::vector<std::uint8_t>& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

// The bytes of any object that exports a buffer.
[[nodiscard]] inline nb::bytes bytes_argument(nb::handle state) {
    if (PyObject_CheckBuffer(state.ptr()) != 0) {
        return nb::steal<nb::bytes>(PyBytes_FromObject(state.ptr()));
    }
    throw nb::type_error(("state must be bytes, got " + repr_with_type(state)).c_str());
}

[[nodiscard]] inline std::span<const std::uint8_t> as_span(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

// For labels alone, without auxiliary columns.
template <class Summary>
void def_bulk(nb::class_<Summary>& type) {
    type.def(
            "update_many",
            [](const Self<Summary>& self, nb::handle labels) {
                self.p->update_many(self.h, labels, NoAuxiliaryColumns{});
            },
            "labels"_a.none(),
            nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any]) -> None"),
            docs::update_many)
        .def("trace", &trace<Summary>, "labels"_a.none(),
             "measures"_a.none() = nb::make_tuple("entropy", "gini"),
             nb::sig("def trace(self, labels: collections.abc.Iterable[typing.Any], "
                     "measures: str | tuple[str, ...] | list[str] = (\"entropy\", \"gini\")) "
                     "-> typing.Any"),
             docs::trace);
}

template <class Summary>
void def_update_counts(nb::class_<Summary>& type) {
    type.def(
        "update_counts",
        [](const Self<Summary>& self, nb::handle counts) { self.p->update_counts(self.h, counts); },
        "counts"_a.none(),
        nb::sig("def update_counts(self, counts: collections.abc.Mapping[typing.Any, int]) "
                "-> None"),
        docs::update_counts);
}

template <class Summary>
void def_drop(nb::class_<Summary>& type) {
    type.def(
        "drop", [](const Self<Summary>& self, nb::handle label) { self.p->drop(self.h, label); },
        "label"_a.none(), nb::sig("def drop(self, label: collections.abc.Hashable) -> None"),
        docs::drop);
}

template <class Summary>
void def_removals(nb::class_<Summary>& type) {
    type.def(
            "remove",
            [](const Self<Summary>& self, nb::handle label) { self.p->remove(self.h, label, 1); },
            "label"_a.none(), nb::sig("def remove(self, label: collections.abc.Hashable) -> None"),
            docs::remove)
        .def(
            "remove_counts",
            [](const Self<Summary>& self, nb::handle counts) {
                self.p->remove_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def remove_counts(self, counts: collections.abc.Mapping[typing.Any, int]) "
                    "-> None"),
            docs::remove_counts);
    def_drop(type);
}

template <class Summary>
void def_clear(nb::class_<Summary>& type) {
    type.def(
        "clear", [](const Self<Summary>& self) { self.p->clear(self.h); },
        nb::sig("def clear(self) -> None"), docs::clear);
}

template <class Summary>
void def_reads(nb::class_<Summary>& type) {
    type.def("counts", &counts_of<Summary>, nb::sig("def counts(self) -> dict[typing.Any, int]"),
             docs::counts)
        .def("most_common", &most_common<Summary>, "k"_a.none() = nb::none(),
             nb::sig("def most_common(self, k: int | None = None) "
                     "-> list[tuple[typing.Any, int]]"),
             docs::most_common)
        .def(
            "entropy_in",
            [](const Self<Summary>& self, nb::handle base) {
                return idle(self).core().sums().entropy_in(logarithm_base(base));
            },
            "base"_a.none(), nb::sig("def entropy_in(self, base: float) -> float"),
            docs::entropy_in)
        .def_prop_ro(
            "missing", [](const Self<Summary>& self) { return missing_name(idle(self).missing()); },
            nb::sig("def missing(self) -> str"), docs::missing);
}

template <class Summary>
Summary::Amount amount_of(const Self<Summary>& self, nb::handle label) {
    Summary& summary = *self.p;
    const ReentrancyGuard at_work = summary.work(self.h);  // runs the label's hash and ==
    const nb::object plain = plain_label(label);
    const Code code = summary.labels().find(plain.is_valid() ? plain : nb::none());
    const bool known = code != no_code && code < summary.core().codes();
    return known ? summary.core().count(code) : typename Summary::Amount{0};
}

// `summary[label]` and `label in summary`. Python takes a type with these for a sequence and
// iterates forever, unless it defines __iter__ or sets it to None.
template <class Summary>
void def_lookups(nb::class_<Summary>& type) {
    type.def(
            "__getitem__",
            [](const Self<Summary>& self, nb::handle label) {
                return self.p->as_object(amount_of(self, label));
            },
            "label"_a.none(),
            nb::sig("def __getitem__(self, label: collections.abc.Hashable, /) -> int"),
            docs::get_item)
        .def(
            "__contains__",
            [](const Self<Summary>& self, nb::handle label) { return amount_of(self, label) != 0; },
            "label"_a.none(), nb::sig("def __contains__(self, label: object, /) -> bool"),
            docs::contains);
    type.attr("__iter__") = nb::none();
}

template <class Summary>
void def_copies(nb::class_<Summary>& type, const char* copy_doc = docs::copy) {
    type.def("copy", &copy_of<Summary>, nb::sig("def copy(self) -> typing_extensions.Self"),
             copy_doc)
        .def("__copy__", &copy_of<Summary>,
             nb::sig("def __copy__(self) -> typing_extensions.Self"));
}

// The notebook representation, by a function of entrostream.notebook.
template <class Summary>
void def_html(nb::class_<Summary>& type, const char* function) {
    type.def(
        "_repr_html_",
        [function](const Self<Summary>& self) {
            return nb::module_::import_("entrostream.notebook").attr(function)(self.h);
        },
        nb::sig("def _repr_html_(self) -> str"));
}

// Throws unless a pickle's state has this many parts.
inline void require_parts(const nb::tuple& state, std::size_t parts) {
    if (state.size() != parts) {
        throw StateError("state is damaged: it has " + std::to_string(state.size()) +
                         " parts, not " + std::to_string(parts));
    }
}

// "5 events, 2 labels, entropy 0.971, gini 0.480"
template <class Summary>
nb::object content_shown(const Summary& summary) {
    const auto& sums = summary.core().sums();
    const nb::str text("{} event{}, {} label{}, entropy {:.4g}, gini {:.4g}");
    return text.attr("format")(sums.n(), sums.n() == 1 ? "" : "s", sums.distinct(),
                               sums.distinct() == 1 ? "" : "s", sums.entropy(), sums.gini());
}

// For a summary that cannot merge: the error says why, and what to merge instead.
template <class Summary>
void def_refused_merge(nb::class_<Summary>& type, const std::string& instead) {
    const std::string reason = "the order between two streams is unknown; merge " + instead;
    type.def(
        "merge",
        [reason](const Self<Summary>& self, nb::handle) {
            throw nb::type_error((class_name(self.h) + " cannot merge: " + reason).c_str());
        },
        "other"_a.none(), nb::sig("def merge(self, other: typing.Any) -> typing.NoReturn"),
        ("Refused: " + reason + ".").c_str());
}

// `same_content(left, right object, right)`: whether two instances are equal.
template <class Summary, class SameContent>
void def_equality(nb::class_<Summary>& type, SameContent same_content) {
    type.def(
        "__eq__",
        [same_content](const Self<Summary>& self, nb::handle other) -> nb::object {
            if (!nb::isinstance<Summary>(other)) return nb::borrow(Py_NotImplemented);
            return nb::bool_(same_content(self, other, summary_in<Summary>(other.ptr())));
        },
        "other"_a.none(), nb::sig("def __eq__(self, other: object, /) -> bool"));
}

template <class Summary, class Function, class... Extra>
void def_class_method(nb::class_<Summary>& type, const char* name, Function function,
                      const Extra&... extra) {
    const nb::object method =
        nb::cpp_function(function, nb::name(name), nb::scope(type), "type"_a, extra...);
    type.attr(name) = nb::steal(PyClassMethod_New(method.ptr()));
}

template <class Summary, class GetState, class SetState>
void def_pickle(nb::class_<Summary>& type, GetState get_state, SetState set_state) {
    type.def("__getstate__", get_state, nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
        .def("__setstate__", set_state,
             nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"));
}

// Bytes and pickle; the class provides the functions that save and restore its content.
template <class Summary, class ToBytes, class FromBytes, class GetState, class SetState>
void def_state(nb::class_<Summary>& type, ToBytes to_bytes, FromBytes from_bytes,
               GetState get_state, SetState set_state, const char* to_bytes_doc = docs::to_bytes,
               const char* from_bytes_doc = docs::from_bytes) {
    type.def(
        "to_bytes",
        [to_bytes](const Self<Summary>& self) {
            Interruptible open;
            return to_bytes(self);
        },
        nb::sig("def to_bytes(self) -> bytes"), to_bytes_doc);
    def_pickle(type, get_state, set_state);
    const auto read = [from_bytes](nb::handle cls, nb::handle state) {
        Interruptible open;
        return from_bytes(cls, state);
    };
    def_class_method(type, "from_bytes", read, "state"_a.none(),
                     nb::sig("def from_bytes(cls, state: bytes) -> typing_extensions.Self"),
                     from_bytes_doc);
}

// Common to all summaries, whatever their `update` takes.
template <class Summary>
void def_common(nb::class_<Summary>& type) {
    def_clear(type);
    def_reads(type);
    def_lookups(type);
    def_copies(type);
    def_html(type, "summary_html");
}

// Everything, for a summary of unweighted events with labels alone.
template <class Summary>
void def_summary(nb::class_<Summary>& type) {
    def_bulk(type);
    def_update_counts(type);
    def_removals(type);
    def_common(type);
}

}  // namespace entrostream
