// Bindings common to both sketches: `def_sketch`.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "bindings/labels/label_key.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/fast_arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/sketches/sketch_docs.hpp"
#include "bindings/sketches/sketched.hpp"
#include "bindings/summaries/instance.hpp"
#include "bindings/summaries/state.hpp"
#include "bindings/summaries/summary_docs.hpp"
#include "core/count_log/count_log.hpp"
#include "core/math/double_logs.hpp"
#include "core/sketch/sketch_method.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

// A weight: an int if all weights of the sketch are whole.
template <class Sketch>
[[nodiscard]] nb::object weight_object(const Sketch& sketch, double weight) {
    if (!sketch.core().is_whole()) return nb::float_(weight);
    return nb::int_(static_cast<std::uint64_t>(weight));
}

// An es.Estimate of a sketch; `most` is the largest possible value.
template <class Sketch>
[[nodiscard]] nb::object sketch_estimate(const Sketch& sketch, const SketchEstimate& estimate,
                                         const char* method, double most) {
    const nb::module_ module = nb::module_::import_("entrostream.estimate");
    const nb::object basis = module.attr("SketchBasis")(estimate.bias_bound, most);
    return module.attr("Estimate")(estimate.value, estimate.standard_error, 1.0,
                                   weight_object(sketch, sketch.core().n()), method, basis);
}

// "<EntropySketch: n 5, entropy 0.971 +- 0, 599 of 65536 bytes>"
template <class Sketch>
[[nodiscard]] nb::object sketch_shown(const Self<Sketch>& self, const char* measure,
                                      const SketchEstimate& estimate) {
    const auto& core = self.p->core();
    return nb::str("<{}: n {}, {} {:.4g} +- {:.2g}, {} of {} bytes>")
        .attr("format")(class_name(self.h), weight_object(*self.p, core.n()), measure,
                        estimate.value, estimate.standard_error + estimate.bias_bound,
                        core.nbytes(), core.memory());
}

// log2 n, rounded up: the entropy of n different labels is not above it.
template <class Sketch>
[[nodiscard]] double most_entropy(const Sketch& sketch) {
    const double n = sketch.core().n();
    if (!sketch.core().is_whole()) return std::numeric_limits<double>::infinity();
    return n < 1.0 ? 0.0 : detail::double_log2(n) * (1 + 0x1p-50);
}

template <class Sketch>
PyObject* sketch_update_slot(PyObject* self, PyObject* const* arguments, Py_ssize_t by_place,
                             PyObject* names) noexcept {
    return translate_exceptions([&]() -> PyObject* {
        Sketch& sketch = summary_in<Sketch>(self);
        if (by_place == 1 && names == nullptr) [[likely]] {
            sketch.update(self, arguments[0], 1.0);
            Py_RETURN_NONE;
        }
        static constexpr std::array parameters{Parameter{"label"}, Parameter{"weight", false}};
        const auto [label, weight] =
            bind_arguments({self, "update", arguments, by_place, names}, parameters);
        sketch.update(self, label,
                      weight == nullptr ? 1.0 : sketch_weight(weight, sketch.missing()));
        Py_RETURN_NONE;
    });
}

template <class Sketch>
inline PyMethodDef sketch_methods[] = {
    {"update",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(sketch_update_slot<Sketch>)),
     METH_FASTCALL | METH_KEYWORDS, docs::sketch_update},
    {nullptr, nullptr, 0, nullptr},
};

// A sketch is mutable, so it has no hash.
template <class Sketch>
inline PyType_Slot sketch_slots[] = {
    {Py_tp_methods, sketch_methods<Sketch>},
    {Py_tp_hash, reinterpret_cast<void*>(PyObject_HashNotImplemented)},
    {0, nullptr},
};

template <class Sketch>
nb::list frequent_labels(const Self<Sketch>& self, nb::handle k) {
    const std::uint64_t most = k.is_none() ? max_events : natural_number(k, "k");
    const ReentrancyGuard at_work = self.p->work(self.h);
    nb::list found;
    for (const FrequentLabel& each : self.p->core().most_common()) {
        if (nb::len(found) >= most) break;
        found.append(nb::make_tuple(label_of_serialised(each.text),
                                    weight_object(*self.p, each.lower),
                                    weight_object(*self.p, each.upper)));
    }
    return found;
}

template <class Sketch>
nb::object sketch_copy(const Self<Sketch>& self) {
    nb::object copy = make_instance(self.h.type(), Sketch(idle(self)));
    set_attributes(copy, attributes_of(self.h));
    return copy;
}

template <class Sketch>
Sketch& other_sketch(const Self<Sketch>& self, nb::handle other) {
    if (!nb::isinstance<Sketch>(other)) {
        throw nb::type_error(
            (class_name(self.h) + " can merge only its own kind, got " + repr_with_type(other))
                .c_str());
    }
    return summary_in<Sketch>(other.ptr());
}

template <class Sketch>
void def_sketch_changes(nb::class_<Sketch>& type) {
    type.def(
            "update_many",
            [](const Self<Sketch>& self, nb::handle labels, nb::handle weights) {
                self.p->update_many(self.h, labels, weights);
            },
            "labels"_a.none(), "weights"_a.none() = nb::none(),
            nb::sig("def update_many(self, labels: collections.abc.Iterable[typing.Any], "
                    "weights: typing.Any = None) -> None"),
            docs::sketch_update_many)
        .def(
            "update_counts",
            [](const Self<Sketch>& self, nb::handle counts) {
                self.p->update_counts(self.h, counts);
            },
            "counts"_a.none(),
            nb::sig("def update_counts(self, "
                    "counts: collections.abc.Mapping[typing.Any, float]) -> None"),
            docs::sketch_update_counts)
        .def(
            "remove",
            [](const Self<Sketch>& self, nb::handle label, nb::handle weight) {
                self.p->remove(self.h, label, sketch_weight(weight, Missing::raise));
            },
            "label"_a.none(), "weight"_a.none() = 1,
            nb::sig("def remove(self, label: collections.abc.Hashable, weight: float = 1) "
                    "-> None"),
            docs::sketch_remove)
        .def(
            "clear", [](const Self<Sketch>& self) { self.p->clear(self.h); },
            nb::sig("def clear(self) -> None"), docs::sketch_clear);
}

template <class Sketch>
void def_sketch_merges(nb::class_<Sketch>& type) {
    const std::string name = nb::cast<std::string>(type.attr("__name__"));
    type.def(
            "merge",
            [](const Self<Sketch>& self, nb::handle other) {
                self.p->merge(self.h, other, other_sketch(self, other));
            },
            "other"_a.none(), nb::sig(("def merge(self, other: " + name + ") -> None").c_str()),
            docs::sketch_merge)
        .def(
            "__add__",
            [](const Self<Sketch>& self, nb::handle other) -> nb::object {
                if (!nb::isinstance<Sketch>(other)) return nb::borrow(Py_NotImplemented);
                nb::object sum = sketch_copy(self);
                nb::inst_ptr<Sketch>(sum)->merge(sum, other, summary_in<Sketch>(other.ptr()));
                return sum;
            },
            "other"_a.none(),
            nb::sig(("def __add__(self, other: " + name + ") -> typing_extensions.Self").c_str()))
        .def(
            "__iadd__",
            [](const Self<Sketch>& self, nb::handle other) -> nb::object {
                if (!nb::isinstance<Sketch>(other)) return nb::borrow(Py_NotImplemented);
                self.p->merge(self.h, other, summary_in<Sketch>(other.ptr()));
                return nb::borrow(self.h);
            },
            "other"_a.none(),
            nb::sig(("def __iadd__(self, other: " + name + ") -> typing_extensions.Self").c_str()))
        .def(
            "__radd__",
            [](const Self<Sketch>& self, nb::handle other) -> nb::object {
                const bool is_start =
                    PyLong_CheckExact(other.ptr()) && PyLong_AsLong(other.ptr()) == 0;
                return is_start ? sketch_copy(self) : nb::borrow(Py_NotImplemented);
            },
            nb::arg().none(),
            nb::sig("def __radd__(self, other: int, /) -> typing_extensions.Self"))
        .def(
            "__eq__",
            [](const Self<Sketch>& self, nb::handle other) -> nb::object {
                if (!nb::isinstance<Sketch>(other)) return nb::borrow(Py_NotImplemented);
                const Sketch& right = summary_in<Sketch>(other.ptr());
                require_idle(right.busy());
                return nb::bool_(idle(self).missing() == right.missing() &&
                                 self.p->core() == right.core());
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"));
}

template <class Sketch>
void def_sketch_reads(nb::class_<Sketch>& type) {
    type.def("most_common", &frequent_labels<Sketch>, "k"_a.none() = nb::none(),
             nb::sig("def most_common(self, k: int | None = None) "
                     "-> list[tuple[typing.Any, float, float]]"),
             docs::sketch_most_common)
        .def("copy", &sketch_copy<Sketch>, nb::sig("def copy(self) -> typing_extensions.Self"),
             docs::sketch_copy)
        .def("__copy__", &sketch_copy<Sketch>,
             nb::sig("def __copy__(self) -> typing_extensions.Self"))
        .def_prop_ro(
            "n",
            [](const Self<Sketch>& self) { return weight_object(idle(self), self.p->core().n()); },
            nb::sig("def n(self) -> float"),
            "The total weight: an int if all weights were whole, as events are.")
        .def_prop_ro(
            "is_exact", [](const Self<Sketch>& self) { return idle(self).core().is_exact(); },
            nb::sig("def is_exact(self) -> bool"),
            "Whether all labels are still counted: estimates are then exact.")
        .def_prop_ro(
            "memory", [](const Self<Sketch>& self) { return idle(self).core().memory(); },
            nb::sig("def memory(self) -> int"), "The bytes that the sketch may take.")
        .def_prop_ro(
            "nbytes", [](const Self<Sketch>& self) { return idle(self).core().nbytes(); },
            nb::sig("def nbytes(self) -> int"), "The bytes that it takes now, at most `memory`.")
        .def_prop_ro(
            "seed", [](const Self<Sketch>& self) { return idle(self).core().seed(); },
            nb::sig("def seed(self) -> int"), "The seed of the hash of labels.")
        .def_prop_ro(
            "missing", [](const Self<Sketch>& self) { return missing_name(idle(self).missing()); },
            nb::sig("def missing(self) -> typing.Literal[\"raise\", \"skip\", \"label\"]"),
            docs::missing);
}

template <class Sketch, class Encoded, class Decoded>
void def_sketch(nb::class_<Sketch>& type, Encoded encoded, Decoded decoded) {
    def_sketch_changes(type);
    def_sketch_merges(type);
    def_sketch_reads(type);
    def_state(type, encoded, decoded, NoFirstFormat{}, docs::sketch_to_bytes,
              docs::sketch_from_bytes);
}

}  // namespace entrostream
