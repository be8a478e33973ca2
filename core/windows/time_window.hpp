// The codes of the last span of time, with their counts and exact sums.
#pragma once
#include "core/counts/counts.hpp"
#include "core/windows/last_span.hpp"

namespace entrostream {

extern template class LastSpan<Counts>;
using TimeWindow = LastSpan<Counts>;

}  // namespace entrostream
