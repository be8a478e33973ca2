// log2(d + s) of a reference's counts, s a pseudo-count: rounded to integers in units of 2^-58.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/int128.hpp"

namespace entrostream {

class ReferenceLogs {
  public:
    // 0: no pseudo-count. Throws std::invalid_argument if any other is out of bounds.
    explicit ReferenceLogs(double pseudo_count);

    [[nodiscard]] bool smooths() const noexcept { return pseudo_count_ > 0; }

    // Of one count; 0 if d and s are 0. Error at most half a unit, plus 2^-5 if s is truncated.
    [[nodiscard]] int128 operator()(std::uint64_t d) noexcept {
        if (d < known_.size()) [[likely]]
            return known_[d];
        return learn(d);
    }

    // Of the denominator of the shares: m rows, and s for each of `labels` labels and one more.
    [[nodiscard]] int128 of_all(std::uint64_t m, std::uint64_t labels) const noexcept;

  private:
    // Logarithms of counts below this are cached: 2 MB at most.
    static constexpr std::uint64_t cached_counts = 1u << 17;

    [[nodiscard]] int128 learn(std::uint64_t d) noexcept;
    [[nodiscard]] int128 log_of(std::uint64_t d) const noexcept;

    double pseudo_count_;
    uint128 units_;  // s in units of 2^-64, rounded down
    std::vector<int128> known_;
};

}  // namespace entrostream
