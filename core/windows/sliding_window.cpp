#include "core/windows/sliding_window.hpp"

namespace entrostream {

template class LastEvents<Counts>;

}  // namespace entrostream
