// Concept drift in a tree: alternates are started where the tree got worse, and take the place of
// a subtree when they are clearly better.
//
// An alternate of a node is a tree of its own that learns the rows of the node from then on. While
// it was more accurate recently, it predicts. It is promoted when it leads by a clear margin
// (McNemar's test on recent rows), and dropped if that takes too long; every failure doubles the
// wait for the next. Alternates have no alternates: measured, these cost far more than they gain.
#pragma once
#include <cstdint>
#include <span>

#include "core/counts/code.hpp"
#include "core/tree/leaf/options.hpp"
#include "core/tree/leaf_splitter.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_change.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

class TransactionLog;

// An inner node on the path of a row, and the end of the row's path in its alternate.
struct PathStep {
    NodeId node = no_node;
    NodeId end = no_node;      // no_node: it has no alternate
    Code predicted = no_code;  // by the alternate
};

class Alternates {
  public:
    Alternates(const Options& options, TreeModel& model, MemoryBudget& memory, const Work& work,
               TransactionLog& log, TreeChanges& changes)
        : options_(options),
          model_(model),
          memory_(memory),
          work_(work),
          log_(log),
          changes_(changes) {}

    // The tree and the alternates on the path, root first, have learned a row: `predicted` is what
    // the tree without alternates predicted. Outside of a transaction, what memory is insufficient
    // for is postponed.
    void follow(std::span<const PathStep> path, Code predicted, Code label);

    // Re-evaluates splits on the path from time to time. Not below a node that has an alternate,
    // nor in one: the alternate decides first.
    void re_evaluate(std::span<const PathStep> path, const LeafSplitter& splitter);

  private:
    void start(NodeId id, DriftReason reason);
    [[nodiscard]] std::size_t watched_nodes(std::span<const PathStep> path) const noexcept;
    [[nodiscard]] bool has_failed(const AlternateRecord& record) const noexcept;
    void promote(NodeId id);
    void drop(NodeId id);
    [[nodiscard]] TreeChange describe(NodeId id) const;
    template <class Change>
    void try_to(Change change);

    const Options& options_;
    TreeModel& model_;
    MemoryBudget& memory_;
    const Work& work_;
    TransactionLog& log_;
    TreeChanges& changes_;
};

}  // namespace entrostream::tree
