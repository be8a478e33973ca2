// Codes for integers that lie close together: by arithmetic or by an array.
//
// One pass finds which values occur, with a bit for each, so that even a hundred
// thousand of them stay in the first-level cache. Codes are given in the order of
// the values: if all between the least and the greatest occur, as in a column of
// category codes, a code is then a difference and needs no memory at all.
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

namespace entrostream {

template <class Integer>
class SmallRange {
  public:
    // Finds the values that occur; false if they do not lie close enough together
    // for an array to be worth its while. `on_missing(row)` is called for each
    // missing row.
    template <class IsMissing, class OnMissing>
    [[nodiscard]] bool scan(std::span<const Integer> values, const IsMissing& is_missing,
                            OnMissing&& on_missing) {
        widest_ = std::max<std::uint64_t>(1024, std::min<std::uint64_t>(1 << 22, values.size()));
        for (std::size_t row = 0; row < values.size(); ++row) {
            if (is_missing(row)) {
                on_missing(row);
                continue;
            }
            const std::uint64_t place = offset(values[row]);
            if (place >= room_) {
                if (!widen(values[row])) return false;
                mark(offset(values[row]));
            } else if (!is_marked(place)) {
                mark(place);
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

    // From here on `values[i]`, all that occur, has the code to[i].
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

    // Somebody may write to the column meanwhile. Then there is no right answer, but
    // there is always one that does no harm: the first code stands for strangers.
    template <class IsMissing>
    void decode(std::span<const Integer> values, const IsMissing& is_missing, Code missing,
                std::size_t first, std::span<Code> codes) const noexcept {
        const auto give = [&](auto&& code_at) {
            for (std::size_t i = 0; i < codes.size(); ++i) {
                const std::uint64_t place = offset(values[first + i]);
                const Code code = place < room_ ? code_at(place) : first_;
                codes[i] = is_missing(first + i) ? missing : code;
            }
        };
        if (straight_) {
            give([this](std::uint64_t place) { return first_ + static_cast<Code>(place); });
        } else {
            give([this](std::uint64_t place) { return codes_[place]; });
        }
    }

  private:
    using Unsigned = std::make_unsigned_t<Integer>;

    // In the width of the values themselves: fewer instructions, more of them at once.
    [[nodiscard]] Unsigned offset(Integer value) const noexcept {
        return static_cast<Unsigned>(static_cast<Unsigned>(value) - static_cast<Unsigned>(low_));
    }
    [[nodiscard]] Integer at(std::uint64_t place) const noexcept {
        return static_cast<Integer>(static_cast<Unsigned>(low_) + static_cast<Unsigned>(place));
    }
    [[nodiscard]] bool is_marked(std::uint64_t place) const noexcept {
        return ((marks_[place / 64] >> (place % 64)) & 1) != 0;
    }
    void mark(std::uint64_t place) noexcept {
        marks_[place / 64] |= std::uint64_t{1} << place % 64;
    }

    // Room towards a value that is outside, twice as much as needed on both sides.
    bool widen(Integer value) {
        const std::vector<Integer> before = values();
        const Integer low = before.empty() ? value : std::min(before.front(), value);
        const Integer high = before.empty() ? value : std::max(before.back(), value);
        const auto range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        if (range >= widest_) return false;
        const std::uint64_t slack = std::max<std::uint64_t>(256, range);
        const auto below = static_cast<std::uint64_t>(low) -
                           static_cast<std::uint64_t>(std::numeric_limits<Integer>::min());
        low_ = static_cast<Integer>(static_cast<std::uint64_t>(low) - std::min(slack, below));
        room_ = range + 2 * slack;
        marks_.assign(static_cast<std::size_t>(room_ / 64 + 1), 0);
        for (const Integer old : before) {
            mark(offset(old));
        }
        return true;
    }

    Integer low_ = 0;
    std::uint64_t room_ = 0;  // offsets below this are inside
    std::uint64_t widest_ = 0;
    std::vector<std::uint64_t> marks_;  // a bit for each offset
    Code first_ = 0;
    bool straight_ = true;     // the code of a value is its offset and the first code
    std::vector<Code> codes_;  // otherwise it stands here
};

}  // namespace entrostream
