#include "core/windows/weighted_time_window.hpp"

#include "core/windows/last_span_members.hpp"

namespace entrostream {

template class LastSpan<WeightedCounts>;

}  // namespace entrostream
