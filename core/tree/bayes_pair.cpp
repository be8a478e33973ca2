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
    for (NaiveBayes* const model : {&old_, &young_})
        if (!model->has_room(example)) [[unlikely]]
            model->halve(schema);
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
