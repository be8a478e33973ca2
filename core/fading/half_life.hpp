// Times as multiples of a half-life: the exponent of an event's weight.
//
// A pure function of the time: the same time has the same fraction in every tally, so two tallies
// with the same half-life give their events the same weights up to an exact power of two.
#pragma once
#include <bit>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// time / half_life = whole + fraction/2^64
struct Phase {
    std::int64_t whole;
    std::uint64_t fraction;

    friend bool operator==(const Phase&, const Phase&) = default;
};

class HalfLife {
  public:
    // nanoseconds > 0
    explicit HalfLife(std::int64_t nanoseconds) noexcept
        : span_(static_cast<std::uint64_t>(nanoseconds)),
          length_(64 - std::countl_zero(span_ - 1)),
          multiplier_(divide((std::uint64_t{1} << length_) - span_, 0, span_).quotient + 1),
          shift_(std::countl_zero(span_)),
          reciprocal_(divide(~(span_ << shift_), ~std::uint64_t{0}, span_ << shift_).quotient) {}

    [[nodiscard]] std::int64_t nanoseconds() const noexcept {
        return static_cast<std::int64_t>(span_);
    }

    // Rounded down; `whole` is exact, the fraction at most 2^-63 too small.
    [[nodiscard]] Phase phase(std::int64_t time) const noexcept {
        // Below 0 the complement is divided, which rounds down too.
        const std::int64_t sign = time >> 63;
        const std::uint64_t quotient = divide_by_span(static_cast<std::uint64_t>(time ^ sign));
        const std::uint64_t whole = quotient ^ static_cast<std::uint64_t>(sign);
        const std::uint64_t rest = (static_cast<std::uint64_t>(time) - whole * span_) << shift_;
        return {static_cast<std::int64_t>(whole), mul_high(reciprocal_, rest) + rest};
    }

    friend bool operator==(const HalfLife& a, const HalfLife& b) noexcept {
        return a.span_ == b.span_;
    }

  private:
    // Exact for every number: Granlund and Montgomery (1994), figure 4.1.
    [[nodiscard]] std::uint64_t divide_by_span(std::uint64_t number) const noexcept {
        const std::uint64_t upper = mul_high(multiplier_, number);
        const int first = length_ == 0 ? 0 : 1;
        return (upper + ((number - upper) >> first)) >> (length_ - first);
    }

    std::uint64_t span_;
    int length_;                // 2^length is the smallest power of two >= span
    std::uint64_t multiplier_;  // 2^64 (2^length - span) / span + 1
    int shift_;                 // normalises the span: moves its highest bit to the top
    std::uint64_t reciprocal_;  // 2^128 / (span 2^shift) - 2^64, rounded down
};

}  // namespace entrostream
