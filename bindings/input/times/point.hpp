// One point in time, alone or in a row of a column, and what may be wrong with it.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

// As read_time, with the row named in errors.
[[nodiscard]] ReadTime time_in_row(nb::handle at, std::size_t row);

// As ISO 8601 has it; ValueError if the text is no time.
[[nodiscard]] ReadTime text_in_row(std::string_view text, std::size_t row);

// ValueError: the time is missing; `shown` is what stands there instead.
[[noreturn]] void throw_missing_time(const std::string& shown, std::size_t row);

// TypeError: after times of one clock comes one of the other.
[[noreturn]] void throw_other_clock(Clock before, std::size_t row);

}  // namespace entrostream
