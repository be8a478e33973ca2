// Whole columns for a tree: numbers where they lie, labels as codes.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/input/batches/batch.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/row_values.hpp"
#include "core/counts/code.hpp"
#include "core/tree/rows/row.hpp"

namespace entrostream {

namespace nb = nanobind;

// Attributes side by side, each a column of as many rows.
class TreeColumns {
  public:
    enum class For : std::uint8_t { learning, asking };
    // What stands beside the columns.
    struct Auxiliary {
        std::size_t rows;
        std::span<const double> weights;  // empty: all are 1
        For what;
    };

    // `columns`: (name, kind, data) each. Kinds: "numbers" (an array of float64), "labels" (a
    // column of labels), "categories" (labels whatever they look like), "objects" (a list,
    // read value by value). Throws as one row does. New values of attributes have codes then,
    // until this object goes; attributes that are new are passed over unless they are accepted.
    // Rows of weight 0 bring nothing new.
    TreeColumns(LabelledTree& owner, nb::handle columns, const Auxiliary& auxiliary);
    ~TreeColumns();
    TreeColumns(const TreeColumns&) = delete;
    TreeColumns& operator=(const TreeColumns&) = delete;

    // All that is new is kept, now that the rows are to be learned. The tree is told of a new
    // attribute at the first row that has it, as it would be row by row.
    void accept();

    // With a memory limit: charges the labels that a row brings, before it is learned.
    void charge(std::size_t at) noexcept {
        if (next_charge_ < charges_.size() && charges_[next_charge_].row == at) [[unlikely]]
            charge_now();
    }

    // One row, until the next call. These need no lock. To be called in the order of the rows.
    [[nodiscard]] tree::Row row(std::size_t at);
    // Whether that will tell the tree of an attribute.
    [[nodiscard]] bool brings_attributes(std::size_t at) const noexcept {
        return !to_tell_.empty() && to_tell_.back()->first_row <= at;
    }
    // The row without attributes that are new in it.
    [[nodiscard]] tree::Row known_row(std::size_t at);

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
        std::optional<Batch> read = {};
        std::span<const Code> codes = {};  // of what was read
        LabelTable labels = {};            // of a new attribute; with a memory limit of any
        std::size_t first_row = 0;         // that has a value
        std::vector<Code> admitted = {};   // the tree's codes of `labels`

        [[nodiscard]] double number(std::size_t row) const noexcept {
            return first[static_cast<std::ptrdiff_t>(row) * step];
        }
    };

    // A label that a row is the first to bring, with a memory limit.
    struct NewLabel {
        std::size_t row;
        bool is_value;         // or the name of an attribute
        std::uint32_t number;  // of the attribute
        Column* column;
        Code code;  // of a value, among the labels of the column

        [[nodiscard]] auto order() const noexcept { return std::tuple(row, is_value, number); }
    };
    // What all labels take with those of a row, and whether it brings an attribute too many.
    struct Charge {
        std::size_t row;
        std::size_t labels;
        bool closes;
    };

    [[nodiscard]] std::size_t first_row(const Column& column) const noexcept;
    [[nodiscard]] std::vector<Column*> new_columns();
    void clear_block();
    void forget_new_values() noexcept;
    void tell_core(std::size_t row);
    void take_block(std::size_t row);
    [[nodiscard]] tree::Row sparse_row(std::size_t at);

    // With a memory limit (limited_columns.cpp).
    void find_values(Column& column) const;
    void translate_values(Column& column) const;
    void add_new_values(Column& column, std::uint32_t number, std::vector<NewLabel>& found) const;
    [[nodiscard]] std::vector<NewLabel> new_labels(std::span<Column* const> new_columns);
    void admit(const NewLabel& label);
    void accept_within_limit();
    void charge_now() noexcept;

    void read(nb::handle name, const std::string& kind, nb::handle data);
    void read_numbers(Column column, nb::handle data);
    void read_labels(Column column, nb::handle data);
    void read_objects(nb::handle name, nb::handle data);
    void require_rows(nb::handle name, std::size_t found) const;

    LabelledTree& owner_;
    std::size_t rows_;
    std::span<const double> weights_;
    For what_;
    std::vector<Column> columns_;
    std::vector<std::pair<std::uint32_t, Code>> grown_;  // slots, and how many labels they had
    bool accepted_ = false;
    std::vector<Charge> charges_;  // in the order of the rows
    std::size_t next_charge_ = 0;
    std::vector<Column*> to_tell_;  // new ones that the core does not know yet, the first last
    std::vector<Column*> known_;    // the others
    // Some rows, taken column by column: to jump from column to column for every row took about
    // a tenth of the time of learning it.
    static constexpr std::size_t block = 32;
    std::size_t block_first_ = 0;
    std::size_t block_end_ = 0;
    std::vector<double> numbers_;
    std::vector<Code> codes_;
    tree::NodeId nodes_[block] = {};
    bool is_sparse_ = false;  // few columns of many attributes
    RowValues sparse_values_;
};

// A column of labels as codes, no_code for a missing one; new labels get codes in the order in
// which they come. Those that only rows of weight 0 have are not added: they are unmet_value.
// No weights: all are 1.
[[nodiscard]] Batch read_codes(nb::handle column, LabelTable& table,
                               std::span<const double> weights);

}  // namespace entrostream
