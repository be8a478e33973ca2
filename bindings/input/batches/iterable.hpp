// An iterable of items, or of consecutive columns of items.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

namespace entrostream {

namespace nb = nanobind;

class Iterable {
  public:
    // `what` names the items in errors: "labels".
    Iterable(nb::handle items, const char* what);

    // Judged by the first item: columns are unhashable, so they cannot be labels.
    [[nodiscard]] bool gives_columns() const;

    [[nodiscard]] nb::object as_list();

    // Calls `use(column, rows)` for each column in turn; it returns the number of rows so far.
    template <class Use>
    void each_column(const Use& use) {
        std::size_t rows = 0;
        for (; next_.is_valid(); next_ = next()) {
            if (!gives_columns()) throw_no_column(rows);
            rows = use(next_, rows);
        }
    }

  private:
    [[nodiscard]] nb::object next() const;
    [[noreturn]] void throw_no_column(std::size_t rows) const;

    const char* what_;
    nb::object iterator_;
    nb::object next_;  // invalid at the end
};

// Calls `read()`, which counts rows from the start of a column; errors add where that is.
template <class Read>
auto behind_rows(std::size_t rows, const Read& read) {
    try {
        return read();
    } catch (const nb::builtin_exception& error) {
        const std::string message =
            "in the column behind " + std::to_string(rows) + " rows: " + error.what();
        if (rows == 0) throw;
        throw nb::builtin_exception(error.type(), message.c_str());
    }
}

}  // namespace entrostream
