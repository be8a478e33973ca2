// What the tree says of a row that lacks the attribute of a split.
//
// It could be in any branch. Two answers compete: that of all branches, each with its share of
// the node's rows, which where leaves answer by their counts is the node's own distribution; and
// that at the end of the busiest branch, where such rows are learned. The first is right about what
// is lacking by chance, the second keeps up with a stream that changes or lost an attribute for
// good: whoever was right more often lately is believed. (Measured, a fifth or half of all values
// lacking and half of the attributes vanishing: either is up to five points better than the other.)
#include <algorithm>

#include "core/tree/vfdt.hpp"

namespace entrostream::tree {

namespace {

constexpr double least_share = 1.0 / 16;  // a smaller branch answers by its counts

}  // namespace

bool Vfdt::lacks_attribute_of(NodeId id) const {
    return example_.is_missing(schema_.attribute(model_.node(id).attribute));
}

// On the way to where the row ends; no_node if there is none.
NodeId Vfdt::first_missing(NodeId end) const {
    NodeId at = 0;
    while (at != end && at != no_node && !lacks_attribute_of(at))
        at = model_.next(at, example_);
    return at == end ? no_node : at;
}

void Vfdt::predict_for(NodeId id, Prediction& prediction) {
    const NodeId missing_at = example_.is_whole() ? no_node : first_missing(id);
    if (missing_at == no_node) [[likely]]
        return predict_at(id, prediction);
    const Code label_of_all = predict_by_all_branches(missing_at);
    predict_at(id, prediction);  // last: its scores stay for the votes
    prediction.missing_at = missing_at;
    prediction.label_of_busiest = prediction.label;
    prediction.label_of_all = label_of_all;
    if (busiest_against_all_.leads()) return;
    prediction.predictor = Predictor::branches;
    prediction.label = label_of_all;
}

Code Vfdt::predict_by_all_branches(NodeId id) {
    votes_.resize(schema_.classes());
    votes_of_all_.assign(schema_.classes(), 0.0);
    add_votes_of_branches(id, 1);
    const auto most = std::max_element(votes_of_all_.begin(), votes_of_all_.end());
    if (most == votes_of_all_.end()) return no_code;
    return static_cast<Code>(most - votes_of_all_.begin());
}

void Vfdt::add_votes_of_branches(NodeId id, double share) {
    double weight = 0;
    for (const BranchView& branch : model_.branches(id))
        weight += model_.weight_of(branch.child);
    if (weight == 0) return add_votes_below(model_.split(id).default_child, share);
    for (const BranchView& branch : model_.branches(id)) {
        const double part = share * (model_.weight_of(branch.child) / weight);
        if (part >= least_share)
            add_votes_below(branch.child, part);
        else
            add_counts(branch.child, part);
    }
}

void Vfdt::add_votes_below(NodeId id, double share) {
    while (!model_.is_leaf(id)) {
        if (lacks_attribute_of(id)) return add_votes_of_branches(id, share);
        const NodeId next = model_.next(id, example_);
        if (next == no_node) break;
        id = next;
    }
    Prediction prediction;
    predict_at(id, prediction);
    votes_of(prediction, votes_);
    for (Code label = 0; label < votes_.size(); ++label)
        votes_of_all_[label] += share * votes_[label];
}

void Vfdt::add_counts(NodeId id, double share) {
    double units = 0;
    for (Code label = 0; label < schema_.classes(); ++label)
        units += static_cast<double>(model_.count_of(id, label));
    if (units == 0) return;
    for (Code label = 0; label < votes_of_all_.size(); ++label)
        votes_of_all_[label] += share * (static_cast<double>(model_.count_of(id, label)) / units);
}

}  // namespace entrostream::tree
