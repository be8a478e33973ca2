// Inside the core a pair (x, y) is the codes of its two values.
#pragma once
#include <cstdint>

#include "core/counts/code.hpp"

namespace entrostream {

struct CodePair {
    Code x;
    Code y;

    friend bool operator==(const CodePair&, const CodePair&) = default;
};

// A number of events of one pair.
struct PairCount {
    CodePair pair;
    std::uint64_t amount;
};

}  // namespace entrostream
