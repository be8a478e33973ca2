// Counter-based random numbers: a pure function of a seed and three coordinates.
//
// There is no state to carry or to order: a sampler that changes at event n draws the numbers of
// (sampler, n), in whatever order samplers are visited, before and after a restore, and on every
// platform.
#pragma once
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/log_factorial.hpp"
#include "core/sketch/key.hpp"

namespace entrostream {

class RandomField {
  public:
    explicit RandomField(std::uint64_t seed) noexcept : seed_(seed) {}

    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

    // 64 random bits.
    [[nodiscard]] std::uint64_t bits(std::uint64_t sampler, std::uint64_t position,
                                     std::uint64_t draw) const noexcept {
        using detail::scramble;
        constexpr std::uint64_t step = detail::key_step;
        const std::uint64_t stream = scramble(scramble(seed_ + step) + sampler * step + draw);
        return scramble(stream + position * step);
    }

    // Uniform on (0, 1), both ends excluded.
    [[nodiscard]] double uniform(std::uint64_t sampler, std::uint64_t position,
                                 std::uint64_t draw) const noexcept {
        return (static_cast<double>(bits(sampler, position, draw) >> 12) + 0.5) * 0x1p-52;
    }

  private:
    std::uint64_t seed_;
};

// Positions are below 2^53, so an event scheduled here never happens.
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
