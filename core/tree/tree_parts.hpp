// The parts that make up the state of a tree, for what saves all of them: the undo log, which puts
// them back, and the archives that write and read them.
#pragma once
#include <cstdint>

#include "core/tree/leaf/options.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_change.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/row_window.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/tree_predictor.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

struct TreeParts {
    Options& options;
    Schema& schema;
    Meters& meters;
    TreeModel& model;
    Work& work;
    std::uint64_t& next_renewal;  // of the counts of inner nodes
    MemoryBudget& memory;
    TreePredictor& predictor;
    TreeChanges& changes;
    RowWindow& window;
};

}  // namespace entrostream::tree
