// F(c) and log2 c of counts below 65536, tabulated for the statistics of a tree's leaves.
//
// One of the four memos of F: see docs/architecture.md. A split attempt evaluates F for thousands
// of unrelated counts, a naive Bayes update log2 c for some tens, so a cache would mostly miss;
// and StepTable, which has the differences of F, would need a sum for each value. (Steps as
// differences of this table make the kernels of windows 5 to 18 % slower.) All values are
// functions of the count alone: with or without the table, the same bits.
#pragma once
#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

class CountLogTable {
  public:
    // The only instance, shared by all threads. Filled at the first call (0.5 ms, 1.75 MB).
    [[nodiscard]] static const CountLogTable& table();

    // F(c) in units of 2^-58 bit.
    [[nodiscard]] int128 f(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return f_[c];
        return static_cast<int128>(count_log(c));
    }
    // F(c) in bits: half as wide, for comparing many.
    [[nodiscard]] double bits(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return bits_[c];
        return static_cast<double>(static_cast<int128>(count_log(c))) * 0x1p-58;
    }
    // log2 c as naive Bayes sums it; c > 0.
    [[nodiscard]] float log2(std::uint32_t c) const noexcept {
        if (c < size) [[likely]]
            return log2_[c];
        return static_cast<float>(detail::double_log2(c));
    }

    // The same as arrays, without a check per count; null if `most` is beyond the table.
    [[nodiscard]] const int128* f_up_to(std::uint32_t most) const noexcept {
        return most < size ? f_ : nullptr;
    }
    [[nodiscard]] const double* bits_up_to(std::uint32_t most) const noexcept {
        return most < size ? bits_ : nullptr;
    }
    [[nodiscard]] const float* log2_up_to(std::uint32_t most) const noexcept {
        return most < size ? log2_ : nullptr;
    }

    static constexpr std::uint32_t size = 1u << 16;

  private:
    CountLogTable();

    int128 f_[size];
    double bits_[size];
    float log2_[size];
};

}  // namespace entrostream
