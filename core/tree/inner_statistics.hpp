// The statistics that inner nodes keep so that their splits can be re-evaluated: every row is
// counted in each node of its path, in the tree and in its alternates.
#pragma once
#include <vector>

#include "core/count_log/count_log_table.hpp"
#include "core/tree/leaf/options.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

class TransactionLog;

class InnerStatistics {
  public:
    InnerStatistics(const Options& options, const Schema& schema, TreeModel& model,
                    MemoryBudget& memory, TransactionLog& log)
        : options_(options),
          schema_(schema),
          model_(model),
          memory_(memory),
          log_(log),
          logs_(CountLogTable::table()) {}

    // The nodes that the next example passes: from clear() on those that are noted, if they have
    // statistics.
    void clear() noexcept { nodes_.clear(); }
    void note(NodeId id) {
        if (model_.node(id).drift->statistics) nodes_.push_back(id);
    }

    // Whether counting the example may allocate.
    [[nodiscard]] bool may_need_memory(const Example& example) const;
    // Counts the example. Statistics for which there is no memory are released.
    void count(Example& example);

  private:
    const Options& options_;
    const Schema& schema_;
    TreeModel& model_;
    MemoryBudget& memory_;
    TransactionLog& log_;
    const CountLogTable& logs_;
    std::vector<NodeId> nodes_;
};

}  // namespace entrostream::tree
