// What a tree has done so far.
#pragma once
#include <cstdint>

namespace entrostream::tree {

struct Work {
    std::uint64_t examples = 0;  // rows learned
    std::uint64_t split_attempts = 0;
    std::uint64_t attribute_evaluations = 0;
    std::uint64_t splits = 0;
    std::uint64_t explorations = 0;   // those without evidence
    std::uint64_t deactivations = 0;  // of leaves, for lack of memory

    friend bool operator==(const Work&, const Work&) = default;
};

}  // namespace entrostream::tree
