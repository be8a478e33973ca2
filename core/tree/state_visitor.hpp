// How a tree is written and read: every part of its state once, in the same order for both.
//
// The archive (core/state/tree_state.cpp) defines how numbers are encoded; this file defines the
// parts and the invariants between them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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
    // Of adaptive trees.
    void visit_trees(Pairs& pairs);
    void visit_ids();
    void visit_alternates();
    [[nodiscard]] std::size_t visit_subtree(NodeId root, Pairs& pairs);
    void visit_drift(NodeData& data);
    void visit_changes();
    void visit_window();
    void visit_row(Row& row, RowWindow::Stored& stored);
    [[nodiscard]] bool counts_are_those_of_window() const;
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
    const bool in_order = child > parent || tree_.options.has_alternates();
    archive_.require(in_order && child < tree_.model.end_id() && !tree_.model.is_free(child) &&
                         child != root && !tree_.model.is_alternate(child),
                     "a branch leads nowhere");
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
                         !tree_.model.is_free(split_node.default_child) &&
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
    if (inner && tree_.options.has_alternates()) visit_drift(data);
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
void StateVisitor<Archive>::visit_drift(NodeData& data) {
    if (archive_.reading) data.drift = std::make_unique<NodeDrift>(tree_.model.meter());
    data.drift->visit(archive_);
    if (!tree_.options.re_evaluates_splits()) return;
    Owned<Leaf>& statistics = data.drift->statistics;
    bool there = statistics != nullptr;
    archive_.flag(there);
    if (!there) return;
    if (archive_.reading) {
        archive_.expect(least_bytes());
        statistics = std::make_unique<Leaf>(tree_.meters.all, tree_.schema, tree_.options, true);
        statistics->stop_predicting();
    }
    statistics->visit(archive_, tree_.schema, tree_.options);
    if (archive_.reading) archive_.require(!statistics->competes(), "an inner node predicts");
}

// Which ids are used: those of freed nodes are used again, and that decides on later ids.
template <class Archive>
void StateVisitor<Archive>::visit_ids() {
    std::size_t end = tree_.model.end_id();
    archive_.number(end);
    archive_.expect(end);
    archive_.require(end >= 1 && end < no_node, "it has no root");
    std::vector<bool> used(end);
    for (std::size_t id = 0; id < end; ++id) {
        bool here = !archive_.reading && !tree_.model.is_free(static_cast<NodeId>(id));
        archive_.flag(here);
        used[id] = here;
    }
    archive_.require(used.front(), "it has no root");
    bool reused = tree_.model.has_reused_ids();
    archive_.flag(reused);
    if (archive_.reading) tree_.model.lay_out(used, reused);
}

template <class Archive>
void StateVisitor<Archive>::visit_alternates() {
    std::vector<TreeModel::Alternate> all = tree_.model.alternates();
    archive_.items(all, [&](TreeModel::Alternate& each) {
        archive_.number(each.node);
        archive_.number(each.root);
        const auto is_used = [&](NodeId id) {
            return id < tree_.model.end_id() && !tree_.model.is_free(id);
        };
        archive_.require(is_used(each.node) && is_used(each.root) && each.root != root,
                         "an alternate is not there");
    });
    archive_.require(tree_.model.restore_alternates(all), "a node has two alternates");
}

// Returns the number of its nodes.
template <class Archive>
std::size_t StateVisitor<Archive>::visit_subtree(NodeId top, Pairs& pairs) {
    std::vector<NodeId> open{top};
    std::size_t visited = 0;
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        visit_node(id, pairs);
        ++visited;
        const std::vector<BranchView> branches = tree_.model.branches(id);
        for (std::size_t i = branches.size(); i-- > 0;)
            open.push_back(branches[i].child);
    }
    return visited;
}

template <class Archive>
void StateVisitor<Archive>::visit_trees(Pairs& pairs) {
    visit_ids();
    visit_alternates();
    std::size_t visited = visit_subtree(root, pairs);
    for (const TreeModel::Alternate& each : tree_.model.alternates()) {
        NodeData& carrier = tree_.model.node(each.node);
        const bool in_tree = each.node == root || carrier.parent != no_node;
        archive_.require(in_tree && carrier.drift, "an alternate is at the wrong node");
        if (archive_.reading) tree_.model.node(each.root).depth = carrier.depth;
        visited += visit_subtree(each.root, pairs);
    }
    archive_.require(visited == tree_.model.size(), "a node has no parent");
}

template <class Archive>
void StateVisitor<Archive>::visit_changes() {
    TreeChanges& changes = tree_.changes;
    archive_.number(changes.count);
    archive_.number(changes.started);
    archive_.number(changes.dropped);
    archive_.items(changes.latest, [&](TreeChange& change) { change.visit(archive_); });
    archive_.require(
        changes.latest.size() == std::min<std::uint64_t>(changes.count, TreeChanges::most),
        "its changes are not all there");
    for (const TreeChange& change : changes.latest) {
        bool known = change.attribute < tree_.schema.attributes();
        for (const PathTest& test : change.path)
            known &= test.attribute < tree_.schema.attributes();
        archive_.require(known, "an attribute is unknown");
    }
}

template <class Archive>
void StateVisitor<Archive>::visit_row(Row& row, RowWindow::Stored& stored) {
    archive_.number(stored.label);
    archive_.number(stored.weight);
    archive_.number(stored.number);
    archive_.integer(stored.time);
    archive_.row(row, tree_.schema);
    archive_.require(stored.label < tree_.schema.classes() && stored.weight >= 1 &&
                         stored.number < tree_.work.examples,
                     "a row of the window is not one that was learned");
}

template <class Archive>
void StateVisitor<Archive>::visit_window() {
    std::uint64_t size = tree_.window.size();
    archive_.number(size);
    archive_.expect(size);
    if (!archive_.reading) {
        tree_.window.each([&](Row row, RowWindow::Stored stored) { visit_row(row, stored); });
        return;
    }
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
        Row row;
        RowWindow::Stored stored;
        visit_row(row, stored);
        archive_.require(
            stored.number >= next && (i == 0 || stored.time >= tree_.window.newest_time()),
            "the rows of the window are not in order");
        next = stored.number + 1;
        tree_.window.add(row, stored);
    }
    archive_.require(counts_are_those_of_window(), "it has not counted the rows of its window");
}

// All rows leave the statistics one day: copies are emptied, to see that they can.
template <class Archive>
bool StateVisitor<Archive>::counts_are_those_of_window() const {
    std::map<NodeId, Leaf> copies;
    for (NodeId id = 0; id < tree_.model.end_id(); ++id)
        if (!tree_.model.is_free(id) && tree_.model.node(id).statistics() != nullptr)
            copies.emplace(id, *tree_.model.node(id).statistics());
    Example example;
    bool held = true;
    tree_.window.each([&](const Row& row, const RowWindow::Stored& stored) {
        example.take_numbers(tree_.schema, row);
        example.take_values(tree_.schema, row);
        example.label = stored.label;
        example.weight = stored.weight;
        tree_.model.walk_all(example, [&](NodeId id) {
            const auto found = copies.find(id);
            if (found == copies.end() || found->second.counts_from() > stored.number) return;
            held = held && found->second.holds(tree_.schema, example);
            if (!held) return;
            found->second.prefetch(tree_.schema, example);
            found->second.remove_counts(tree_.schema, example);
        });
    });
    return held &&
           std::ranges::all_of(copies, [](const auto& each) { return each.second.n() == 0; });
}

template <class Archive>
void StateVisitor<Archive>::visit_nodes() {
    if (tree_.options.has_alternates()) {
        Pairs pairs;
        visit_trees(pairs);
        tree_.memory.common_pair = visit_pair(tree_.memory.common_pair, pairs);
        visit_changes();
        if (tree_.options.has_window()) visit_window();
        return;
    }
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
