// Constants of the threshold of the sum statistic, written by make_chernoff_tables.py.
#pragma once
#include <cstddef>

namespace entrostream::detail {

inline constexpr std::size_t chernoff_exponents = 19;
inline constexpr double chernoff_exponent[chernoff_exponents] = {
    0.01, 0.02, 0.035, 0.05, 0.07, 0.095, 0.125, 0.16, 0.2, 0.25,
    0.31, 0.38, 0.46,  0.55, 0.65, 0.75,  0.85,  0.93, 0.98};

// Knots of the expected count: 2^(i/4) from 2^-16 to 2^8.
inline constexpr int chernoff_first_knot = -64;
inline constexpr std::size_t chernoff_knots = 97;

struct ChernoffKnot {
    double log_moment;  // of a large total
    double surplus;     // of a total m, in 17/m
    double spread;
    double outer;
};
extern const ChernoffKnot chernoff_knot[chernoff_exponents][chernoff_knots];

// For the floor.
struct FloorKnot {
    double mean, variance;
};
extern const FloorKnot floor_knot[chernoff_knots];
inline constexpr int floor_first_share = -96;
inline constexpr std::size_t floor_shares = 93;  // 2^(i/4) from 2^-24 to 1/2
extern const FloorKnot floor_exact[floor_shares][16];

}  // namespace entrostream::detail
