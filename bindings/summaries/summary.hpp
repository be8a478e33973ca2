// Bindings common to all summaries: `def_summary`.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/labels/label_forms.hpp"
#include "bindings/labels/top_labels.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/summaries/instance.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/state.hpp"
#include "bindings/summaries/summary_docs.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

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

// The result of `trace`: one array for one name, a dict of arrays for several.
// `fill(measures)` returns the arrays.
template <class AnyMeasure, class Fill>
nb::object traced(nb::handle measures, const Fill& fill) {
    using Measures = std::vector<AnyMeasure>;
    if (PyUnicode_Check(measures.ptr())) {
        return fill(Measures{measure_named<AnyMeasure>(measures)}).front();
    }
    Measures wanted;
    const nb::list names = list_of_measures<AnyMeasure>(measures);
    for (const nb::handle name : names) {
        wanted.push_back(measure_named<AnyMeasure>(name));
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

template <class Summary>
nb::object trace(const Self<Summary>& self, nb::handle labels, nb::handle measures) {
    return traced<Measure>(measures, [&](const std::vector<Measure>& wanted) {
        return self.p->trace(self.h, labels, wanted, NoAuxiliaryColumns{});
    });
}

// Maps the code of each label held in `a` to its code in `b`; no_code if `b` does not know it.
// Runs the labels' ==, so the re-entrancy guards of both must be held.
template <class Summary>
std::vector<Code> codes_in(const Summary& a, Summary& b,
                           const std::vector<typename Summary::Held>& held) {
    std::vector<Code> codes(a.labels().size(), no_code);
    for (const auto& each : held) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        codes[each.code] = b.labels().find(label);
    }
    return codes;
}
template <class Summary>
std::vector<Code> codes_in(const Summary& a, Summary& b) {
    return codes_in(a, b, a.held());
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

// The labels held as they go into a state, in the order of `held`.
template <class Summary>
std::vector<Label> encoded_labels(const Summary& summary,
                                  const std::vector<typename Summary::Held>& held,
                                  LabelsToState& labels) {
    std::vector<Label> encoded;
    encoded.reserve(held.size());
    InterruptPoll<4096> poll;
    for (const auto& each : held) {
        poll();
        encoded.push_back(labels(summary.labels().label(each.code)));
    }
    return encoded;
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

// Whether the summary holds whole numbers of events; the others hold weights, which are floats.
template <class Summary>
inline constexpr bool holds_counts =
    std::is_same_v<decltype(std::declval<const Summary&>().as_object(typename Summary::Amount{})),
                   nb::int_>;

template <class Summary>
void def_reads(nb::class_<Summary>& type) {
    constexpr bool whole = holds_counts<Summary>;
    type.def("counts", &counts_of<Summary>,
             nb::sig(whole ? "def counts(self) -> dict[typing.Any, int]"
                           : "def counts(self) -> dict[typing.Any, float]"),
             docs::counts)
        .def("most_common", &most_common<Summary>, "k"_a.none() = nb::none(),
             nb::sig(whole ? "def most_common(self, k: int | None = None) "
                             "-> list[tuple[typing.Any, int]]"
                           : "def most_common(self, k: int | None = None) "
                             "-> list[tuple[typing.Any, float]]"),
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
            nb::sig("def missing(self) -> typing.Literal[\"raise\", \"skip\", \"label\"]"),
            docs::missing);
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
            nb::arg().none(),
            nb::sig(holds_counts<Summary>
                        ? "def __getitem__(self, label: collections.abc.Hashable, /) -> int"
                        : "def __getitem__(self, label: collections.abc.Hashable, /) -> float"),
            docs::get_item)
        .def(
            "__contains__",
            [](const Self<Summary>& self, nb::handle label) { return amount_of(self, label) != 0; },
            nb::arg().none(), nb::sig("def __contains__(self, label: object, /) -> bool"),
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

// "5 events, 2 labels, entropy 0.971, gini 0.480"
template <class Summary>
nb::object content_shown(const Summary& summary) {
    const auto& sums = summary.core().sums();
    const nb::str text("{} event{}, {} label{}, entropy {:.4g}, gini {:.4g}");
    return text.attr("format")(sums.n(), sums.n() == 1 ? "" : "s", sums.distinct(),
                               sums.distinct() == 1 ? "" : "s", sums.entropy(), sums.gini());
}

// For a summary that cannot merge: the error says why, and what to merge instead. `constructed`
// is an instance for the example in the docstring.
template <class Summary>
void def_refused_merge(nb::class_<Summary>& type, const std::string& instead,
                       const std::string& constructed) {
    const std::string reason = "the order between two streams is unknown; merge " + instead;
    type.def(
        "merge",
        [reason](const Self<Summary>& self, nb::handle) {
            throw nb::type_error((class_name(self.h) + " cannot merge: " + reason).c_str());
        },
        "other"_a.none(), nb::sig("def merge(self, other: typing.Any) -> typing.NoReturn"),
        ("Refuse to merge: " + reason +
         ".\n\nParameters\n----------\nother : object\n    Not used.\n\n"
         "Raises\n------\nTypeError\n    Always.\n\n"
         "Examples\n--------\n>>> " +
         constructed + ".merge(" + constructed +
         ")\nTraceback (most recent call last):\n...\nTypeError: " +
         nb::cast<std::string>(type.attr("__name__")) + " cannot merge: " + reason + "\n")
            .c_str());
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
        nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"));
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
