#include "core/tree/split/regret.hpp"

#include "core/math/double_logs.hpp"

namespace entrostream::tree {

namespace {

double ln(double x) noexcept {
    return detail::double_log2(x) * detail::ln2_double;
}

// ln(1 + t), t >= 0, with a small relative error also for small t: the factor compensates for the
// rounding of 1 + t.
double ln_above_one(double t) noexcept {
    const double sum = 1 + t;
    return sum == 1 ? t : ln(sum) * (t / (sum - 1));
}

// The remainder of Stirling's series for x >= 10, error below 1e-15.
double stirling_rest(double x) noexcept {
    const double y = 1 / x;
    const double y2 = y * y;
    return y *
           (1.0 / 12 - y2 * (1.0 / 360 -
                             y2 * (1.0 / 1260 -
                                   y2 * (1.0 / 1680 - y2 * (1.0 / 1188 - y2 * (691.0 / 360360))))));
}

}  // namespace

double log_gamma_step(double x, double a) noexcept {
    // Shifts G(x + a) / G(x) up to where the series is accurate.
    double ratio = 1;
    while (x < 10) {
        ratio *= x / (x + a);
        x += 1;
    }
    // (x + a - 1/2) ln(x + a) - (x - 1/2) ln x - a without cancellation of large numbers.
    return ln(ratio) + (x - 0.5) * ln_above_one(a / x) + a * ln(x + a) - a +
           (stirling_rest(x + a) - stirling_rest(x));
}

double regret(double u, std::uint32_t classes) noexcept {
    const double a = 0.5 * (classes - 1.0);
    return log_gamma_step(u + 0.5, a) - log_gamma_step(0.5, a);
}

double regret_of_branches(double n, std::uint32_t classes, std::uint32_t branches) noexcept {
    return branches * regret(n / branches, classes);
}

}  // namespace entrostream::tree
