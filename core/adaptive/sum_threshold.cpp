// The bound.
//
// Given the totals m of the labels, every order of the window's events is as likely as any
// other, and with h(q) = -q ln q - (1-q) ln(1-q)
//
//     L = n h(n1/n) - sum m h(x/m),      P(x of all labels) = prod C(m, x) / C(n, n1),
//
// where the counts x behind the split add up to n1. For t > 0 and any w > 0 let the counts be
// independent instead, x with the weight C(m, x) exp(-t m h(x/m)) w^x out of P_m(w). Then
//
//     P(L >= y) = exp(-t y) E[exp(-t (L - y)); L >= y, sum x = n1]
//                 * exp(t n h(n1/n)) w^-n1 prod P_m(w) / C(n, n1),
//
// an identity. The first factor, E, is at most the chance Q that the counts add up to n1, and
// that is where most proofs stop with Q <= 1. Here characteristic functions say more: f(y) =
// exp(-t y) [y >= 0] has a majorant with a Fourier transform that is 0 beyond `reach` and
// nowhere above r = 2 pi/reach / (1 - exp(-2 pi t/reach)) (Graham and Vaaler 1981), so that
//
//     E <= r / (2 pi)^2 * (integral of |E exp(i u L + i v sum x)| over |u| <= reach, |v| <= pi),
//
// and the bound is within a nat or so of the saddle point's value. w and t may depend on the
// totals: w makes the counts add up to n1 in the mean, t is the best of a list. The odds
// w^(1/(1-t)) = p/(1-p) measure w: a label's moment depends on little but m p.
#include "core/adaptive/sum_threshold.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/adaptive/chernoff_tables.hpp"
#include "core/adaptive/natural_exp.hpp"
#include "core/adaptive/natural_log.hpp"
#include "core/adaptive/split_totals.hpp"
#include "core/adaptive/tilted_counts.hpp"

namespace entrostream {

using detail::chernoff_edge;
using detail::chernoff_edges;
using detail::chernoff_exponent;
using detail::chernoff_exponents;
using detail::ChernoffEdge;
using detail::Deviance;
using detail::natural_exp;
using detail::natural_log;
using detail::SplitTotals;
using detail::Tilt;
using detail::TiltedMoment;
using detail::TiltedSpread;

namespace {

constexpr double pi = 3.141592653589793;

// At least the mean of exp(-spread min(1 - cos v, edge)) over all v.
double mean_over_phases(double spread, const ChernoffEdge& edge) noexcept {
    const double inner = 1 / std::sqrt(2 * pi * edge.bend * spread);
    return std::min(1.0, inner + natural_exp(-edge.height * spread));
}

// ln cosh of the multiples of a step, from 0.
struct LogCosh {
    static constexpr double step = 0.075;
    static constexpr std::size_t size = 82;  // up to 6.1: sinh of it is above 200
    std::array<double, size> values{};

    LogCosh() noexcept {
        for (std::size_t i = 0; i < size; ++i) {
            const double y = step * static_cast<double>(i);
            values[i] = y + natural_log(0.5 + 0.5 * natural_exp(-2 * y));
        }
    }
};

// At least the integral of U^(-freedom/4) mean_over_phases(spread/U) over |z| <= end,
// U = 1 + z^2: for many labels.
double integral_of_many(double freedom, double spread, const ChernoffEdge& edge, double end) noexcept {
    // The integral of (1 + z^2)^-b over all z is sqrt(pi) gamma(b - 1/2)/gamma(b), and that
    // ratio is below 1/sqrt(b - 3/4) (Watson 1959).
    const double b = (freedom - 2) / 4;
    const double inner = std::sqrt(0.5 / ((b - 0.75) * edge.bend * spread));
    // exp(-height/U) U^(-freedom/4) is largest where U is this.
    const double height = edge.height * spread;
    const double worst = std::clamp(4 * height / freedom, 1.0, 1 + end * end);
    const double outer = natural_exp(-height / worst - freedom / 4 * natural_log(worst));
    return inner + 2 * end * outer;
}

// The same for few: with z = sinh y the integrand is cosh(y)^(1 - freedom/2) times the mean. Each
// factor is taken at that end of a step where it is larger.
double integral_of_few(double freedom, double spread, const ChernoffEdge& edge, double end) noexcept {
    static const LogCosh log_cosh;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < LogCosh::size; ++i) {
        const double high = log_cosh.values[i + 1];
        const double inverse = natural_exp(-high);
        sum += natural_exp(-freedom / 2 * log_cosh.values[i]) / inverse *
               mean_over_phases(spread * inverse * inverse, edge);
        if (inverse * inverse * (1 + end * end) <= 1) break;
    }
    return 2 * LogCosh::step * sum;
}

// ln of an upper bound of E, the first factor of the identity above.
double log_rest(const SplitTotals& split, const Tilt& tilt) noexcept {
    const TiltedSpread tilted(split, tilt);
    const double reach = detail::chernoff_reach[tilt.exponent];
    const double transform = 2 * pi / reach / (1 - natural_exp(-2 * pi * tilt.t / reach));
    const double scale = (1 - tilt.t) * transform / (2 * pi);
    const double end = reach / (1 - tilt.t);
    double least = 1;
    for (std::size_t i = 0; i < chernoff_edges; ++i) {
        const double spread = tilted.spread[i];
        if (!(spread > 0)) continue;
        const auto integral = tilted.freedom >= 10 ? integral_of_many : integral_of_few;
        least = std::min({least, mean_over_phases(spread, chernoff_edge[i]),
                          scale * integral(tilted.freedom, spread, chernoff_edge[i], end)});
    }
    return natural_log(least);
}

class ThresholdSearch {
  public:
    ThresholdSearch(const SplitTotals& split, double a) noexcept : split_(split), a_(a) {
        const double past = split.n - split.recent;
        // Stirling with Robbins' rests: at least -ln of P(Bin(n, share) = n1).
        log_chance_ = 0.5 * natural_log(2 * pi * past * split.share) + 1 / (12 * past) +
                      1 / (12 * split.recent);
    }

    // Downhill from a first guess, the best exponent for a chi-squared law with this variance.
    [[nodiscard]] double least() noexcept {
        const Deviance deviance(split_);
        turn_ = -deviance.slope;
        const double ratio = std::sqrt(2 * a_ / std::max(deviance.variance, 1e-3));
        std::size_t best = last_not_above(ratio / (1 + ratio));
        double least = at(best);
        while (best + 1 < chernoff_exponents && improve(least, best, best + 1)) {
        }
        while (best > 0 && improve(least, best, best - 1)) {
        }
        return least;
    }

  private:
    [[nodiscard]] static std::size_t last_not_above(double t) noexcept {
        std::size_t i = 0;
        while (i + 1 < chernoff_exponents && chernoff_exponent[i + 1] <= t) ++i;
        return i;
    }

    [[nodiscard]] bool improve(double& least, std::size_t& best, std::size_t next) noexcept {
        const double value = at(next);
        if (!(value < least)) return false;
        least = value;
        best = next;
        return true;
    }

    // Any w makes a bound; that where the counts add up to n1 in the mean makes the best. Newton.
    [[nodiscard]] double at(std::size_t exponent) noexcept {
        const double t = chernoff_exponent[exponent];
        const double plain = (1 - t) * split_.log_odds;
        Tilt tilt(exponent, std::min(0.0, plain + t * turn_));
        TiltedMoment moment(split_, tilt);
        for (int step = 0; step < 8; ++step) {
            const double away = split_.recent - moment.mean;
            if (!(away * away > 0.01 * moment.variance)) break;
            const double turn = std::clamp(away / moment.variance, -1.0, 1.0);
            const Tilt next(exponent, std::min(0.0, tilt.log_w + turn));
            const TiltedMoment less(split_, next);
            if (!(less.log < moment.log)) break;
            tilt = next;
            moment = less;
        }
        turn_ = (tilt.log_w - plain) / t;
        const double rounding = 1e-9 + split_.n * 0x1p-48;
        return (moment.log + log_rest(split_, tilt) + log_chance_ + rounding + a_) / t;
    }

    const SplitTotals& split_;
    double a_;
    double log_chance_;
    double turn_ = 0;  // (ln w - (1-t) log odds)/t of the last exponent: it changes little
};

}  // namespace

double sum_threshold(double n0, double n1, double a, const TotalsHistogram& totals) noexcept {
    const SplitTotals split(n0, n1, totals);
    return ThresholdSearch(split, a).least();
}

double sum_threshold_floor(double n0, double n1, double a, const TotalsHistogram& totals) noexcept {
    const Deviance deviance{SplitTotals(n0, n1, totals)};
    return deviance.mean + 0.9 * std::sqrt(2 * deviance.variance * std::max(0.0, a - 4));
}

}  // namespace entrostream
