#include "core/tree/tree_predictor.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/math/exp2_neg.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

void TreePredictor::predict_at(NodeId id, Prediction& prediction) {
    const NodeData& data = model_.node(id);
    const Code major = model_.majority(id);
    prediction.node = id;
    prediction.missing_at = no_node;
    prediction.predictor = Predictor::majority;
    if (data.leaf) {
        data.leaf->predict(schema_, options_, example_, major, scores_.data(), prediction.leaf);
        prediction.predictor = data.leaf->predictor(options_);
    } else {
        prediction.leaf = {.majority = major, .own = major, .pair = {major, major}};
        if (data.pair) {
            prediction.leaf.pair = data.pair->predict(
                schema_, example_, scores_.data() + pair_scores * schema_.class_room());
            prediction.leaf.scored = true;
            if (data.right_pair >= data.right_majority)
                prediction.predictor =
                    data.pair->prefers_challenger() ? Predictor::challenger : Predictor::champion;
        }
    }
    prediction.label = prediction.leaf.label(prediction.predictor);
}

// The scores of a predictor; null if it does not use scores.
const double* TreePredictor::scores_of(Predictor predictor) const {
    const std::optional<std::size_t> row = score_row(predictor);
    return row ? scores_.data() + *row * schema_.class_room() : nullptr;
}

void TreePredictor::votes_by_scores(const double* scores, Code best,
                                    std::span<double> votes) const {
    for (Code label = 0; label < votes.size(); ++label)
        votes[label] = exp2_neg(scores[best] - scores[label]);
}

void TreePredictor::votes_by_counts(NodeId id, std::span<double> votes) const {
    double sum = 0;
    for (Code label = 0; label < votes.size(); ++label) {
        votes[label] = static_cast<double>(model_.count_of(id, label));
        sum += votes[label];
    }
    for (Code label = 0; label < votes.size() && sum == 0; ++label)
        votes[label] = static_cast<double>(model_.node(id).counts[label]);
}

void TreePredictor::votes(const Prediction& prediction, std::span<double> votes) const {
    if (prediction.predictor == Predictor::branches) {
        std::copy(votes_of_all_.begin(), votes_of_all_.end(), votes.begin());
        return;
    }
    const Code best = prediction.leaf.of(prediction.predictor);
    const double* const scores = scores_of(prediction.predictor);
    if (scores != nullptr && best != no_code)
        votes_by_scores(scores, best, votes);
    else
        votes_by_counts(prediction.node, votes);
    const double sum = std::accumulate(votes.begin(), votes.end(), 0.0);
    if (sum > 0)
        for (double& vote : votes)
            vote /= sum;
}

bool TreePredictor::lacks_attribute_of(NodeId id) const {
    return example_.is_missing(schema_.attribute(model_.node(id).attribute));
}

// On the path to where the row ends; no_node if there is none.
NodeId TreePredictor::first_missing(NodeId from, NodeId end) const {
    NodeId at = from;
    while (at != end && at != no_node && !lacks_attribute_of(at))
        at = model_.next(at, example_);
    return at == end ? no_node : at;
}

void TreePredictor::predict(NodeId from, NodeId id, Prediction& prediction) {
    prediction.root = from;
    const NodeId missing_at = example_.is_whole() ? no_node : first_missing(from, id);
    if (missing_at == no_node) [[likely]]
        return predict_at(id, prediction);
    const Code label_of_all = predict_by_all_branches(missing_at);
    predict_at(id, prediction);  // last: its scores stay for the votes
    prediction.missing_at = missing_at;
    prediction.label_of_default = prediction.label;
    prediction.label_of_all = label_of_all;
    if (default_against_all.leads()) return;
    prediction.predictor = Predictor::branches;
    prediction.label = label_of_all;
}

Code TreePredictor::predict_by_all_branches(NodeId id) {
    votes_.resize(schema_.classes());
    votes_of_all_.assign(schema_.classes(), 0.0);
    add_votes_of_branches(id, 1);
    const auto most = std::max_element(votes_of_all_.begin(), votes_of_all_.end());
    if (most == votes_of_all_.end()) return no_code;
    return static_cast<Code>(most - votes_of_all_.begin());
}

void TreePredictor::add_votes_of_branches(NodeId id, double share) {
    double weight = 0;
    for (const BranchView& branch : model_.branches(id))
        weight += model_.weight_of(branch.child);
    if (weight == 0) return add_votes_below(model_.split(id).default_child, share);
    for (const BranchView& branch : model_.branches(id)) {
        const double part = share * (model_.weight_of(branch.child) / weight);
        if (part >= tuning::least_share)
            add_votes_below(branch.child, part);
        else
            add_counts(branch.child, part);
    }
}

void TreePredictor::add_votes_below(NodeId id, double share) {
    while (!model_.is_leaf(id)) {
        if (lacks_attribute_of(id)) return add_votes_of_branches(id, share);
        const NodeId next = model_.next(id, example_);
        if (next == no_node) break;
        id = next;
    }
    Prediction prediction;
    predict_at(id, prediction);
    votes(prediction, votes_);
    for (Code label = 0; label < votes_.size(); ++label)
        votes_of_all_[label] += share * votes_[label];
}

void TreePredictor::add_counts(NodeId id, double share) {
    double units = 0;
    for (Code label = 0; label < schema_.classes(); ++label)
        units += static_cast<double>(model_.count_of(id, label));
    if (units == 0) return;
    for (Code label = 0; label < votes_of_all_.size(); ++label)
        votes_of_all_[label] += share * (static_cast<double>(model_.count_of(id, label)) / units);
}

}  // namespace entrostream::tree
