// The NumPy arrays that a trace fills, one per measure.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bindings/input/batches/batch.hpp"
#include "core/counts/trace.hpp"

namespace entrostream {

namespace nb = nanobind;

// `Column` is the core's column type: a measure, and where its values go.
template <class Column>
class TraceArraysOf {
  public:
    using Measures = std::vector<decltype(Column::measure)>;

    // `before(measure)`: the value before the first row. `first`: an array to reuse as the
    // first one, if valid.
    template <class Before>
    TraceArraysOf(const Measures& measures, std::size_t rows, const Before& before,
                  nb::object first = {}) {
        const nb::object empty = nb::module_::import_("numpy").attr("empty");
        for (const auto measure : measures) {
            arrays_.push_back(first.is_valid() ? std::exchange(first, {}) : empty(rows));
            columns_.push_back({measure, memory_of(arrays_.back())});
            before_.push_back(before(measure));
        }
    }

    [[nodiscard]] std::span<const Column> columns() const noexcept { return columns_; }
    [[nodiscard]] const std::vector<nb::object>& arrays() const noexcept { return arrays_; }

    // Once the first rows have the values of all events: assigns those of the skipped rows.
    void spread(const Batch& batch) const noexcept {
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            batch.spread(columns_[i].values, before_[i]);
        }
    }

  private:
    // The data of a new NumPy array of float64.
    [[nodiscard]] static double* memory_of(nb::handle array) {
        const nb::object memory = array.attr("__array_interface__")["data"];
        return reinterpret_cast<double*>(nb::cast<std::uintptr_t>(nb::object(memory[0])));
    }

    std::vector<nb::object> arrays_;
    std::vector<Column> columns_;
    std::vector<double> before_;
};
using TraceArrays = TraceArraysOf<TraceColumn>;

}  // namespace entrostream
