// Rows that are to be learned in bulk: all of them are read before one is learned.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/busy.hpp"
#include "bindings/summary.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/tree_columns.hpp"
#include "core/counts/code.hpp"
#include "core/tree/row.hpp"

namespace entrostream {

namespace nb = nanobind;

// The tree is at work as long as this lives.
class RowsToLearn {
  public:
    // `weights`: an array of float64, or None. Throws as columns, classes and weights do;
    // nothing has changed then.
    RowsToLearn(const Self<LabelledTree>& self, nb::handle columns, nb::handle y,
                nb::handle weights);

    // All that is new is kept: to be called before the first row is learned.
    void accept();

    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

    // These need no lock, and the order of the rows.
    //
    // Learns a row, unless its weight is 0.
    void learn(std::size_t row);
    // Says what the tree foresees, and learns the row.
    [[nodiscard]] Code foresee_and_learn(std::size_t row);

    [[nodiscard]] Code label(std::size_t row) const { return labels_[row]; }
    [[nodiscard]] std::uint32_t weight(std::size_t row) const {
        return weights_.empty() ? 1 : weights_[row];
    }

  private:
    // With a memory limit: charges the labels that a row brings. ValueError for a class that does
    // not fit; the tree is then as it was before the first row.
    void charge(std::size_t row);
    [[noreturn]] void refuse(std::size_t row);

    LabelledTree& tree_;
    Busy at_work_;
    bool limited_;
    Additions classes_;
    std::vector<std::uint32_t> weights_;  // empty: all are 1
    std::vector<Code> labels_;
    TreeColumns columns_;
    std::optional<LabelledTree::Before> before_;  // if there are new classes that may not fit
};

}  // namespace entrostream
