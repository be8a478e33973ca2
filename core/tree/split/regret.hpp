// How much worse than the best distribution the Krichevsky-Trofimov mixture can do.
//
// The mixture of all distributions over k classes (Dirichlet with parameters 1/2) gives u labels a
// probability that is at most a factor of e^regret below that of the best-fitting distribution:
//
//     r(u) = ln G(u + k/2) - ln G(u + 1/2) + ln G(1/2) - ln G(k/2)      (G the gamma function)
//
// It is attained when all labels are equal. r(0) = 0, and r is concave and rises with u and k; so
// V r(n/V) bounds the regret of V branches with n labels in total, and rises with n, k and V. The
// lazy schedule relies on that.
#pragma once
#include <cstdint>

namespace entrostream::tree {

// ln G(x + a) - ln G(x) for x > 0, a >= 0; error below 1e-12 (1 + a). No libm.
[[nodiscard]] double log_gamma_step(double x, double a) noexcept;

// r(u) in nats, for u >= 0 and k >= 1 classes.
[[nodiscard]] double regret(double u, std::uint32_t classes) noexcept;

// V r(n/V) in nats, V >= 1.
[[nodiscard]] double regret_of_branches(double n, std::uint32_t classes,
                                        std::uint32_t branches) noexcept;

}  // namespace entrostream::tree
