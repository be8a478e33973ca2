// Exact conversions to nanoseconds and back, in integers.
//
// Each rounds once, to the nearest nanosecond, ties to even. A value that does not fit becomes
// `no_time`, which is not a valid time; every other value has a negation that fits.
#pragma once
#include <bit>
#include <cstdint>
#include <limits>

#include "core/math/int128.hpp"
#include "core/time/calendar.hpp"
#include "core/time/time.hpp"

namespace entrostream {

inline constexpr Time no_time = std::numeric_limits<Time>::min();  // also NumPy's NaT
inline constexpr Time last_time = std::numeric_limits<Time>::max();

inline constexpr std::int64_t microsecond = 1'000;
inline constexpr std::int64_t second = 1'000'000'000;
inline constexpr std::int64_t minute = 60 * second;
inline constexpr std::int64_t hour = 60 * minute;
inline constexpr std::int64_t day = 24 * hour;
inline constexpr std::int64_t week = 7 * day;

[[nodiscard]] constexpr Time signed_time(std::uint64_t magnitude, bool negative) noexcept {
    if (magnitude > static_cast<std::uint64_t>(last_time)) return no_time;
    const auto time = static_cast<Time>(magnitude);
    return negative ? -time : time;
}

// Whole units of `nanoseconds` each.
[[nodiscard]] constexpr Time multiplied(std::int64_t units, std::int64_t nanoseconds) noexcept {
    const std::int64_t limit = last_time / nanoseconds;
    return units < -limit || units > limit ? no_time : units * nanoseconds;
}

// numerator / divisor to the nearest integer.
[[nodiscard]] constexpr Time divided(int128 numerator, std::int64_t divisor) noexcept {
    const auto part = static_cast<uint128>(divisor);
    const bool negative = numerator < 0;
    const uint128 magnitude = static_cast<uint128>(negative ? -numerator : numerator);
    const uint128 quotient = magnitude / part;
    const uint128 twice_rest = 2 * (magnitude % part);
    const bool up = twice_rest > part || (twice_rest == part && (quotient & 1) != 0);
    const uint128 rounded = quotient + (up ? 1 : 0);
    return high_half(rounded) != 0 ? no_time : signed_time(low_half(rounded), negative);
}

// A double is mantissa / 2^shift; the mantissa times 10^9 fits in 83 bits, so the shift is the
// only rounding. NaN and infinities do not fit.
[[nodiscard]] inline Time from_seconds(double seconds) noexcept {
    const auto bits = std::bit_cast<std::uint64_t>(seconds);
    const auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
    if (exponent >= 1023 + 34) return no_time;  // 2^34 seconds or more
    const int shift = 1075 - exponent;
    if (shift > 83) return 0;  // below half a nanosecond
    const std::uint64_t mantissa = (bits & ((1ULL << 52) - 1)) | (1ULL << 52);
    const uint128 scaled = uint128{mantissa} * static_cast<std::uint64_t>(second);
    const auto whole = static_cast<std::uint64_t>(scaled >> shift);
    const uint128 half = uint128{1} << (shift - 1);
    const uint128 rest = scaled & (2 * half - 1);
    const bool up = rest > half || (rest == half && (whole & 1) != 0);
    return signed_time(whole + (up ? 1 : 0), (bits >> 63) != 0);
}

// Nanoseconds in seconds, as the nearest double.
[[nodiscard]] constexpr double to_seconds(Time time) noexcept {
    const bool negative = time < 0;
    const std::uint64_t magnitude =
        negative ? 0 - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
    constexpr std::uint64_t exact_below = 1ULL << 53;
    if (magnitude < exact_below) return static_cast<double>(time) / 1e9;
    // At least 63 bits of the quotient, the last of them sticky: the conversion to double is
    // then the only rounding.
    const uint128 scaled = uint128{magnitude} << 40;
    const uint128 divisor = static_cast<std::uint64_t>(second);
    const uint128 quotient = scaled / divisor | static_cast<uint128>(scaled % divisor != 0);
    const double seconds = static_cast<double>(quotient) * 0x1p-40;
    return negative ? -seconds : seconds;
}

}  // namespace entrostream
