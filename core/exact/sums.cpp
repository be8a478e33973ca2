// Bulk changes of the sums, and the reads of ExactSums.
#include "core/exact/sums.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/exact/entropy_fast_path.hpp"
#include "core/exact/logarithms.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_double.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream {

namespace detail {

void throw_too_many_events() {
    throw std::overflow_error("a summary holds fewer than 2^62 events");
}

namespace {

// The entropy before rounding, with a relative error below 2^-100.
DoubleDouble entropy_before_rounding(uint128 excess, std::uint64_t n) noexcept {
    const DoubleDouble value =
        double_double_quotient(to_double_double(excess), to_double_double(uint128{n}));
    constexpr double unit = power_of_two(-fraction_bits);
    return {value.high * unit, value.low * unit};
}

// -log2(1 - g) for g below 2^-40: (g + g^2/2)/ln 2; the next term is 2^-81 of it.
double minus_log2_of_complement(DoubleDouble g) noexcept {
    const DoubleDouble product = exact_product(g.high, inverse_ln2);
    const double low = g.high * inverse_ln2_low + g.low * inverse_ln2;
    return product.high + (product.low + low + product.high * (g.high / 2));
}

}  // namespace
}  // namespace detail

void ExactSums::add(Cell& cell, std::uint64_t k) {
    if (k > max_events - n_) detail::throw_too_many_events();
    const std::uint64_t before = cell.count;
    const std::uint64_t after = before + k;
    log_sum_ += count_log(after) - count_log(before);
    square_sum_ += uint128{k} * (before + after);
    distinct_ += before == 0 && k != 0;
    n_ += k;
    cell.count = after;
}

void ExactSums::take(Cell& cell, std::uint64_t k) noexcept {
    const std::uint64_t before = cell.count;
    const std::uint64_t after = before - k;
    log_sum_ -= count_log(before) - count_log(after);
    square_sum_ -= uint128{k} * (before + after);
    distinct_ -= after == 0 && k != 0;
    n_ -= k;
    cell.count = after;
}

uint128 ExactSums::excess() const noexcept {
    return log_of_n_(n_) - log_sum_;
}

// Where F(n) is cached (a window), the exact quotient costs the same as the estimate.
double ExactSums::entropy() const noexcept {
    if (distinct_ < 2) return 0.0;
    if (!log_of_n_.holds(n_) && n_ < detail::fast_path_limit) {
        const detail::Rounded fast = detail::fast_entropy(log_sum_, n_);
        if (fast.certain) [[likely]]
            return fast.value;
    }
    return bits_per_event(excess(), n_);
}

double ExactSums::nats() const noexcept {
    if (distinct_ < 2) return 0.0;
    if (n_ < detail::fast_path_limit) {
        const detail::Rounded fast = detail::fast_nats(log_sum_, n_);
        if (fast.certain) [[likely]]
            return fast.value;
    }
    return nats_per_event(excess(), n_);
}

double ExactSums::gini() const noexcept {
    return distinct_ < 2 ? 0.0 : gini_of(square_sum_, n_);
}

// Counts are equal if and only if their square sum is minimal: n/distinct times n.
double ExactSums::evenness() const noexcept {
    if (distinct_ < 2) return 0.0;
    const std::uint64_t each = n_ / distinct_;
    if (each * distinct_ == n_ && square_sum_ == uint128{each} * n_) return 1.0;
    const detail::DoubleDouble most = detail::to_double_double(detail::log2_of(uint128{distinct_}));
    const detail::DoubleDouble ratio =
        detail::double_double_quotient(detail::entropy_before_rounding(excess(), n_), most);
    return std::min(1.0, ratio.high + ratio.low);
}

double ExactSums::perplexity() const noexcept {
    return distinct_ < 2 ? 1.0 : detail::exp2_of(detail::entropy_before_rounding(excess(), n_));
}

double ExactSums::renyi2() const noexcept {
    if (distinct_ < 2) return 0.0;
    const uint128 all = uint128{n_} * n_;
    const uint128 deficit = all - square_sum_;
    if (deficit < all >> 40)
        return detail::minus_log2_of_complement(detail::double_double_quotient(
            detail::to_double_double(deficit), detail::to_double_double(all)));
    const int128 log = detail::log2_of(all).units - detail::log2_of(square_sum_).units;
    return detail::to_double_double(detail::Fixed{log}).high;
}

double ExactSums::inverse_simpson() const noexcept {
    return n_ == 0 ? 1.0 : quotient(uint128{n_} * n_, square_sum_);
}

double ExactSums::entropy_in(double base) const noexcept {
    if (distinct_ < 2) return 0.0;
    if (base == 2.0) return entropy();
    const detail::DoubleDouble log = detail::to_double_double(detail::log2_of(base));
    const detail::DoubleDouble ratio =
        detail::double_double_quotient(detail::entropy_before_rounding(excess(), n_), log);
    return ratio.high + ratio.low;
}

}  // namespace entrostream
