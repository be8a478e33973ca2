// What some rows have changed of a tree, so that all of them can be undone.
//
// Before a node changes for the first time, a copy of it is set aside, and of the pair of models
// that it uses; of what a tree has one of, at the start or before its first change. The cost
// follows the nodes that change, not the size of the tree. To undo is to put the copies back: it
// allocates nothing and cannot fail, also where the rows failed for want of memory. Copies are
// not on the tree's meter: a limit decides as if there were none.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/tree/model/node.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

class UndoLog {
  public:
    explicit UndoLog(Vfdt& tree);
    ~UndoLog();
    UndoLog(const UndoLog&) = delete;
    UndoLog& operator=(const UndoLog&) = delete;

    // To be called before the change, that of the common pair at once. They throw std::bad_alloc,
    // nothing lost.
    void save_common_pair();
    void save(NodeId id);
    void save_all();
    void save_schema();
    void save_split_nodes();

    // The tree is as it was when the log was made, which is empty then.
    void undo() noexcept;

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // The pair itself may be gone by the time it is wanted again: the copy takes its place.
    struct SavedPair {
        std::weak_ptr<BayesPair> original;
        std::shared_ptr<BayesPair> copy;
    };
    // Its pairs, and those of its leaf, by their places in the log.
    struct SavedNode {
        NodeId id;
        std::size_t pair;
        std::size_t pair_of_leaf;
        std::unique_ptr<NodeData> copy;
    };
    // What a tree has one of.
    struct Single {
        Work work;
        FadedMcNemar default_against_all;
        std::uint64_t next_comparison;
        std::uint64_t next_renewal;
        std::size_t common_pair;
    };

    [[nodiscard]] std::size_t save_pair(const std::shared_ptr<BayesPair>& pair);
    [[nodiscard]] std::shared_ptr<BayesPair> pair_at(std::size_t place) const noexcept;
    void forget() noexcept;
    void restore_pairs() noexcept;
    void restore_nodes() noexcept;

    Vfdt& tree_;
    std::vector<bool> is_saved_;  // by node; those made since are not there
    std::vector<SavedNode> nodes_;
    std::vector<SavedPair> pairs_;
    std::unordered_map<const BayesPair*, std::size_t> places_of_pairs_;
    std::optional<Schema> schema_;
    std::optional<Metered<SplitNode>> split_nodes_;
    Single single_;
};

}  // namespace entrostream::tree
