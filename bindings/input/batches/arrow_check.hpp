// Checks whether data from the Arrow C data interface can be read at all.
//
// Everything the structures state is checked: that they were not consumed before, and that the
// parts the type needs are present. The contents of the buffers cannot be checked, because the
// interface does not give their sizes.
#pragma once
#include "bindings/input/batches/arrow_abi.hpp"

namespace entrostream {

// All of these throw std::invalid_argument with a message that names the problem.
void require_sound(const ArrowArrayStream& stream);
void require_sound(const ArrowSchema& schema);
// Checks an array against its schema, which must be sound.
void require_sound(const ArrowArray& array, const ArrowSchema& schema);

}  // namespace entrostream
