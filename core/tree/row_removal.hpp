// The window of a tree: rows that are learned enter it, and rows that leave it are removed from the
// statistics of all nodes on their paths, exactly.
//
// A node counts the rows that pass it since its statistics were made, and a path down the tree does
// not change while the nodes on it live: so the statistics of a node are those of the rows of the
// window that have passed it since then.
#pragma once
#include <cstdint>
#include <vector>

#include "core/count_log/count_log_table.hpp"
#include "core/tree/leaf/options.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/row_window.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

class TransactionLog;

class RowRemoval {
  public:
    RowRemoval(const Options& options, const Schema& schema, TreeModel& model, RowWindow& window,
               TransactionLog& log)
        : options_(options),
          schema_(schema),
          model_(model),
          window_(window),
          log_(log),
          logs_(CountLogTable::table()) {}

    // To be called before a row of this weight is learned: afterwards keep() cannot fail. Throws
    // std::invalid_argument if times go back, or if the weights of a window exceed what can be
    // counted exactly.
    void reserve(const Row& row, double weight);
    // Adds a row that was learned, as this example, and removes those that leave the window.
    void keep(const Row& row, const Example& example);

  private:
    [[nodiscard]] bool oldest_leaves(std::int64_t now) const noexcept;
    void remove_oldest();
    void remove_at(NodeId id);

    const Options& options_;
    const Schema& schema_;
    TreeModel& model_;
    RowWindow& window_;
    TransactionLog& log_;
    const CountLogTable& logs_;

    // Scratch.
    Example removed_;
    std::vector<NodeId> nodes_;  // whose statistics it leaves
};

}  // namespace entrostream::tree
