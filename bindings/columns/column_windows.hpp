// The windows of a column, piece by piece: from arrays of codes to arrays of values.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/columns/arrays.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/table_measures.hpp"
#include "core/columns/fading_rows.hpp"
#include "core/columns/row_output.hpp"
#include "core/columns/row_windows.hpp"
#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/table/table_trace.hpp"

namespace entrostream {

// Which of how many parts of the streams.
using Part = std::pair<Code, Code>;

// The measure of a kind that has this name.
[[nodiscard]] inline Measure measure_of(nb::handle name, Measure) {
    return measure_named(name);
}
[[nodiscard]] inline TableMeasure measure_of(nb::handle name, TableMeasure) {
    return table_measure_named(name);
}
[[nodiscard]] inline FadingMeasure measure_of(nb::handle name, FadingMeasure) {
    struct Named {
        const char* name;
        FadingMeasure measure;
    };
    std::vector<Named> known;
    for (const NamedMeasure& each : all_measures()) {
        known.push_back({each.name, {each.measure}});
    }
    known.push_back({"effective_size", {Measure::n, true}});
    return measure_among(known, name);
}

// `Windows` takes rows one by one and gives them their values, `Content` reads those; see
// RowWindows.
template <class Content, class Windows = RowWindows<Content>>
class ColumnWindows {
  public:
    using Column = OutputColumn<typename Content::Measure>;
    using Outputs = std::vector<std::pair<nb::object, ArrayOut<double>>>;

    // Of all streams only those are counted whose number has the remainder `part`.
    ColumnWindows(Windows windows, OutputRule rule, Part part)
        : windows_(std::move(windows)), rule_(rule), part_(part) {}

    [[nodiscard]] Windows& windows() noexcept { return windows_; }
    [[nodiscard]] Content& content() noexcept { return windows_.content(); }
    [[nodiscard]] bool& busy() noexcept { return busy_; }

    // The rows that follow those so far; `item(row)` is what is kept of one. Outputs hold
    // the rows from number `first` on. Returns how many rows got their values.
    template <class ItemOf>
    std::int64_t push(const Rows& rows, ItemOf&& item, const Outputs& outputs, std::int64_t first) {
        windows_.grow(rows.streams.empty() ? 1 : end_of_codes(rows.streams) / part_.second + 1);
        return emitting(outputs, first, [&](auto& emit) {
            for (std::size_t i = 0; i < rows.size; ++i) {
                const std::size_t row = rows.row(i);
                const Code stream = rows.stream(row);
                if (stream == no_code || stream % part_.second != part_.first) continue;
                windows_.push(stream / part_.second, rows_ + static_cast<std::int64_t>(row),
                              rows.time(row), item(row), emit);
            }
            rows_ += static_cast<std::int64_t>(rows.size);
        });
    }

    std::int64_t finish(const Outputs& outputs, std::int64_t first) {
        return emitting(outputs, first, [&](auto& emit) { windows_.finish(emit); });
    }

  private:
    template <class Work>
    std::int64_t emitting(const Outputs& outputs, std::int64_t first, Work&& work) {
        std::vector<Column> columns;
        std::size_t size = outputs.empty() ? 0 : outputs.front().second.shape(0);
        for (const auto& [name, array] : outputs) {
            if (array.shape(0) != size) throw std::invalid_argument("outputs differ in length");
            columns.push_back({measure_of(name, typename Content::Measure{}), array.data()});
        }
        RowOutput<Content> emit(content(), columns, rule_, first, size);
        const nb::gil_scoped_release unlocked;
        work(emit);
        return emit.rows();
    }

    Windows windows_;
    OutputRule rule_;
    Part part_;
    std::int64_t rows_ = 0;
    bool busy_ = false;
};

// The arguments of `push` that follow the items.
#define ENTROSTREAM_BESIDE                                                                      \
    nb::kw_only(), nb::arg("streams").none(), nb::arg("times").none(), nb::arg("order").none(), \
        nb::arg("outputs"), nb::arg("first")

}  // namespace entrostream
