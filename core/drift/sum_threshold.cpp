// The bound.
//
// Given the totals m of the labels, every order of the window's events is equally likely, and
// with h(q) = -q ln q - (1-q) ln(1-q)
//
//     L = n h(n1/n) - sum m h(x/m),      P(x of all labels) = prod C(m, x) / C(n, n1),
//
// where the counts x after the split add up to n1. For t > 0 and any w > 0 let the counts be
// independent instead, x with the weight C(m, x) exp(-t m h(x/m)) w^x out of a total P_m(w). Then
//
//     P(L >= y) = exp(-t y) E[exp(-t (L - y)); L >= y, sum x = n1]
//                 * exp(t n h(n1/n)) w^-n1 prod P_m(w) / C(n, n1),
//
// which is an identity. The first factor, E, is at most the probability Q that the counts add up
// to n1, and most proofs stop there with Q <= 1. Here characteristic functions give more: f(y) =
// exp(-t y) [y >= 0] has a majorant whose Fourier transform is 0 beyond `reach` and nowhere above
// r = 2 pi/reach / (1 - exp(-2 pi t/reach)) (Graham and Vaaler 1981), so that
//
//     E <= r / (2 pi)^2 * (integral of |E exp(i u L + i v sum x)| over |u| <= reach, |v| <= pi),
//
// and the bound is within about a nat of the saddle-point value. w and t may depend on the
// totals: w makes the expected sum of the counts n1, t is the best of a list. w is parametrised by
// the odds w^(1/(1-t)) = p/(1-p): a label's moment depends on little but m p.
//
// What is needed of the constants: P_m(w) from above (log_moment, surplus), and a bound
//
//     U^(-freedom/4) exp(-spread min(1 - cos(v + b u), edge) / U),    U = 1 + (u/(1-t))^2,
//
// of each label's characteristic function, so freedom and spread from below. b may differ from
// label to label: by Hoelder's inequality the mean over v of a product of such functions is at most
// that of one function with the sum of the spreads. A label may also be counted in parts at two
// places of the tables, if each place has a valid bound: a geometric mean of two bounds is a bound.
// At u = 0 the mean over v bounds Q, as does the largest probability of any single count (peak,
// from above). make_chernoff_tables.py tells why each table is on the safe side: below its first
// knot by proof, elsewhere by numerical extremes with a margin.
#include "core/drift/sum_threshold.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/drift/chernoff_tables.hpp"
#include "core/drift/split_totals.hpp"
#include "core/drift/tilted_counts.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"

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

// At least the integral of U^(-freedom/4) mean_over_phases(spread/U) over |z| <= end, where
// U = 1 + z^2; freedom > 2, end >= 1.
double integral_over_reach(double freedom, double spread, const ChernoffEdge& edge,
                           double end) noexcept {
    // The integral of U^-b over all z is sqrt(pi) gamma(b - 1/2)/gamma(b), and this ratio is below
    // 1/sqrt(b - 3/4) (Watson 1959). U^-b is at most 1, and at most z^-2b.
    const double b = (freedom - 2) / 4;
    const double steep = 2 * b - 1;
    const double log_end = natural_log(end);
    const double fall = natural_exp(-std::abs(steep) * log_end);
    const double tail = std::abs(steep) < 1e-3 ? log_end * 1.01
                        : steep > 0            ? (1 - fall) / steep
                                               : (1 / fall - 1) / -steep;
    double inner = 2 * (1 + tail);
    if (b > 1) inner = std::min(inner, std::sqrt(pi / (b - 0.75)));
    // exp(-height/U) U^(-freedom/4) is largest at this U.
    const double height = edge.height * spread;
    const double worst = std::clamp(4 * height / freedom, 1.0, 1 + end * end);
    const double outer = natural_exp(-height / worst - freedom / 4 * natural_log(worst));
    return inner / std::sqrt(2 * pi * edge.bend * spread) + 2 * end * outer;
}

// ln of an upper bound of E, the first factor of the identity above.
double log_rest(const SplitTotals& split, const Tilt& tilt) noexcept {
    const TiltedSpread tilted(split, tilt);
    const double reach = detail::chernoff_reach[tilt.exponent];
    const double transform = 2 * pi / reach / (1 - natural_exp(-2 * pi * tilt.t / reach));
    const double scale = (1 - tilt.t) * transform / (2 * pi);
    const double end = reach / (1 - tilt.t);
    double least = std::min(1.0, tilted.peak);
    for (std::size_t i = 0; i < chernoff_edges; ++i) {
        const double spread = tilted.spread[i];
        if (!(spread > 0)) continue;
        least = std::min(least, mean_over_phases(spread, chernoff_edge[i]));
        if (!(tilted.freedom > 2)) continue;
        least = std::min(
            least, scale * integral_over_reach(tilted.freedom, spread, chernoff_edge[i], end));
    }
    return natural_log(least);
}

class ThresholdSearch {
  public:
    ThresholdSearch(const SplitTotals& split, double a) noexcept : split_(split), a_(a) {
        const double past = split.n - split.recent;
        // Stirling with Robbins' remainders: at least -ln of P(Bin(n, share) = n1).
        log_chance_ = 0.5 * natural_log(2 * pi * past * split.share) + 1 / (12 * past) +
                      1 / (12 * split.recent);
    }

    // Descends from an initial guess, the best exponent for a chi-squared law with this variance.
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
        while (i + 1 < chernoff_exponents && chernoff_exponent[i + 1] <= t)
            ++i;
        return i;
    }

    [[nodiscard]] bool improve(double& least, std::size_t& best, std::size_t next) noexcept {
        const double value = at(next);
        if (!(value < least)) return false;
        least = value;
        best = next;
        return true;
    }

    // Any w gives a bound; the best is the one where the expected sum of the counts is n1. Newton.
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
    double turn_ = 0;  // (ln w - (1-t) log odds)/t of the last exponent; it varies little
};

}  // namespace

SumMoments::SumMoments(double n0, double n1, const TotalsHistogram& totals) noexcept {
    const Deviance deviance(SplitTotals(n0, n1, totals));
    mean = deviance.mean;
    variance = deviance.variance;
}

// Seven per cent below the quantile of a normal law; the statistic's right tail is heavier. It
// never exceeded a computed threshold; sum_threshold takes the maximum, so both agree in any case.
double SumMoments::floor(double a) const noexcept {
    const double deviations = std::max(0.0, std::sqrt(2 * a) - 0.9);
    return mean + deviations * std::sqrt(variance);
}

// The tail of a gamma law of scale 1, which half a chi-squared statistic has.
double SumMoments::quantile(double a) const noexcept {
    return mean + std::sqrt(2 * variance * a) + a;
}

double sum_threshold(double n0, double n1, double a, const TotalsHistogram& totals) noexcept {
    const SplitTotals split(n0, n1, totals);
    return std::max(ThresholdSearch(split, a).least(), SumMoments(n0, n1, totals).floor(a));
}

}  // namespace entrostream
