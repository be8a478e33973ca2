// Looks and splits of the tree.
#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>
#include <utility>

#include "core/math/double_logs.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

namespace {

constexpr double explored_share = 0.25;  // of a branch, in a split without evidence
constexpr double pure_enough = 0.95;     // not to explore

}  // namespace

// log2(d / delta): a union over the attributes.
double Vfdt::need() const noexcept {
    return detail::double_log2(schema_.attributes()) - detail::double_log2(options_.delta);
}

double Vfdt::hoeffding_bound(double n) const noexcept {
    const double ln = -detail::double_log2(options_.delta) * detail::ln2_double;
    return options_.criterion.range(schema_.classes()) * std::sqrt(ln / (2 * n));
}

// Of the parent, as far as the bound counts them.
double Vfdt::inherited_examples(const NodeData& data) const noexcept {
    if (!options_.parent_counts) return 0;
    return data.inherited / static_cast<double>(1u << data.scale.shift());
}

bool Vfdt::attempt_is_due(const NodeData& data) const {
    const Leaf& leaf = *data.leaf;
    if (leaf.own().seen_classes() < 2 || work_.examples < leaf.attempt_from) return false;
    if (leaf.whole_examples() >= data.explore_at) return true;
    switch (options_.attempts) {
        case AttemptSchedule::every_example:
            return true;
        case AttemptSchedule::grace_period:
            return (leaf.n() - leaf.last_attempt) >> leaf.own().shift() >= options_.grace_period;
        case AttemptSchedule::certified:
            break;
    }
    const bool blocked = leaf.margin && leaf.margin->holds();
    return (leaf.schedule.is_due() && !blocked) || tie_is_due(data);
}

// Hoeffding's rule splits from then on whatever the gains are: no gap foretells it.
bool Vfdt::is_tie(const NodeData& data) const {
    if (options_.rule != Rule::hoeffding) return false;
    return hoeffding_bound(data.leaf->examples() + inherited_examples(data)) < options_.tie;
}

// The same, without a root at every example: from the number of examples on at which the bound
// comes down to it. More classes put that off.
bool Vfdt::tie_is_due(const NodeData& data) const {
    Leaf& leaf = *data.leaf;
    if (options_.rule != Rule::hoeffding || leaf.examples() < leaf.tie_from) return false;
    if (is_tie(data)) return true;
    const double of_one = hoeffding_bound(1) / options_.tie;  // infinite if the tie is 0
    const double at_least = of_one * of_one * (1 - 1e-9);
    leaf.tie_from = at_least - inherited_examples(data);
    return false;
}

void Vfdt::attempt_or_postpone(NodeId id) {
    if (undo_) return attempt_split(id);
    try {
        attempt_split(id);
    } catch (const std::bad_alloc&) {
        Leaf& leaf = *model_.node(id).leaf;
        leaf.schedule.force_all();  // some attributes may have been looked at, others not
        leaf.attempt_from = work_.examples + rows_between_tries;
    }
}

void Vfdt::attempt_split(NodeId id) {
    NodeData& data = model_.node(id);
    Leaf& leaf = *data.leaf;
    leaf.last_attempt = leaf.n();
    ++work_.split_attempts;
    const Gains gains(schema_, leaf.own(), leaf.bins(), options_.criterion, leaf.halvings);
    const Split found = options_.rule == Rule::evidence ? find_by_evidence(leaf, gains)
                                                        : find_by_hoeffding(data, gains);
    if (found.is_there()) {
        if (split_wholly(id, found, gains, false)) return;
        leaf.attempt_from = work_.examples + rows_between_tries;
    }
    if (leaf.whole_examples() >= data.explore_at && !explore(id, gains))
        data.explore_at = 4 * std::uint64_t{leaf.whole_examples()};
}

// How far an attribute is from `enough` bits; an attribute that has no split yet has 0 if it may
// get one. Returns whether it has come there.
bool Vfdt::note_shortfall(Leaf& leaf, std::uint32_t attribute, double best, bool possible,
                          double enough) {
    ++work_.attribute_evaluations;
    const bool has_split = best > AttributeGain::nothing;
    const double bits = has_split || !possible ? best : 0;
    leaf.schedule.set(attribute, enough - Schedule::slack - bits);
    return bits >= enough - Schedule::slack;
}

// The attributes that may be due, ascending: where none was due before the example, those that
// it has (schedule.hpp).
std::span<const std::uint32_t> Vfdt::attempt_candidates(const Leaf& leaf) {
    if (leaf.schedule.was_due() || example_.is_whole()) {
        for (auto a = static_cast<std::uint32_t>(all_attributes_.size()); a < schema_.attributes();
             ++a)
            all_attributes_.push_back(a);
        return all_attributes_;
    }
    present_attributes_.clear();
    example_.each_attribute(schema_,
                            [&](std::uint32_t number) { present_attributes_.push_back(number); });
    std::sort(present_attributes_.begin(), present_attributes_.end());
    return present_attributes_;
}

// Whether to split is asked of the evidence, which split to take of the criterion.
Split Vfdt::find_by_evidence(Leaf& leaf, const Gains& gains) {
    const double enough = need();
    const auto keep = [&](std::uint32_t attribute, const AttributeGain& gain) {
        return note_shortfall(leaf, attribute, gain.evidence, gain.possible, enough);
    };
    // Expected counts move otherwise than counts: only those are certified.
    bool reached = options_.attempts != AttemptSchedule::certified || leaf.bins() == nullptr;
    const std::span<const std::uint32_t> candidates = attempt_candidates(leaf);
    leaf.schedule.settle(candidates);
    for (std::size_t i = 0; i < candidates.size() && !reached; ++i)
        if (const std::uint32_t a = candidates[i]; leaf.schedule.is_due(a))
            reached = keep(a, gains.of(a, {}));
    Split best;
    if (reached) {
        const bool by_gain = options_.criterion.is_information_gain();
        const SplitQuery query{.rank = by_gain ? Rank::evidence : Rank::merit, .above = enough};
        for (std::uint32_t a = 0; a < schema_.attributes(); ++a) {
            const AttributeGain gain = gains.of(a, query);
            keep(a, gain);
            if (!gain.split.is_there()) continue;
            const bool better =
                by_gain ? gain.split.evidence > best.evidence : gain.split.merit > best.merit;
            if (!best.is_there() || better) best = gain.split;
        }
    }
    leaf.schedule.plan(reached, candidates);
    return best;
}

// Best against second best, and both against no split at all, which gains 0.
Split Vfdt::find_by_hoeffding(const NodeData& data, const Gains& gains) {
    Leaf& leaf = *data.leaf;
    const double n = leaf.examples();
    const double bound = hoeffding_bound(n + inherited_examples(data));
    const bool tie = is_tie(data);
    const bool certified = options_.attempts == AttemptSchedule::certified &&
                           leaf.bins() != nullptr && options_.criterion.is_information_gain();
    const double enough = n * bound;  // bits; it rises with n
    const auto keep = [&](std::uint32_t attribute, const AttributeGain& gain) {
        return note_shortfall(leaf, attribute, gain.gain, gain.possible, enough);
    };
    bool reached = !certified || tie;
    const std::span<const std::uint32_t> candidates = attempt_candidates(leaf);
    leaf.schedule.settle(candidates);
    for (std::size_t i = 0; i < candidates.size() && !reached; ++i)
        if (const std::uint32_t a = candidates[i]; leaf.schedule.is_due(a))
            reached = keep(a, gains.of(a, {}));
    Split best;
    Split next;
    double first = 0;
    double second = 0;
    for (std::uint32_t a = 0; a < schema_.attributes() && reached; ++a) {
        const bool by_gain = options_.criterion.is_information_gain();
        const AttributeGain gain = gains.of(a, {.rank = by_gain ? Rank::evidence : Rank::merit});
        keep(a, gain);
        if (!gain.split.is_there()) continue;
        const double merit = by_gain ? gain.split.gain / n : gain.split.merit;
        if (merit > first) {
            second = std::exchange(first, merit);
            next = std::exchange(best, gain.split);
        } else if (merit > second) {
            second = merit;
            next = gain.split;
        }
    }
    const bool leads = first - second > bound || tie;
    const bool watched =
        reached && !leads && best.is_there() && leaf.margin && !leaf.own().missing().any();
    if (leaf.margin) leaf.margin->drop();
    if (watched) leaf.margin->set(schema_, *leaf.bins(), best, next, enough);
    leaf.schedule.plan(reached, candidates);
    return leads ? best : Split{};
}

// No attribute tells anything by itself, yet the classes are mixed: perhaps two of them do
// together, as in an exclusive or. So the leaf is divided on its best balanced split; rare by
// design: the wait grows fourfold with each such split on a path.
bool Vfdt::explore(NodeId id, const Gains& gains) {
    const NodeData& data = model_.node(id);
    const auto counts = data.leaf->own().class_counts();
    const double most = *std::max_element(counts.begin(), counts.end());
    if (most > pure_enough * data.leaf->n()) return false;
    Split best;
    for (std::uint32_t a = 0; a < schema_.attributes(); ++a) {
        const AttributeGain gain = gains.of(a, {.share = explored_share});
        if (gain.split.is_there() && (!best.is_there() || gain.split.evidence > best.evidence))
            best = gain.split;
    }
    return best.is_there() && split_wholly(id, best, gains, true);
}

bool Vfdt::make_room_to_split(NodeId id, const Gains::Branches& made, bool nominal,
                              bool with_own_model) {
    std::size_t values = 0;  // that the branches are found by
    for (const Code value : made.values)
        if (nominal && value != WideCounts::other_values)
            values = std::max(values, std::size_t{value} + 1);
    const NodeData& data = model_.node(id);
    const std::size_t nodes =
        model_.bytes_of_new(made.counts.size()) + growth_to(data.branching.children, values);
    const std::size_t models = with_own_model ? data.leaf->founding_bytes(schema_, options_) : 0;
    return has_room_for_nodes(nodes) && make_room(nodes + models, id);
}

// A leaf below a node that is being split, with what the split knows of it.
NodeId Vfdt::new_child(NodeId parent, std::span<const std::uint32_t> counts) {
    const NodeId child = new_node(parent);
    const NodeData& above = model_.node(parent);
    NodeData& data = model_.node(child);
    data.scale = above.scale;
    std::copy(counts.begin(), counts.end(), data.counts.begin());
    data.inherited = std::accumulate(counts.begin(), counts.end(), 0u);
    data.pair = above.pair;
    data.explored = above.explored;
    data.explore_at = above.explore_at;
    return child;
}

// With the leaf as it was if there is no memory for all of it.
bool Vfdt::split_wholly(NodeId id, const Split& split, const Gains& gains, bool exploring) {
    if (undo_) return this->split(id, split, gains, exploring);
    Transaction transaction(*this);
    will_change(id);
    const bool done = this->split(id, split, gains, exploring);
    transaction.commit();
    return done;
}

bool Vfdt::split(NodeId id, const Split& split, const Gains& gains, bool exploring) {
    const Gains::Branches made = gains.branches(split);
    const std::size_t children = made.counts.size();
    NodeData& data = model_.node(id);
    const Attribute attribute = schema_.attribute(split.attribute);
    const bool nominal = attribute.kind == AttributeKind::nominal;
    const bool with_own_model =
        data.leaf->passes_on_own_model() && make_room_to_split(id, made, nominal, true);
    if (!with_own_model && !make_room_to_split(id, made, nominal, false)) return false;
    data.pair = with_own_model ? data.leaf->pair_for_children(schema_, options_, data.scale)
                               : data.leaf->pair();
    data.gain = split.gain;
    data.attribute = split.attribute;
    const std::uint32_t explored = data.explored + (exploring ? 1 : 0);
    const std::uint64_t wait = std::uint64_t{options_.explore} << 2 * std::min(6u, explored);
    data.explore_at = exploring ? wait : data.explore_at;
    data.explored = explored;

    SplitNode split_node{.threshold = split.threshold, .slot = attribute.slot};
    split_node.kind = nominal ? NodeKind::nominal : NodeKind::numeric;
    std::uint64_t busiest = 0;
    for (std::size_t i = 0; i < children; ++i) {
        const NodeId child = new_child(id, made.counts[i]);
        const std::uint32_t rows = model_.node(child).inherited;
        if (i == 0) split_node.left = child;
        if (i == 0 || rows > busiest) split_node.default_child = child;
        busiest = std::max<std::uint64_t>(busiest, rows);
        if (nominal) data.branching.add(made.values[i], child);
    }
    if (nominal) set_contiguous_values(split_node, data.branching);
    for (Code label = 0; label < schema_.classes(); ++label)
        data.counts[label] = data.leaf->own().class_counts()[label];
    data.borrowed = false;
    data.leaf = nullptr;
    if (!nominal) data.pair = nullptr;
    model_.split(id) = split_node;
    ++work_.splits;
    work_.explorations += exploring ? 1 : 0;
    return true;
}

}  // namespace entrostream::tree
