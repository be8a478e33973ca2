// Contribution of unseen labels to the entropy: Chao, Wang and Jost (2013).
#pragma once
#include <cstdint>

namespace entrostream {

// The data of a sample that this estimate needs.
struct RareLabels {
    std::uint64_t n;
    std::uint64_t singletons;  // labels seen once, f1
    std::uint64_t doubletons;  // labels seen twice, f2
};

// n times the estimated contribution of unseen labels to the entropy, in bits. With
// A = 2 f2 / ((n-1) f1 + 2 f2), or 2 / ((n-1)(f1-1) + 2) if f2 = 0, the published formula
//
//   f1 (1-A)^(1-n) (-ln A - sum over r < n of (1-A)^r / r) / ln 2
//
// loses all its digits to cancellation for large n; this evaluates the same number as
//
//   f1 / ln 2 * sum over j >= 0 of (1-A)^(j+1) / (n+j)
//
// with a relative error below 1e-14 in at most about 150 steps, whatever n and A are
// (the series itself would need 40/A terms). 0 if f1 = 0 or A = 1. Precondition: n > 0.
[[nodiscard]] double unseen_bits(const RareLabels& rare) noexcept;

namespace detail {

// e^z * E1(z) for z > 0, E1 the exponential integral; relative error below 1e-14.
[[nodiscard]] double scaled_exponential_integral(double z) noexcept;

}  // namespace detail

}  // namespace entrostream
