// An iterable that gives items, or columns of items that follow one another.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

namespace entrostream {

namespace nb = nanobind;

class Iterable {
  public:
    // `what` it gives, for errors: "labels".
    Iterable(nb::handle items, const char* what);

    // By the first item: what could be no label, as it has no hash.
    [[nodiscard]] bool gives_columns() const;

    // All items.
    [[nodiscard]] nb::object as_list();

    // Calls `use(column, rows)` for each column in turn; it returns how many rows there are then.
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
    nb::object next_;  // not valid at the end
};

// Calls `read()`, which counts rows from the first of a column; errors say where that is.
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
