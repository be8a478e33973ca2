// Which edge of an attribute's bins parts the classes best.
//
// A look asks this of attribute after attribute, and each time of all edges: it is what looks
// cost. So edges are compared by doubles, which may take one of two that are as good as equal
// for the other; the gain of the one that is found is then computed from integers.
#pragma once
#include <cstdint>

#include "core/tree/statistics/quantile_bins.hpp"

namespace entrostream::tree {

// Examples of each class, and in all, that have the attribute.
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
