#include "core/tree/bayes_pair.hpp"

#include <algorithm>
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

void BayesPair::find_units_of_part(const Schema& schema, Example& example) {
    if (!scale_.takes_all_of(example.importance)) fit_scale(schema, example.importance);
    scale_.find_units(example);
}

void BayesPair::fit_scale(const Schema& schema, double importance) {
    const std::uint32_t most = std::max(old_.n(), young_.n());
    if (most == 0 && !scale_.is_ready_for(importance)) return scale_.begin(importance);
    if (!scale_.is_ready_for(importance) && scale_.refine(most) != 0)
        each_model([&](NaiveBayes& model) { model.refine(schema, scale_.shift()); });
    if (importance > scale_.whole() && scale_.doubles_for(importance, old_.n()))
        each_model([&](NaiveBayes& model) { model.halve(schema); });
}

// Coarser units, as long as there are any; then what was learned weighs half.
void BayesPair::make_room(const Schema& schema, Example& example) {
    const bool widens = scale_.shift() != 0;
    if (widens) scale_.widen();
    for (NaiveBayes* const model : {&old_, &young_}) {
        if (widens) model->set_shift(scale_.shift());
        if (widens || !model->has_room(example)) model->halve(schema);
    }
    if (widens) scale_.find_units(example);
}

void BayesPair::learn(const Schema& schema, Example& example, const Opinion& opinion,
                      const CountLogs& logs) {
    if (example.by_importance) find_units(schema, example);
    duel_.record(opinion.young == example.label, opinion.old == example.label, example.part);
    if (!old_.has_room(example) || !young_.has_room(example)) [[unlikely]]
        make_room(schema, example);
    if (example.weight != 0) [[likely]]
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
