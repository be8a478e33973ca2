// How a tree is written and read: every part of its state once, in the same order for both.
//
// The archive (core/state/tree_state.cpp) defines how numbers are encoded; this file defines the
// parts and the invariants between them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/tree/tree_parts.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

template <class Archive>
class StateVisitor {
  public:
    StateVisitor(Archive& archive, const TreeParts& tree) : archive_(archive), tree_(tree) {}

    // Writes or reads the whole tree, except for its options and weights; reading requires a tree
    // with the same options that has learned nothing.
    void visit();
    // The state due to weights, after the rest; absent if they were all 1.
    [[nodiscard]] bool has_weights() const;
    void visit_weights();

  private:
    // Pairs are shared: each is written once, at its first node.
    using Pairs = std::vector<std::shared_ptr<BayesPair>>;

    void visit_nodes();
    void visit_node(NodeId id, Pairs& pairs);
    void visit_branches(NodeId id);
    void visit_values(NodeId id);
    void visit_child(NodeId parent, NodeId& child);
    [[nodiscard]] std::shared_ptr<BayesPair> visit_pair(std::shared_ptr<BayesPair> pair,
                                                        Pairs& pairs);
    void visit_leaf(NodeData& data, Pairs& pairs);
    [[nodiscard]] std::vector<BayesPair*> all_pairs() const;
    [[nodiscard]] std::size_t least_bytes() const;

    Archive& archive_;
    TreeParts tree_;
};

// Children come after their parents, and each has exactly one parent.
template <class Archive>
void StateVisitor<Archive>::visit_child(NodeId parent, NodeId& child) {
    archive_.number(child);
    archive_.require(child > parent && child < tree_.model.end_id(), "a branch leads nowhere");
    if (!archive_.reading) return;
    NodeData& data = tree_.model.node(child);
    archive_.require(data.parent == no_node, "a node has two parents");
    data.parent = parent;
    data.depth = tree_.model.node(parent).depth + 1;
    archive_.require(data.depth <= tree_.options.max_depth, "a node is below the depth limit");
}

template <class Archive>
void StateVisitor<Archive>::visit_branches(NodeId id) {
    SplitNode& split_node = tree_.model.split(id);
    NodeData& data = tree_.model.node(id);
    archive_.number(data.attribute);
    archive_.require(data.attribute < tree_.schema.attributes(), "an attribute is unknown");
    const Attribute attribute = tree_.schema.attribute(data.attribute);
    split_node.slot = attribute.slot;
    split_node.kind =
        attribute.kind == AttributeKind::numeric ? NodeKind::numeric : NodeKind::nominal;
    archive_.real(data.gain);
    if (split_node.kind == NodeKind::numeric) {
        archive_.real(split_node.threshold);
        archive_.require(split_node.threshold == split_node.threshold, "a threshold is missing");
        visit_child(id, split_node.left);
        NodeId right = split_node.left + 1;
        visit_child(id, right);
        archive_.require(right == split_node.left + 1, "branches are apart");
    } else {
        visit_values(id);
    }
    archive_.number(split_node.default_child);
    archive_.require(split_node.default_child < tree_.model.end_id() &&
                         tree_.model.node(split_node.default_child).parent == id,
                     "rows without the attribute lead nowhere");
}

// The branches of a nominal split.
template <class Archive>
void StateVisitor<Archive>::visit_values(NodeId id) {
    SplitNode& split_node = tree_.model.split(id);
    Branching& branching = tree_.model.node(id).branching;
    archive_.items(branching.children, [&](NodeId& child) {
        bool there = child != no_node;
        archive_.flag(there);
        if (there) visit_child(id, child);
        if (!there) child = no_node;
    });
    branching.size = static_cast<std::uint32_t>(
        branching.children.size() -
        static_cast<std::size_t>(
            std::count(branching.children.begin(), branching.children.end(), no_node)));
    bool other = branching.other != no_node;
    archive_.flag(other);
    if (other) visit_child(id, branching.other);
    archive_.require(branching.children.empty() || branching.children.back() != no_node,
                     "a branch is for no value");
    archive_.require(branching.children.size() <= tree_.schema.values(split_node.slot),
                     "a branch is for a value that is unknown");
    archive_.require(other || branching.size != 0, "a split has no branch");
    if (archive_.reading) set_contiguous_values(split_node, branching);
}

template <class Archive>
std::shared_ptr<BayesPair> StateVisitor<Archive>::visit_pair(std::shared_ptr<BayesPair> pair,
                                                             Pairs& pairs) {
    std::size_t place = 0;  // 0: none; one more than there are: a new one
    if (!archive_.reading && pair) {
        const auto found = std::find(pairs.begin(), pairs.end(), pair);
        place = static_cast<std::size_t>(found - pairs.begin()) + 1;
    }
    archive_.number(place);
    archive_.require(place <= pairs.size() + 1, "a pair is not there");
    if (place == 0) return nullptr;
    if (place > pairs.size()) {
        if (archive_.reading) {
            archive_.expect(2 * least_bytes());
            pair = std::make_shared<BayesPair>(tree_.meters.all, tree_.schema,
                                               parts_of(tree_.options));
        }
        pairs.push_back(pair);
        pair->visit(archive_, tree_.schema);
    }
    return pairs[place - 1];
}

// The minimum size of a written model: every count takes at least one byte.
template <class Archive>
std::size_t StateVisitor<Archive>::least_bytes() const {
    return std::size_t{tree_.schema.class_room()} * (1 + std::size_t{tree_.schema.cells()});
}

template <class Archive>
void StateVisitor<Archive>::visit_node(NodeId id, Pairs& pairs) {
    NodeData& data = tree_.model.node(id);
    archive_.counts(data.counts, tree_.schema.class_room());
    archive_.require(fit_classes(data.counts, tree_.schema.classes()), "a class is unknown");
    archive_.flag(data.borrowed);
    archive_.flag(data.inactive);
    archive_.number(data.inherited);
    archive_.number(data.explored);
    archive_.number(data.explore_at);
    archive_.share(data.misses);
    archive_.number(data.since);
    archive_.share(data.right_majority);
    archive_.share(data.right_pair);
    archive_.require(data.since <= tree_.work.examples, "a leaf was busy in the future");
    bool inner = !tree_.model.is_leaf(id);
    archive_.flag(inner);
    if (inner) visit_branches(id);
    for (const std::uint64_t count : data.counts)
        archive_.require(inner || count <= NodeData::most_of_class, "a leaf has counted too much");
    bool has_leaf = data.leaf != nullptr;
    archive_.flag(has_leaf);
    archive_.require(!has_leaf || (!inner && !data.inactive), "statistics are at the wrong node");
    archive_.require(!inner || !data.inactive, "an inner node is inactive");

    data.pair = visit_pair(data.pair, pairs);
    archive_.require(has_pairs(tree_.options) || !data.pair, "a pair is for nothing");
    if (has_leaf) visit_leaf(data, pairs);
}

template <class Archive>
void StateVisitor<Archive>::visit_leaf(NodeData& data, Pairs& pairs) {
    if (archive_.reading) {
        archive_.expect(least_bytes());
        data.leaf = std::make_unique<Leaf>(tree_.meters.all, tree_.schema, tree_.options,
                                           tree_.options.splits_at(data.depth));
    }
    const std::shared_ptr<BayesPair> pair = visit_pair(data.leaf->pair(), pairs);
    archive_.require((pair != nullptr) == has_pairs(tree_.options),
                     "a leaf has no pair, or one for nothing");
    data.leaf->restore_pair(pair);
    data.leaf->visit(archive_, tree_.schema, tree_.options);
    archive_.require(data.leaf->attempt_from <= tree_.work.examples + tuning::rows_between_tries,
                     "a leaf attempts a split too late");
}

template <class Archive>
void StateVisitor<Archive>::visit_nodes() {
    std::size_t size = tree_.model.size();  // this tree frees no node: it has all ids below
    archive_.number(size);
    archive_.expect(size);
    archive_.require(size >= 1 && size < no_node, "it has no root");
    if (archive_.reading && size > 1) tree_.model.add(no_node, size - 1);
    Pairs pairs;
    for (NodeId id = 0; id < size; ++id) {
        archive_.require(!archive_.reading || id == 0 || tree_.model.node(id).parent != no_node,
                         "a node has no parent");
        visit_node(id, pairs);
    }
    tree_.memory.common_pair = visit_pair(tree_.memory.common_pair, pairs);
    archive_.require(!tree_.memory.common_pair || has_pairs(tree_.options),
                     "a pair is for nothing");
}

// Each once, in the order of the nodes.
template <class Archive>
std::vector<BayesPair*> StateVisitor<Archive>::all_pairs() const {
    std::vector<BayesPair*> pairs;
    const auto add = [&](const std::shared_ptr<BayesPair>& pair) {
        if (pair && std::find(pairs.begin(), pairs.end(), pair.get()) == pairs.end())
            pairs.push_back(pair.get());
    };
    for (NodeData& data : tree_.model.nodes()) {
        add(data.pair);
        if (data.leaf) add(data.leaf->pair());
    }
    add(tree_.memory.common_pair);
    return pairs;
}

template <class Archive>
bool StateVisitor<Archive>::has_weights() const {
    if (tree_.options.weight_type != WeightType::importance || tree_.model.has_importances())
        return true;
    for (const NodeData& data : tree_.model.nodes())
        if (data.leaf && data.leaf->halvings != 0) return true;
    return std::ranges::any_of(all_pairs(),
                               [](const BayesPair* pair) { return !pair->scale().is_plain(); });
}

template <class Archive>
void StateVisitor<Archive>::visit_weights() {
    archive_.choice(tree_.options.weight_type, weight_types);
    for (NodeData& data : tree_.model.nodes()) {
        data.scale.visit(archive_);
        if (!data.leaf) continue;
        archive_.number(data.leaf->halvings);
        if (archive_.reading) data.leaf->set_shift(data.scale.shift());
    }
    for (BayesPair* const pair : all_pairs())
        pair->visit_weights(archive_);
    archive_.require(has_weights(), "its weights are for nothing");
    archive_.require(
        tree_.options.weight_type == WeightType::importance || !tree_.model.has_importances(),
        "frequencies have a scale");
}

template <class Archive>
void StateVisitor<Archive>::visit() {
    tree_.schema.visit(archive_);
    archive_.expect(tree_.schema.class_room() / 2);
    if (archive_.reading) tree_.predictor.grow_classes();
    if (archive_.reading) resize_exactly(tree_.model.node(0).counts, tree_.schema.class_room(), 0u);
    for (std::uint64_t* number :
         {&tree_.work.examples, &tree_.work.split_attempts, &tree_.work.attribute_evaluations,
          &tree_.work.splits, &tree_.work.explorations, &tree_.work.deactivations,
          &tree_.memory.next_comparison, &tree_.next_renewal})
        archive_.number(*number);
    tree_.predictor.default_against_all.visit(archive_);
    visit_nodes();
}

}  // namespace entrostream::tree
