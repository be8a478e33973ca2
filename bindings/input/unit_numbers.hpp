// Numbers from 0 to 1 from Python: one, or a column of them.
#pragma once
#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <span>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/column_buffer.hpp"

namespace entrostream {

namespace nb = nanobind;

// TypeError unless it is a number, ValueError unless it is from 0 to 1. Accepts bool.
[[nodiscard]] double read_unit_number(nb::handle value);

// The numbers of a column; contiguous doubles are borrowed in place.
class UnitNumbers {
  public:
    explicit UnitNumbers(ColumnBuffer<double> numbers)
        : own_(std::move(numbers)), all_(own_->all()) {}
    explicit UnitNumbers(nb::handle array)
        : borrowed_(std::make_unique<ArrayBuffer>(array)), all_(borrowed_->as<double>()) {}

    [[nodiscard]] std::span<const double> all() const noexcept { return all_; }

  private:
    std::optional<ColumnBuffer<double>> own_;
    std::unique_ptr<ArrayBuffer> borrowed_;
    std::span<const double> all_;
};

// Accepts a list, an array, a column of Arrow, pandas or Polars, or another iterable. Throws
// as above; errors name the row.
[[nodiscard]] UnitNumbers read_unit_numbers(nb::handle values);

}  // namespace entrostream
