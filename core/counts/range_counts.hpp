// Counts each integer of a column whose values lie in a narrow range.
//
// One pass over the column. Blocks are converted to offsets from the minimum, with SIMD
// where available, and the offsets are counted in an array. The bounds check uses the
// offsets themselves, so it is safe even if another thread writes to the column meanwhile.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/counts/small_count.hpp"
#include "core/simd/cpu_features.hpp"

namespace entrostream {

namespace detail {

// Writes values[i] - low as 32-bit integers; returns the bitwise OR of all offsets.
template <class Integer>
[[gnu::always_inline]] inline std::make_unsigned_t<Integer> offsets_plain(
    std::span<const Integer> values, Integer low, std::uint32_t* offsets) noexcept {
    using Unsigned = std::make_unsigned_t<Integer>;
    Unsigned bits = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto offset =
            static_cast<Unsigned>(static_cast<Unsigned>(values[i]) - static_cast<Unsigned>(low));
        bits |= offset;
        offsets[i] = static_cast<std::uint32_t>(offset);
    }
    return bits;
}

#if defined(__x86_64__)
template <class Integer>
[[gnu::target("avx2")]] std::make_unsigned_t<Integer> offsets_avx2(
    std::span<const Integer> values, Integer low, std::uint32_t* offsets) noexcept {
    return offsets_plain(values, low, offsets);
}
#endif

}  // namespace detail

template <class Integer>
class RangeCounts {
  public:
    // Values per block: with their offsets they fit an L1 cache.
    static constexpr std::size_t block = 2048;
    // The maximum number of values in total: a count has 32 bits.
    static constexpr std::size_t max_values = std::numeric_limits<SmallCount>::max();

    // `rows` is the number of values in the column.
    explicit RangeCounts(std::size_t rows)
        : widest_(std::clamp<std::uint64_t>(rows, 1 << 10, 1 << 22)) {}

    // Counts more values. Returns false if the range so far is too wide for an array to be
    // worthwhile; the object must not be used any further then.
    [[nodiscard]] bool count(std::span<const Integer> values) {
        for (std::size_t first = 0; first < values.size(); first += block) {
            if (!count_block(values.subspan(first, std::min(block, values.size() - first)))) {
                return false;
            }
        }
        return true;
    }

    // The number of distinct values.
    [[nodiscard]] std::size_t distinct() const {
        std::size_t found = 0;
        for_each([&](Integer, SmallCount) { ++found; });
        return found;
    }

    // Calls `use(value, count)` for all values that occur, in ascending order.
    template <class Use>
    void for_each(Use&& use) const {
        for (std::uint64_t offset = 0; offset < room_; ++offset) {
            const SmallCount count = count_at(offset);
            if (count != 0) use(at(offset), count);
        }
    }

  private:
    using Unsigned = std::make_unsigned_t<Integer>;
    using Offsets = std::array<std::uint32_t, block>;
    struct Bounds {
        Integer low;
        Integer high;
    };

    // Consecutive equal values wait for the previous count to be stored. With few distinct
    // values that is frequent, so several counters per value take turns.
    static constexpr std::size_t turns = 4;
    static constexpr std::uint64_t few = 1 << 12;

    bool count_block(std::span<const Integer> values) {
        Offsets offsets;
        if (find_offsets(values, offsets)) {
            add(std::span(offsets).first(values.size()));
            return true;
        }
        // Continue with a copy, which no other thread can change.
        const std::vector<Integer> mine(values.begin(), values.end());
        if (!widen(mine)) return false;
        static_cast<void>(find_offsets(mine, offsets));
        add(std::span(offsets).first(mine.size()));
        return true;
    }

    // Returns false if any value lies outside. room_ is a power of two, so checking the
    // bitwise OR of the offsets suffices.
    [[nodiscard]] bool find_offsets(std::span<const Integer> values,
                                    Offsets& offsets) const noexcept {
#if defined(__x86_64__)
        if (simd::has_avx2()) {
            return detail::offsets_avx2(values, low_, offsets.data()) < room_;
        }
#endif
        return detail::offsets_plain(values, low_, offsets.data()) < room_;
    }

    void add(std::span<const std::uint32_t> offsets) noexcept {
        SmallCount* counts = counts_.data();
        std::size_t i = 0;
        if (room_ <= few) {
            for (; i + turns <= offsets.size(); i += turns) {
                for (std::size_t turn = 0; turn < turns; ++turn) {
                    ++counts[turn * room_ + offsets[i + turn]];
                }
            }
        }
        for (; i < offsets.size(); ++i) {
            ++counts[offsets[i]];
        }
    }

    [[nodiscard]] SmallCount count_at(std::uint64_t offset) const noexcept {
        SmallCount count = counts_[offset];
        for (std::size_t turn = 1; room_ <= few && turn < turns; ++turn) {
            count += counts_[turn * room_ + offset];
        }
        return count;
    }

    [[nodiscard]] Integer at(std::uint64_t offset) const noexcept {
        return static_cast<Integer>(static_cast<Unsigned>(low_) + static_cast<Unsigned>(offset));
    }
    // high - low, which may overflow Integer.
    [[nodiscard]] static std::uint64_t distance(Integer low, Integer high) noexcept {
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    }

    // The minimum and maximum of the values so far and of `values`.
    [[nodiscard]] Bounds bounds_with(std::span<const Integer> values) const {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        Bounds bounds{*low, *high};
        for_each([&](Integer value, SmallCount) {
            bounds = {std::min(bounds.low, value), std::max(bounds.high, value)};
        });
        return bounds;
    }

    // Makes room for these values too, and as much again, on both sides. low_ is clamped to
    // the minimum of the type: below it values would wrap around.
    bool widen(std::span<const Integer> values) {
        const auto [low, high] = bounds_with(values);
        const std::uint64_t range = distance(low, high);
        if (range >= widest_) return false;
        RangeCounts wider(widest_);
        wider.room_ = std::bit_ceil(std::max<std::uint64_t>(256, 2 * range + 2));
        const std::uint64_t below = std::min((wider.room_ - range - 1) / 2,
                                             distance(std::numeric_limits<Integer>::min(), low));
        wider.low_ = static_cast<Integer>(static_cast<std::uint64_t>(low) - below);
        wider.counts_.assign(wider.room_ <= few ? turns * wider.room_ : wider.room_, 0);
        for_each([&](Integer value, SmallCount count) {
            wider.counts_[distance(wider.low_, value)] = count;
        });
        *this = std::move(wider);
        return true;
    }

    std::uint64_t widest_;
    Integer low_ = 0;
    std::uint64_t room_ = 0;          // valid offsets are below this
    std::vector<SmallCount> counts_;  // by offset; `turns` copies if room_ <= few
};

}  // namespace entrostream
