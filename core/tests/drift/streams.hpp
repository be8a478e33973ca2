// Streams of codes whose mixture changes, for tests of the adaptive window.
#pragma once
#include <vector>

#include "core/counts/code.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {

// Regimes of `length` events: in regime r the label is the smallest of r + 2 draws, moved on by
// r, so that both mixture and entropy change; or, in runs, the label before with probability 1/2.
inline std::vector<Code> changing_stream(std::size_t codes, std::size_t regimes, std::size_t length,
                                         bool runs, Random& random) {
    std::vector<Code> stream;
    for (std::size_t regime = 0; regime < regimes; ++regime) {
        for (std::size_t i = 0; i < length; ++i) {
            if (runs && !stream.empty() && random.below(2) == 0) {
                stream.push_back(stream.back());
                continue;
            }
            std::uint64_t least = codes;
            for (std::size_t draw = 0; draw < regime % 3 + 2; ++draw) {
                least = std::min(least, random.below(codes));
            }
            stream.push_back(static_cast<Code>((least + regime) % codes));
        }
    }
    return stream;
}

}  // namespace entrostream::testing
