// Splits leaves: attempts a split when it is due, and replaces the leaf by a node with children.
#pragma once
#include <cstdint>
#include <span>

#include "core/tree/leaf/options.hpp"
#include "core/tree/memory_budget.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/split/gains.hpp"
#include "core/tree/split_search.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

class TransactionLog;

class LeafSplitter {
  public:
    LeafSplitter(const Options& options, const Schema& schema, const Example& example,
                 TreeModel& model, MemoryBudget& memory, Work& work, TransactionLog& log)
        : options_(options),
          schema_(schema),
          model_(model),
          memory_(memory),
          work_(work),
          log_(log),
          search_(options, schema, example, work) {}

    // Whether a split should be attempted after the example, which the leaf has learned.
    [[nodiscard]] bool is_due(const NodeData& data) const { return search_.is_due(data); }
    // Splits a leaf if the rule allows it. Outside of a transaction, a split for which memory is
    // insufficient is postponed and leaves the tree as it was; inside, it throws std::bad_alloc.
    void attempt(NodeId id);

    [[nodiscard]] bool is_outdated(NodeId id) const {
        return search_.is_outdated(model_.node(id), model_.split(id));
    }

    // To be called after the schema has lost attributes.
    void forget_attributes() noexcept { search_.forget_attributes(); }

  private:
    void attempt_now(NodeId id);
    [[nodiscard]] bool explore(NodeId id, const Gains& gains);
    [[nodiscard]] bool split_wholly(NodeId id, const Split& split, const Gains& gains,
                                    bool exploring);
    [[nodiscard]] bool split(NodeId id, const Split& split, const Gains& gains, bool exploring);
    [[nodiscard]] bool make_room(NodeId id, const Gains::Branches& branches, bool nominal,
                                 bool with_own_model);
    void schedule_exploration(NodeData& data) const;
    void inherit(NodeId child, std::span<const std::uint32_t> counts);

    const Options& options_;
    const Schema& schema_;
    TreeModel& model_;
    MemoryBudget& memory_;
    Work& work_;
    TransactionLog& log_;
    SplitSearch search_;
};

}  // namespace entrostream::tree
