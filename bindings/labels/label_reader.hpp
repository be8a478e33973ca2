// Gives each label that comes in its code: turns it into Python's own kind,
// applies the summary's rule for missing values, asks the label table.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>

#include "bindings/labels/label_table.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/counts/code.hpp"
#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

class LabelReader {
  public:
    LabelReader(LabelTable& table, Missing missing) : table_(table), missing_(missing) {}

    // The label's code, given now if it is new; no_code if the label is missing
    // and to be skipped. `row` is its place in a column, for the error.
    [[nodiscard]] Code code(nb::handle label, std::size_t row = no_row);

    // The same for a value that may stand in many rows; `first_row()` is asked for
    // only if it is missing, and None is shown as `missing_value`.
    template <class FirstRow>
    [[nodiscard]] Code code_of_value(nb::handle label, const char* missing_value,
                                     FirstRow&& first_row) {
        const Code known = known_code(label, no_row);
        if (known != no_code || missing_ != Missing::raise) return known;
        return label.is_none() ? missing(missing_value, first_row()) : code(label, first_row());
    }

    // The code of a missing row of a column, where it is shown as `value`.
    [[nodiscard]] Code missing(const char* value, std::size_t row);

    // So many distinct labels follow. How many of them are new, nobody knows yet.
    void expect(std::size_t distinct) {
        if (distinct > table_.size()) table_.reserve(distinct);
    }

    // The rows that follow stand behind `rows` others of their column.
    void begin_chunk(std::size_t rows) noexcept { rows_before_ = column_before_ + rows; }
    // The column that follows stands behind `rows` rows of others.
    void begin_column(std::size_t rows) noexcept {
        column_before_ = rows;
        rows_before_ = rows;
    }

    // The code of a label that may not be known, or no_code.
    [[nodiscard]] Code find(nb::handle label);
    // Whether the label is a missing value that is no event.
    [[nodiscard]] bool skips(nb::handle label) const;

  private:
    // The label's code, given now if it is new; no_code if it is missing and not a label.
    [[nodiscard]] Code known_code(nb::handle label, std::size_t row);
    [[nodiscard]] Code missing_code();

    LabelTable& table_;
    Missing missing_;
    std::size_t column_before_ = 0;
    std::size_t rows_before_ = 0;
};

// For a summary restored from a state: label i gets code i in an empty table. Throws
// StateError if two of them are equal, or one is missing against the rule.
void restore_labels(LabelTable& table, Missing missing, const nb::list& labels);

}  // namespace entrostream
