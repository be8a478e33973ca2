// Whether what a library hands over by the Arrow C data interface can be read at all.
//
// All that the structures say of themselves is checked: that they were not consumed before,
// and that the parts are there that the type needs. What lies in the buffers is not, nor
// could it be: the interface does not say how long they are.
#pragma once
#include "bindings/input/batches/arrow_abi.hpp"

namespace entrostream {

// All throw std::invalid_argument that names what is wrong.
void require_sound(const ArrowArrayStream& stream);
void require_sound(const ArrowSchema& schema);
// An array of this schema, which is sound.
void require_sound(const ArrowArray& array, const ArrowSchema& schema);

}  // namespace entrostream
