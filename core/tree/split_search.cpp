#include "core/tree/split_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/double_logs.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

// log2(d / delta): a union bound over the attributes.
double SplitSearch::need() const noexcept {
    return detail::double_log2(schema_.attributes()) - detail::double_log2(options_.delta);
}

double SplitSearch::hoeffding_bound(double n) const noexcept {
    const double ln = -detail::double_log2(options_.delta) * detail::ln2_double;
    return options_.split_criterion.range(schema_.classes()) * std::sqrt(ln / (2 * n));
}

// Of the parent, if the bound counts them.
double SplitSearch::inherited_examples(const NodeData& data) const noexcept {
    if (!options_.parent_counts) return 0;
    return data.inherited / static_cast<double>(1u << data.scale.shift());
}

bool SplitSearch::is_due(const NodeData& data) const {
    const Leaf& leaf = *data.leaf;
    if (!leaf.can_split() || leaf.own().seen_classes() < 2 || work_.examples < leaf.attempt_from)
        return false;
    if (leaf.whole_examples() >= data.explore_at) return true;
    switch (options_.split_schedule) {
        case SplitSchedule::every_row:
            return true;
        case SplitSchedule::grace_period:
            return (leaf.n() - leaf.last_attempt) >> leaf.own().shift() >= options_.grace_period;
        case SplitSchedule::lazy:
            break;
    }
    const bool blocked = leaf.margin && leaf.margin->holds();
    return (leaf.schedule.is_due() && !blocked) || tie_is_due(data);
}

// From then on Hoeffding's rule splits whatever the gains are: the schedule does not predict it.
bool SplitSearch::is_tie(const NodeData& data) const {
    if (options_.rule != Rule::hoeffding) return false;
    return hoeffding_bound(data.leaf->examples() + inherited_examples(data)) < options_.tau;
}

// The same without a square root per example: is_tie is not evaluated before the number of
// examples at which the bound reaches tau. More classes postpone that.
bool SplitSearch::tie_is_due(const NodeData& data) const {
    Leaf& leaf = *data.leaf;
    if (options_.rule != Rule::hoeffding || leaf.examples() < leaf.tie_from) return false;
    if (is_tie(data)) return true;
    const double of_one = hoeffding_bound(1) / options_.tau;  // infinite if tau is 0
    const double at_least = of_one * of_one * (1 - 1e-9);
    leaf.tie_from = at_least - inherited_examples(data);
    return false;
}

// Records how far an attribute is from `enough` bits; an attribute without a split counts as 0 if
// it may get one. Returns whether it has reached them.
bool SplitSearch::note_shortfall(Leaf& leaf, std::uint32_t attribute, double best, bool possible,
                                 double enough) {
    ++work_.attribute_evaluations;
    const bool has_split = best > AttributeGain::nothing;
    const double bits = has_split || !possible ? best : 0;
    leaf.schedule.set(attribute, enough - Schedule::slack - bits);
    return bits >= enough - Schedule::slack;
}

// The attributes that may be due, ascending: if none was due before the example, those that it has
// (schedule.hpp).
std::span<const std::uint32_t> SplitSearch::candidates(const Leaf& leaf) {
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

// The evidence decides whether to split, the criterion which split to take.
Split SplitSearch::by_evidence(Leaf& leaf, const Gains& gains) {
    const double enough = need();
    const auto keep = [&](std::uint32_t attribute, const AttributeGain& gain) {
        return note_shortfall(leaf, attribute, gain.evidence, gain.possible, enough);
    };
    // Expected counts change differently: the lazy schedule needs integers.
    bool reached = options_.split_schedule != SplitSchedule::lazy || leaf.bins() == nullptr;
    const std::span<const std::uint32_t> candidates = this->candidates(leaf);
    leaf.schedule.settle(candidates);
    for (std::size_t i = 0; i < candidates.size() && !reached; ++i)
        if (const std::uint32_t a = candidates[i]; leaf.schedule.is_due(a))
            reached = keep(a, gains.of(a, {}));
    Split best;
    if (reached) {
        const bool by_gain = options_.split_criterion.is_info_gain();
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
Split SplitSearch::by_hoeffding(const NodeData& data, const Gains& gains) {
    Leaf& leaf = *data.leaf;
    const double n = leaf.examples();
    const double bound = hoeffding_bound(n + inherited_examples(data));
    const bool tie = is_tie(data);
    const bool lazy = options_.split_schedule == SplitSchedule::lazy && leaf.bins() != nullptr &&
                      options_.split_criterion.is_info_gain();
    const double enough = n * bound;  // bits; it rises with n
    const auto keep = [&](std::uint32_t attribute, const AttributeGain& gain) {
        return note_shortfall(leaf, attribute, gain.gain, gain.possible, enough);
    };
    bool reached = !lazy || tie;
    const std::span<const std::uint32_t> candidates = this->candidates(leaf);
    leaf.schedule.settle(candidates);
    for (std::size_t i = 0; i < candidates.size() && !reached; ++i)
        if (const std::uint32_t a = candidates[i]; leaf.schedule.is_due(a))
            reached = keep(a, gains.of(a, {}));
    Split best;
    Split next;
    double first = 0;
    double second = 0;
    for (std::uint32_t a = 0; a < schema_.attributes() && reached; ++a) {
        const bool by_gain = options_.split_criterion.is_info_gain();
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

Split SplitSearch::find(NodeData& data, const Gains& gains) {
    return options_.rule == Rule::evidence ? by_evidence(*data.leaf, gains)
                                           : by_hoeffding(data, gains);
}

bool SplitSearch::is_outdated(const NodeData& data, const SplitNode& split) const {
    const Leaf& statistics = *data.drift->statistics;
    if (statistics.own().seen_classes() < 2) return false;
    const Gains gains(schema_, statistics.own(), statistics.bins(), options_.split_criterion,
                      statistics.halvings);
    const bool by_evidence = options_.rule == Rule::evidence;
    const bool by_gain = options_.split_criterion.is_info_gain();
    const SplitQuery query{.rank = by_gain ? Rank::evidence : Rank::merit};
    const double n = statistics.examples();
    const auto value = [&](const Split& found) {
        if (!found.is_there()) return 0.0;
        if (by_evidence) return std::sqrt(std::max(0.0, found.evidence));
        return by_gain ? found.gain / n : found.merit;
    };
    double best = 0;
    for (std::uint32_t a = 0; a < schema_.attributes(); ++a)
        best = std::max(best, value(gains.of(a, query).split));
    const double own = value(gains.at(data.attribute, split.threshold, query));
    return best - own > (by_evidence ? std::sqrt(need()) : hoeffding_bound(n));
}

Split SplitSearch::balanced(const Leaf& leaf, const Gains& gains) const {
    const auto counts = leaf.own().class_counts();
    const double most = *std::max_element(counts.begin(), counts.end());
    Split best;
    if (most > tuning::pure_enough * leaf.n()) return best;
    for (std::uint32_t a = 0; a < schema_.attributes(); ++a) {
        const AttributeGain gain = gains.of(a, {.share = tuning::explored_share});
        if (gain.split.is_there() && (!best.is_there() || gain.split.evidence > best.evidence))
            best = gain.split;
    }
    return best;
}

}  // namespace entrostream::tree
