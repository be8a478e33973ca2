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

#include "core/tree/tuning/tuning.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

// Children come after their parents, and each has exactly one parent.
template <class Archive>
void Vfdt::visit_child(Archive& archive, NodeId parent, NodeId& child) {
    archive.number(child);
    archive.require(child > parent && child < model_.end_id(), "a branch leads nowhere");
    if (!archive.reading) return;
    NodeData& data = model_.node(child);
    archive.require(data.parent == no_node, "a node has two parents");
    data.parent = parent;
    data.depth = model_.node(parent).depth + 1;
}

template <class Archive>
void Vfdt::visit_branches(Archive& archive, NodeId id) {
    SplitNode& split_node = model_.split(id);
    NodeData& data = model_.node(id);
    archive.number(data.attribute);
    archive.require(data.attribute < schema_.attributes(), "an attribute is unknown");
    const Attribute attribute = schema_.attribute(data.attribute);
    split_node.slot = attribute.slot;
    split_node.kind =
        attribute.kind == AttributeKind::numeric ? NodeKind::numeric : NodeKind::nominal;
    archive.real(data.gain);
    if (split_node.kind == NodeKind::numeric) {
        archive.real(split_node.threshold);
        archive.require(split_node.threshold == split_node.threshold, "a threshold is missing");
        visit_child(archive, id, split_node.left);
        NodeId right = split_node.left + 1;
        visit_child(archive, id, right);
        archive.require(right == split_node.left + 1, "branches are apart");
    } else {
        Branching& branching = data.branching;
        archive.items(branching.children, [&](NodeId& child) {
            bool there = child != no_node;
            archive.flag(there);
            if (there) visit_child(archive, id, child);
            if (!there) child = no_node;
        });
        branching.size = static_cast<std::uint32_t>(
            branching.children.size() -
            static_cast<std::size_t>(
                std::count(branching.children.begin(), branching.children.end(), no_node)));
        bool other = branching.other != no_node;
        archive.flag(other);
        if (other) visit_child(archive, id, branching.other);
        archive.require(branching.children.empty() || branching.children.back() != no_node,
                        "a branch is for no value");
        archive.require(branching.children.size() <= schema_.values(split_node.slot),
                        "a branch is for a value that is unknown");
        archive.require(other || branching.size != 0, "a split has no branch");
        if (archive.reading) set_contiguous_values(split_node, branching);
    }
    archive.number(split_node.default_child);
    archive.require(split_node.default_child < model_.end_id() &&
                        model_.node(split_node.default_child).parent == id,
                    "rows without the attribute lead nowhere");
}

template <class Archive>
std::shared_ptr<BayesPair> Vfdt::visit_pair(Archive& archive, std::shared_ptr<BayesPair> pair,
                                            std::vector<std::shared_ptr<BayesPair>>& pairs) {
    std::size_t place = 0;  // 0: none; one more than there are: a new one
    if (!archive.reading && pair) {
        const auto found = std::find(pairs.begin(), pairs.end(), pair);
        place = static_cast<std::size_t>(found - pairs.begin()) + 1;
    }
    archive.number(place);
    archive.require(place <= pairs.size() + 1, "a pair is not there");
    if (place == 0) return nullptr;
    if (place > pairs.size()) {
        if (archive.reading) {
            archive.expect(2 * least_bytes());
            pair = std::make_shared<BayesPair>(meters_.all, schema_, parts_of(options_));
        }
        pairs.push_back(pair);
        pair->visit(archive, schema_);
    }
    return pairs[place - 1];
}

// The minimum size of a written model: every count takes at least one byte.
inline std::size_t Vfdt::least_bytes() const {
    return std::size_t{schema_.class_room()} * (1 + std::size_t{schema_.cells()});
}

template <class Archive>
void Vfdt::visit_node(Archive& archive, NodeId id, std::vector<std::shared_ptr<BayesPair>>& pairs) {
    NodeData& data = model_.node(id);
    archive.counts(data.counts, schema_.class_room());
    archive.require(fit_classes(data.counts, schema_.classes()), "a class is unknown");
    archive.flag(data.borrowed);
    archive.flag(data.inactive);
    archive.number(data.inherited);
    archive.number(data.explored);
    archive.number(data.explore_at);
    archive.share(data.misses);
    archive.number(data.since);
    archive.share(data.right_majority);
    archive.share(data.right_pair);
    archive.require(data.since <= work_.examples, "a leaf was busy in the future");
    bool inner = !model_.is_leaf(id);
    archive.flag(inner);
    if (inner) visit_branches(archive, id);
    for (const std::uint64_t count : data.counts)
        archive.require(inner || count <= NodeData::most_of_class, "a leaf has counted too much");
    bool has_leaf = data.leaf != nullptr;
    archive.flag(has_leaf);
    archive.require(!has_leaf || (!inner && !data.inactive), "statistics are at the wrong node");
    archive.require(!inner || !data.inactive, "an inner node is inactive");

    data.pair = visit_pair(archive, data.pair, pairs);
    archive.require(has_pairs(options_) || !data.pair, "a pair is for nothing");
    if (!has_leaf) return;
    if (archive.reading) {
        archive.expect(least_bytes());
        data.leaf = std::make_unique<Leaf>(meters_.all, schema_, options_);
    }
    const std::shared_ptr<BayesPair> pair = visit_pair(archive, data.leaf->pair(), pairs);
    archive.require((pair != nullptr) == has_pairs(options_),
                    "a leaf has no pair, or one for nothing");
    data.leaf->restore_pair(pair);
    data.leaf->visit(archive, schema_, options_);
    archive.require(data.leaf->attempt_from <= work_.examples + tuning::rows_between_tries,
                    "a leaf attempts a split too late");
}

template <class Archive>
void Vfdt::visit_nodes(Archive& archive) {
    std::size_t size = model_.size();  // this tree frees no node: it has all ids below
    archive.number(size);
    archive.expect(size);
    archive.require(size >= 1 && size < no_node, "it has no root");
    if (archive.reading && size > 1) new_nodes(no_node, size - 1);
    std::vector<std::shared_ptr<BayesPair>> pairs;
    for (NodeId id = 0; id < size; ++id) {
        archive.require(!archive.reading || id == 0 || model_.node(id).parent != no_node,
                        "a node has no parent");
        visit_node(archive, id, pairs);
    }
    memory_.common_pair = visit_pair(archive, memory_.common_pair, pairs);
    archive.require(!memory_.common_pair || has_pairs(options_), "a pair is for nothing");
}

template <class Archive>
void Vfdt::visit_weights(Archive& archive) {
    archive.choice(options_.weights, weight_kinds);
    for (NodeData& data : model_.nodes()) {
        data.scale.visit(archive);
        if (!data.leaf) continue;
        archive.number(data.leaf->halvings);
        if (archive.reading) data.leaf->set_shift(data.scale.shift());
    }
    for (BayesPair* const pair : all_pairs())
        pair->visit_weights(archive);
    archive.require(!is_plain(), "its weights are for nothing");
    archive.require(options_.weights == Weights::importance || !has_importances(),
                    "frequencies have a scale");
}

template <class Archive>
void Vfdt::visit(Archive& archive) {
    schema_.visit(archive);
    archive.expect(schema_.class_room() / 2);
    if (archive.reading) predictor_.grow_classes();
    if (archive.reading) resize_exactly(model_.node(0).counts, schema_.class_room(), 0u);
    for (std::uint64_t* number :
         {&work_.examples, &work_.split_attempts, &work_.attribute_evaluations, &work_.splits,
          &work_.explorations, &work_.deactivations, &memory_.next_comparison, &next_renewal_})
        archive.number(*number);
    predictor_.default_against_all.visit(archive);
    visit_nodes(archive);
}

}  // namespace entrostream::tree
