// The tree itself: its nodes, the way of an example down to a leaf, and what can be read of both.
//
// It knows nothing of how splits are found. Children that a split makes are neighbours, so that a
// numeric test or a small nominal value needs no list of children.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/tree/memory/metered.hpp"
#include "core/tree/model/node.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

// What can be seen of a node.
struct NodeView {
    NodeId parent;
    std::uint32_t depth;
    NodeKind kind;
    std::uint32_t attribute;  // number; inner nodes
    double threshold;         // numeric
    NodeId default_child;     // where rows go that lack the attribute
    double gain;              // n times the gain of the split, in bits
    bool active;              // a leaf that keeps statistics, or might
};
struct BranchView {
    Code value;  // nominal; no_code: all other values
    NodeId child;
};

class TreeModel {
  public:
    // `meter` counts nodes without their statistics.
    TreeModel(Meter& meter, const Schema& schema)
        : meter_(meter), schema_(schema), split_nodes_(MeteredAllocator<SplitNode>(meter)) {}

    // Nodes are 0 .. size() - 1, the root is 0.
    [[nodiscard]] std::size_t size() const noexcept { return split_nodes_.size(); }
    [[nodiscard]] bool is_leaf(NodeId id) const noexcept {
        return split_nodes_[id].kind == NodeKind::leaf;
    }
    [[nodiscard]] const SplitNode& split(NodeId id) const noexcept { return split_nodes_[id]; }
    [[nodiscard]] SplitNode& split(NodeId id) noexcept { return split_nodes_[id]; }
    [[nodiscard]] const NodeData& node(NodeId id) const noexcept { return *nodes_[id]; }
    [[nodiscard]] NodeData& node(NodeId id) noexcept { return *nodes_[id]; }
    [[nodiscard]] std::span<const std::unique_ptr<NodeData>> nodes() const noexcept {
        return nodes_;
    }

    // A leaf without statistics.
    NodeId add(NodeId parent);
    // What so many more nodes take.
    [[nodiscard]] std::size_t bytes_of_new(std::size_t nodes) const;

    // The child that an example goes to below an inner node; no_node if its split has not met the
    // value.
    [[nodiscard]] NodeId next(NodeId id, const Example& example) const;
    // The node where the way of an example ends: a leaf, or an inner node without a child for its
    // value. It may begin at a node that route_block has found.
    [[nodiscard]] NodeId route(const Example& example, NodeId from) const;
    // For each of `rows` rows, one after the other in `numbers` with all numbers of the schema, a
    // node far down its way. Going down with one row is waiting for one node after the other, and
    // mispredicting where it ends; many rows wait together. A node stays on a row's way whatever is
    // learned. Rows that lack a number begin at the root.
    void route_block(const double* numbers, std::size_t rows, NodeId* nodes) const;

    [[nodiscard]] std::size_t leaves() const noexcept;
    [[nodiscard]] std::size_t active_leaves() const noexcept;
    [[nodiscard]] NodeView view(NodeId id) const;
    [[nodiscard]] std::vector<BranchView> branches(NodeId id) const;
    [[nodiscard]] std::vector<NodeId> path_to(NodeId id) const;

    // Examples of a class, and the class of most of them, by the node's own counts; by those of its
    // parent if it has none.
    [[nodiscard]] std::uint64_t count_of(NodeId id, Code label) const;
    [[nodiscard]] Code majority(NodeId id) const;
    [[nodiscard]] double weight_of(NodeId id) const;
    // Weights of the rows that came this far, by class; those of a leaf begin with what its parent
    // had counted for it.
    [[nodiscard]] std::vector<double> class_weights(NodeId id) const;
    // Of these weights, in bits.
    [[nodiscard]] double entropy(NodeId id) const;
    // Bits of information that the splits on each attribute gained, by number.
    [[nodiscard]] std::vector<double> importances() const;

    // Inner nodes count no rows, which would cost every row its whole way: they get the sums of
    // the leaves below them, now and then. `before(id)` is called before an inner node changes.
    template <class Before>
    void renew_counts(Before before) {
        for (NodeId id = 0; id < size(); ++id)
            if (!is_leaf(id)) before(id);
        sum_counts();
    }

  private:
    friend class UndoLog;

    void sum_counts();
    void add_counts_to_parent(NodeId id);

    Meter& meter_;
    const Schema& schema_;
    Metered<SplitNode> split_nodes_;
    std::vector<std::unique_ptr<NodeData>> nodes_;
};

inline NodeId TreeModel::next(NodeId id, const Example& example) const {
    const SplitNode& split_node = split_nodes_[id];
    if (split_node.kind == NodeKind::numeric) {
        const double x = example.number(split_node.slot);
        if (x != x) [[unlikely]]
            return split_node.default_child;
        // Without a branch, which would be mispredicted half of the time.
        return split_node.left + (x > split_node.threshold ? 1 : 0);
    }
    const Code value = example.value(split_node.slot);
    if (value < split_node.contiguous_values) [[likely]]
        return split_node.left + value;
    return value == missing_value ? split_node.default_child : nodes_[id]->branching.child(value);
}

}  // namespace entrostream::tree
