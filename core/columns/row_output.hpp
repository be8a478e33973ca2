// Output of row values: one array per measure, in the order of the column.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>

namespace entrostream {

// `values` holds every `step`-th row of the column, starting with row `first`.
template <class Measure>
struct OutputColumn {
    Measure measure;
    double* values;
};

// NaN below `min_periods` rows with a label. Without any such row only counts have a value, 0,
// also if `min_periods` is 0: no labels have no entropy.
struct OutputRule {
    std::uint64_t min_periods = 1;
    std::int64_t step = 1;
};

// Called for each row; writes every `step`-th. A row with a negative number gets no value.
template <class Content>
class RowOutput {
  public:
    using Columns = std::span<const OutputColumn<typename Content::Measure>>;

    // Each column has space for `size` values.
    RowOutput(const Content& content, Columns columns, OutputRule rule, std::int64_t first,
              std::size_t size) noexcept
        : content_(content), columns_(columns), rule_(rule), first_(first), size_(size) {}

    void operator()(std::int64_t number, const Content::Sums& sums) {
        if (number < 0) return;
        ++rows_;
        if (columns_.empty()) return;
        if (rule_.step != 1 && number % rule_.step != 0) return;
        const auto place = static_cast<std::size_t>((number - first_) / rule_.step);
        if (place >= size_) throw std::out_of_range("no room for the value of a row");
        const std::uint64_t rows = Content::rows(sums);
        const bool enough = rows >= rule_.min_periods;
        for (const auto& column : columns_) {
            const bool has_value = enough && (rows > 0 || is_count(column.measure));
            column.values[place] = has_value ? content_.value(sums, column.measure)
                                             : std::numeric_limits<double>::quiet_NaN();
        }
    }

    // The number of rows with values, written or not.
    [[nodiscard]] std::int64_t rows() const noexcept { return rows_; }

  private:
    const Content& content_;
    Columns columns_;
    OutputRule rule_;
    std::int64_t first_;
    std::size_t size_;
    std::int64_t rows_ = 0;
};

}  // namespace entrostream
