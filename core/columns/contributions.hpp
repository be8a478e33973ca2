// How much each label contributes to the divergence of a window from its reference.
#pragma once
#include <vector>

#include "core/columns/compared_counts.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

// One for each code on either side, by code; none if a side is empty. In bits, with an absolute
// error below 2^-55; their sum is the divergence. With Jensen-Shannon a label contributes
//
//     w p log2(p / mixed) + (1 - w) q log2(q / mixed)     mixed = w p + (1 - w) q
//
// which is never negative; w is one half, or the window's part of all rows. With Kullback-Leibler
// it is p log2(p / q), which is negative for a label that has become rarer. If the reference is
// smoothed, the labels that it lacks count as one, whose contribution they share by their counts.
[[nodiscard]] std::vector<CodeAmount<double>> contributions(const ComparedCounts& counts);

}  // namespace entrostream
