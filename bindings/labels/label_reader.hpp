// Maps each incoming label to its code: converts it to a native Python object, applies the
// summary's rule for missing values, and looks it up in the label table.
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

    // The label's code, assigned now if it is new; no_code if the label is missing and to be
    // skipped. `row` is its position in a column, for errors.
    [[nodiscard]] Code code(nb::handle label, std::size_t row = no_row);

    // The same for a value that may occur in many rows; `first_row()` is called only if it is
    // missing, and None is shown as `missing_value`.
    template <class FirstRow>
    [[nodiscard]] Code code_of_value(nb::handle label, const char* missing_value,
                                     FirstRow&& first_row) {
        const Code known = known_code(label, no_row);
        if (known != no_code || missing_ != Missing::raise) return known;
        return label.is_none() ? missing(missing_value, first_row()) : code(label, first_row());
    }

    // The code of a missing row of a column; errors show it as `value`.
    [[nodiscard]] Code missing(const char* value, std::size_t row);

    // Announces this many distinct labels, of which some may be known already.
    void expect(std::size_t distinct) {
        if (distinct > table_.size()) table_.reserve(distinct);
    }

    // The next rows follow `rows` others of their column.
    void begin_chunk(std::size_t rows) noexcept { rows_before_ = column_before_ + rows; }
    // The next column follows `rows` rows of others.
    void begin_column(std::size_t rows) noexcept {
        column_before_ = rows;
        rows_before_ = rows;
    }

    // The code of a label, or no_code if it is unknown.
    [[nodiscard]] Code find(nb::handle label);
    // Whether the label is a missing value that is skipped.
    [[nodiscard]] bool skips(nb::handle label) const;

  private:
    // The label's code, assigned now if it is new; no_code if it is missing and not a label.
    [[nodiscard]] Code known_code(nb::handle label, std::size_t row);
    [[nodiscard]] Code missing_code();

    LabelTable& table_;
    Missing missing_;
    std::size_t column_before_ = 0;
    std::size_t rows_before_ = 0;
};

// For a summary restored from a state: label i gets code i in an empty table. Throws
// StateError if two labels are equal, or one is missing against the rule.
void restore_labels(LabelTable& table, Missing missing, const nb::list& labels);

}  // namespace entrostream
