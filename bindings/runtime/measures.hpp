// Measures by name, and as properties: everything that Python sees of a table of measures.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "bindings/runtime/arguments.hpp"
#include "core/counts/measure.hpp"

namespace entrostream {

namespace nb = nanobind;

// "entropy, gini, n, ..."
template <class AnyMeasure>
[[nodiscard]] std::string listed_measures() {
    std::string names;
    for (const auto& row : MeasureTable<AnyMeasure>::rows) {
        names += (names.empty() ? "" : ", ") + std::string(row.name);
    }
    return names;
}

// The measure with this name; throws ValueError, listing the names, if there is none.
template <class AnyMeasure>
[[nodiscard]] AnyMeasure measure_named(nb::handle name) {
    for (const auto& row : MeasureTable<AnyMeasure>::rows) {
        if (nb::str(row.name).equal(name)) return row.measure;
    }
    throw nb::value_error(
        ("measure must be one of " + listed_measures<AnyMeasure>() + ", got " + repr_short(name))
            .c_str());
}

// A new list of the names in `measures`; throws TypeError, listing the names of all measures, if
// it cannot be iterated over. An error of its own `__iter__` is passed on.
template <class AnyMeasure>
[[nodiscard]] nb::list list_of_measures(nb::handle measures) {
    if (Py_TYPE(measures.ptr())->tp_iter == nullptr && PySequence_Check(measures.ptr()) == 0) {
        throw nb::type_error(("measures must be one of " + listed_measures<AnyMeasure>() +
                              ", or a list of them, got " + repr_with_type(measures))
                                 .c_str());
    }
    return list_of(measures);
}

template <class AnyMeasure>
[[nodiscard]] nb::tuple measure_names() {
    nb::list names;
    for (const auto& row : MeasureTable<AnyMeasure>::rows) {
        names.append(row.name);
    }
    return nb::tuple(names);
}

// The names of the measures that are counts.
template <class AnyMeasure>
[[nodiscard]] nb::tuple count_names() {
    nb::list names;
    for (const auto& row : MeasureTable<AnyMeasure>::rows) {
        if (is_count(row.measure)) names.append(row.name);
    }
    return nb::tuple(names);
}

// Properties as CPython takes them: one for each row, and the end of the list.
template <class AnyMeasure>
using ReadSlots = std::array<PyGetSetDef, MeasureTable<AnyMeasure>::rows.size() + 1>;

// `Slot::template get<measure>` reads a measure; `doc(row)` is the docstring.
template <class AnyMeasure, class Slot, class Doc>
[[nodiscard]] constexpr ReadSlots<AnyMeasure> read_slots(const Doc& doc) {
    constexpr auto& rows = MeasureTable<AnyMeasure>::rows;
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
        return ReadSlots<AnyMeasure>{PyGetSetDef{rows[i].name, &Slot::template get<rows[i].measure>,
                                                 nullptr, doc(rows[i]), nullptr}...,
                                     PyGetSetDef{nullptr, nullptr, nullptr, nullptr, nullptr}};
    }(std::make_index_sequence<rows.size()>{});
}

}  // namespace entrostream
