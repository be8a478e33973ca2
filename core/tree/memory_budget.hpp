// The memory limit of a tree: which leaves are deactivated when there is no room, and which are
// reactivated.
//
// Leaves with statistics are deactivated, the least promising first; nodes and labels are never
// released. An inactive leaf keeps counting classes, and predicts with a pair of models that it
// shares with others.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/tree/leaf/options.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

class TransactionLog;

struct Meters {
    Meter all;
    Meter nodes{all};  // without statistics and models
    Meter labels{all};
    Meter classes{all};
    Meter rows{all};  // of a window
};

class MemoryBudget {
  public:
    // Before it changes a node, it saves the node in the log of the open transaction.
    MemoryBudget(const Options& options, const Schema& schema, Meters& meters, TreeModel& model,
                 Work& work, TransactionLog& log)
        : options_(options),
          schema_(schema),
          meters_(meters),
          model_(model),
          work_(work),
          log_(log) {}

    void charge_labels(std::size_t bytes) noexcept;
    void charge_classes(std::size_t bytes) noexcept;
    [[nodiscard]] bool has_room_for_nodes(std::size_t bytes) const noexcept;
    [[nodiscard]] bool has_room_for_class(std::size_t label_bytes) const noexcept;

    // Deactivates leaves, the least promising first, until this many bytes fit; `keep` stays
    // active.
    [[nodiscard]] bool make_room(std::size_t bytes, NodeId keep);
    void deactivate(NodeId id);
    // Whether inactive leaves may be compared with active ones now: not at every example, because
    // the search is expensive.
    [[nodiscard]] bool may_reactivate();
    // The majority class of a leaf was wrong, which statistics might correct.
    void remember_miss(NodeData& data, double weight) const;

    std::shared_ptr<BayesPair> common_pair;  // for inactive leaves that have no other
    std::uint64_t next_comparison = 0;       // of inactive leaves with active ones

  private:
    [[nodiscard]] bool can_hold(std::size_t nodes, std::size_t classes) const noexcept;
    [[nodiscard]] double promise(const NodeData& data) const noexcept;
    void release_statistics(std::size_t wanted, NodeId keep);
    void give_up_pairs(std::size_t limit);
    [[nodiscard]] std::shared_ptr<BayesPair> pair_of_inactive(const Leaf& leaf);

    const Options& options_;
    const Schema& schema_;
    Meters& meters_;
    TreeModel& model_;
    Work& work_;
    TransactionLog& log_;
};

}  // namespace entrostream::tree
