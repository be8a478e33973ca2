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

enum class AttemptSchedule : std::uint8_t { certified, every_example, grace_period };
inline constexpr std::array attempt_schedules{
    Named{"certified", AttemptSchedule::certified},
    Named{"every_example", AttemptSchedule::every_example},
    Named{"grace_period", AttemptSchedule::grace_period}};

enum class Observer : std::uint8_t { quantile_bins, gaussians };
inline constexpr std::array observers{Named{"bins", Observer::quantile_bins},
                                      Named{"gaussian", Observer::gaussians}};

// What the weight of a row means: its importance, or the number of equal rows it stands for.
enum class Weights : std::uint8_t { importance, frequency };
inline constexpr std::array weight_kinds{Named{"importance", Weights::importance},
                                         Named{"frequency", Weights::frequency}};

struct Options {
    Rule rule = Rule::evidence;
    AttemptSchedule attempts = AttemptSchedule::certified;
    LeafKind leaf = LeafKind::rivals;
    Observer observer = Observer::quantile_bins;
    Criterion criterion = {};
    Weights weights = Weights::importance;

    double delta = 1e-3;  // evidence: probability that a leaf of pure noise is ever split
    // Evidence: a mixed leaf without evidence is split at this many examples, four times as many
    // after each such split above it; 0: never, and then delta holds.
    std::uint32_t explore = 2000;
    double tie = 0.05;                 // Hoeffding: split when the bound is below this
    std::uint32_t grace_period = 200;  // examples between split attempts
    bool parent_counts = false;        // Hoeffding: include the parent's examples in the bound

    BinOptions bins = {};
    std::uint32_t max_values = 1000;      // of an attribute, in a leaf and in a split
    std::size_t memory_limit = no_limit;  // bytes

    static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

    // Memory for the names of attributes and values, which is never released. Three eighths hold
    // two dozen nominal attributes in 32 KiB, where a quarter lost half of their accuracy, and
    // leave most of the limit for learning when identifiers fill it.
    [[nodiscard]] std::size_t label_budget() const noexcept {
        return memory_limit == no_limit ? no_limit : memory_limit / 8 * 3;
    }

    // Throws std::invalid_argument for invalid options.
    void check() const;

    // The criterion is saved by kind: a user's own cannot be saved. The kind of weights is saved
    // with the weights (Vfdt::visit_weights).
    template <class Archive>
    void visit(Archive& archive) {
        CriterionKind kind = criterion.kind();
        archive.choice(rule, rules);
        archive.choice(attempts, attempt_schedules);
        archive.choice(leaf, leaf_kinds);
        archive.choice(observer, observers);
        archive.choice(kind, criterion_kinds, CriterionKind::custom);
        if (archive.reading) archive.restore(criterion, kind);
        archive.real(delta);
        archive.number(explore);
        archive.real(tie);
        archive.number(grace_period);
        archive.flag(parent_counts);
        archive.number(bins.bins);
        archive.number(bins.warm_up);
        archive.number(max_values);
        archive.number(memory_limit);
    }
};

}  // namespace entrostream::tree
