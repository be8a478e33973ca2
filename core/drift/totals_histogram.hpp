// How many labels of the window have which total: all that the threshold of the sum statistic
// knows of the labels.
//
// Totals up to `exact_totals` are counted each on its own. A larger one is shared out between
// the two nearest of its marks, the powers of 2^(1/4), in proportion to how near it is to them
// on a logarithmic scale. Shares are whole multiples of a unit: what came and went leaves
// nothing behind, in whatever order.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/math/double_logs.hpp"

namespace entrostream {

class TotalsHistogram {
  public:
    static constexpr std::size_t exact_totals = 16;
    static constexpr std::size_t marks_per_octave = 4;
    static constexpr std::size_t first_mark = 4 * marks_per_octave;  // of exact_totals
    static constexpr std::size_t marks = 62 * marks_per_octave + 2 - first_mark;

    // The total of one label goes from `before` to `after`, 0 for a label not held; below 2^62.
    void change(std::uint64_t before, std::uint64_t after) noexcept {
        if (before <= exact_totals) {
            --exactly_[before];
        } else {
            const Place place(before);
            near_mark_[place.mark] -= 1 - place.above;
            near_mark_[place.mark + 1] -= place.above;
            --large_;
        }
        if (after <= exact_totals) {
            ++exactly_[after];
        } else {
            const Place place(after);
            near_mark_[place.mark] += 1 - place.above;
            near_mark_[place.mark + 1] += place.above;
            begin_ = large_ == 0 ? place.mark : std::min(begin_, place.mark);
            end_ = std::max(large_ == 0 ? 0 : end_, place.mark + 2);
            ++large_;
        }
        shrink();
    }
    void clear() noexcept { *this = TotalsHistogram(); }

    // How many labels have this total, from 1 to exact_totals.
    [[nodiscard]] double exactly(std::size_t total) const noexcept { return exactly_[total]; }
    // How many labels are at the mark 2^((i + first_mark) / 4), i < marks: none but from
    // begin_mark to end_mark.
    [[nodiscard]] const double* near_mark() const noexcept { return near_mark_.data(); }
    [[nodiscard]] std::size_t begin_mark() const noexcept { return begin_; }
    [[nodiscard]] std::size_t end_mark() const noexcept { return end_; }

    friend bool operator==(const TotalsHistogram&, const TotalsHistogram&) = default;

  private:
    struct Place {
        explicit Place(std::uint64_t total) noexcept {
            constexpr double units = 0x1p20;
            const double log2_total = detail::double_log2(static_cast<double>(total));
            const double at = log2_total * marks_per_octave - first_mark;
            mark = static_cast<std::size_t>(at);
            const double part = at - static_cast<double>(mark);
            const double up = part * units + 0.5;  // nearest, without a call
            above = static_cast<double>(static_cast<std::int32_t>(up)) / units;
        }
        std::size_t mark;
        double above;  // the share of the next mark
    };

    void shrink() noexcept {
        if (large_ == 0) begin_ = end_ = 0;
        while (begin_ < end_ && near_mark_[begin_] == 0)
            ++begin_;
        while (begin_ < end_ && near_mark_[end_ - 1] == 0)
            --end_;
    }

    std::array<double, exact_totals + 1> exactly_{};  // [0]: less than none, of no use
    std::array<double, marks> near_mark_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t large_ = 0;  // labels above exact_totals
};

}  // namespace entrostream
