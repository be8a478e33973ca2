// The last `size` codes, with their counts and exact sums.
#pragma once
#include "core/counts/counts.hpp"
#include "core/windows/ring_window.hpp"

namespace entrostream {

extern template class RingWindow<Counts>;
using SlidingWindow = RingWindow<Counts>;

}  // namespace entrostream
