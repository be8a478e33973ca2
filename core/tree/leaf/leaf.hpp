// The statistics of a leaf, and its predictors: which of them predicts, and how well they did.
//
// Three predictors compete in a leaf: the majority class, its own naive Bayes, and a pair of naive
// Bayes models that an ancestor founded. Each predicts an example once; the predictions serve both
// the output and the records. A leaf's own model that clearly beats the ancestor's pair founds a
// new pair.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/counts/named.hpp"
#include "core/tree/leaf/bayes_pair.hpp"
#include "core/tree/leaf/faded_mcnemar.hpp"
#include "core/tree/memory/owned.hpp"
#include "core/tree/split/schedule.hpp"
#include "core/tree/split/split_margin.hpp"
#include "core/tree/statistics/naive_bayes.hpp"
#include "core/tree/statistics/quantile_bins.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

struct Options;

// How leaves predict, an option of the tree: with the majority class (mc), naive Bayes (nb), the
// better of the two (nba), or the best of the two and of the naive Bayes models on the path from
// the root (nba_path).
enum class LeafPrediction : std::uint8_t { nba_path, mc, nb, nba };
inline constexpr std::array leaf_predictions{
    Named{"nba_path", LeafPrediction::nba_path}, Named{"mc", LeafPrediction::mc},
    Named{"nb", LeafPrediction::nb}, Named{"nba", LeafPrediction::nba}};

// The parts that these options need; whether leaves compete with a pair of models.
[[nodiscard]] BayesParts parts_of(const Options& options, bool can_split = true) noexcept;
[[nodiscard]] bool has_pairs(const Options& options) noexcept;
// Whether a leaf has a model apart from its counts.
[[nodiscard]] bool has_model(const Options& options) noexcept;

// What predicts an example. `branches`: not a leaf, but all branches of a node whose attribute is
// missing in a row.
enum class Predictor : std::uint8_t { majority, own, champion, challenger, branches };
inline constexpr std::array predictors{
    Named{"majority", Predictor::majority}, Named{"own", Predictor::own},
    Named{"champion", Predictor::champion}, Named{"challenger", Predictor::challenger},
    Named{"branches", Predictor::branches}};

// Predictors that score the classes write one row of scores each.
inline constexpr std::size_t own_scores = 0;
inline constexpr std::size_t pair_scores = 1;  // the champion's, then the challenger's
inline constexpr std::size_t score_rows = 3;
[[nodiscard]] constexpr std::optional<std::size_t> score_row(Predictor predictor) noexcept {
    if (predictor == Predictor::own) return own_scores;
    if (predictor == Predictor::champion) return pair_scores;
    if (predictor == Predictor::challenger) return pair_scores + 1;
    return std::nullopt;
}

// The labels that the predictors of a leaf give an example.
struct LeafLabels {
    Code majority = no_code;
    Code own = no_code;
    BayesPair::Labels pair;
    bool scored = false;  // whether the models predicted, too

    // no_code if it has none.
    [[nodiscard]] Code of(Predictor predictor) const noexcept {
        if (predictor == Predictor::own) return own;
        if (predictor == Predictor::champion) return pair.champion;
        if (predictor == Predictor::challenger) return pair.challenger;
        return majority;
    }
    // The same, falling back to the majority.
    [[nodiscard]] Code label(Predictor predictor) const noexcept {
        const Code found = of(predictor);
        return found == no_code ? majority : found;
    }
};

class Leaf {
  public:
    // A leaf that cannot be split keeps no statistics that only splits need.
    Leaf(Meter& meter, const Schema& schema, const Options& options, bool can_split);

    [[nodiscard]] bool can_split() const noexcept { return can_split_; }
    // Whether its own model competes with the pair.
    [[nodiscard]] bool competes() const noexcept { return own_competes_; }

    // `scores` has `score_rows` rows with room for the classes.
    void predict(const Schema& schema, const Options& options, const Example& example,
                 Code majority, double* scores, LeafLabels& predictions) const;
    // The predictor to use.
    [[nodiscard]] Predictor predictor(const Options& options) const noexcept;

    // Call it before `predict` if `learn` follows.
    void prefetch(const Schema& schema, Example& example) const {
        if (bins_) bins_->prefetch(example);
        if (example.is_far(schema)) [[unlikely]]
            fetch(schema, example);
    }
    // Learns an example that it has predicted. Returns whether it should found a pair.
    // The weight is in the units of the leaf, and afterwards in those of the pair.
    [[nodiscard]] bool learn(const Schema& schema, const Options& options, Example& example,
                             const LeafLabels& predictions, const CountLogTable& logs);
    // Counts an example without predicting: the statistics of an inner node. Precondition:
    // prefetch() was called.
    void count(const Schema& schema, const Example& example, const CountLogTable& logs) {
        own_.learn(schema, example, logs);
        if (bins_) static_cast<void>(bins_->learn(schema, example));
    }
    // Prefetches what counting or removing the example will read: while another node is counted.
    void fetch_counts(const Example& example) const noexcept {
        for (const std::uint32_t cell : example.cells())
            own_.table().fetch(cell);
        if (bins_) bins_->fetch_edges();
    }
    // Removes the oldest of the examples that it has counted, exactly: its counts are those of the
    // others. Precondition: statistics of a window; prefetch() was called.
    void remove(const Schema& schema, const Options& options, const Example& example,
                const CountLogTable& logs) noexcept;
    // Whether it can have counted an example, as the oldest of those that are left.
    [[nodiscard]] bool holds(const Schema& schema, const Example& example) const {
        return own_.holds(schema, example) && (!bins_ || bins_->holds(schema, example));
    }
    // The same for the statistics of an inner node; returns whether a class or a value vanished.
    bool remove_counts(const Schema& schema, const Example& example) noexcept {
        const bool vanished = own_.remove(schema, example);
        if (bins_) bins_->remove(schema, example);
        return vanished;
    }
    // The first row of the stream that it has counted. Precondition: statistics of a window.
    [[nodiscard]] std::uint64_t counts_from() const noexcept { return window_->counts_from; }
    void set_counts_from(std::uint64_t row) noexcept {
        if (window_) window_->counts_from = row;
    }
    // Drops all but the counts: they become the statistics of an inner node.
    void stop_predicting();

    // Whether that may allocate: for its statistics, to choose edges, or for a pair.
    [[nodiscard]] bool may_need_memory(const Schema& schema, const Example& example) const {
        if (!own_.has_room(example) || own_.growth(schema, example) != 0) return true;
        if (has_own_model() && window_->model->growth(schema, example) != 0) return true;
        if (bins_ && bins_->may_need_memory(schema, example)) return true;
        if (pair_ && pair_->growth(schema, example) != 0) return true;
        return pair_ && (!pair_->has_room(example) ||
                         (own_competes_ && comparison_.may_win_by(tuning::to_found_pair)));
    }
    // Whether attributes can be added without allocating, if the schema has room for them; and
    // whether the first number of a new one can be learned then.
    [[nodiscard]] bool can_add_attributes() const noexcept {
        return own_.can_add_attributes() && (!bins_ || bins_->can_add_attributes()) &&
               (!has_own_model() || window_->model->can_add_attributes());
    }
    [[nodiscard]] bool can_start_numbers() const noexcept {
        return !bins_ || bins_->can_start_numbers();
    }
    // What its own statistics hold counts half from now on, which makes room again.
    void halve(const Schema& schema);
    // Its own statistics are in units of 2^-shift examples from now on: existing ones are
    // converted.
    void refine(const Schema& schema, std::uint32_t shift);
    // The same for statistics that are empty, or in these units already.
    void set_shift(std::uint32_t shift) { own_.set_shift(shift); }
    // Its own model, whose counts have this scale, becomes the champion of a new pair.
    void found_pair(const Schema& schema, const Options& options, const ImportanceScale& scale);
    // Whether the children of a split should start with its own model rather than its pair; and the
    // pair that it makes for them.
    [[nodiscard]] bool passes_on_own_model() const noexcept;
    [[nodiscard]] std::shared_ptr<BayesPair> pair_for_children(const Schema& schema,
                                                               const Options& options,
                                                               const ImportanceScale& scale) const;

    // The counts of its examples.
    [[nodiscard]] const NaiveBayes& own() const noexcept { return own_; }
    [[nodiscard]] NaiveBayes& own() noexcept { return own_; }
    [[nodiscard]] const QuantileBins* bins() const noexcept { return bins_ ? &*bins_ : nullptr; }
    [[nodiscard]] std::uint32_t n() const noexcept { return own_.n(); }
    // The same in examples: whole ones, and with the fraction.
    [[nodiscard]] std::uint32_t whole_examples() const noexcept { return n() >> own_.shift(); }
    [[nodiscard]] double examples() const noexcept {
        return static_cast<double>(n()) / static_cast<double>(1u << own_.shift());
    }

    // The pair of an ancestor, or a new one if there is none.
    void set_pair(const Schema& schema, const Options& options,
                  std::shared_ptr<BayesPair> of_ancestor);
    [[nodiscard]] const std::shared_ptr<BayesPair>& pair() const noexcept { return pair_; }
    // As it was when the leaf was saved.
    void restore_pair(std::shared_ptr<BayesPair> pair) noexcept { pair_ = std::move(pair); }

    void move_block(const Schema& schema, const Block& from, const Block& to) {
        own_.move_block(schema, from, to);
        if (has_own_model()) window_->model->move_block(schema, from, to);
    }
    void add_attributes(const Schema& schema, std::uint32_t before, std::uint32_t numeric_before);
    void grow_classes(const Schema& schema);

    // Bytes that learn may allocate, besides those of a new pair.
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const;
    [[nodiscard]] static std::size_t bytes(const Schema& schema, const Options& options,
                                           bool can_split);
    // Of a new pair, and of one that the leaf founds.
    [[nodiscard]] static std::size_t pair_bytes(const Schema& schema, const Options& options) {
        return BayesPair::bytes(schema, parts_of(options));
    }
    [[nodiscard]] std::size_t founding_bytes(const Schema& schema, const Options& options) const {
        return pair_bytes(schema, options) + model().grown_bytes();
    }

    Schedule schedule;
    Owned<SplitMargin> margin;       // with Hoeffding's rule and the lazy schedule
    std::uint32_t last_attempt = 0;  // n() at that time
    // How often its counts were halved: the evidence must make up for it.
    std::uint32_t halvings = 0;
    std::uint64_t attempt_from = 0;  // row of the stream: there was no room for a split
    // No tie is possible before this many examples: computed on demand, not part of the state.
    double tie_from = 0;

    // All but the pair, which others may share.
    template <class Archive>
    void visit(Archive& archive, const Schema& schema, const Options& options) {
        own_.visit(archive, schema, splits_by_gaussians());
        if (window_) visit_window(archive, schema);
        if (bins_) bins_->visit(archive, schema);
        if (archive.reading)
            archive.require(bins_add_up(schema), "the examples of a number do not add up");
        schedule.visit(archive);
        if (margin) margin->visit(archive, schema, *bins_);
        archive.require(!margin || !margin->holds() || !own_.missing().any(),
                        "its margin has missing values");
        archive.flag(own_competes_);
        const bool can_score = has_model(options) ? has_own_model() : own_.can_score();
        archive.require(!parts_of(options).logs || own_competes_ == can_score,
                        "a leaf cannot predict");
        archive.number(last_attempt);
        archive.number(attempt_from);
        archive.share(right_majority_);
        archive.share(right_own_);
        archive.share(right_pair_);
        comparison_.visit(archive);
    }

  private:
    template <class Archive>
    void visit_window(Archive& archive, const Schema& schema) {
        archive.number(window_->counts_from);
        bool there = has_own_model();
        archive.flag(there);
        if (archive.reading && !there) window_->model = nullptr;
        archive.require(there == has_own_model(), "a leaf has a model for nothing");
        if (there) window_->model->visit(archive, schema, true);
    }
    [[gnu::noinline]] void fetch(const Schema& schema, const Example& example) const;
    void keep_records(const Options& options, const Example& example,
                      const LeafLabels& predictions);
    [[nodiscard]] bool learn_own(const Schema& schema, const Example& example,
                                 const CountLogTable& logs);
    void spend(const Schema& schema, const Example& example, const CountLogTable& logs);
    // For rows with missing values. Not inline: rows without them would pay for it.
    [[gnu::noinline]] void spend_own(const Schema& schema, const Example& example,
                                     const CountLogTable& logs);
    void part_missing(const Schema& schema, const Example& example);
    void stop_competing();
    void spend_removal(const Schema& schema, const Options& options, const Example& example,
                       const CountLogTable& logs) noexcept;
    // Its own naive Bayes: the counts, or a model apart from them if they are those of a window.
    // Gaussians cannot forget exactly, and models are replaced by younger ones anyway.
    [[nodiscard]] bool has_own_model() const noexcept { return window_ && window_->model; }
    [[nodiscard]] const NaiveBayes& model() const noexcept {
        return has_own_model() ? *window_->model : own_;
    }
    [[nodiscard]] bool splits_by_gaussians() const noexcept { return can_split_ && !bins_; }
    [[nodiscard]] bool bins_add_up(const Schema& schema) const;

    struct InWindow {
        std::uint64_t counts_from = 0;  // row of the stream: the first that was counted
        Owned<NaiveBayes> model;        // null: it does not compete, or leaves have none
    };

    MeterShare share_;
    NaiveBayes own_;
    Owned<InWindow> window_;  // if its counts are those of a window
    std::optional<QuantileBins> bins_;
    std::shared_ptr<BayesPair> pair_;  // null if leaves have none
    bool can_split_;
    bool own_competes_ = true;  // with the pair
    // How often each was right; decays if leaves have pairs.
    double right_majority_ = 0;
    double right_own_ = 0;
    double right_pair_ = 0;
    FadedMcNemar comparison_;  // of its own model with the pair
};

}  // namespace entrostream::tree
