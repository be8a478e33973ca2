// Rows to learn in bulk: all are read before the first is learned, and either all are learned
// or none.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "bindings/runtime/signals.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/labelled_tree.hpp"
#include "bindings/tree/tree_columns.hpp"
#include "core/counts/code.hpp"
#include "core/tree/rows/row.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace nb = nanobind;

// Holds the re-entrancy guard of the tree as long as it lives.
class RowsToLearn {
  public:
    // `weights`: an array of float64, or None; `times`: a column, or None. Throws like columns,
    // classes and weights do, with nothing changed.
    RowsToLearn(const Self<LabelledTree>& self, nb::handle columns, nb::handle y,
                nb::handle weights, nb::handle times);

    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }

    // Calls `each(row)`, which must learn the row, for every row in order, without the GIL.
    // `pause()` is called from time to time with the GIL. If anything throws, including
    // Ctrl-C, nothing has been learned.
    template <class Each, class Pause>
    void learn_all(Each each, Pause pause);

    // For use in `each`: learns a row, unless its weight is 0.
    void learn(std::size_t row);
    // Predicts a row, then learns it.
    [[nodiscard]] Code predict_and_learn(std::size_t row);

    [[nodiscard]] Code label(std::size_t row) const { return labels_[row]; }
    [[nodiscard]] double weight(std::size_t row) const {
        return weights_.empty() ? 1 : weights_[row];
    }

  private:
    static constexpr std::size_t rows_between_polls = 256;
    static constexpr std::size_t rows_between_pauses = 1 << 14;

    void accept();
    template <class Each, class Pause>
    void learn_accepted(Each each, Pause pause);
    // With a memory limit: charges the new labels of a row. ValueError for a class that does
    // not fit.
    void charge(std::size_t row);
    [[nodiscard]] tree::Row row(std::size_t at);

    LabelledTree& tree_;
    ReentrancyGuard at_work_;
    bool limited_;
    Additions classes_;
    std::vector<double> weights_;  // empty: all are 1
    std::vector<Code> labels_;
    ColumnBuffer<Time> times_;  // empty: there are none
    TreeColumns columns_;
};

template <class Each, class Pause>
void RowsToLearn::learn_all(Each each, Pause pause) {
    const LabelledTree::Before before = tree_.before();
    try {
        accept();
        learn_accepted(each, pause);
    } catch (...) {
        tree_.go_back(before);
        throw;
    }
}

template <class Each, class Pause>
void RowsToLearn::learn_accepted(Each each, Pause pause) {
    tree::Transaction transaction(tree_.core());
    Signals signals;
    for (std::size_t first = 0; first < size(); first += rows_between_pauses) {
        const std::size_t end = std::min(size(), first + rows_between_pauses);
        {
            const GilReleased unlocked;
            for (std::size_t row = first; row < end; ++row) {
                each(row);
                if (row % rows_between_polls == 0) signals.poll();
            }
        }
        pause(end - first);
    }
    transaction.commit();
}

}  // namespace entrostream
