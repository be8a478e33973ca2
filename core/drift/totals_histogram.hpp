// The number of labels in the window by their total: all that the threshold of the sum statistic
// depends on.
//
// Totals up to `exact_totals` are counted individually. A larger one is split between its two
// nearest marks, the powers of 2^(1/4), by linear interpolation on a logarithmic scale. Shares are
// integer multiples of a unit, so that additions and removals cancel exactly in any order.
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

    // Where a total above `exact_totals` lies between the marks.
    struct Place {
        std::size_t mark = 0;
        double above = 0;  // the next mark's share
    };

    // Changes a label's total from `before` to `after`, below 2^62; 0 is a label not in the window.
    void change(std::uint64_t before, std::uint64_t after) noexcept {
        Place place;
        if (before > exact_totals) place = place_of(before);
        change(before, after, place);
    }
    // The same. `place` is that of `before`, if it is above `exact_totals`, and becomes that of
    // `after`: a caller who keeps it saves a logarithm.
    void change(std::uint64_t before, std::uint64_t after, Place& place) noexcept {
        if (before <= exact_totals) {
            --exactly_[before];
        } else {
            near_mark_[place.mark] -= 1 - place.above;
            near_mark_[place.mark + 1] -= place.above;
            --large_;
        }
        if (after <= exact_totals) {
            ++exactly_[after];
        } else {
            place = place_of(after);
            near_mark_[place.mark] += 1 - place.above;
            near_mark_[place.mark + 1] += place.above;
            begin_ = large_ == 0 ? place.mark : std::min(begin_, place.mark);
            end_ = std::max(large_ == 0 ? 0 : end_, place.mark + 2);
            ++large_;
        }
        shrink();
    }
    void clear() noexcept { *this = TotalsHistogram(); }

    // The number of labels with this total, from 1 to exact_totals.
    [[nodiscard]] double exactly(std::size_t total) const noexcept { return exactly_[total]; }
    // The number of labels at the mark 2^((i + first_mark) / 4), i < marks: 0 outside begin_mark
    // to end_mark.
    [[nodiscard]] const double* near_mark() const noexcept { return near_mark_.data(); }
    [[nodiscard]] std::size_t begin_mark() const noexcept { return begin_; }
    [[nodiscard]] std::size_t end_mark() const noexcept { return end_; }

    friend bool operator==(const TotalsHistogram&, const TotalsHistogram&) = default;

  private:
    [[nodiscard]] static Place place_of(std::uint64_t total) noexcept {
        constexpr double units = 0x1p20;
        const double log2_total = detail::double_log2(static_cast<double>(total));
        const double at = log2_total * marks_per_octave - first_mark;
        const auto mark = static_cast<std::size_t>(at);
        const double part = at - static_cast<double>(mark);
        const double up = part * units + 0.5;  // rounds to nearest, without a call
        return {mark, static_cast<double>(static_cast<std::int32_t>(up)) / units};
    }

    void shrink() noexcept {
        if (large_ == 0) begin_ = end_ = 0;
        while (begin_ < end_ && near_mark_[begin_] == 0)
            ++begin_;
        while (begin_ < end_ && near_mark_[end_ - 1] == 0)
            --end_;
    }

    std::array<double, exact_totals + 1> exactly_{};  // [0] is meaningless
    std::array<double, marks> near_mark_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t large_ = 0;  // labels above exact_totals
};

}  // namespace entrostream
