// The weights of codes in the last span of time, with their exact sums.
#pragma once
#include "core/counts/weighted_counts.hpp"
#include "core/windows/last_span.hpp"

namespace entrostream {

extern template class LastSpan<WeightedCounts>;
using WeightedTimeWindow = LastSpan<WeightedCounts>;

}  // namespace entrostream
