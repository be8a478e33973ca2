// When to attempt a split of a leaf, and which split to take.
//
// The evidence rule requires evidence that stays valid however often a split is attempted
// (regret.hpp), Hoeffding's rule a margin of the best split over the second. With a lazy
// schedule (schedule.hpp) a split is attempted only when it can succeed.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/leaf/options.hpp"
#include "core/tree/model/node.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/split/gains.hpp"
#include "core/tree/work.hpp"

namespace entrostream::tree {

class SplitSearch {
  public:
    SplitSearch(const Options& options, const Schema& schema, const Example& example, Work& work)
        : options_(options), schema_(schema), example_(example), work_(work) {}

    // Whether a split should be attempted after the example, which the leaf has learned.
    [[nodiscard]] bool is_due(const NodeData& data) const;
    // The split that the rule allows, if there is one. Schedules the next attempt.
    [[nodiscard]] Split find(NodeData& data, const Gains& gains);
    // The best split of a mixed leaf whose branches all have the required share, with or without
    // evidence: attributes may be informative only together, as in an exclusive or.
    [[nodiscard]] Split balanced(const Leaf& leaf, const Gains& gains) const;

    // Whether, by the statistics of an inner node, another split would be clearly better than its
    // own. By evidence: the square roots of both, whose difference has a bounded variance, differ
    // by more than that of the evidence that a split needs.
    [[nodiscard]] bool is_outdated(const NodeData& data, const SplitNode& split) const;

    // To be called after the schema has lost attributes.
    void forget_attributes() noexcept { all_attributes_.clear(); }

  private:
    [[nodiscard]] double need() const noexcept;
    [[nodiscard]] double hoeffding_bound(double n) const noexcept;
    [[nodiscard]] double inherited_examples(const NodeData& data) const noexcept;
    [[nodiscard]] bool is_tie(const NodeData& data) const;
    [[nodiscard]] bool tie_is_due(const NodeData& data) const;
    [[nodiscard]] std::span<const std::uint32_t> candidates(const Leaf& leaf);
    bool note_shortfall(Leaf& leaf, std::uint32_t attribute, double best, bool possible,
                        double enough);
    [[nodiscard]] Split by_evidence(Leaf& leaf, const Gains& gains);
    [[nodiscard]] Split by_hoeffding(const NodeData& data, const Gains& gains);

    const Options& options_;
    const Schema& schema_;
    const Example& example_;
    Work& work_;

    std::vector<std::uint32_t> all_attributes_;  // numbers
    std::vector<std::uint32_t> present_attributes_;
};

}  // namespace entrostream::tree
