#include "core/tree/leaf/bayes_pair.hpp"

#include <algorithm>
#include <utility>

#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

BayesPair::Labels BayesPair::predict(const Schema& schema, const Example& example,
                                     double* scores) const {
    if (example.is_far(schema)) [[unlikely]] {
        champion_.fetch(schema, example);
        challenger_.fetch(schema, example);
    }
    const NaiveBayes::Two predicted =
        NaiveBayes::score_both(champion_, challenger_, schema, example, scores);
    return {predicted.a, predicted.b};
}

void BayesPair::find_units_of_part(const Schema& schema, Example& example) {
    if (!scale_.takes_all_of(example.importance)) fit_scale(schema, example.importance);
    scale_.find_units(example);
}

void BayesPair::fit_scale(const Schema& schema, double importance) {
    const std::uint32_t most = std::max(champion_.n(), challenger_.n());
    if (most == 0 && !scale_.is_ready_for(importance)) return scale_.begin(importance);
    if (!scale_.is_ready_for(importance) && scale_.refine(most) != 0)
        each_model([&](NaiveBayes& model) { model.refine(schema, scale_.shift()); });
    if (importance > scale_.whole() && scale_.doubles_for(importance, champion_.n()))
        each_model([&](NaiveBayes& model) { model.halve(schema); });
}

// Coarsens the units while possible; after that, what was learned counts half.
void BayesPair::make_room(const Schema& schema, Example& example) {
    const bool widens = scale_.shift() != 0;
    if (widens) scale_.widen();
    for (NaiveBayes* const model : {&champion_, &challenger_}) {
        if (widens) model->set_shift(scale_.shift());
        if (widens || !model->has_room(example)) model->halve(schema);
    }
    if (widens) scale_.find_units(example);
}

void BayesPair::learn(const Schema& schema, Example& example, const Labels& labels,
                      const CountLogTable& logs) {
    if (example.by_importance) find_units(schema, example);
    comparison_.record(labels.challenger == example.label, labels.champion == example.label,
                       example.part);
    if (!champion_.has_room(example) || !challenger_.has_room(example)) [[unlikely]]
        make_room(schema, example);
    if (example.weight != 0) [[likely]]
        NaiveBayes::learn_both(champion_, challenger_, schema, example, logs);
    ++age_;
    const bool better = comparison_.wins_by(tuning::challenger_win);
    if (better) std::swap(champion_, challenger_);
    if (better || age_ >= tuning::challenger_life) {
        challenger_.clear();
        comparison_ = {};
        age_ = 0;
    }
}

}  // namespace entrostream::tree
