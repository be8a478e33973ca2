// The name of an Arrow type as Arrow writes it, for messages: "list<int64>", "duration[s]".
#pragma once
#include <string>

#include "bindings/input/batches/arrow_abi.hpp"

namespace entrostream {

[[nodiscard]] std::string arrow_type_name(const ArrowSchema& schema);

// "an Arrow column of list<int64>"
[[nodiscard]] std::string shown_column(const ArrowSchema& schema);

}  // namespace entrostream
