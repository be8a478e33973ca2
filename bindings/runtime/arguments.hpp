// Argument checks, with one wording for each error.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

// The result of str(value).
[[nodiscard]] std::string text_of(nb::handle value);

// A new list of the items of an iterable.
[[nodiscard]] nb::list list_of(nb::handle values);

// The name of an object's class, without its module: whether nb::type_name includes that
// depends on the version of Python.
[[nodiscard]] std::string class_name(nb::handle value);

// TypeError: the object has no content, as its `__init__` was not called or failed.
[[noreturn]] void throw_not_initialised(nb::handle self);

// The repr of an object for errors, cut to one line of at most 100 bytes.
[[nodiscard]] std::string repr_short(nb::handle value);
// The same with its type: "2.5 (float)".
[[nodiscard]] std::string repr_with_type(nb::handle value);

// " at position 3", or empty for a single value.
inline constexpr std::size_t no_row = ~std::size_t{0};
[[nodiscard]] std::string at_row(std::size_t row);

// A number (not a bool) as a double, infinite if out of range; `what` begins the message.
[[nodiscard]] double real_number(nb::handle value, const std::string& what);

// An integer (not a bool) from 1 to 2^62 - 1; `what` begins the message.
[[nodiscard]] std::uint64_t positive_integer(nb::handle value, const std::string& what);
// The same from 0 on.
[[nodiscard]] std::uint64_t natural_number(nb::handle value, const std::string& what);

// The items of a mapping of labels to numbers, as a list.
[[nodiscard]] nb::list items_of(nb::handle counts);

// ValueError: `wanted` of a label cannot be removed, since only `held` is there.
[[noreturn]] void throw_not_held(const char* verb, nb::handle label, nb::handle wanted,
                                 nb::handle held);

[[nodiscard]] Missing missing_rule(nb::handle value);
[[nodiscard]] const char* missing_name(Missing missing) noexcept;

// A callable that takes a change, or None.
[[nodiscard]] nb::object callback_argument(nb::handle value);

// A number above 1.
[[nodiscard]] double logarithm_base(nb::handle value);

}  // namespace entrostream
