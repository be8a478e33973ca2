// A pair (x, y) inside the core: the codes of its two values.
#pragma once
#include <cstdint>

#include "core/counts/code.hpp"

namespace entrostream {

struct CodePair {
    Code x;
    Code y;

    friend bool operator==(const CodePair&, const CodePair&) = default;
};

// So many events of one pair.
struct PairCount {
    CodePair pair;
    std::uint64_t amount;
};

}  // namespace entrostream
