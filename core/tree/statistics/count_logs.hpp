// F(c) = c log2 c and log2 c of counts, tabulated for the small counts of a leaf.
//
// A split attempt reads thousands of F(c), a naive Bayes step some tens of log2 c. Both are
// functions of the count alone, so the tables change no bit.
#pragma once
#include <cstdint>

#include "core/exact/count_log.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/int128.hpp"

namespace entrostream::tree {

class CountLogs {
  public:
    // Filled at the first call (0.5 ms).
    [[nodiscard]] static const CountLogs& table();

    // F(c) in units of 2^-58 bit, as in core/exact/count_log.hpp.
    [[nodiscard]] int128 f(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return f_[c];
        return static_cast<int128>(count_log(c));
    }
    // The same for counts up to `most`, without a check per count; null if they are too large.
    [[nodiscard]] const int128* f_up_to(std::uint32_t most) const noexcept {
        return most < size ? f_ : nullptr;
    }
    // F(c) in bits: half as wide, for comparing many.
    [[nodiscard]] double bits(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return bits_[c];
        return static_cast<double>(static_cast<int128>(count_log(c))) * 0x1p-58;
    }
    [[nodiscard]] const double* bits_up_to(std::uint32_t most) const noexcept {
        return most < size ? bits_ : nullptr;
    }
    // log2 c as naive Bayes sums it; c > 0.
    [[nodiscard]] float log2(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return log2_[c];
        return static_cast<float>(detail::double_log2(c));
    }
    [[nodiscard]] const float* log2_up_to(std::uint32_t most) const noexcept {
        return most < size ? log2_ : nullptr;
    }

  private:
    CountLogs();

    static constexpr std::uint32_t size = 1u << 16;
    int128 f_[size];
    double bits_[size];
    float log2_[size];
};

}  // namespace entrostream::tree
