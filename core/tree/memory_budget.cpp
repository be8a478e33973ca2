#include "core/tree/memory_budget.hpp"

#include <algorithm>
#include <vector>

#include "core/math/exp2_neg.hpp"
#include "core/tree/tuning/tuning.hpp"
#include "core/tree/undo_log.hpp"

namespace entrostream::tree {

// Statistics may correct what the majority class gets wrong.
double MemoryBudget::promise(const NodeData& data) const noexcept {
    return data.misses *
           exp2_neg(static_cast<double>(work_.examples - data.since) / tuning::miss_half_life);
}

void MemoryBudget::remember_miss(NodeData& data, double weight) const {
    data.misses = promise(data) + weight;
    data.since = work_.examples;
}

namespace {

void charge(Meter& meter, std::size_t bytes) noexcept {
    meter.add(bytes);
    meter.take(meter.bytes() - bytes);
}

}  // namespace

void MemoryBudget::charge_labels(std::size_t bytes) noexcept {
    charge(meters_.labels, bytes);
}

void MemoryBudget::charge_classes(std::size_t bytes) noexcept {
    charge(meters_.classes, bytes);
}

// What is never released must fit, together with the budget for attributes and values.
bool MemoryBudget::can_hold(std::size_t nodes, std::size_t classes) const noexcept {
    const std::size_t limit = options_.memory_limit;
    if (limit == Options::no_limit) return true;
    return nodes + classes + std::max(meters_.labels.bytes(), options_.label_budget()) <= limit;
}

bool MemoryBudget::has_room_for_nodes(std::size_t bytes) const noexcept {
    return can_hold(meters_.nodes.bytes() + bytes, meters_.classes.bytes());
}

bool MemoryBudget::has_room_for_class(std::size_t label_bytes) const noexcept {
    const auto taken_for = [](std::uint32_t room) {
        return taken(room * sizeof(decltype(NodeData::counts)::value_type));
    };
    const std::size_t before = taken_for(schema_.class_room());
    const std::size_t after = taken_for(schema_.class_room_for(schema_.classes() + 1));
    return can_hold(meters_.nodes.bytes() + model_.size() * (after - before),
                    meters_.classes.bytes() + label_bytes);
}

// Deactivates the least promising leaves first, until this many bytes fit; `keep` stays active.
bool MemoryBudget::make_room(std::size_t bytes, NodeId keep) {
    const std::size_t limit = options_.memory_limit;
    if (bytes <= limit && meters_.all.bytes() <= limit - bytes) [[likely]]
        return true;
    struct Candidate {
        double promise;
        NodeId id;
    };
    std::vector<Candidate> candidates;
    for (NodeId id = 0; id < model_.end_id(); ++id)
        if (!model_.is_free(id) && model_.node(id).leaf && id != keep)
            candidates.push_back({promise(model_.node(id)), id});
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.promise < b.promise || (a.promise == b.promise && a.id < b.id);
    });
    const std::size_t wanted = bytes + limit / tuning::part_freed;
    release_statistics(wanted, keep);
    for (const Candidate& candidate : candidates) {
        if (meters_.all.bytes() + wanted <= limit) break;
        if (keep != no_node && model_.node(keep).inactive &&
            tuning::worth_a_change * candidate.promise > promise(model_.node(keep)))
            break;
        deactivate(candidate.id);
    }
    if (meters_.all.bytes() + bytes > limit && keep == no_node)
        give_up_pairs(limit - std::min(bytes, limit));
    return meters_.all.bytes() + bytes <= limit;
}

// First the statistics of inner nodes, which only re-evaluate splits.
void MemoryBudget::release_statistics(std::size_t wanted, NodeId keep) {
    for (NodeId id = model_.end_id(); id-- > 0;) {
        if (meters_.all.bytes() + wanted <= options_.memory_limit) return;
        if (id == keep || model_.is_free(id) || !model_.node(id).drift) continue;
        log_.save(id);
        model_.node(id).drift->statistics = nullptr;
    }
}

// The last resort: all share one pair, or have none.
void MemoryBudget::give_up_pairs(std::size_t limit) {
    log_.save_all();
    for (NodeData& data : model_.nodes())
        if (data.pair) data.pair = common_pair;
    if (meters_.all.bytes() <= limit) return;
    for (NodeData& data : model_.nodes())
        data.pair = nullptr;
    common_pair = nullptr;
}

void MemoryBudget::deactivate(NodeId id) {
    log_.save(id);
    NodeData& data = model_.node(id);
    data.own_counts();
    for (Code label = 0; label < schema_.classes(); ++label) {
        data.count(label, data.leaf->own().class_counts()[label]);
    }
    data.pair = has_pairs(options_) ? pair_of_inactive(*data.leaf) : nullptr;
    data.right_majority = 0;
    data.right_pair = 0;
    data.leaf = nullptr;
    data.inactive = true;
    ++work_.deactivations;
}

// A pair that others use costs nothing more. The leaf's own pair is released; leaves without one
// share a common pair.
std::shared_ptr<BayesPair> MemoryBudget::pair_of_inactive(const Leaf& leaf) {
    if (leaf.pair().use_count() > 1) return leaf.pair();
    if (!common_pair) common_pair = leaf.pair();
    return common_pair;
}

bool MemoryBudget::may_reactivate() {
    if (work_.examples < next_comparison) return false;
    next_comparison = work_.examples + tuning::rows_between_tries;
    return true;
}

}  // namespace entrostream::tree
