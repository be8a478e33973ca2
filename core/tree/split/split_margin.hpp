// Whether the second-best split certainly prevents Hoeffding's rule from taking the best one.
//
// The rule requires one attribute to be T = n eps bits ahead of all others in G, n times the gain.
// Where two attributes have large and similar gains, no sum of what one may gain tells when to
// attempt a split again (schedule.hpp): each could split if it were not for the other. But what
// keeps them together can be summed. An example of class y changes G of a split s by
//
//     rise - surprise(s)      rise = dphi(n) - dphi(n_y), surprise(s) = dphi(n_v) - dphi(n_vy) >= 0
//
// where v is the example's branch in s, and all counts are those before it. Let 1 be the best and
// 2 the second-best attribute at a split attempt, D their distance, and s1 and s2 their splits at
// that time. G of an attribute is the best of its splits; it rises by at most `rise`, and is at
// least that of any one of them. So
//
//     G_1 - G_2 = D at the attempt; it grows by surprise(s2) at most,
//     G_j - G_1 <= -D at the attempt, for every other attribute j; it grows by surprise(s1) at
//     most.
//
// A nominal attribute has only one split: if 1 is nominal, G_1 - G_2 grows by at most
// surprise(s2) - surprise(s1), which is about 0. If only one attribute gains anything, the second
// is no split at all and has G = 0: `rise` stands for its surprise. T never falls: it rises with
// n, and its range with the number of classes. So no split happens until the first sum has reached
// T - D or the second T + D, whatever the thresholds, weights, new values and new classes are.
// Newly chosen edges and added attributes invalidate this, and so do missing values: they give the
// attributes different rises.
//
// Sums are integers in the units of the schedule, rounded up.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/count_log/count_log_table.hpp"
#include "core/math/int128.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/split/gains.hpp"
#include "core/tree/split/schedule.hpp"
#include "core/tree/statistics/naive_bayes.hpp"
#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

class SplitMargin {
  public:
    SplitMargin(Meter& meter, const Schema& schema);

    // At a split attempt without missing values: the best split, the second best if any, and T.
    void set(const Schema& schema, const QuantileBins& bins, const Split& first,
             const Split& second, double enough);
    // Nothing is known any more.
    void drop() noexcept { holds_ = false; }
    // Whether a split is certainly impossible now.
    [[nodiscard]] bool holds() const noexcept { return holds_; }

    // For an example without missing values, before `counts` include it.
    void spend(const Schema& schema, const NaiveBayes& counts, const Example& example,
               const CountLogTable& logs);

    void grow_classes(const Schema& schema);
    [[nodiscard]] static std::size_t bytes(const Schema& schema) {
        return taken(sizeof(SplitMargin)) +
               taken(std::size_t{2} * schema.class_room() * sizeof(std::uint32_t));
    }

    // Counts can be recomputed from the bins: they are not written.
    template <class Archive>
    void visit(Archive& archive, const Schema& schema, const QuantileBins& bins) {
        archive.flag(holds_);
        if (!holds_) return;
        for (Witness* witness : {&first_, &second_}) {
            visit_split(archive, schema, *witness, witness == &second_);
            archive.integer(witness->left);
            archive.require(witness->left > 0 && witness->left <= Schedule::most,
                            "its margin is out of range");
            archive.require(!is_numeric(schema, *witness) ||
                                bins.edges(schema.attribute(witness->attribute).slot) != 0,
                            "a split of its margin has no edges");
            if (archive.reading) count_below(schema, bins, *witness);
        }
    }

  private:
    static constexpr std::uint32_t none = Split::none;

    // A split as of the split attempt.
    struct Witness {
        std::uint32_t attribute = none;
        double threshold = 0;       // numeric
        std::uint32_t n_below = 0;  // examples up to the threshold
        Schedule::Units left = 0;   // remaining budget of the sum
    };

    template <class Archive>
    void visit_split(Archive& archive, const Schema& schema, Witness& witness, bool may_lack) {
        archive.number(witness.attribute);
        archive.require(
            witness.attribute < schema.attributes() || (may_lack && witness.attribute == none),
            "an attribute of its margin is unknown");
        archive.real(witness.threshold);
        archive.require(witness.threshold == witness.threshold, "a threshold is missing");
    }

    [[nodiscard]] bool is_numeric(const Schema& schema, const Witness& witness) const {
        return witness.attribute != none &&
               schema.attribute(witness.attribute).kind == AttributeKind::numeric;
    }
    // By class.
    [[nodiscard]] std::uint32_t* below(const Witness& witness) {
        return below_.data() + (&witness == &first_ ? 0 : below_.size() / 2);
    }
    void count_below(const Schema& schema, const QuantileBins& bins, Witness& witness);
    [[nodiscard]] int128 meet(const Schema& schema, const NaiveBayes& counts,
                              const Example& example, Witness& witness, const CountLogTable& logs);

    MeterShare share_;
    bool holds_ = false;
    Witness first_;                 // its sum bounds the gain of the first on the second
    Witness second_;                // bounds the gain of the others on the first
    Metered<std::uint32_t> below_;  // examples up to the threshold, of the first, of the second
};

}  // namespace entrostream::tree
