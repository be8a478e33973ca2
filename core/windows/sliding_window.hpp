// The last `size` codes, with their counts and exact sums.
#pragma once
#include "core/counts/counts.hpp"
#include "core/windows/last_events.hpp"

namespace entrostream {

extern template class LastEvents<Counts>;
using SlidingWindow = LastEvents<Counts>;

}  // namespace entrostream
