// Constants of the bound of the sum statistic, written by make_chernoff_tables.py: do not edit.
//
// lam is the expected count of a label behind the split, knots are lam = 2^(i/4). What the numbers
// bound, and how well that is proved, is documented in the script.
#pragma once
#include <cstddef>

// clang-format off
namespace entrostream::detail {

inline constexpr std::size_t chernoff_exponents = 19;
inline constexpr double chernoff_exponent[chernoff_exponents] = {
    0.01, 0.02, 0.035, 0.05, 0.07, 0.095, 0.125, 0.16, 0.2, 0.25, 0.31, 0.38, 0.46, 0.55, 0.65, 0.75, 0.85, 0.93, 0.98};
// How far the characteristic functions are known: |u| up to this.
inline constexpr double chernoff_reach[chernoff_exponents] = {
    1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0};

inline constexpr int chernoff_first_knot = -64;
inline constexpr std::size_t chernoff_knots = 97;
inline constexpr std::size_t chernoff_first_total = 17;
// 1 - cos v is known to count up to an edge, and at least v^2/2 times the other up to there.
struct ChernoffEdge {
    double height, bend;
};
inline constexpr std::size_t chernoff_edges = 3;
inline constexpr ChernoffEdge chernoff_edge[chernoff_edges] = {{0.175, 0.9699}, {0.04, 0.9932}, {0.01, 0.9983}};

// Upper bounds, for totals from chernoff_first_total.
extern const double chernoff_log_moment[chernoff_exponents][chernoff_knots];
extern const double chernoff_surplus[chernoff_exponents][chernoff_knots];
// Below the first knot both fall with lam to this power.
extern const double chernoff_decay[chernoff_exponents];

// Lower bounds, for totals of 2, below and from chernoff_first_total; there, for each edge.
inline constexpr std::size_t chernoff_kinds = 3;
extern const double chernoff_spread[chernoff_exponents][chernoff_kinds - 1 + chernoff_edges]
                                   [chernoff_knots];
extern const double chernoff_freedom[chernoff_exponents][chernoff_kinds][chernoff_knots];

// Upper bound, for totals from chernoff_first_total; falls with sqrt(lam) beyond the last knot.
extern const double chernoff_peak[chernoff_exponents][chernoff_knots];

// Mean and variance of what a label adds to the statistic, and covariance with its count behind
// the split. By knot for large totals; over lam for small ones, by the share 2^(i/4) up to 1/2.
extern const double deviance_at_knot[3][chernoff_knots];
inline constexpr int deviance_first_share = -48;
inline constexpr std::size_t deviance_shares = 45;
extern const double deviance_of_total[deviance_shares][3][chernoff_first_total - 1];

}  // namespace entrostream::detail
