// Four sums of doubles, one per SIMD lane, that do not depend on the order of the terms.
//
// A restored summary has its labels in another order, but must have the same sums. So each
// term is split on two grids, chosen in advance, into multiples of their units; multiples of a
// unit are added without rounding while they stay below 2^53 units.
#pragma once
#include <bit>
#include <cstdint>

#include "core/fading/compensated_sums.hpp"

namespace entrostream::detail {

class ReproducibleSums {
  public:
    // For `terms` terms whose absolute values sum up to less than 256 times `about`, per lane.
    // A sum is off by at most terms^2 2^-94 `about`: 2^-54 for a million terms. Precondition:
    // about > 0, and the squares of it and of `terms` are normal numbers.
    ReproducibleSums(const DoubleLanes& about, std::uint64_t terms) noexcept {
        const double room = power_above(static_cast<double>(terms));
        for (int lane = 0; lane < 4; ++lane) {
            const double most = 0x1p8 * power_above(about[lane]);
            coarse_grid_[lane] = 1.5 * 2.0 * most;           // unit: 2^-51 most
            fine_grid_[lane] = 1.5 * 0x1p-51 * most * room;  // unit: 2^-103 most * room
        }
    }

    [[gnu::always_inline]] void add(const DoubleLanes& term) noexcept {
        const DoubleLanes multiple = (term + coarse_grid_) - coarse_grid_;
        const DoubleLanes rest = term - multiple;  // at most half a coarse unit, exact
        coarse_ += multiple;
        fine_ += (rest + fine_grid_) - fine_grid_;
    }

    [[nodiscard]] CompensatedSums value() const noexcept {
        CompensatedSums sums;
        sums.add(coarse_);
        sums.add(fine_);
        return sums;
    }

  private:
    // The smallest power of two above x, x > 0.
    [[nodiscard]] static double power_above(double x) noexcept {
        constexpr std::uint64_t exponent_mask = std::uint64_t{0x7ff} << 52;
        return 2.0 * std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & exponent_mask);
    }

    DoubleLanes coarse_grid_ = {};
    DoubleLanes fine_grid_ = {};
    DoubleLanes coarse_ = {};
    DoubleLanes fine_ = {};
};

}  // namespace entrostream::detail
