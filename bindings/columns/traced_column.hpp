// The windows of a column that are traced by the kernels for whole columns where they can be: one
// stream, in order, windows that end with their row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/columns/column_windows.hpp"
#include "bindings/columns/rows.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/measures.hpp"
#include "core/columns/traced_rows.hpp"

namespace entrostream {

// `Content` defines the windows row by row, `View` the same rows for the kernels.
template <class Content, class View>
class TracedColumn : public ColumnWindows<Content> {
  public:
    using Base = ColumnWindows<Content>;
    using Outputs = Base::Outputs;
    using Column = View::Column;

    TracedColumn(RowWindows<Content> windows, OutputRule rule, Part part)
        : Base(std::move(windows), rule, part) {
        const RowFrame& frame = this->windows().frame();
        if (frame.is_trailing()) kernels_.emplace(frame, rule.min_periods);
    }

    // Whether these rows are traced. All rows of a column, or none: the windows of both ways do
    // not know of each other.
    [[nodiscard]] bool traces(const Rows& rows) {
        const bool in_order = rows.order.empty() && rows.numbers.empty();
        const bool fits = kernels_ && rows.streams.empty() && in_order;
        if (this->rows_ == 0) traced_ = fits;
        if (rows.size != 0 && fits != traced_) {
            throw std::logic_error("rows of one column were added in two ways");
        }
        return traced_;
    }

    // Precondition: traces(rows). `codes`: as in TracedRows::grow.
    template <class... Sizes>
    std::int64_t trace(const Rows& rows, const View& items, const Outputs& outputs,
                       std::int64_t first, Sizes... codes) {
        if (this->windows().frame().by_time && rows.times.size() != rows.size) {
            throw std::invalid_argument("every row needs its time");
        }
        const std::vector<Column> columns = columns_of(outputs);
        Interruptible open;
        const GilReleased unlocked;
        kernels_->grow(codes...);
        if (this->rule_.step == 1) {
            trace_all(rows, items, columns, outputs, first);
        } else {
            in_slices(rows.size, slice, [&](std::size_t begin, std::size_t size) {
                trace_steps({begin, size, rows.times}, items, columns, outputs, first);
            });
        }
        this->rows_ += static_cast<std::int64_t>(rows.size);
        return static_cast<std::int64_t>(rows.size);
    }

    // No traced row waits for others.
    std::int64_t finish(const Outputs& outputs, std::int64_t first) {
        return traced_ ? 0 : Base::finish(outputs, first);
    }

    void totals(const Outputs& outputs) {
        if (!traced_) return Base::totals(outputs);
        if (outputs.empty() || outputs.front().second.shape(0) == 0) return;
        kernels_->read(columns_of(outputs), 0);
    }

  private:
    struct Slice {
        std::size_t begin;
        std::size_t size;
        Times times;
    };
    static constexpr std::size_t slice = 1 << 18;  // rows of which only some are written

    [[nodiscard]] static std::vector<Column> columns_of(const Outputs& outputs) {
        std::vector<Column> columns;
        for (const auto& [name, array] : outputs) {
            columns.push_back({measure_named<typename Content::Measure>(name), array.data()});
        }
        return columns;
    }
    // The index in the outputs of the first row from row `row` of this call on that is written.
    [[nodiscard]] std::size_t place_of(std::int64_t row, std::int64_t first) const noexcept {
        const std::int64_t step = this->rule_.step;
        return static_cast<std::size_t>((row + step - 1) / step - first / step);
    }
    static void require_room(const Outputs& outputs, std::size_t place, std::size_t rows) {
        for (const auto& [name, array] : outputs) {
            if (array.shape(0) < rows || place > array.shape(0) - rows) {
                throw std::out_of_range("no room for the value of a row");
            }
        }
    }

    void trace_all(const Rows& rows, const View& items, std::vector<Column> columns,
                   const Outputs& outputs, std::int64_t first) {
        const std::size_t place = place_of(this->rows_, first);
        require_room(outputs, place, rows.size);
        for (Column& column : columns) {
            column.values += place;
        }
        kernels_->trace(items, rows.times, columns);
    }

    // Traces all rows of a slice aside, and writes every `step`-th of the column.
    void trace_steps(const Slice& part, const View& items, std::vector<Column> columns,
                     const Outputs& outputs, std::int64_t first) {
        const auto step = static_cast<std::size_t>(this->rule_.step);
        const std::int64_t row = this->rows_ + static_cast<std::int64_t>(part.begin);
        const std::size_t place = place_of(row, first);
        const std::size_t skipped = (step - static_cast<std::size_t>(row) % step) % step;
        const std::size_t written = part.size > skipped ? (part.size - skipped - 1) / step + 1 : 0;
        require_room(outputs, place, written);
        std::vector<double> values(columns.size() * part.size);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i].values = values.data() + i * part.size;
        }
        const Times times =
            part.times.empty() ? part.times : part.times.subspan(part.begin, part.size);
        kernels_->trace(items.part(part.begin, part.size), times, columns);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            for (std::size_t j = 0; j < written; ++j) {
                outputs[i].second.data()[place + j] = columns[i].values[skipped + j * step];
            }
        }
    }

    std::optional<TracedRows<View>> kernels_;  // none if the windows do not end with their row
    bool traced_ = false;
};

}  // namespace entrostream
