// What some rows have changed in a tree, so that all of them can be undone.
//
// Before a node first changes, it is copied, together with the pair of models that it uses. What a
// tree has only one of is copied at the start or before its first change. The cost depends on the
// nodes that change, not on the size of the tree. Undoing puts the copies back: it allocates
// nothing and cannot fail, even if the rows failed for lack of memory. Copies are not on the tree's
// meter: a limit acts as if there were none.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/tree/memory/metered.hpp"
#include "core/tree/tree_parts.hpp"

namespace entrostream::tree {

class UndoLog {
  public:
    explicit UndoLog(const TreeParts& parts);
    ~UndoLog();
    UndoLog(const UndoLog&) = delete;
    UndoLog& operator=(const UndoLog&) = delete;

    // To be called before the change; for the common pair, at once. They throw std::bad_alloc
    // without losing anything.
    void save_common_pair();
    void save(NodeId id);
    void save_all();
    void save_schema();
    // Before nodes are added, freed or split.
    void save_structure();

    // Restores the tree to when the log was made; the log is empty afterwards.
    void undo() noexcept;

  private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    // The pair itself may have been released by the time of undo: then the copy takes its place.
    struct SavedPair {
        std::weak_ptr<BayesPair> original;
        std::shared_ptr<BayesPair> copy;
    };
    // Its pair, and that of its leaf, by their places in the log. Without a copy if the id was
    // free.
    struct SavedNode {
        NodeId id;
        std::size_t pair;
        std::size_t pair_of_leaf;
        std::unique_ptr<NodeData> copy;
    };
    struct Structure {
        Metered<SplitNode> split_nodes;
        std::vector<TreeModel::Alternate> alternates;
        TreeChanges changes;
        bool has_reused_ids = false;
    };
    // What a tree has only one of.
    struct Single {
        Work work;
        FadedMcNemar default_against_all;
        std::uint64_t next_comparison;
        std::uint64_t next_renewal;
        std::uint64_t generation;
        std::size_t common_pair;
    };

    [[nodiscard]] std::size_t save_pair(const std::shared_ptr<BayesPair>& pair);
    [[nodiscard]] std::shared_ptr<BayesPair> pair_at(std::size_t place) const noexcept;
    void forget() noexcept;
    void restore_pairs() noexcept;
    void restore_nodes() noexcept;
    void restore_structure() noexcept;

    TreeParts tree_;
    std::vector<bool> is_saved_;  // by id; without ids added since
    std::vector<SavedNode> nodes_;
    std::vector<SavedPair> pairs_;
    std::unordered_map<const BayesPair*, std::size_t> places_of_pairs_;
    std::optional<Schema> schema_;
    std::optional<Structure> structure_;
    Single single_;
};

// The log of the transaction that is open. Without one, saving does nothing.
class TransactionLog {
  public:
    explicit TransactionLog(const TreeParts& parts) noexcept : parts_(parts) {}

    void begin();
    void commit() noexcept { log_ = nullptr; }
    void roll_back() noexcept;
    [[nodiscard]] bool is_open() const noexcept { return log_ != nullptr; }

    // As those of UndoLog.
    void save(NodeId id) {
        if (log_) log_->save(id);
    }
    void save_all() {
        if (log_) log_->save_all();
    }
    void save_schema() {
        if (log_) log_->save_schema();
    }
    void save_structure() {
        if (log_) log_->save_structure();
    }

  private:
    TreeParts parts_;
    std::unique_ptr<UndoLog> log_;
};

}  // namespace entrostream::tree
