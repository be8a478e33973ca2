// Whole columns for a tree: numbers where they lie, labels as codes.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/batches/column_buffer.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "core/counts/code.hpp"
#include "core/tree/row.hpp"

namespace entrostream {

namespace nb = nanobind;

// Attributes side by side, each a column of as many rows.
class TreeColumns {
  public:
    enum class For : std::uint8_t { learning, asking };

    // `columns`: (name, kind, data) each. Kinds: "numbers" (an array of float64), "labels" (a
    // column of labels), "categories" (labels whatever they look like), "objects" (a list,
    // read value by value). For learning, attributes and values that are new are added, when
    // all columns have been read; for asking they are passed over. Throws as one row does.
    TreeColumns(LabelledTree& owner, nb::handle columns, std::size_t rows, For what);

    // The attributes that are new, in their order. To be called once before rows are learned.
    void add_attributes();

    // One row, until the next call. Needs no lock.
    [[nodiscard]] tree::Row row(std::size_t at) noexcept;

  private:
    struct Column {
        nb::object name;
        tree::AttributeKind kind;
        bool is_new = false;
        bool is_open = false;
        std::uint32_t slot = 0;
        // Numbers.
        const double* first = nullptr;
        std::ptrdiff_t step = 0;
        nb::object array = {};
        std::vector<double> own = {};
        // Values.
        std::vector<Code> codes = {};
        LabelTable labels = {};  // of a new attribute
    };

    void read(nb::handle name, const std::string& kind, nb::handle data);
    void read_numbers(Column column, nb::handle data);
    void read_labels(Column column, nb::handle data);
    void read_objects(nb::handle name, nb::handle data);
    void require_rows(nb::handle name, std::size_t found) const;

    LabelledTree& owner_;
    std::size_t rows_;
    For what_;
    std::vector<Column> columns_;
    std::vector<std::pair<std::uint32_t, Code>> grown_;  // slots, and how many labels they had
    bool kept_ = false;
    std::vector<double> numbers_;
    std::vector<Code> codes_;

  public:
    ~TreeColumns();
    TreeColumns(const TreeColumns&) = delete;
    TreeColumns& operator=(const TreeColumns&) = delete;
};

// A column of labels as codes, no_code for a missing one; new labels get codes in the order in
// which they come.
[[nodiscard]] std::vector<Code> read_codes(nb::handle column, LabelTable& table);

}  // namespace entrostream
