#include "core/tree/bayes_pair.hpp"

#include <utility>

namespace entrostream::tree {

BayesPair::Opinion BayesPair::ask(const Schema& schema, const Example& example,
                                  double* scores) const {
    if (example.is_far(schema)) [[unlikely]] {
        old_.fetch(schema, example);
        young_.fetch(schema, example);
    }
    const NaiveBayes::Two said = NaiveBayes::score_both(old_, young_, schema, example, scores);
    return {said.a, said.b};
}

void BayesPair::learn(const Schema& schema, const Example& example, const Opinion& opinion,
                      const CountLogs& logs) {
    duel_.record(opinion.young == example.label, opinion.old == example.label);
    // After four thousand million examples of one pair the young one takes over in any case.
    const bool full = !old_.has_room(example);
    if (full) std::swap(old_, young_);
    if (full) young_.clear();
    NaiveBayes::learn_both(old_, young_, schema, example, logs);
    ++age_;
    const bool better = duel_.wins_by(win);
    if (better) std::swap(old_, young_);
    if (better || age_ >= life) {
        young_.clear();
        duel_ = {};
        age_ = 0;
    }
}

}  // namespace entrostream::tree
