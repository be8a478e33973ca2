// One incoming value of an attribute: a number, a label, or missing.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace nb = nanobind;

enum class ValueKind : std::uint8_t { missing, number, label };

struct AttributeValue {
    ValueKind kind = ValueKind::missing;
    double number = 0.0;
    nb::object label = {};  // a native Python object
};

// The position of a value, for errors: its attribute, and its row in a column.
struct ValuePlace {
    nb::handle attribute;
    std::size_t row = no_row;
};

// Numbers are numeric except bools, which are labels like strings. ValueError for a number
// that is infinite or too large.
[[nodiscard]] AttributeValue read_value(nb::handle value, const ValuePlace& place);
// The same if every value is a label.
[[nodiscard]] AttributeValue read_label(nb::handle value);

[[noreturn]] void throw_infinite(nb::handle value, const ValuePlace& place);
[[noreturn]] void throw_no_hash(nb::handle value, const ValuePlace& place);
// TypeError: the attribute was `before` so far.
[[noreturn]] void throw_other_kind(ValueKind before, nb::handle value, const ValuePlace& place);

}  // namespace entrostream
