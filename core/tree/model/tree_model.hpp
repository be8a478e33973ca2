// The tree itself: its nodes, the path of an example down to a leaf, and what can be read of both.
//
// It does not know how splits are found. The children of a split are consecutive, so that a
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

// The public view of a node.
struct NodeView {
    NodeId parent;
    std::uint32_t depth;
    NodeKind kind;
    std::uint32_t attribute;  // number; inner nodes
    double threshold;         // numeric
    NodeId default_child;     // for rows that lack the attribute
    double gain;              // n times the gain of the split, in bits
    bool active;              // a leaf that has statistics, or may get them
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

    // Adds a leaf without statistics.
    NodeId add(NodeId parent);
    // Bytes that this many more nodes take.
    [[nodiscard]] std::size_t bytes_of_new(std::size_t nodes) const;

    // The child of an inner node that an example goes to; no_node if its split has not seen the
    // value.
    [[nodiscard]] NodeId next(NodeId id, const Example& example) const;
    // The node where the path of an example ends: a leaf, or an inner node without a child for its
    // value. `from` may be a node that route_block has found.
    [[nodiscard]] NodeId route(const Example& example, NodeId from) const;
    // For each of `rows` rows, consecutive in `numbers` with all numbers of the schema, finds a
    // node far down its path. A single row waits for one node after another and mispredicts where
    // its path ends; many rows wait together. A node stays on a row's path whatever is learned.
    // route() starts rows that lack a number at the root.
    void route_block(const double* numbers, std::size_t rows, NodeId* nodes) const;

    [[nodiscard]] std::size_t leaves() const noexcept;
    [[nodiscard]] std::size_t active_leaves() const noexcept;
    [[nodiscard]] NodeView view(NodeId id) const;
    [[nodiscard]] std::vector<BranchView> branches(NodeId id) const;
    [[nodiscard]] std::vector<NodeId> path_to(NodeId id) const;

    // Examples of a class, and the majority class, by the node's own counts, or by those of its
    // parent if it has none.
    [[nodiscard]] std::uint64_t count_of(NodeId id, Code label) const;
    [[nodiscard]] Code majority(NodeId id) const;
    [[nodiscard]] double weight_of(NodeId id) const;
    // Weights of the rows that reached the node, by class; those of a leaf begin with what its
    // parent had counted for it.
    [[nodiscard]] std::vector<double> class_weights(NodeId id) const;
    // Of these weights, in bits.
    [[nodiscard]] double entropy(NodeId id) const;
    // Bits of information gained by the splits on each attribute, by number.
    [[nodiscard]] std::vector<double> importances() const;

    // Inner nodes do not count rows, which would cost every row its whole path: they get the sums
    // of the leaves below them now and then. `before(id)` is called before an inner node changes.
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
        // Branch-free: a branch would be mispredicted half of the time.
        return split_node.left + (x > split_node.threshold ? 1 : 0);
    }
    const Code value = example.value(split_node.slot);
    if (value < split_node.contiguous_values) [[likely]]
        return split_node.left + value;
    return value == missing_value ? split_node.default_child : nodes_[id]->branching.child(value);
}

}  // namespace entrostream::tree
