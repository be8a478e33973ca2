// n H = F(n) - sum F(c), F(x) = x log2 x: n times the entropy of class counts.
//
// n times the information gain of a split is that of all examples minus those of its branches.
#pragma once
#include <cstdint>

namespace entrostream::tree {

template <class Count, class Sum>
struct ScaledEntropy {
    Count n;
    Sum value;
};

// `f` is F: exact, from a table, or in doubles.
template <class Count, class F>
[[nodiscard, gnu::always_inline]] inline auto scaled_entropy(const Count* counts,
                                                             std::uint32_t classes, const F& f) {
    Count n = 0;
    decltype(f(n)) sum = 0;
    for (std::uint32_t c = 0; c < classes; ++c) {
        n += counts[c];
        sum += f(counts[c]);
    }
    return ScaledEntropy<Count, decltype(f(n))>{n, f(n) - sum};
}

}  // namespace entrostream::tree
