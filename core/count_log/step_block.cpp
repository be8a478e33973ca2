// A block of steps: the expansion with the proof of its error bound, and the scalar kernel.
#include "core/count_log/step_block.hpp"

#include <array>
#include <cstddef>

#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_stages.hpp"
#include "core/count_log/step_expansion.hpp"
#include "core/count_log/step_kernels.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream::detail {
namespace {

// log2 a in units of 2^-122, and a bound on the error of (a + t) log2 a in grains.
//
// (a + t) 2^58 is at most 2^(e + 59), and a unit has 2^(e - 5) grains. The shorter logarithm,
// with an error of 2^-97, is precise enough below 2^28; the other's error is below 2^-119.
struct AnchorLog {
    uint128 value;
    std::uint64_t error;

    AnchorLog(std::uint64_t a, int e) noexcept {
        if (e < 28) {
            value = log2_middle(a);
            error = 1 + (std::uint64_t{1} << 2 * e >> 43);
        } else {
            const uint128 fraction = log2_fraction(a << (63 - e));
            value = join(static_cast<std::uint64_t>(e) << 58, 0) + (fraction >> 6);
            error = 1 + low_half(uint128{1} << 2 * e >> 65);
        }
    }
};

}  // namespace

// With w = 32/a and m = a 2^(63-e), the coefficients are c_k = K 2^126/m * w^(k-2) * 2/(k(k-1)),
// and w = 2^63/m * 2^(5-e). 2^63/m fits 64 bits in units of 2^-64, since a is not a power of
// two.
//
// Errors in grains. Too low by truncation: f(a) by 1; t f'(a) by 1 and by the 32 * 2^-32 units
// that its short fraction omits. The inverse by 1; c_2 by 2.8, each other coefficient by 1.4; a
// term by half of that, plus 1 where the product is truncated: 5.5 for the even terms, 3.3 for
// the odd ones. Terms from t^7 on: 0.3. Since t f'(a) and the odd terms have opposite signs, the
// sum is off by at most 1 + 5.5 + 3.3 + 0.3, or 1 + 5.5 + 1 + 0.3 and the 2^-27 units, plus the
// error of the logarithm. A short expansion also omits the 5th term, and the 6th, below 1.
Expansion::Expansion(std::uint64_t a) noexcept : anchor(a) {
    const int e = floor_log2(a);
    const AnchorLog log(a, e);
    const uint128 value = log.value * a;
    const uint128 derivative = log.value + (half_inverse_ln2 >> 5);  // K in units of 2^-122
    places = e - reach_bits;
    whole = high_half(value);
    middle = (low_half(value) >> (64 - places)) + ((2 * lift + 1) << (places - 1));
    slope = high_half(derivative);
    slope_fraction = static_cast<std::uint32_t>(low_half(derivative) >> 32);

    const std::uint64_t inverse = divide(std::uint64_t{1} << 63, 0, a << (63 - e)).quotient;
    const auto times_w = [&](std::uint64_t x) { return mul_high(x, inverse) >> places; };
    second = mul_high(inverse, high_half(half_inverse_ln2));
    const std::uint64_t w = times_w(second);
    const std::uint64_t w2 = times_w(w);
    const std::uint64_t w3 = times_w(w2);
    third = w / 3;
    fourth = w2 / 6;
    fifth = w3 / 10;
    sixth = times_w(w3) / 15;
    error = 12 + log.error + (std::uint64_t{1} << places >> 27);
    if (is_short()) error += fifth / 2 + 2;
}

namespace {

// coefficient * t^k / 2^(5k+1), truncated; t^k is below 2^(5k+1).
template <int k>
std::uint64_t term(std::uint64_t coefficient, std::uint32_t power) noexcept {
    return mul_high(coefficient, std::uint64_t{power} << (63 - k * reach_bits));
}

template <bool Short>
void expand(const Expansion& x, Grains& grains) noexcept {
    const Powers& powers = powers_of_t;
    const int shift = x.linear_shift();
    const std::uint64_t linear_step = std::uint64_t{x.slope_fraction} << Expansion::linear_lift;
    std::uint64_t linear = 0;
    grains[reach] = x.middle;
    for (std::size_t i = 0; i < reach; ++i) {
        linear += linear_step;
        std::uint64_t even = term<2>(x.second, powers.second[i]);
        even += term<4>(x.fourth, powers.fourth[i]);
        std::uint64_t odd = term<3>(x.third, powers.third[i]);
        if constexpr (!Short) {
            even += term<6>(x.sixth, powers.sixth[i]);
            odd += term<5>(x.fifth, powers.fifth[i]);
        }
        odd = (linear >> shift) - odd;
        grains[reach + 1 + i] = x.middle + even + odd;
        grains[reach - 1 - i] = x.middle + even - odd;
    }
}

// With `error` added, a fraction is in doubt if it is below 2 * error + 1.
bool round(const Expansion& x, const Grains& grains, std::uint64_t* steps) noexcept {
    const std::uint64_t mask = x.fraction_mask();
    const std::uint64_t least = 2 * x.error + 1;
    std::uint64_t below = ((grains[block_steps] + x.error) & mask) - least;
    for (std::size_t i = 0; i < block_steps; ++i) {
        steps[i] = x.slope + ((grains[i + 1] >> x.places) - (grains[i] >> x.places));
        below |= ((grains[i] + x.error) & mask) - least;
    }
    return below >> 63 != 0;
}

// Corrects both steps next to each count whose rounding is in doubt, using F of that count.
void repair(const Expansion& x, const Grains& grains, std::uint64_t* steps) noexcept {
    for (std::size_t i = 0; i <= block_steps; ++i) {
        if (((grains[i] + x.error) & x.fraction_mask()) > 2 * x.error) continue;
        const std::uint64_t t = i - reach;  // modulo 2^64, like everything here
        const std::uint64_t rounded = x.whole + t * x.slope + (grains[i] >> x.places) - x.lift;
        const std::uint64_t missing = low_half(count_log(x.anchor + t)) - rounded;
        if (i < block_steps) steps[i] -= missing;
        if (i != 0) steps[i - 1] += missing;
    }
}

void fill_singly(std::uint64_t first, std::uint64_t* steps) noexcept {
    std::uint64_t before = low_half(count_log(first));
    for (std::size_t i = 0; i < block_steps; ++i) {
        const std::uint64_t after = low_half(count_log(first + i + 1));
        steps[i] = after - before;
        before = after;
    }
}

}  // namespace

bool write_steps_plain(const Expansion& x, Grains& grains, std::uint64_t* steps) noexcept {
    if (x.is_short()) {
        expand<true>(x, grains);
    } else {
        expand<false>(x, grains);
    }
    return round(x, grains, steps);
}

void fill_steps(std::uint64_t first, std::uint64_t* steps) noexcept {
    if (first >= expansion_limit) {
        fill_singly(first, steps);
        return;
    }
    const Expansion x(first + reach);
    Grains grains;
    const bool in_doubt = has_vector_steps() ? write_steps_avx2(x, grains, steps)
                                             : write_steps_plain(x, grains, steps);
    if (in_doubt) [[unlikely]]
        repair(x, grains, steps);
}

}  // namespace entrostream::detail
