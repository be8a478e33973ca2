// One point in time, alone or in a row of a column, and its errors.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

// Like read_time; errors name the row.
[[nodiscard]] ReadTime time_in_row(nb::handle at, std::size_t row);

// Parses ISO 8601; ValueError if the text is not a time.
[[nodiscard]] ReadTime text_in_row(std::string_view text, std::size_t row);

// ValueError: the time is missing; `shown` is the value found instead.
[[noreturn]] void throw_missing_time(const std::string& shown, std::size_t row);

// TypeError: a time of the other clock follows times of `before`.
[[noreturn]] void throw_other_clock(Clock before, std::size_t row);

}  // namespace entrostream
