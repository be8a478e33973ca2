// Which edge of an attribute's bins separates the classes best.
//
// A split attempt evaluates all edges of one attribute after another, which is most of its cost.
// So edges are compared in doubles, which may confuse two that are almost equal; the gain of the
// chosen edge is then computed from integers.
#pragma once
#include <cstdint>

#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

// Examples that have the attribute, per class and in total.
struct ClassTotals {
    const std::uint32_t* counts;
    std::uint32_t classes;
    std::uint32_t n;
};

// The first of the best edges that leave at least `least` examples on both sides;
// bins.edges(slot) if there is none. Preconditions: the slot has edges, its bins hold no more than
// `totals`, and least is not 0.
[[nodiscard]] std::uint32_t best_edge(const QuantileBins& bins, std::uint32_t slot,
                                      const ClassTotals& totals, std::uint32_t least);

}  // namespace entrostream::tree
