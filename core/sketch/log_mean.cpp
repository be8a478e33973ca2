#include "core/sketch/log_mean.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"
#include "core/simd/sixteen.hpp"
#include "core/sketch/stable_table.hpp"

namespace entrostream::detail {

namespace {

template <class Simd>
[[nodiscard, gnu::always_inline]] inline double log_mean(const EntropyRegisters::Values& values,
                                                         double mass) noexcept {
    auto all = simd::Sixteen<Simd, double>::load(values);
    const double largest = all.largest();
    all.apply([=](typename Simd::Doubles& y) __attribute__((always_inline)) {
        y = (y - largest) / mass;
        make_exp_of_negative<typename Simd::Words>(y);
    });
    const double mean = all.sum() / EntropyRegisters::registers;
    return -largest / mass - natural_log(mean) - log_mean_bias;
}

}  // namespace

std::vector<double> log_means(const EntropyRegisters& registers) {
    std::vector<double> means(registers.buckets());
    simd::in_lanes_of_four([&](auto lanes) __attribute__((always_inline)) {
        // Some buckets at a time: a vector cannot be loaded right after its numbers were stored.
        std::array<EntropyRegisters::Values, 8> block;
        for (std::uint32_t first = 0; first < registers.buckets(); first += block.size()) {
            const std::uint32_t size =
                std::min<std::uint32_t>(block.size(), registers.buckets() - first);
            for (std::uint32_t i = 0; i < size; ++i) {
                block[i] = registers.values(first + i);
            }
            for (std::uint32_t i = 0; i < size; ++i) {
                means[first + i] = log_mean<decltype(lanes)>(block[i], registers.mass(first + i));
            }
        }
    });
    return means;
}

}  // namespace entrostream::detail
