// The candidate splits of a leaf and their gains.
//
// Recomputed from the counts when the schedule says that it can matter. They are sums of integers,
// so a sum maintained at every example (core/table) would have the same bits; with the lazy
// schedule split attempts are so rare that maintaining one costs more than it saves.
#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "core/math/int128.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/split/criteria.hpp"
#include "core/tree/statistics/naive_bayes.hpp"
#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

struct Split {
    std::uint32_t attribute = none;  // its number
    double threshold = 0;            // numeric: up to it, above it
    std::uint32_t branches = 0;
    double gain = 0;      // n times the information gain, in bits
    double evidence = 0;  // gain less regret and choices, in bits
    double merit = 0;     // by the criterion

    static constexpr std::uint32_t none = 0xffffffff;
    [[nodiscard]] bool is_there() const noexcept { return attribute != none; }
};

// The best that an attribute offers.
struct AttributeGain {
    static constexpr double nothing = -std::numeric_limits<double>::infinity();

    bool possible = true;  // can it improve without a forced split attempt?
    double gain = nothing;
    double evidence = nothing;
    Split split;  // the best one by the query
};

enum class Rank : std::uint8_t { evidence, merit };

// Which splits are eligible, and how they are ranked.
struct SplitQuery {
    Rank rank = Rank::evidence;
    double above = -std::numeric_limits<double>::infinity();  // evidence, in bits
    double share = 0;  // minimum share of the smaller (of two) or of every counted (of more) branch
};

// For the current state of one leaf. `bins` is null where Gaussians represent the numbers.
class Gains {
  public:
    // `halvings`: how often the counts have been halved.
    Gains(const Schema& schema, const NaiveBayes& counts, const QuantileBins* bins,
          const Criterion& criterion, std::uint32_t halvings = 0);

    [[nodiscard]] AttributeGain of(std::uint32_t attribute, const SplitQuery& query) const;

    // An existing split of an attribute, with the current counts; gain 0 if it has no evidence.
    [[nodiscard]] Split at(std::uint32_t attribute, double threshold,
                           const SplitQuery& query) const;

    // Class counts of every branch that the split makes. A nominal split has one branch per value
    // seen: `values[i]` is that of branch i.
    struct Branches {
        std::vector<Code> values;  // empty for a numeric split
        std::vector<std::vector<std::uint32_t>> counts;
    };
    [[nodiscard]] Branches branches(const Split& split) const;

  private:
    struct Candidate {
        double threshold;
        std::uint32_t branches;
        double gain;
        double evidence;
    };

    [[nodiscard]] AttributeGain of_bins(std::uint32_t number, std::uint32_t slot,
                                        const SplitQuery& query) const;
    [[nodiscard]] AttributeGain of_gaussians(std::uint32_t number, std::uint32_t slot,
                                             const SplitQuery& query) const;
    [[nodiscard]] AttributeGain of_values(std::uint32_t number, std::uint32_t slot,
                                          const SplitQuery& query) const;
    template <class Count>
    void consider(AttributeGain& best, std::uint32_t number, const Candidate& candidate,
                  const SplitTable<Count>& table, const SplitQuery& query) const;
    [[nodiscard]] double below(std::uint32_t slot, Code label, double threshold,
                               double present_of_class) const;
    // For n units.
    [[nodiscard]] double regret_of(std::uint32_t branches, double n) const;
    [[nodiscard]] double penalty(std::uint32_t branches, double n) const;
    [[nodiscard]] double bits(int128 units) const;
    // F(n) less the sum of F(n_y), over the examples that have the attribute.
    [[nodiscard]] int128 before_split(std::uint32_t number) const;

    const Schema& schema_;
    const NaiveBayes& counts_;
    const QuantileBins* bins_;
    const Criterion& criterion_;
    std::uint32_t classes_;
    std::uint32_t seen_;
    double unit_;         // examples
    double of_halvings_;  // bits per branch
    // For all examples of the leaf.
    double regret_of_two_;  // in bits
    int128 before_split_;
};

}  // namespace entrostream::tree
