#include "core/estimates/unseen_labels.hpp"

#include "core/exact/logarithms.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_double.hpp"
#include "core/math/int128.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream {

namespace detail {
namespace {

constexpr double euler = 0x1.2788cfc6fb619p-1;

// -(euler + ln z) e^z + sum of (1 + 1/2 + ... + 1/k) z^k/k!, for z <= 1: at most a factor
// of 4 is lost in the difference.
double near_zero(double z) noexcept {
    double power = 1.0;
    double harmonic = 0.0;
    double exponential = 1.0;
    double sum = 0.0;
    for (int k = 1; power > 0x1p-60; ++k) {
        power *= z / k;
        harmonic += 1.0 / k;
        exponential += power;
        sum += harmonic * power;
    }
    const double log = to_double_double(log2_of(z)).high * ln2_double;
    return sum - (euler + log) * exponential;
}

// 1/(z+1 - 1/(z+3 - 4/(z+5 - 9/(z+7 - ...)))), deep enough that the rest is negligible.
double by_continued_fraction(double z) noexcept {
    double rest = 0.0;
    for (int k = 10 + static_cast<int>(110.0 / z); k > 0; --k) {
        rest = static_cast<double>(k) * k / (z + (2 * k + 1) - rest);
    }
    return 1.0 / (z + 1.0 - rest);
}

}  // namespace

double scaled_exponential_integral(double z) noexcept {
    return z < 1.0 ? near_zero(z) : by_continued_fraction(z);
}

}  // namespace detail

namespace {

// A as a fraction, 1 or at most 2/3; the series has the ratio 1 - A.
struct Share {
    uint128 numerator;
    uint128 denominator;

    [[nodiscard]] double complement() const noexcept {
        return quotient(denominator - numerator, denominator);
    }
    // -ln(1 - A), accurate for tiny A too: 2 artanh(A/(2-A)), whose argument is at most 1/2.
    [[nodiscard]] double minus_log_of_complement() const noexcept {
        const double w = quotient(numerator, 2 * denominator - numerator);
        double power = w;
        double sum = 0.0;
        for (int k = 1; power > w * 0x1p-60; k += 2) {
            sum += power / k;
            power *= w * w;
        }
        return 2.0 * sum;
    }
};

Share share_of(const RareLabels& rare) noexcept {
    const bool seen_twice = rare.doubletons > 0;
    const uint128 numerator = seen_twice ? uint128{2} * rare.doubletons : 2;
    const std::uint64_t others = seen_twice ? rare.singletons : rare.singletons - 1;
    return {numerator, uint128{rare.n - 1} * others + numerator};
}

// sum over j >= 0 of x^j/(n+j), term by term: x < 0.8.
double direct_sum(double n, double x) noexcept {
    double sum = 0.0;
    double power = 1.0;
    for (int j = 0; power > 0x1p-60; ++j) {
        sum += power / (n + j);
        power *= x;
    }
    return sum;
}

// The same for x = e^-s, s < 1/4 and n >= 32. It is the integral of e^(-n t)/(1 - e^-(s+t))
// over t > 0, where 1/(1 - e^-u) = 1/u + 1/2 + u/12 - u^3/720 + ...; the integral of
// e^(-n t)/(s+t) is e^z E1(z), z = n s; those of the powers follow by a recurrence.
double smooth_sum(double n, double s) noexcept {
    constexpr double bernoulli[] = {1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600,
                                    1.0 / 47900160};
    double moment = 1.0 / n;  // integral of e^(-n t) (s+t)^k
    double sum = detail::scaled_exponential_integral(n * s) + moment / 2;
    double power = 1.0;
    int k = 0;
    for (const double coefficient : bernoulli) {
        power *= s;
        moment = (power + ++k * moment) / n;
        sum += coefficient * moment;
        power *= s;
        moment = (power + ++k * moment) / n;
    }
    return sum;
}

// sum over j >= 0 of x^j/(n+j)
double sum_over_draws(double n, const Share& share) noexcept {
    const double x = share.complement();
    const double s = share.minus_log_of_complement();
    if (s > 0.25) return direct_sum(n, x);
    double sum = 0.0;
    double power = 1.0;
    while (n < 32.0) {
        sum += power / n;
        power *= x;
        n += 1.0;
    }
    return sum + power * smooth_sum(n, s);
}

}  // namespace

double unseen_bits(const RareLabels& rare) noexcept {
    if (rare.singletons == 0) return 0.0;
    const Share share = share_of(rare);
    if (share.numerator == share.denominator) return 0.0;
    const double sum = sum_over_draws(static_cast<double>(rare.n), share);
    return static_cast<double>(rare.singletons) * share.complement() * sum * detail::inverse_ln2;
}

}  // namespace entrostream
