// Whether the second best split certainly keeps Hoeffding's rule from taking the best one.
//
// The rule wants one attribute to be T = n eps bits ahead of all others in G, n times the gain.
// Where two of them gain much and alike, no sum of what one may gain tells when to look again
// (schedule.hpp): each could split, were it not for the other. But what keeps them together can
// be summed. An example of class y moves G of a split s by
//
//     rise - surprise(s)      rise = dphi(n) - dphi(n_y), surprise(s) = dphi(n_v) - dphi(n_vy) >= 0
//
// where v is the example's branch in s, and all counts are those before it. Let 1 be the best
// and 2 the second best attribute at a look, D their distance, s1 and s2 their splits then. G of
// an attribute, the best of its splits, rises by no more than `rise`, and stays at least that of
// any one of them. So
//
//     G_1 - G_2 = D then, and grows by surprise(s2) at most,
//     G_j - G_1 <= -D then, for every other attribute j, and grows by surprise(s1) at most.
//
// A nominal attribute has one split alone: if 1 is nominal, G_1 - G_2 grows by
// surprise(s2) - surprise(s1) at most, which is about 0. Where only one attribute gains anything,
// the second is no split at all, whose G is 0: `rise` stands for its surprise. T never falls: it
// rises with n, and its range with the classes. So nothing is split until the first sum has come
// to T - D or the second to T + D, whatever the thresholds, weights, new values and new classes
// are. Edges that are chosen and attributes that are added end it, and so do missing values:
// they give the attributes different rises.
//
// Sums are integers in the units of the schedule, rounded up.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/split/gains.hpp"
#include "core/tree/split/schedule.hpp"
#include "core/tree/statistics/count_logs.hpp"
#include "core/tree/statistics/naive_bayes.hpp"
#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

class SplitMargin {
  public:
    SplitMargin(Meter& meter, const Schema& schema);

    // At a look without missing values: the best split, the second best if it is there, and T.
    void set(const Schema& schema, const QuantileBins& bins, const Split& first,
             const Split& second, double enough);
    // Nothing is known any more.
    void drop() noexcept { holds_ = false; }
    // There can be no split now.
    [[nodiscard]] bool holds() const noexcept { return holds_; }

    // An example that lacks nothing, before `counts` have it.
    void spend(const Schema& schema, const NaiveBayes& counts, const Example& example,
               const CountLogs& logs);

    void grow_classes(const Schema& schema);
    [[nodiscard]] static std::size_t bytes(const Schema& schema) {
        return taken(sizeof(SplitMargin)) +
               taken(std::size_t{2} * schema.class_room() * sizeof(std::uint32_t));
    }

    // Counts are those of the bins: they are not written.
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

    // A split as it was at the look.
    struct Witness {
        std::uint32_t attribute = none;
        double threshold = 0;       // numeric
        std::uint32_t n_below = 0;  // examples up to the threshold
        Schedule::Units left = 0;   // of what the sum may come to
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
                              const Example& example, Witness& witness, const CountLogs& logs);

    MeterShare share_;
    bool holds_ = false;
    Witness first_;                 // its sum is that of the first to gain on the second
    Witness second_;                // that of others to gain on the first
    Metered<std::uint32_t> below_;  // examples up to the threshold, of the first, of the second
};

}  // namespace entrostream::tree
