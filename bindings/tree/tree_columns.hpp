// Columns for a tree: numbers in place, labels as codes.
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

// The attributes, each a column with the same number of rows.
class TreeColumns {
  public:
    enum class For : std::uint8_t { learning, predicting };
    // What accompanies the columns.
    struct Auxiliary {
        std::size_t rows;
        std::span<const double> weights;  // empty: all are 1
        For what;
    };

    // `columns`: tuples (name, kind, data). Kinds: "numbers" (an array of float64), "labels"
    // (a column of labels), "categories" (labels whatever they look like), "objects" (a list,
    // read value by value). Throws like a single row. New values of attributes have codes
    // until this object is destroyed; new attributes are ignored unless they are accepted.
    // Rows of weight 0 add nothing new.
    TreeColumns(LabelledTree& owner, nb::handle columns, const Auxiliary& auxiliary);
    ~TreeColumns();
    TreeColumns(const TreeColumns&) = delete;
    TreeColumns& operator=(const TreeColumns&) = delete;

    // Keeps all new labels, since the rows are about to be learned. The tree learns of a new
    // attribute at the first row that has it, as with single rows.
    void accept();

    // With a memory limit: charges the new labels of a row, before it is learned.
    void charge(std::size_t at) noexcept {
        if (next_charge_ < charges_.size() && charges_[next_charge_].row == at) [[unlikely]]
            charge_now();
    }

    // One row, valid until the next call. Needs no GIL. Must be called in row order.
    [[nodiscard]] tree::Row row(std::size_t at);
    // Whether row() will add an attribute to the tree.
    [[nodiscard]] bool brings_attributes(std::size_t at) const noexcept {
        return !to_tell_.empty() && to_tell_.back()->first_row <= at;
    }
    // The row without its new attributes.
    [[nodiscard]] tree::Row known_row(std::size_t at);

  private:
    struct Column {
        nb::object name;
        tree::AttributeKind kind;
        bool is_new = false;
        bool is_declared_nominal = false;
        std::uint32_t slot = 0;
        // Numbers.
        const double* first = nullptr;
        std::ptrdiff_t step = 0;
        nb::object array = {};
        std::vector<double> own = {};
        // Values.
        std::optional<Batch> read = {};
        std::span<const Code> codes = {};  // of what was read
        LabelTable labels = {};            // of a new attribute; with a memory limit, of any
        std::size_t first_row = 0;         // with a value
        std::vector<Code> admitted = {};   // the tree's codes of `labels`

        [[nodiscard]] double number(std::size_t row) const noexcept {
            return first[static_cast<std::ptrdiff_t>(row) * step];
        }
    };

    // A label at its first row, with a memory limit.
    struct NewLabel {
        std::size_t row;
        bool is_value;         // otherwise the name of an attribute
        std::uint32_t number;  // of the attribute
        Column* column;
        Code code;  // of a value, among the labels of the column

        [[nodiscard]] auto order() const noexcept { return std::tuple(row, is_value, number); }
    };
    // The bytes of all labels up to a row, and whether it has an attribute too many.
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
    std::vector<std::pair<std::uint32_t, Code>> grown_;  // slots, and their sizes before
    bool accepted_ = false;
    std::vector<Charge> charges_;  // in row order
    std::size_t next_charge_ = 0;
    std::vector<Column*> to_tell_;  // new, unknown to the core, in reverse order
    std::vector<Column*> known_;    // the others
    // A block of rows, gathered column by column: jumping between columns for every row took
    // about a tenth of the time of learning it.
    static constexpr std::size_t block = 32;
    std::size_t block_first_ = 0;
    std::size_t block_end_ = 0;
    std::vector<double> numbers_;
    std::vector<Code> codes_;
    tree::NodeId nodes_[block] = {};  // on the paths of its rows,
    std::uint64_t generation_ = 0;    // as long as the model has this generation
    bool is_sparse_ = false;          // few columns of many attributes
    RowValues sparse_values_;
};

// A column of labels as codes, no_code if missing; new labels get codes in order of arrival.
// Labels that only rows of weight 0 have are not added: they become unmet_value. No weights:
// all are 1.
[[nodiscard]] Batch read_codes(nb::handle column, LabelTable& table,
                               std::span<const double> weights);

}  // namespace entrostream
