// The term of one sample in the sampling estimators of the entropy.
//
// For a position drawn uniformly from n events, whose label occurs R times from there on, the mean
// of g(R) = R lg R - (R-1) lg(R-1) is F_H / n, where F_H = sum f lg f is the entropy norm: for a
// label that occurs f times, R takes each of 1 .. f once, and the sum over them telescopes to
// f lg f (Alon, Matias and Szegedy 1999). So lg n - g(R) has the mean H.
#pragma once
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/log_factorial.hpp"

namespace entrostream {

// g(r) in bits, r >= 1; g(1) = 0. Written as lg r - (r-1) lg(1 - 1/r), since the difference of
// r lg r and (r-1) lg(r-1) has no correct digits left for large r.
[[nodiscard]] inline double sample_term(std::uint64_t r) noexcept {
    if (r <= 1) return 0;
    const auto x = static_cast<double>(r);
    return detail::double_log2(x) -
           (x - 1) * detail::natural_log_below_one(1 / x) * detail::inverse_ln2;
}

}  // namespace entrostream
