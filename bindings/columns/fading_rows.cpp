// _core.FadingRows: the fading weights at each row of a column, as codes. Private to the
// package; the public API is entrostream.columns.
#include "core/columns/fading_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/columns/arrays.hpp"
#include "bindings/columns/column_windows.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/summaries/fading.hpp"
#include "core/counts/trace.hpp"
#include "core/time/event_clock.hpp"

namespace entrostream {

namespace {

class FadingColumn : public ColumnWindows<FadingContent, FadingRows> {
  public:
    using ColumnWindows::ColumnWindows;

    std::int64_t push(const Rows& rows, Codes codes, const Outputs& outputs, std::int64_t first) {
        if (windows().has_times() && rows.times.size() != codes.size()) {
            throw std::invalid_argument("every row needs its time");
        }
        windows().grow_codes(end_of_codes(codes));
        std::vector<TraceColumn> columns;
        const bool in_order = rows.order.empty() && rows.numbers.empty();
        if (rows.streams.empty() && in_order && fit_blocks(outputs, columns)) {
            const std::int64_t place = rows_ - first;
            for (const auto& [name, array] : outputs) {
                require_room(array.shape(0), place, rows.size);
            }
            return trace(rows, codes, columns, static_cast<std::size_t>(place));
        }
        return ColumnWindows::push(
            rows, [&](std::size_t row) { return codes[row]; }, outputs, first);
    }

  private:
    static void require_room(std::size_t size, std::int64_t place, std::size_t rows) {
        if (place < 0 || size < rows || static_cast<std::size_t>(place) > size - rows) {
            throw std::out_of_range("no room for the value of a row");
        }
    }
    // Whether blocks work for all outputs, which then become `columns`.
    [[nodiscard]] static bool fit_blocks(const Outputs& outputs,
                                         std::vector<TraceColumn>& columns) {
        bool fit = true;
        for (const auto& [name, array] : outputs) {
            const FadingMeasure measure = measure_named<FadingMeasure>(name);
            fit = fit && !measure.effective_size;
            columns.push_back({measure.measure, array.data()});
        }
        return fit && fits_blocks(columns);
    }
    // All rows belong to one stream; `place` is the index of the first in the outputs.
    std::int64_t trace(const Rows& rows, Codes codes, std::vector<TraceColumn>& columns,
                       std::size_t place) {
        for (TraceColumn& column : columns) {
            column.values += place;
        }
        const GilReleased unlocked;
        windows().grow(1);
        windows().trace(codes, rows.times, columns, rule_.min_periods);
        rows_ += static_cast<std::int64_t>(rows.size);
        return static_cast<std::int64_t>(rows.size);
    }
};

// Takes one of: a fading factor, a half-life in nanoseconds, a half-life in rows.
FadingTally empty_tally(nb::handle factor, std::optional<Time> half_life,
                        std::optional<double> half_life_in_rows) {
    if (half_life) return FadingTally::by_time(*half_life, EventClock(0, Late::raise));
    if (half_life_in_rows) return FadingTally::by_half_life_in_events(*half_life_in_rows);
    return FadingTally::by_count(fading_factor(factor));
}

void init(FadingColumn* self, nb::handle factor, std::optional<Time> half_life,
          std::optional<double> half_life_in_rows, std::uint64_t min_periods, Part part) {
    FadingRows rows(empty_tally(factor, half_life, half_life_in_rows));
    new (self) FadingColumn(std::move(rows), {min_periods, 1}, part);
}

std::int64_t push(nb::handle self, const CodeArray& codes, const Streams& streams,
                  const ColumnTimes& times, const Order& order,
                  const FadingColumn::Outputs& outputs, std::int64_t first, const Places& places) {
    auto& column = nb::cast<FadingColumn&>(self);
    const ReentrancyGuard at_work(column.busy(), self);
    const Codes labels = numbers(codes);
    return column.push(rows_of(labels.size(), streams, times, order, places), labels, outputs,
                       first);
}

std::int64_t finish(nb::handle self, const FadingColumn::Outputs& outputs, std::int64_t first) {
    auto& column = nb::cast<FadingColumn&>(self);
    const ReentrancyGuard at_work(column.busy(), self);
    return column.finish(outputs, first);
}

}  // namespace

void bind_fading_rows(nb::module_& module) {
    nb::class_<FadingColumn> type(module, "FadingRows", "Fading weights over the codes of labels.");
    type.def("__init__", &init, nb::kw_only(), nb::arg("fading_factor").none() = nb::none(),
             nb::arg("half_life").none() = nb::none(),
             nb::arg("half_life_in_rows").none() = nb::none(), nb::arg("min_periods") = 1,
             nb::arg("part") = Part{0, 1})
        .def("finish", &finish, nb::arg("outputs"), nb::arg("first"));
    def_push(type, &push, nb::arg("codes"));
}

}  // namespace entrostream
