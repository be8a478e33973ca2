#include "core/windows/time_window.hpp"

#include "core/windows/last_span_members.hpp"

namespace entrostream {

template class LastSpan<Counts>;

}  // namespace entrostream
