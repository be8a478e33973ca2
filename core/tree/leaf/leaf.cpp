#include "core/tree/leaf/leaf.hpp"

#include <utility>

#include "core/tree/leaf/options.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

namespace {

bool watches_margin(const Options& options) noexcept {
    return options.rule == Rule::hoeffding && options.split_schedule == SplitSchedule::lazy &&
           options.splitter == Splitter::histogram && options.split_criterion.is_info_gain();
}

}  // namespace

bool has_model(const Options& options) noexcept {
    return options.has_window() && options.leaf_prediction != LeafPrediction::mc;
}

namespace {

// The parts of the counts of a leaf.
BayesParts parts_of_counts(const Options& options, bool can_split) noexcept {
    BayesParts parts = parts_of(options, can_split);
    if (options.has_window()) parts.logs = parts.gaussians = false;
    return parts;
}

}  // namespace

BayesParts parts_of(const Options& options, bool can_split) noexcept {
    const bool bayes = options.leaf_prediction != LeafPrediction::mc;
    const bool splits_by_gaussians = can_split && options.splitter == Splitter::gaussian;
    return {
        .logs = bayes, .gaussians = bayes || splits_by_gaussians, .max_values = options.max_values};
}

bool has_pairs(const Options& options) noexcept {
    return options.leaf_prediction == LeafPrediction::nba_path;
}

Leaf::Leaf(Meter& meter, const Schema& schema, const Options& options, bool can_split)
    : schedule(meter),
      share_(meter, taken(sizeof(Leaf))),
      own_(meter, schema, parts_of_counts(options, can_split)),
      can_split_(can_split) {
    if (options.has_window()) window_ = std::make_unique<InWindow>();
    if (has_model(options))
        window_->model = std::make_unique<NaiveBayes>(meter, schema, parts_of(options));
    if (!can_split) return;
    if (options.splitter == Splitter::histogram) bins_.emplace(meter, schema, options.bins);
    schedule.add_attributes(schema.attributes());
    if (watches_margin(options)) margin = std::make_unique<SplitMargin>(meter, schema);
}

std::size_t Leaf::bytes(const Schema& schema, const Options& options, bool can_split) {
    std::size_t bytes =
        taken(sizeof(Leaf)) + NaiveBayes::bytes(schema, parts_of_counts(options, can_split));
    if (has_model(options)) bytes += NaiveBayes::bytes(schema, parts_of(options));
    if (options.parent_counts) bytes += taken(schema.class_room() * sizeof(std::uint64_t));
    if (!can_split) return bytes;
    bytes +=
        taken(schema.attribute_room() * sizeof(Schedule::Units)) + taken(schema.attribute_room());
    if (options.splitter == Splitter::histogram)
        bytes += taken(in_steps(schema.numeric()) * sizeof(std::uint32_t));
    if (watches_margin(options)) bytes += SplitMargin::bytes(schema);
    return bytes;
}

std::size_t Leaf::growth(const Schema& schema, const Example& example) const {
    return own_.growth(schema, example) + (bins_ ? bins_->growth(schema, example) : 0) +
           (has_own_model() ? window_->model->growth(schema, example) : 0) +
           (pair_ ? pair_->growth(schema, example) : 0);
}

void Leaf::predict(const Schema& schema, const Options& options, const Example& example,
                   Code majority, double* scores, LeafLabels& predictions) const {
    predictions.majority = predictions.own = predictions.pair.champion =
        predictions.pair.challenger = majority;
    predictions.scored = options.leaf_prediction != LeafPrediction::mc;
    if (!predictions.scored) return;
    const std::size_t room = schema.class_room();
    if (own_competes_ && model().n() != 0)
        predictions.own = model().score(schema, example, scores + own_scores * room);
    if (pair_) predictions.pair = pair_->predict(schema, example, scores + pair_scores * room);
}

Predictor Leaf::predictor(const Options& options) const noexcept {
    const auto own_or_majority = [&] {
        return model().n() != 0 && right_own_ >= right_majority_ ? Predictor::own
                                                                 : Predictor::majority;
    };
    switch (options.leaf_prediction) {
        case LeafPrediction::mc:
            return Predictor::majority;
        case LeafPrediction::nb:
            return model().n() != 0 ? Predictor::own : Predictor::majority;
        case LeafPrediction::nba:
            return own_or_majority();
        case LeafPrediction::nba_path:
            break;
    }
    if (own_competes_ && comparison_.leads()) return own_or_majority();
    if (right_pair_ < right_majority_) return Predictor::majority;
    return pair_->prefers_challenger() ? Predictor::challenger : Predictor::champion;
}

// Returns whether an attribute has just got its edges.
bool Leaf::learn_own(const Schema& schema, const Example& example, const CountLogTable& logs) {
    if (can_split_) [[likely]]
        spend(schema, example, logs);
    own_.learn(schema, example, logs);
    if (has_own_model()) learn_model(schema, example, logs);
    return bins_ && bins_->learn(schema, example);
}

// The rows that it has learned do not leave it: after 2^31 of them, they count half.
void Leaf::learn_model(const Schema& schema, const Example& example, const CountLogTable& logs) {
    NaiveBayes& model = *window_->model;
    if (!model.has_room(example)) [[unlikely]]
        model.halve(schema);
    model.learn(schema, example, logs);
}

void Leaf::remove(const Schema& schema, const Options& options, const Example& example,
                  const CountLogTable& logs) noexcept {
    if (can_split_) spend_removal(schema, options, example, logs);
    const bool vanished = remove_counts(schema, example);
    // The threshold of Hoeffding's rule falls with the number of examples.
    if (can_split_ && (vanished || options.rule == Rule::hoeffding)) schedule.force_all();
    if (margin) margin->drop();
    last_attempt -= example.weight;  // n() less this counts the examples added since, modulo 2^32
}

void Leaf::spend_removal(const Schema& schema, const Options& options, const Example& example,
                         const CountLogTable& logs) noexcept {
    std::uint32_t branches = 2;
    if (!schema.same_values().empty())
        branches = std::max(branches,
                            std::min(schema.same_values().back().values, options.max_values + 1));
    const auto rise = [&](std::uint32_t n, std::uint32_t n_y) {
        return Schedule::rise_of_removal(n, n_y, example.weight, own_.seen_classes(), branches,
                                         logs);
    };
    schedule.spend(rise(own_.n(), own_.class_counts()[example.label]));
    if (!own_.missing().any()) return;
    example.each_attribute(schema, [&](std::uint32_t number) {
        if (schedule.is_detached(number))
            schedule.spend_own(number,
                               rise(own_.present(number), own_.present(number, example.label)));
    });
}

void Leaf::stop_predicting() {
    pair_ = nullptr;
    if (own_competes_) stop_competing();
    margin = nullptr;
}

bool Leaf::learn(const Schema& schema, const Options& options, Example& example,
                 const LeafLabels& predictions, const CountLogTable& logs) {
    if (example.weight != 0 && learn_own(schema, example, logs)) {
        // Those that got them and, which does no harm, others that the example has.
        example.each_number(schema, [&](std::uint32_t slot) {
            if (bins_->has_edges(slot)) schedule.force(schema.numeric_number(slot));
        });
        if (margin) margin->drop();
    }
    if (predictions.scored) keep_records(options, example, predictions);
    if (pair_) pair_->learn(schema, example, predictions.pair, logs);
    return pair_ && own_competes_ && comparison_.wins_by(tuning::to_found_pair);
}

void Leaf::halve(const Schema& schema) {
    for (std::uint32_t slot = 0; slot < schema.numeric() && bins_; ++slot)
        bins_->halve(slot);
    own_.halve(schema);
    schedule.force_all();  // less evidence, but less regret too: nothing is certain
    if (margin) margin->drop();
    last_attempt /= 2;
    tie_from = 0;
}

void Leaf::refine(const Schema& schema, std::uint32_t shift) {
    const std::uint32_t by = shift - own_.shift();
    if (bins_) bins_->refine(by);
    own_.refine(schema, shift);
    schedule.force_all();  // sums are rounded in other units
    if (margin) margin->drop();
    last_attempt <<= by;
}

void Leaf::fetch(const Schema& schema, const Example& example) const {
    own_.fetch(schema, example);
    if (!can_split_) return;
    example.each_attribute(schema, [&](std::uint32_t number) { schedule.fetch(number); });
    if (bins_) example.each_number(schema, [&](std::uint32_t slot) { bins_->fetch(slot); });
}

void Leaf::keep_records(const Options& options, const Example& example,
                        const LeafLabels& predictions) {
    const double keep =
        options.leaf_prediction == LeafPrediction::nba_path ? tuning::leaf_record_fade : 1;
    const double share = example.part;
    const bool own_right = predictions.own == example.label;
    // Branch-free, as in FadedMcNemar.
    right_majority_ =
        right_majority_ * keep + share * one_if(predictions.majority == example.label);
    if (own_competes_) right_own_ = right_own_ * keep + share * one_if(own_right);
    if (!pair_) return;
    const bool pair_right = pair_->choose(predictions.pair) == example.label;
    right_pair_ = right_pair_ * keep + share * one_if(pair_right);
    if (own_competes_) comparison_.record(own_right, pair_right, share);
}

void Leaf::set_pair(const Schema& schema, const Options& options,
                    std::shared_ptr<BayesPair> of_ancestor) {
    pair_ = std::move(of_ancestor);
    if (pair_) return;
    pair_ = std::make_shared<BayesPair>(share_.meter(), schema, parts_of(options));
    stop_competing();
}

void Leaf::stop_competing() {
    own_competes_ = false;
    if (!window_) return own_.stop_scoring(splits_by_gaussians());
    window_->model = nullptr;
}

void Leaf::found_pair(const Schema& schema, const Options& options, const ImportanceScale& scale) {
    pair_ = std::make_shared<BayesPair>(share_.meter(), schema, parts_of(options), model(), scale);
    stop_competing();
    right_pair_ = right_own_;
    right_own_ = 0;
    comparison_ = {};
}

bool Leaf::passes_on_own_model() const noexcept {
    return pair_ && own_competes_ && comparison_.leads_by(tuning::to_inherit);
}

std::shared_ptr<BayesPair> Leaf::pair_for_children(const Schema& schema, const Options& options,
                                                   const ImportanceScale& scale) const {
    return std::make_shared<BayesPair>(share_.meter(), schema, parts_of(options), model(), scale);
}

void Leaf::spend(const Schema& schema, const Example& example, const CountLogTable& logs) {
    schedule.begin_example();
    const bool has_missing = !example.is_whole() || own_.missing().any();
    if (has_missing) [[unlikely]]
        spend_own(schema, example, logs);
    if (margin && has_missing) margin->drop();
    if (margin && margin->holds()) margin->spend(schema, own_, example, logs);
    schedule.spend(Schedule::rise(own_.n(), own_.class_counts()[example.label], example.weight,
                                  own_.shift(), logs));
}

void Leaf::spend_own(const Schema& schema, const Example& example, const CountLogTable& logs) {
    std::size_t together = 0;
    example.each_attribute(schema, [&](std::uint32_t number) {
        if (!schedule.is_detached(number)) {
            ++together;
            return;
        }
        schedule.spend_own(number,
                           Schedule::rise(own_.present(number), own_.present(number, example.label),
                                          example.weight, own_.shift(), logs));
    });
    if (together != schedule.attached()) part_missing(schema, example);
}

// Each call leaves no more attributes together than the example has, and fewer than before: a
// stream of examples with few of many attributes calls it a few times per leaf.
void Leaf::part_missing(const Schema& schema, const Example& example) {
    for (std::uint32_t number = 0; number < schema.attributes(); ++number)
        if (!example.has(schema, schema.attribute(number))) schedule.detach(number);
}

bool Leaf::bins_add_up(const Schema& schema) const {
    for (std::uint32_t slot = 0; slot < schema.numeric() && bins_; ++slot)
        for (Code label = 0; label < schema.class_room(); ++label)
            if (bins_->counted(slot, label) != own_.present(schema.numeric_number(slot), label))
                return false;
    return true;
}

void Leaf::add_attributes(const Schema& schema, std::uint32_t before,
                          std::uint32_t numeric_before) {
    own_.add_attributes(schema, before, numeric_before);
    if (has_own_model()) window_->model->add_attributes(schema, before, numeric_before);
    if (!can_split_) return;
    if (bins_) bins_->add_attributes(schema);
    if (own_.n() == 0)
        schedule.add_attributes(schema.attributes());
    else
        schedule.add_absent_attributes(schema.attributes());
    if (margin) margin->drop();
}

void Leaf::grow_classes(const Schema& schema) {
    own_.grow_classes(schema);
    if (has_own_model()) window_->model->grow_classes(schema);
    if (bins_) bins_->grow_classes(schema);
    if (margin) margin->grow_classes(schema);
}

}  // namespace entrostream::tree
