// All options of a tree, and the names of those that are chosen from a list.
//
// Here rather than at the top of core/tree, because leaves read them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/counts/named.hpp"
#include "core/tree/leaf/leaf.hpp"
#include "core/tree/split/criteria.hpp"
#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

enum class Rule : std::uint8_t { evidence, hoeffding };
inline constexpr std::array rules{Named{"evidence", Rule::evidence},
                                  Named{"hoeffding", Rule::hoeffding}};

// When a split is attempted. `lazy` grows the tree of `every_row`, but skips the attempts that
// provably cannot succeed (split/schedule.hpp).
enum class SplitSchedule : std::uint8_t { lazy, every_row, grace_period };
inline constexpr std::array split_schedules{Named{"lazy", SplitSchedule::lazy},
                                            Named{"every_row", SplitSchedule::every_row},
                                            Named{"grace_period", SplitSchedule::grace_period}};

// How thresholds of numbers are found: with exact counts in quantile bins, or with one Gaussian per
// class.
enum class Splitter : std::uint8_t { histogram, gaussian };
inline constexpr std::array splitters{Named{"histogram", Splitter::histogram},
                                      Named{"gaussian", Splitter::gaussian}};

// What the weight of a row means: its importance, or the number of equal rows it stands for.
enum class WeightType : std::uint8_t { importance, frequency };
inline constexpr std::array weight_types{Named{"importance", WeightType::importance},
                                         Named{"frequency", WeightType::frequency}};

// How the tree learns from streams that change. `vfdt`: not at all. `adaptive`: alternates are
// grown where the error rises. `efdt`: splits are re-evaluated, and alternates are grown where
// another would be better. `cvfdt`: both, with statistics of a window of rows.
enum class Learner : std::uint8_t { vfdt, adaptive, efdt, cvfdt };
inline constexpr std::array learners{Named{"vfdt", Learner::vfdt},
                                     Named{"adaptive", Learner::adaptive},
                                     Named{"efdt", Learner::efdt}, Named{"cvfdt", Learner::cvfdt}};

struct Options {
    Learner learner = Learner::vfdt;
    Rule rule = Rule::evidence;
    SplitSchedule split_schedule = SplitSchedule::lazy;
    LeafPrediction leaf_prediction = LeafPrediction::nba_path;
    Splitter splitter = Splitter::histogram;
    Criterion split_criterion = {};
    WeightType weight_type = WeightType::importance;

    double delta = 1e-3;  // evidence: probability that a leaf of pure noise is ever split
    // Evidence: a mixed leaf without evidence is split at this many examples, four times as many
    // after each such split above it; 0: never, and then delta holds.
    std::uint32_t explore = 2000;
    double tau = 0.05;                 // Hoeffding: a tie, which is split, if the bound is below
    std::uint32_t grace_period = 200;  // examples between split attempts
    bool parent_counts = false;        // Hoeffding: include the parent's examples in the bound
    std::uint32_t max_depth = no_depth_limit;  // leaves at this depth are not split; the root: 0

    BinOptions bins = {};
    std::uint32_t max_values = 1000;      // of an attribute, in a leaf and in a split
    std::size_t memory_limit = no_limit;  // bytes

    static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
    static constexpr std::uint32_t no_depth_limit = static_cast<std::uint32_t>(-1);

    // CVFDT: rows; or, if that is 0, a length of time.
    std::uint64_t window = 0;
    std::int64_t window_span = 0;
    std::uint32_t re_evaluation_period = 500;  // CVFDT, EFDT: rows of a node

    [[nodiscard]] bool has_alternates() const noexcept { return learner != Learner::vfdt; }
    [[nodiscard]] bool watches_errors() const noexcept {
        return learner == Learner::adaptive || learner == Learner::cvfdt;
    }

    // Whether inner nodes keep their statistics, and those of leaves forget rows.
    [[nodiscard]] bool re_evaluates_splits() const noexcept {
        return learner == Learner::efdt || learner == Learner::cvfdt;
    }
    [[nodiscard]] bool has_window() const noexcept { return learner == Learner::cvfdt; }

    // Whether leaves at this depth may be split.
    [[nodiscard]] bool splits_at(std::uint32_t depth) const noexcept { return depth < max_depth; }

    // Memory for the names of attributes and values, which is never released. Three eighths hold
    // two dozen nominal attributes in 32 KiB, where a quarter lost half of their accuracy, and
    // leave most of the limit for learning when identifiers fill it.
    [[nodiscard]] std::size_t label_budget() const noexcept {
        return memory_limit == no_limit ? no_limit : memory_limit / 8 * 3;
    }

    // Throws std::invalid_argument for invalid options.
    void check() const;

    // The criterion is saved by kind: a user's own cannot be saved. The type of weights is saved
    // with the weights (StateVisitor::visit_weights). Version 1 has no depth limit, and is written
    // if there is none; version 3 is that of adaptive trees.
    template <class Archive>
    void visit(Archive& archive) {
        CriterionKind kind = split_criterion.kind();
        archive.choice(rule, rules);
        archive.choice(split_schedule, split_schedules);
        archive.choice(leaf_prediction, leaf_predictions);
        archive.choice(splitter, splitters);
        archive.choice(kind, criterion_kinds, CriterionKind::custom);
        if (archive.reading) archive.restore(split_criterion, kind);
        archive.real(delta);
        archive.number(explore);
        archive.real(tau);
        archive.number(grace_period);
        archive.flag(parent_counts);
        archive.number(bins.n_bins);
        archive.number(bins.warm_up);
        archive.number(max_values);
        archive.number(memory_limit);
        if (archive.version() < 2) return;
        archive.number(max_depth);
        archive.require(max_depth != no_depth_limit || archive.version() >= 3,
                        "its depth limit is for nothing");
        if (archive.version() < 3) return;
        archive.choice(learner, learners);
        archive.require(learner != Learner::vfdt, "its alternates are for nothing");
        archive.number(window);
        archive.integer(window_span);
        archive.number(re_evaluation_period);
        if (re_evaluates_splits()) weight_type = WeightType::frequency;
    }
};

}  // namespace entrostream::tree
