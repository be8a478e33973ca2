#include "core/adaptive/sum_threshold.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/adaptive/chernoff_tables.hpp"
#include "core/adaptive/natural_log.hpp"

namespace entrostream {

using detail::chernoff_exponent;
using detail::chernoff_exponents;
using detail::chernoff_first_knot;
using detail::chernoff_knot;
using detail::chernoff_knots;
using detail::ChernoffKnot;
using detail::double_log2;
using detail::inverse_ln2;
using detail::ln2_double;
using detail::natural_log;

namespace {

constexpr std::size_t exact = TotalsHistogram::exact_totals;

// e^x, 0 below e^-690.
double natural_exp(double x) noexcept {
    const double y = x * inverse_ln2;
    if (y < -1000) return 0;
    const double whole = std::floor(y);
    const double rest = y - whole;
    const auto fraction = rest >= 1 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(rest * 0x1p64);
    const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + 1023);
    return detail::double_exp2(fraction) * std::bit_cast<double>(exponent << 52);
}

// The weights C(m, x) (x/m)^(t x) (1 - x/m)^(t (m-x)) of x among m.
struct Weights {
    std::array<std::array<double, exact + 1>, exact + 1> of_total{};
};

std::array<Weights, chernoff_exponents> make_weights() noexcept {
    std::array<Weights, chernoff_exponents> all{};
    for (std::size_t i = 0; i < chernoff_exponents; ++i) {
        for (std::size_t m = 1; m <= exact; ++m) {
            double choose = 1;
            for (std::size_t x = 0; x <= m; ++x) {
                const auto total = static_cast<double>(m);
                const auto in = static_cast<double>(x);
                const double out = total - in;
                double log = 0;
                if (x > 0) log += in * natural_log(in / total);
                if (x < m) log += out * natural_log(out / total);
                all[i].of_total[m][x] = choose * natural_exp(chernoff_exponent[i] * log);
                choose = choose * out / (in + 1);
            }
        }
    }
    return all;
}

const Weights& weights(std::size_t exponent) noexcept {
    static const std::array<Weights, chernoff_exponents> all = make_weights();
    return all[exponent];
}

// The labels with large totals at a tilt with this share p: where their expected counts
// m p are among the knots.
struct Place {
    explicit Place(double log2_share) noexcept {
        const double at = TotalsHistogram::first_mark - chernoff_first_knot +
                          log2_share * TotalsHistogram::marks_per_octave;
        const double whole = std::floor(at);
        first = static_cast<std::ptrdiff_t>(whole);
        above = at - whole;
    }
    [[nodiscard]] static std::size_t held(std::ptrdiff_t knot) noexcept {
        return static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(knot, 0, static_cast<std::ptrdiff_t>(chernoff_knots) - 1));
    }
    std::ptrdiff_t first;
    double above;
};

struct Marks {
    std::array<double, TotalsHistogram::marks> inverse{};  // 17 / total
    Marks() noexcept {
        for (std::size_t i = 0; i < inverse.size(); ++i) {
            const double log2_total = static_cast<double>(i + TotalsHistogram::first_mark) /
                                      TotalsHistogram::marks_per_octave;
            inverse[i] = 17 * natural_exp(-log2_total * ln2_double);
        }
    }
};
const Marks& marks() noexcept {
    static const Marks all;
    return all;
}

struct Split {
    const TotalsHistogram& totals;
    double n, n1, share;
    double log_odds;      // of share
    double entropy;       // n h(share), nats
    double large_events;  // in labels above the exact totals
    std::size_t used_marks;
    double log_chance;  // at most -ln P(Bin(n, share) = n1)

    Split(double n0_, double n1_, const TotalsHistogram& totals_) noexcept
        : totals(totals_), n(n0_ + n1_), n1(std::min(n0_, n1_)) {
        const double n0 = n - n1;
        share = n1 / n;
        const double log1 = natural_log(share);
        const double log0 = natural_log(n0 / n);
        log_odds = log1 - log0;
        entropy = -(n1 * log1 + n0 * log0);
        large_events = n;
        for (std::size_t m = 1; m <= exact; ++m) {
            large_events -= static_cast<double>(m) * totals.exactly(m);
        }
        used_marks = large_events > 0 ? TotalsHistogram::marks_up_to(large_events) : 0;
        constexpr double two_pi = 6.283185307179586;
        log_chance = 0.5 * natural_log(two_pi * n0 * share) + 1 / (12 * n0) + 1 / (12 * n1);
    }
};

// ln of the bound of E exp(t L) at the exponent t and the tilt theta, but for the two
// probabilities that the counts add up to n1; and how it changes with theta.
struct Moment {
    double log = 0;
    double mean = 0;      // of the counts behind the split, all labels
    double variance = 0;  // roughly
};

Moment moment_at(const Split& split, std::size_t exponent, double theta) noexcept {
    const double t = chernoff_exponent[exponent];
    const double w = natural_exp(theta);
    const double log_u = theta / (1 - t);
    const double u = natural_exp(log_u);
    const double p = u / (1 + u);
    const double log_1u = natural_log(1 + u);
    Moment moment;
    moment.log = -(1 - t) * split.entropy - split.n1 * theta;
    const Weights& all = weights(exponent);
    for (std::size_t m = 1; m <= exact; ++m) {
        const double labels = split.totals.exactly(m);
        if (labels == 0) continue;
        double sum = 0;
        double first = 0;
        double second = 0;
        for (std::size_t x = m + 1; x-- > 0;) {
            second = second * w + first;
            first = first * w + sum;
            sum = sum * w + all.of_total[m][x];
        }
        const double mean = first * w / sum;
        moment.log += labels * natural_log(sum);
        moment.mean += labels * mean;
        moment.variance += labels * (2 * second * w * w / sum + mean - mean * mean);
    }
    moment.log += split.large_events * (1 - t) * log_1u;
    moment.mean += split.large_events * p;
    moment.variance += split.large_events * p * (1 - p) / (1 - t);
    const ChernoffKnot* const knots = chernoff_knot[exponent];
    const Place place((log_u - log_1u) * inverse_ln2);
    const Marks& scale = marks();
    double low = 0;
    double high = 0;
    for (std::size_t i = 0; i < split.used_marks; ++i) {
        const auto knot = place.first + static_cast<std::ptrdiff_t>(i);
        const ChernoffKnot& below = knots[Place::held(knot)];
        const ChernoffKnot& above = knots[Place::held(knot + 1)];
        const double labels = split.totals.near_mark(i);
        low += labels * (below.log_moment + scale.inverse[i] * below.surplus);
        high += labels * (above.log_moment + scale.inverse[i] * above.surplus);
    }
    moment.log += low + place.above * (high - low);
    constexpr double knots_per_e = TotalsHistogram::marks_per_octave * inverse_ln2;
    moment.mean += (high - low) * knots_per_e * (1 - p) / (1 - t);
    return moment;
}

// ln of the bound of the probability that the tilted counts add up to n1.
double log_concentration(const Split& split, std::size_t exponent, double theta) noexcept {
    const double t = chernoff_exponent[exponent];
    const double w = natural_exp(theta);
    const double log_u = theta / (1 - t);
    const double u = natural_exp(log_u);
    const double p = u / (1 + u);
    constexpr double edge = 0.6;                 // radians
    constexpr double edge_fall = 0.17466438509;  // 1 - cos(edge)
    double spread = 0;
    double outer = 0;
    const Weights& all = weights(exponent);
    for (std::size_t m = 1; m <= exact; ++m) {
        const double labels = split.totals.exactly(m);
        if (labels == 0) continue;
        double sum = 0;
        double neighbours = 0;
        double last = 0;
        double power = 1;
        for (std::size_t x = 0; x <= m; ++x) {
            const double now = all.of_total[m][x] * power;
            sum += now;
            neighbours += now * last;
            last = now;
            power *= w;
        }
        spread += labels * neighbours / (sum * sum);
    }
    outer = edge_fall * spread;
    const ChernoffKnot* const knots = chernoff_knot[exponent];
    const Place place((log_u - natural_log(1 + u)) * inverse_ln2);
    double large_spread = 0;
    double large_outer = 0;
    for (std::size_t i = 0; i < split.used_marks; ++i) {
        const auto knot = place.first + static_cast<std::ptrdiff_t>(i);
        const ChernoffKnot& below = knots[Place::held(knot)];
        // Beyond the last knot both grow with the expected count.
        const auto beyond = knot - static_cast<std::ptrdiff_t>(chernoff_knots) + 1;
        const double grown =
            beyond > 0 ? 17 / marks().inverse[static_cast<std::size_t>(beyond)] / 16 : 1;
        const double labels = split.totals.near_mark(i) * grown;
        large_spread += labels * below.spread;
        large_outer += labels * below.outer;
    }
    spread += large_spread * (1 - p);
    outer += large_outer * (1 - p);
    constexpr double two_pi = 6.283185307179586;
    const double inner = 1 / std::sqrt(two_pi * (1 - edge * edge / 12) * spread);
    const double chance = inner + natural_exp(-outer);
    return chance >= 1 ? 0 : natural_log(chance);
}

// The tilt where the expected counts add up to n1: where the moment is least.
double best_tilt(const Split& split, std::size_t exponent, double theta) noexcept {
    for (int step = 0; step < 6; ++step) {
        const Moment moment = moment_at(split, exponent, theta);
        if (!(moment.variance > 0)) break;
        const double move = std::clamp((split.n1 - moment.mean) / moment.variance, -1.0, 1.0);
        theta = std::min(theta + move, 0.0);
        if (move * move * moment.variance < 1e-3) break;
    }
    return theta;
}

double threshold_at(const Split& split, std::size_t exponent, double a) noexcept {
    const double t = chernoff_exponent[exponent];
    const double theta = best_tilt(split, exponent, (1 - t) * split.log_odds);
    const Moment moment = moment_at(split, exponent, theta);
    const double rounding = 1e-9 + split.n * 0x1p-48;
    return (moment.log + log_concentration(split, exponent, theta) + split.log_chance + a +
            rounding) /
           t;
}

}  // namespace

double sum_threshold(double n0, double n1, double a, const TotalsHistogram& totals) noexcept {
    const Split split(n0, n1, totals);
    double best = threshold_at(split, 0, a);
    for (std::size_t i = 1; i < chernoff_exponents; ++i) {
        best = std::min(best, threshold_at(split, i, a));
    }
    return best;
}

double sum_threshold_floor(double n0, double n1, double a, const TotalsHistogram& totals) noexcept {
    const double n = n0 + n1;
    const double log2_share = double_log2(std::min(n0, n1) / n);
    double mean = 0;
    double variance = 0;
    const double at = std::clamp(log2_share * 4 - detail::floor_first_share, 0.0,
                                 static_cast<double>(detail::floor_shares - 1));
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, detail::floor_shares - 1);
    const double above = at - static_cast<double>(low);
    double exact_events = 0;
    for (std::size_t m = 1; m <= exact; ++m) {
        const double labels = totals.exactly(m);
        const detail::FloorKnot& below = detail::floor_exact[low][m - 1];
        const detail::FloorKnot& next = detail::floor_exact[high][m - 1];
        exact_events += labels * static_cast<double>(m);
        mean += labels * (below.mean + above * (next.mean - below.mean));
        variance += labels * below.variance;
    }
    if (exact_events < n) {
        const Place place(log2_share);
        const std::size_t used = TotalsHistogram::marks_up_to(n - exact_events);
        double low_mean = 0;
        double high_mean = 0;
        for (std::size_t i = 0; i < used; ++i) {
            const auto knot = place.first + static_cast<std::ptrdiff_t>(i);
            const detail::FloorKnot& below = detail::floor_knot[Place::held(knot)];
            const detail::FloorKnot& next = detail::floor_knot[Place::held(knot + 1)];
            const double labels = totals.near_mark(i);
            low_mean += labels * below.mean;
            high_mean += labels * next.mean;
            variance += labels * below.variance;
        }
        mean += low_mean + place.above * (high_mean - low_mean);
    }
    return mean + std::sqrt(2 * variance * std::max(0.0, a - 2));
}

}  // namespace entrostream
