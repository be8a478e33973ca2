#include "core/tree/leaf_splitter.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <utility>

#include "core/tree/tuning/tuning.hpp"
#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

void LeafSplitter::attempt(NodeId id) {
    if (log_.is_open()) return attempt_now(id);
    try {
        attempt_now(id);
    } catch (const std::bad_alloc&) {
        Leaf& leaf = *model_.node(id).leaf;
        leaf.schedule.force_all();  // some attributes may have been evaluated, others not
        leaf.attempt_from = work_.examples + tuning::rows_between_tries;
    }
}

void LeafSplitter::attempt_now(NodeId id) {
    NodeData& data = model_.node(id);
    Leaf& leaf = *data.leaf;
    leaf.last_attempt = leaf.n();
    ++work_.split_attempts;
    const Gains gains(schema_, leaf.own(), leaf.bins(), options_.split_criterion, leaf.halvings);
    const Split found = search_.find(data, gains);
    if (found.is_there()) {
        if (split_wholly(id, found, gains, false)) return;
        leaf.attempt_from = work_.examples + tuning::rows_between_tries;
    }
    if (leaf.whole_examples() >= data.explore_at && !explore(id, gains))
        data.explore_at = 4 * std::uint64_t{leaf.whole_examples()};
}

// Rare by design: the wait grows fourfold with each such split on a path.
bool LeafSplitter::explore(NodeId id, const Gains& gains) {
    const Split best = search_.balanced(*model_.node(id).leaf, gains);
    return best.is_there() && split_wholly(id, best, gains, true);
}

void LeafSplitter::schedule_exploration(NodeData& data) const {
    ++data.explored;
    data.explore_at = std::uint64_t{options_.explore}
                      << tuning::explore_doublings * std::min(6u, data.explored);
}

bool LeafSplitter::make_room(NodeId id, const Gains::Branches& made, bool nominal,
                             bool with_own_model) {
    std::size_t values = 0;  // by which the branches are found
    for (const Code value : made.values)
        if (nominal && value != WideCounts::other_values)
            values = std::max(values, std::size_t{value} + 1);
    const NodeData& data = model_.node(id);
    const std::size_t drift = options_.has_alternates() ? taken(sizeof(NodeDrift)) : 0;
    const std::size_t nodes = model_.bytes_of_new(made.counts.size()) +
                              growth_to(data.branching.children, values) + drift;
    const std::size_t models = with_own_model ? data.leaf->founding_bytes(schema_, options_) : 0;
    return memory_.has_room_for_nodes(nodes) && memory_.make_room(nodes + models, id);
}

// Gives a new leaf below a node that is being split what the split knows of it.
void LeafSplitter::inherit(NodeId child, std::span<const std::uint32_t> counts) {
    NodeData& data = model_.node(child);
    const NodeData& above = model_.node(data.parent);
    data.scale = above.scale;
    std::copy(counts.begin(), counts.end(), data.counts.begin());
    data.borrowed = options_.has_window();  // until it has rows of the window
    data.inherited = std::accumulate(counts.begin(), counts.end(), 0u);
    data.pair = above.pair;
    data.explored = above.explored;
    data.explore_at = above.explore_at;
}

// Leaves the leaf unchanged if there is not enough memory for the whole split.
bool LeafSplitter::split_wholly(NodeId id, const Split& split, const Gains& gains, bool exploring) {
    if (log_.is_open()) return this->split(id, split, gains, exploring);
    log_.begin();
    try {
        log_.save(id);
        const bool done = this->split(id, split, gains, exploring);
        log_.commit();
        return done;
    } catch (...) {
        log_.roll_back();
        throw;
    }
}

bool LeafSplitter::split(NodeId id, const Split& split, const Gains& gains, bool exploring) {
    const Gains::Branches made = gains.branches(split);
    const std::size_t children = made.counts.size();
    NodeData& data = model_.node(id);
    const Attribute attribute = schema_.attribute(split.attribute);
    const bool nominal = attribute.kind == AttributeKind::nominal;
    const bool with_own_model =
        data.leaf->passes_on_own_model() && make_room(id, made, nominal, true);
    if (!with_own_model && !make_room(id, made, nominal, false)) return false;
    data.pair = with_own_model ? data.leaf->pair_for_children(schema_, options_, data.scale)
                               : data.leaf->pair();
    data.gain = split.gain;
    data.attribute = split.attribute;
    if (exploring) schedule_exploration(data);
    if (options_.has_alternates()) data.drift = std::make_unique<NodeDrift>(model_.meter());

    SplitNode split_node{.threshold = split.threshold, .slot = attribute.slot};
    split_node.kind = nominal ? NodeKind::nominal : NodeKind::numeric;
    log_.save_structure();
    split_node.left = model_.add(id, children);
    std::uint64_t busiest = 0;
    for (std::size_t i = 0; i < children; ++i) {
        const NodeId child = split_node.left + static_cast<NodeId>(i);
        inherit(child, made.counts[i]);
        const std::uint32_t rows = model_.node(child).inherited;
        if (i == 0 || rows > busiest) split_node.default_child = child;
        busiest = std::max<std::uint64_t>(busiest, rows);
        if (nominal) data.branching.add(made.values[i], child);
    }
    if (nominal) set_contiguous_values(split_node, data.branching);
    for (Code label = 0; label < schema_.classes(); ++label)
        data.counts[label] = data.leaf->own().class_counts()[label];
    data.borrowed = false;
    if (options_.re_evaluates_splits()) {
        data.leaf->stop_predicting();
        data.drift->statistics = std::move(data.leaf);
    }
    data.leaf = nullptr;
    if (!nominal) data.pair = nullptr;
    model_.split(id) = split_node;
    ++work_.splits;
    work_.explorations += exploring ? 1 : 0;
    return true;
}

}  // namespace entrostream::tree
