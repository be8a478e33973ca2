// Sixteen numbers in vectors: the same bits for both vector widths.
#include "core/simd/sixteen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

template <class Number>
struct Results {
    std::array<Number, 16> halves{};
    Number sum = 0;
    Number square_sum = 0;
    Number largest = 0;

    friend bool operator==(const Results&, const Results&) = default;
};

template <class Simd, class Number>
[[gnu::always_inline]] inline void compute(const std::array<Number, 16>& from,
                                           Results<Number>& to) {
    auto all = simd::Sixteen<Simd, Number>::load(from);
    to.sum = all.sum();
    to.square_sum = (all * all).sum();
    to.largest = all.largest();
    all.apply([](auto& part) __attribute__((always_inline)) { part /= 2; });
    all.store(to.halves);
}

template <class Number>
void both_widths_give_the_same_bits() {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        std::array<Number, 16> numbers;
        for (Number& each : numbers) {
            each = static_cast<Number>(static_cast<double>(random.next() >> 11) * 0x1p-30 - 0x1p22);
        }
        Results<Number> detected;
        simd::in_lanes_of_four([&](auto lanes) __attribute__((always_inline)) {
            compute<decltype(lanes)>(numbers, detected);
        });
        Results<Number> narrow;
        compute<simd::TwoLanes>(numbers, narrow);
        check(detected == narrow, "the width of this machine, and two lanes");

        check(narrow.largest == *std::ranges::max_element(numbers), "the largest");
        long double sum = 0;
        long double square_sum = 0;
        long double magnitudes = 0;
        for (std::size_t j = 0; j < numbers.size(); ++j) {
            check(narrow.halves[j] == numbers[j] / 2, "each number, where it was");
            sum += numbers[j];
            square_sum += static_cast<long double>(numbers[j]) * numbers[j];
            magnitudes += std::fabs(numbers[j]);
        }
        const long double rounding = 4 * std::numeric_limits<Number>::epsilon();
        check(std::fabs(narrow.sum - sum) <= rounding * magnitudes, "the sum");
        check(std::fabs(narrow.square_sum - square_sum) <= rounding * square_sum, "of products");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    both_widths_give_the_same_bits<float>();
    both_widths_give_the_same_bits<double>();
    return report();
}
