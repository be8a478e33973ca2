// Two naive Bayes models of one region: a champion, and a challenger that is reset periodically.
//
// The challenger replaces the champion when it is clearly better on recent examples, which signals
// concept drift. A pair is shared by all leaves below the node that founded it and keeps learning
// from all of them, so that a split discards no knowledge.
#pragma once
#include <cstdint>
#include <memory>

#include "core/tree/leaf/faded_mcnemar.hpp"
#include "core/tree/statistics/importance_scale.hpp"
#include "core/tree/statistics/naive_bayes.hpp"

namespace entrostream::tree {

class BayesPair {
  public:
    BayesPair(Meter& meter, const Schema& schema, const BayesParts& parts)
        : share_(meter, own_bytes),
          champion_(meter, schema, parts),
          challenger_(meter, schema, parts) {}
    // From a model whose counts have this scale.
    BayesPair(Meter& meter, const Schema& schema, const BayesParts& parts, const NaiveBayes& first,
              const ImportanceScale& scale)
        : share_(meter, own_bytes),
          champion_(first),
          challenger_(meter, schema, parts),
          scale_(scale) {
        challenger_.set_shift(scale.shift());
    }

    struct Labels {
        Code champion = no_code;
        Code challenger = no_code;
    };
    // `scores` has room for the classes twice: of the champion, then of the challenger.
    [[nodiscard]] Labels predict(const Schema& schema, const Example& example,
                                 double* scores) const;
    [[nodiscard]] bool prefers_challenger() const noexcept { return comparison_.leads(); }
    [[nodiscard]] Code choose(const Labels& labels) const noexcept {
        return prefers_challenger() ? labels.challenger : labels.champion;
    }
    // Converts the weight of the example to its own units.
    void learn(const Schema& schema, Example& example, const Labels& labels,
               const CountLogTable& logs);

    // Whether it can count the example without rescaling its counts.
    [[nodiscard]] bool has_room(const Example& example) const noexcept {
        return (!example.by_importance || scale_.takes(example.importance, champion_.n())) &&
               champion_.has_room(example) && challenger_.has_room(example);
    }
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const {
        return champion_.growth(schema, example) + challenger_.growth(schema, example);
    }
    [[nodiscard]] static std::size_t bytes(const Schema& schema, const BayesParts& parts) {
        return own_bytes + 2 * NaiveBayes::bytes(schema, parts);
    }
    template <class Change>
    void each_model(Change change) {
        change(champion_);
        change(challenger_);
    }

    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        champion_.visit(archive, schema, true);
        challenger_.visit(archive, schema, true);
        archive.require(champion_.can_score() && challenger_.can_score(), "a pair cannot predict");
        comparison_.visit(archive);
        archive.number(age_);
    }
    [[nodiscard]] const ImportanceScale& scale() const noexcept { return scale_; }
    // Where weights other than 1 occur.
    template <class Archive>
    void visit_weights(Archive& archive) {
        scale_.visit(archive);
        if (!archive.reading) return;
        champion_.set_shift(scale_.shift());
        challenger_.set_shift(scale_.shift());
    }

  private:
    static const std::size_t own_bytes;

    void find_units(const Schema& schema, Example& example) {
        example.weight = 1;
        example.part = 1;
        if (!scale_.is_row(example.importance)) [[unlikely]]
            find_units_of_part(schema, example);
    }
    [[gnu::noinline]] void find_units_of_part(const Schema& schema, Example& example);
    void fit_scale(const Schema& schema, double importance);
    void make_room(const Schema& schema, Example& example);

    MeterShare share_;
    NaiveBayes champion_;
    NaiveBayes challenger_;
    FadedMcNemar comparison_;  // of the challenger with the champion
    std::uint32_t age_ = 0;    // rows that the challenger has learned
    ImportanceScale scale_;    // of the counts of both
};

// Includes the control block of a shared pointer.
inline const std::size_t BayesPair::own_bytes = taken(sizeof(BayesPair) + 16);

}  // namespace entrostream::tree
