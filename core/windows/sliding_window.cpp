#include "core/windows/sliding_window.hpp"

namespace entrostream {

template class RingWindow<Counts>;

}  // namespace entrostream
