// What a tree predicts for an example.
//
// If a split needs an attribute that the row lacks, the row could be in any branch. Two predictions
// compete: that of all branches, each weighted by its share of the node's rows, which is the node's
// own distribution if leaves predict by their counts; and that at the end of the default branch,
// where such rows are learned. The first is right about values missing at random, the second keeps
// up with a stream that drifts or has lost an attribute for good. The one that was more accurate
// recently is used. (Measured with a fifth or half of all values missing and half of the attributes
// vanishing: either is up to five points better than the other.)
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/leaf/faded_mcnemar.hpp"
#include "core/tree/leaf/leaf.hpp"
#include "core/tree/leaf/options.hpp"
#include "core/tree/model/tree_model.hpp"
#include "core/tree/rows/example.hpp"

namespace entrostream::tree {

struct Prediction {
    NodeId node = no_node;
    NodeId root = no_node;  // of its tree: an alternate may predict
    LeafLabels leaf;        // of all predictors of the node
    Predictor predictor = Predictor::majority;
    Code label = no_code;
    // If a split needs what the row lacks: that node, and the labels predicted at the end of the
    // default branch and by all branches together.
    NodeId missing_at = no_node;
    Code label_of_default = no_code;
    Code label_of_all = no_code;
};

class TreePredictor {
  public:
    TreePredictor(const Options& options, const Schema& schema, const TreeModel& model,
                  const Example& example)
        : options_(options), schema_(schema), model_(model), example_(example) {}

    // To be called after the schema got more classes.
    void grow_classes() { scores_.resize(score_rows * schema_.class_room()); }

    // Predicts the example, whose path ends at this node of the tree with this root. Filled in
    // place: copying a prediction that was just written stalls for a hundredth of the time.
    void predict(NodeId from, NodeId end, Prediction& prediction);
    // By this node alone.
    void predict_at(NodeId id, Prediction& prediction);
    // The share of each class, for the last prediction; all 0 if the tree has seen none.
    void votes(const Prediction& prediction, std::span<double> votes) const;

    // Records which prediction was right if the row lacked the attribute of a split.
    void record(const Prediction& prediction, Code label) {
        if (prediction.missing_at != no_node) [[unlikely]]
            default_against_all.record(prediction.label_of_default == label,
                                       prediction.label_of_all == label);
    }

    FadedMcNemar default_against_all;  // branches

  private:
    [[nodiscard]] const double* scores_of(Predictor predictor) const;
    void votes_by_scores(const double* scores, Code best, std::span<double> votes) const;
    void votes_by_counts(NodeId id, std::span<double> votes) const;

    [[nodiscard]] bool lacks_attribute_of(NodeId id) const;
    [[nodiscard]] NodeId first_missing(NodeId from, NodeId end) const;
    Code predict_by_all_branches(NodeId id);
    void add_votes_below(NodeId id, double share);
    void add_votes_of_branches(NodeId id, double share);
    void add_counts(NodeId id, double share);

    const Options& options_;
    const Schema& schema_;
    const TreeModel& model_;
    const Example& example_;

    std::vector<double> scores_;  // score_rows of them
    std::vector<double> votes_;
    std::vector<double> votes_of_all_;
};

}  // namespace entrostream::tree
