// How many labels of the window have which total: all that the threshold of the sum statistic
// knows of the labels.
//
// Totals up to `exact_totals` are counted each on its own. A larger one is shared out between
// the two nearest of its marks, the powers of 2^(1/4), in proportion to how near it is to them
// on a logarithmic scale. Shares are whole multiples of a unit: what came and went leaves
// nothing behind, in whatever order. Every call is O(1).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/exact/double_logs.hpp"

namespace entrostream {

class TotalsHistogram {
  public:
    static constexpr std::size_t exact_totals = 16;
    static constexpr std::size_t marks_per_octave = 4;
    static constexpr std::size_t first_mark = 4 * marks_per_octave;  // log2(exact_totals)
    static constexpr std::size_t marks = 62 * marks_per_octave + 2 - first_mark;

    // The total of one label goes from `before` to `after`, 0 for a label not held.
    void change(std::uint64_t before, std::uint64_t after) noexcept {
        put(before, -1);
        put(after, 1);
    }
    void clear() noexcept { *this = TotalsHistogram(); }

    // How many labels have this total, from 1 to exact_totals.
    [[nodiscard]] double exactly(std::size_t total) const noexcept { return exactly_[total]; }
    // How many labels are at the mark 2^((i + first_mark) / 4), i < marks; a multiple of 2^-20.
    [[nodiscard]] double near_mark(std::size_t i) const noexcept { return near_mark_[i]; }
    // How many marks a total of n may touch.
    [[nodiscard]] static std::size_t marks_up_to(double n) noexcept {
        if (n <= exact_totals) return 0;
        return static_cast<std::size_t>(position(n)) + 2;
    }

    friend bool operator==(const TotalsHistogram&, const TotalsHistogram&) = default;

  private:
    static constexpr double unit = 0x1p-20;

    // In marks, from the first one.
    [[nodiscard]] static double position(double total) noexcept {
        return detail::double_log2(total) * marks_per_octave - first_mark;
    }

    void put(std::uint64_t total, double labels) noexcept {
        if (total <= exact_totals) {
            exactly_[total] += labels;
            return;
        }
        const double at = position(static_cast<double>(total));
        const auto mark = static_cast<std::size_t>(at);
        const auto steps =
            static_cast<std::uint32_t>((at - static_cast<double>(mark)) / unit + 0.5);
        const double above = steps * unit;
        near_mark_[mark] += labels * (1 - above);
        near_mark_[mark + 1] += labels * above;
    }

    std::array<double, exact_totals + 1> exactly_{};  // [0]: labels not held, of no use
    std::array<double, marks> near_mark_{};
};

}  // namespace entrostream
