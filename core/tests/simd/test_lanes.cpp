// Loops over four lanes give the same bits for both vector widths.
#include "core/simd/lanes.hpp"

#include <array>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void sizes_are_rounded_up() {
    for (std::uint32_t n = 0; n < 100; ++n) {
        const std::uint32_t rounded = simd::in_lanes(n);
        check(rounded % simd::lanes == 0 && rounded >= n && rounded < n + simd::lanes,
              "the next multiple of four");
    }
}

using Four = std::array<double, simd::lanes>;

// x * y + x, clamped from below at 0.
template <class Lanes>
[[gnu::always_inline]] inline void compute(const double* x, const double* y, double* out) {
    typename Lanes::Doubles sums[simd::parts<Lanes>];
    for (std::uint32_t part = 0; part < simd::parts<Lanes>; ++part) {
        const std::uint32_t first = part * simd::width<Lanes>;
        const auto& a = simd::at<Lanes>(x + first);
        const auto sum = a * simd::at<Lanes>(y + first) + a;
        sums[part] = sum > 0 ? sum : sum - sum;
    }
    for (std::uint32_t l = 0; l < simd::lanes; ++l)
        out[l] = simd::lane<Lanes>(sums, l);
}

void both_widths_give_the_same_bits() {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        alignas(32) Four x{};
        alignas(32) Four y{};
        for (std::uint32_t l = 0; l < simd::lanes; ++l) {
            x[l] = static_cast<double>(random.next() >> 11) - 0x1p52;
            y[l] = static_cast<double>(random.next() >> 11) * 0x1p-40;
        }
        Four detected{};
        simd::in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
            compute<decltype(vectors)>(x.data(), y.data(), detected.data());
        });
        Four narrow{};
        compute<simd::TwoLanes>(x.data(), y.data(), narrow.data());
        Four dispatched{};
        simd::dispatch([&]() __attribute__((always_inline)) {
            for (std::uint32_t l = 0; l < simd::lanes; ++l)
                dispatched[l] = x[l] * y[l] + x[l] > 0 ? x[l] * y[l] + x[l] : 0.0;
        });
        for (std::uint32_t l = 0; l < simd::lanes; ++l) {
            const double sum = x[l] * y[l] + x[l];
            const double scalar = sum > 0 ? sum : 0.0;
            check(detected[l] == scalar, "the width of this machine");
            check(narrow[l] == scalar, "two lanes");
            check(dispatched[l] == scalar, "a dispatched loop");
        }
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    sizes_are_rounded_up();
    both_widths_give_the_same_bits();
    return report();
}
