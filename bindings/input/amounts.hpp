// Amounts of a label in Python: counts are ints, weights floats.
//
// A core with another kind of amount overloads these functions.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>

#include "bindings/runtime/arguments.hpp"
#include "core/counts/trace.hpp"

namespace entrostream {

namespace nb = nanobind;

template <class Core>
[[nodiscard]] nb::int_ shown_amount(const Core&, std::uint64_t count) {
    return nb::int_(count);
}

template <class Core>
[[nodiscard]] nb::float_ shown_amount(const Core&, double weight) {
    return nb::float_(weight);
}

// A measure as a trace reports it.
template <class Core>
[[nodiscard]] double read_of(const Core& core, Measure measure) {
    return read(core.sums(), measure);
}

// The amount that a mapping has for a label.
template <class Core>
[[nodiscard]] std::uint64_t amount_from(const Core&, nb::handle value, nb::handle label) {
    return natural_number(value, "count of " + repr_short(label));
}

}  // namespace entrostream
