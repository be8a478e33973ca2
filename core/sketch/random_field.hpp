// Counter-based random numbers: a pure function of a seed and three coordinates.
//
// There is no state to carry or to order: a sampler that changes at event n draws the numbers of
// (sampler, n), in whatever order samplers are visited, before and after a restore, and on every
// platform. Each coordinate passes through the finaliser of SplitMix64 (Steele, Lea and Flood
// 2014), a bijection that maps consecutive numbers to unrelated ones.
#pragma once
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/log_factorial.hpp"

namespace entrostream {

class RandomField {
  public:
    explicit RandomField(std::uint64_t seed) noexcept : seed_(seed) {}

    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

    // 64 random bits.
    [[nodiscard]] std::uint64_t bits(std::uint64_t sampler, std::uint64_t position,
                                     std::uint64_t draw) const noexcept {
        return finalise(finalise(finalise(seed_ + step) + sampler * step + draw) + position * step);
    }

    // Uniform on (0, 1), both ends excluded.
    [[nodiscard]] double uniform(std::uint64_t sampler, std::uint64_t position,
                                 std::uint64_t draw) const noexcept {
        return (static_cast<double>(bits(sampler, position, draw) >> 12) + 0.5) * 0x1p-52;
    }

  private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio, odd

    [[nodiscard]] static std::uint64_t finalise(std::uint64_t word) noexcept {
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
        return word ^ (word >> 31);
    }

    std::uint64_t seed_;
};

// Positions are below 2^62, so an event scheduled here never happens.
inline constexpr std::uint64_t never = std::uint64_t{1} << 62;

// The number of independent trials up to and including the first success, each a success with
// `probability`, by inversion of a number `uniform` from (0, 1); at least 1 and at most `never`.
[[nodiscard]] inline std::uint64_t first_success(double probability, double uniform) noexcept {
    if (probability >= 1) return 1;
    const double rate = -detail::natural_log_below_one(probability);
    const double failures = -detail::natural_log(uniform) / rate;
    // A rate of 0 makes this infinite: the comparison is written for that.
    if (!(failures < static_cast<double>(never - 1))) return never;
    return static_cast<std::uint64_t>(failures) + 1;
}

}  // namespace entrostream
