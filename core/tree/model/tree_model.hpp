// The tree itself: its nodes, the path of an example down to a leaf, and what can be read of both.
//
// It does not know how splits are found. The children of a split are consecutive, so that a
// numeric test or a small nominal value needs no list of children.
//
// A node keeps its id as long as it lives; ids of freed nodes are reused, the lowest first, so that
// a tree that replaces its subtrees does not grow. A node may carry an alternate: a tree of its own
// that is grown next to the subtree of the node, and may take its place. Alternates are not part of
// the tree until then: routing and reads do not enter them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <ranges>
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

// A test on the path to a node, and its outcome.
struct PathTest {
    std::uint32_t attribute = 0;  // number
    NodeKind kind = NodeKind::numeric;
    double threshold = 0;  // numeric
    Code outcome = 0;      // numeric: 1 above the threshold; nominal: the value, no_code: another

    friend bool operator==(const PathTest&, const PathTest&) = default;

    template <class Archive>
    void visit(Archive& archive) {
        archive.number(attribute);
        archive.choice(kind, inner_kinds);
        archive.real(threshold);
        archive.number(outcome);
    }
};

class TreeModel {
  public:
    // `meter` counts nodes without their statistics.
    TreeModel(Meter& meter, const Schema& schema)
        : meter_(meter), schema_(schema), split_nodes_(MeteredAllocator<SplitNode>(meter)) {}

    [[nodiscard]] Meter& meter() const noexcept { return meter_; }

    // A node that carries an alternate, and the root of the alternate. In a list of their own
    // rather than in NodeData: few nodes carry one. The list is not metered: its 8 bytes are few
    // compared with those of the alternate's nodes.
    struct Alternate {
        NodeId node = no_node;
        NodeId root = no_node;
    };
    [[nodiscard]] const std::vector<Alternate>& alternates() const noexcept { return alternates_; }

    // For a saved tree, in place of a new one: leaves with the ids that are used; and the
    // alternates, false if they are not in order, or one is there twice.
    void lay_out(const std::vector<bool>& used, bool has_reused_ids);
    [[nodiscard]] bool restore_alternates(const std::vector<Alternate>& all);

    // Ids are below end_id(), some of them may be free; the root is 0.
    [[nodiscard]] NodeId end_id() const noexcept { return static_cast<NodeId>(nodes_.size()); }
    [[nodiscard]] bool is_free(NodeId id) const noexcept { return !nodes_[id]; }
    // Nodes, those of alternates included.
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size() - free_; }
    [[nodiscard]] bool is_leaf(NodeId id) const noexcept {
        return split_nodes_[id].kind == NodeKind::leaf;
    }
    [[nodiscard]] const SplitNode& split(NodeId id) const noexcept { return split_nodes_[id]; }
    [[nodiscard]] SplitNode& split(NodeId id) noexcept { return split_nodes_[id]; }
    [[nodiscard]] const NodeData& node(NodeId id) const noexcept { return *nodes_[id]; }
    [[nodiscard]] NodeData& node(NodeId id) noexcept { return *nodes_[id]; }
    // The data of all nodes, by ascending id.
    [[nodiscard]] auto nodes() const noexcept {
        return nodes_ | std::views::filter([](const auto& data) { return data != nullptr; }) |
               std::views::transform([](const auto& data) -> NodeData& { return *data; });
    }

    // Adds leaves without statistics, with consecutive ids; returns the first. Changes nothing if
    // memory runs out.
    NodeId add(NodeId parent, std::size_t count = 1);
    // Bytes that this many more nodes take, if they are added together.
    [[nodiscard]] std::size_t bytes_of_new(std::size_t count) const;

    // Changes whenever nodes are freed: ids found before may then be those of other nodes.
    [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
    // Whether children may have lower ids than their parents.
    [[nodiscard]] bool has_reused_ids() const noexcept { return has_reused_ids_; }

    // The root of the alternate that a node carries, no_node if it has none.
    [[nodiscard]] NodeId alternate(NodeId id) const noexcept;
    // All nodes that carry one, by ascending id.
    [[nodiscard]] auto nodes_with_alternate() const noexcept {
        return alternates_ | std::views::transform(&Alternate::node);
    }
    [[nodiscard]] bool has_alternates() const noexcept { return !alternates_.empty(); }
    // The node that carries the alternate with this root; no_node if it is none.
    [[nodiscard]] NodeId carrier(NodeId id) const noexcept {
        const auto found = std::ranges::find(alternates_, id, &Alternate::root);
        return found != alternates_.end() ? found->node : no_node;
    }
    [[nodiscard]] bool is_alternate(NodeId id) const noexcept { return carrier(id) != no_node; }
    // Gives a node that has none an alternate, which begins as a leaf without statistics.
    NodeId add_alternate(NodeId id);

    // Each of these calls `before(id)` for all nodes that it will change or free, and changes
    // nothing if that throws or memory runs out.
    //
    // Frees the subtree below a node, alternates included: it is a leaf without statistics again.
    template <class Before>
    void prune(NodeId id, Before before);
    // Frees the alternate of a node.
    template <class Before>
    void drop_alternate(NodeId id, Before before);
    // The alternate of a node takes its place, and its id; the subtree of the node is freed.
    template <class Before>
    void promote_alternate(NodeId id, Before before);

    // The child of an inner node that an example goes to; no_node if its split has not seen the
    // value.
    [[nodiscard]] NodeId next(NodeId id, const Example& example) const;
    // The node where the path of an example ends: a leaf, or an inner node without a child for its
    // value. `from` may be a node that route_block has found.
    [[nodiscard]] NodeId route(const Example& example, NodeId from) const;
    // The same from any node, such as the root of an alternate, with use(id) for the inner nodes.
    template <class Use>
    [[nodiscard]] NodeId walk(const Example& example, NodeId id, Use use) const;
    // Calls use(id) for all nodes on the paths of an example, in the tree and in its alternates.
    template <class Use>
    void walk_all(const Example& example, Use use) const;
    // For each of `rows` rows, consecutive in `numbers` with all numbers of the schema, finds a
    // node far down its path. A single row waits for one node after another and mispredicts where
    // its path ends; many rows wait together. A node stays on a row's path until the generation
    // changes. route() starts rows that lack a number at the root.
    void route_block(const double* numbers, std::size_t rows, NodeId* nodes) const;

    // The same through alternates: the first on the path that leads its subtree is entered.
    // Returns also the root of the tree in which the path ends.
    struct PathEnd {
        NodeId root;
        NodeId end;
    };
    [[nodiscard]] PathEnd route_to_leading(const Example& example) const;

    // Of the tree without alternates.
    [[nodiscard]] std::size_t leaves() const { return leaves_below(root); }
    [[nodiscard]] std::size_t leaves_below(NodeId id) const;
    [[nodiscard]] std::size_t tree_size() const { return subtree(root).size(); }
    [[nodiscard]] std::size_t active_leaves() const;
    [[nodiscard]] NodeView view(NodeId id) const;
    [[nodiscard]] std::vector<BranchView> branches(NodeId id) const;
    // From the root of its tree, which may be an alternate.
    [[nodiscard]] std::vector<NodeId> path_to(NodeId id) const;
    // The outcomes of the tests on that path.
    [[nodiscard]] std::vector<PathTest> tests_to(NodeId id) const;
    // The nodes of a subtree by ascending id, without or with the alternates that they carry.
    [[nodiscard]] std::vector<NodeId> subtree(NodeId id) const;
    [[nodiscard]] std::vector<NodeId> subtree_with_alternates(NodeId id) const;

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
    // Whether any weight was an importance other than 1.
    [[nodiscard]] bool has_importances() const noexcept {
        return std::ranges::any_of(nodes(),
                                   [](const NodeData& data) { return !data.scale.is_plain(); });
    }
    // Bits of information gained by the splits on each attribute, by number.
    [[nodiscard]] std::vector<double> importances() const;

    // Inner nodes do not count rows, which would cost every row its whole path: they get the sums
    // of the leaves below them now and then. `before(id)` is called before an inner node changes.
    template <class Before>
    void renew_counts(Before before) {
        for (NodeId id = 0; id < end_id(); ++id)
            if (!is_free(id) && !is_leaf(id)) before(id);
        sum_counts();
    }

  private:
    friend class UndoLog;

    [[nodiscard]] NodeId place_for(std::size_t count) const noexcept;
    template <class Visit>
    void each_child(NodeId id, Visit visit) const;
    template <class Follow>
    [[nodiscard]] std::vector<NodeId> reachable(NodeId id, Follow follow) const;
    void become_leaf(NodeId id) noexcept;
    void free_nodes(const std::vector<NodeId>& ids) noexcept;
    void move_node(NodeId from, NodeId to) noexcept;
    void count_free() noexcept {
        free_ = static_cast<std::size_t>(
            std::ranges::count_if(nodes_, [](const auto& data) { return data == nullptr; }));
    }

    void sum_counts() noexcept;
    void add_counts_to_parent(NodeId id) noexcept;

    Meter& meter_;
    const Schema& schema_;
    Metered<SplitNode> split_nodes_;
    std::vector<std::unique_ptr<NodeData>> nodes_;  // null: the id is free
    std::size_t free_ = 0;
    std::uint64_t generation_ = 0;
    bool has_reused_ids_ = false;
    std::vector<Alternate> alternates_;  // by node, ascending
    std::vector<NodeId> order_;          // scratch with room for all nodes
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

template <class Use>
NodeId TreeModel::walk(const Example& example, NodeId id, Use use) const {
    while (split_nodes_[id].kind != NodeKind::leaf) {
        use(id);
        const NodeId child = next(id, example);
        if (child == no_node) break;
        id = child;
    }
    return id;
}

template <class Use>
void TreeModel::walk_all(const Example& example, Use use) const {
    // An inner node at which a path ends, for lack of a branch, was used already.
    const auto use_path = [&](NodeId from, auto use_inner) {
        const NodeId end = walk(example, from, use_inner);
        if (is_leaf(end)) use(end);
    };
    use_path(root, [&](NodeId id) {
        use(id);
        if (const NodeId other = alternate(id); other != no_node) use_path(other, use);
    });
}

template <class Visit>
void TreeModel::each_child(NodeId id, Visit visit) const {
    const SplitNode& split_node = split_nodes_[id];
    if (split_node.kind == NodeKind::leaf) return;
    if (split_node.kind == NodeKind::numeric) {
        visit(split_node.left);
        visit(split_node.left + 1);
        return;
    }
    const Branching& branching = nodes_[id]->branching;
    for (const NodeId child : branching.children)
        if (child != no_node) visit(child);
    if (branching.other != no_node) visit(branching.other);
}

template <class Before>
void TreeModel::prune(NodeId id, Before before) {
    std::vector<NodeId> freed = subtree_with_alternates(id);
    for (const NodeId each : freed)
        before(each);
    std::erase(freed, id);
    become_leaf(id);
    free_nodes(freed);
}

template <class Before>
void TreeModel::drop_alternate(NodeId id, Before before) {
    const std::vector<NodeId> freed = subtree_with_alternates(alternate(id));
    for (const NodeId each : freed)
        before(each);
    free_nodes(freed);
}

template <class Before>
void TreeModel::promote_alternate(NodeId id, Before before) {
    const NodeId other = alternate(id);
    const std::vector<NodeId> promoted = subtree_with_alternates(other);
    const std::vector<NodeId> both = subtree_with_alternates(id);
    std::vector<NodeId> freed;
    std::ranges::set_difference(both, promoted, std::back_inserter(freed));
    for (const NodeId each : freed)
        before(each);
    before(other);
    each_child(other, before);
    std::erase(freed, id);
    free_nodes(freed);
    move_node(other, id);
}

}  // namespace entrostream::tree
