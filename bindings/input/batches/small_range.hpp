// Codes for integers that lie close together, by arithmetic or by table lookup.
//
// One pass finds which values occur, with one bit per value, so that even a hundred thousand
// of them stay in the L1 cache. Codes are assigned in the order of the values: if all values
// between the least and the greatest occur, as in a column of category codes, a code is a
// difference and needs no memory at all.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/interruption.hpp"
#include "core/simd/cpu_features.hpp"

namespace entrostream {

// A missing-value test that is false for every row, known at compile time.
struct NeverMissing {
    [[nodiscard]] constexpr bool operator()(std::size_t) const noexcept { return false; }
};

namespace detail {

template <class Integer>
[[gnu::always_inline]] inline bool bounds_lie_within(std::span<const Integer> values, Integer low,
                                                     Integer high) noexcept {
    Integer least = low;
    Integer most = high;
    for (const Integer value : values) {
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    return least == low && most == high;
}

#if defined(__x86_64__)
template <class Integer>
[[gnu::target("avx2")]] bool bounds_lie_within_avx2(std::span<const Integer> values, Integer low,
                                                    Integer high) noexcept {
    return bounds_lie_within(values, low, high);
}
#endif

// Codes by subtraction: `low` has the code `first`; `most` is the greatest offset.
template <class Integer>
struct Differences {
    Integer low;
    std::make_unsigned_t<Integer> most;
    Code first;
};

template <class Integer>
[[gnu::always_inline]] inline void subtract_plain(const Integer* values, std::span<Code> codes,
                                                  Differences<Integer> by) noexcept {
    using Unsigned = std::make_unsigned_t<Integer>;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const auto place =
            static_cast<Unsigned>(static_cast<Unsigned>(values[i]) - static_cast<Unsigned>(by.low));
        codes[i] = by.first + (place <= by.most ? static_cast<Code>(place) : 0);
    }
}

#if defined(__x86_64__)
template <class Integer>
[[gnu::target("avx2")]] void subtract_avx2(const Integer* values, std::span<Code> codes,
                                           Differences<Integer> by) noexcept {
    subtract_plain(values, codes, by);
}
#endif

}  // namespace detail

template <class Integer>
void subtract(const Integer* values, std::span<Code> codes,
              detail::Differences<Integer> by) noexcept {
#if defined(__x86_64__)
    if (simd::has_avx2()) return detail::subtract_avx2(values, codes, by);
#endif
    detail::subtract_plain(values, codes, by);
}

// Whether all values lie from `low` to `high`; uses SIMD where the CPU supports it.
template <class Integer>
[[nodiscard]] bool all_within(std::span<const Integer> values, Integer low, Integer high) noexcept {
#if defined(__x86_64__)
    if (simd::has_avx2()) return detail::bounds_lie_within_avx2(values, low, high);
#endif
    return detail::bounds_lie_within(values, low, high);
}

template <class Integer>
class SmallRange {
  public:
    // Finds the values that occur; false if they are too far apart for an array to pay off.
    // Calls `on_missing(row)` for each missing row.
    template <class IsMissing, class OnMissing>
    [[nodiscard]] bool scan(std::span<const Integer> values, const IsMissing& is_missing,
                            OnMissing&& on_missing) {
        widest_ = std::max<std::uint64_t>(1024, std::min<std::uint64_t>(1 << 22, values.size()));
        InterruptPoll<256> poll;
        for (std::size_t first = 0; first < values.size(); first += block) {
            poll();
            const std::size_t end = std::min(values.size(), first + block);
            // Once all values between the least and the greatest have been seen, the bounds of
            // a block suffice to show that it contains nothing new.
            if (std::is_same_v<IsMissing, NeverMissing> && is_dense() &&
                all_within(values.subspan(first, end - first), at(first_mark_), at(last_mark_))) {
                continue;
            }
            for (std::size_t row = first; row < end; ++row) {
                if (is_missing(row)) {
                    on_missing(row);
                } else if (!meet(values[row])) {
                    return false;
                }
            }
        }
        return true;
    }

    // The values that occur, ascending.
    [[nodiscard]] std::vector<Integer> values() const {
        std::vector<Integer> found;
        for (std::size_t word = 0; word < marks_.size(); ++word) {
            for (std::uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
                const auto bit = static_cast<std::uint64_t>(std::countr_zero(bits));
                found.push_back(at(64 * word + bit));
            }
        }
        return found;
    }

    // From here on `values[i]` has the code to[i]; `values` are all that occur.
    void translate(const std::vector<Integer>& values, const std::vector<Code>& to) {
        if (to.empty()) return;
        low_ = values.front();
        room_ = std::uint64_t{offset(values.back())} + 1;
        first_ = to.front();
        straight_ = room_ == to.size();
        for (std::size_t i = 0; straight_ && i < to.size(); ++i) {
            straight_ = to[i] == first_ + i;
        }
        if (straight_) return;
        codes_.assign(static_cast<std::size_t>(room_), first_);
        for (std::size_t i = 0; i < to.size(); ++i) {
            codes_[offset(values[i])] = to[i];
        }
    }

    // Another thread may write to the column meanwhile. No result is right then, but it does
    // no harm: values not seen before get the first code.
    template <class IsMissing>
    void decode(std::span<const Integer> values, const IsMissing& is_missing, Code missing,
                std::size_t first, std::span<Code> codes) const noexcept {
        if (std::is_same_v<IsMissing, NeverMissing> && straight_) {
            subtract<Integer>(values.data() + first, codes,
                              {low_, static_cast<Unsigned>(room_ - 1), first_});
            return;
        }
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const std::uint64_t place = offset(values[first + i]);
            const Code code = place >= room_ ? first_
                              : straight_    ? first_ + static_cast<Code>(place)
                                             : codes_[place];
            codes[i] = is_missing(first + i) ? missing : code;
        }
    }

  private:
    using Unsigned = std::make_unsigned_t<Integer>;

    // In the width of the values: fewer instructions, more SIMD lanes.
    [[nodiscard]] Unsigned offset(Integer value) const noexcept {
        return static_cast<Unsigned>(static_cast<Unsigned>(value) - static_cast<Unsigned>(low_));
    }
    [[nodiscard]] Integer at(std::uint64_t place) const noexcept {
        return static_cast<Integer>(static_cast<Unsigned>(low_) + static_cast<Unsigned>(place));
    }
    // high - low, which may exceed the range of the type.
    [[nodiscard]] static std::uint64_t distance(Integer low, Integer high) noexcept {
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    }

    static constexpr std::size_t block = 4096;

    // Marks a value; false if it is too far away.
    bool meet(Integer value) {
        const std::uint64_t place = offset(value);
        if (place < room_) {
            if (!is_marked(place)) mark(place);
            return true;
        }
        if (!widen(value)) return false;
        mark(offset(value));
        return true;
    }

    // Whether the marked values are contiguous.
    [[nodiscard]] bool is_dense() const noexcept {
        return marked_ != 0 && last_mark_ - first_mark_ == marked_ - 1;
    }

    [[nodiscard]] bool is_marked(std::uint64_t place) const noexcept {
        return ((marks_[place / 64] >> (place % 64)) & 1) != 0;
    }
    void mark(std::uint64_t place) noexcept {
        marks_[place / 64] |= std::uint64_t{1} << place % 64;
        first_mark_ = marked_ == 0 ? place : std::min(first_mark_, place);
        last_mark_ = marked_ == 0 ? place : std::max(last_mark_, place);
        ++marked_;
    }

    // Makes room for a value outside the range, and as much again on both sides, but not
    // beyond the limits of the type, where offsets would wrap around.
    bool widen(Integer value) {
        const std::vector<Integer> before = values();
        const Integer low = before.empty() ? value : std::min(before.front(), value);
        const Integer high = before.empty() ? value : std::max(before.back(), value);
        const std::uint64_t range = distance(low, high);
        if (range >= widest_) return false;
        const std::uint64_t slack = std::max<std::uint64_t>(256, range);
        const std::uint64_t below =
            std::min(slack, distance(std::numeric_limits<Integer>::min(), low));
        const std::uint64_t above =
            std::min(slack, distance(high, std::numeric_limits<Integer>::max()));
        low_ = static_cast<Integer>(static_cast<std::uint64_t>(low) - below);
        room_ = below + range + above + 1;
        marks_.assign(static_cast<std::size_t>(room_ / 64 + 1), 0);
        marked_ = 0;
        for (const Integer old : before) {
            mark(offset(old));
        }
        return true;
    }

    Integer low_ = 0;
    std::uint64_t room_ = 0;  // offsets below this are in range
    std::uint64_t widest_ = 0;
    std::vector<std::uint64_t> marks_;  // one bit per offset
    std::uint64_t marked_ = 0;
    std::uint64_t first_mark_ = 0;
    std::uint64_t last_mark_ = 0;
    Code first_ = 0;
    bool straight_ = true;     // code = offset + first code
    std::vector<Code> codes_;  // used otherwise
};

}  // namespace entrostream
