// F(c) is the integer nearest to c * log2(c) * 2^58, whichever stage computes it.
#include "core/count_log/count_log.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

#include "core/count_log/count_log_stages.hpp"
#include "core/tests/check.hpp"
#include "core/tests/exact/truth.hpp"
#include "core/tests/sanitizers.hpp"

namespace entrostream::testing {
namespace {

std::uint64_t of_length(std::mt19937_64& random, int length) {
    return (random() | std::uint64_t{1} << 63) >> (64 - length);
}

void check_stages(std::uint64_t c) {
    const uint128 wide = detail::count_log_wide(c);
    check(detail::count_log_long(c) == wide,
          "the 128-bit stage gives what the 256-bit stage gives");
    if (c >= 1 && c < detail::middle_limit)
        check(detail::count_log_middle(c) == wide,
              "the middle stage gives what the 256-bit stage gives");
    check(count_log(c) == wide, "count_log gives what its stages give");
}

void stages_agree() {
    for (std::uint64_t c = 0; c < 1u << 20; ++c)
        if (c < 1000 || is_tried(c, 5)) check_stages(c);
    std::mt19937_64 random(1);
    for (int length = 1; length <= 63; ++length) {
        for (std::uint64_t i = 0; i < share(5000, 5); ++i)
            check_stages(of_length(random, length));
        const std::uint64_t power = std::uint64_t{1} << (length - 1);
        for (std::uint64_t d = 0; d < std::min<std::uint64_t>(power, 200); ++d) {
            check_stages(power + d);
            check_stages(power - d);
        }
    }
}

void logarithms_are_within_their_bounds() {
    std::mt19937_64 random(2);
    for (int i = 0; i < 1000000; ++i) {
        const std::uint64_t c = of_length(random, 1 + i % 34);
        const int e = floor_log2(c);
        const uint128 exact = detail::log2_fraction(c << (63 - e)) >> 6;
        const uint128 middle = detail::log2_middle(c) - (uint128(unsigned(e)) << 122);
        const auto error = static_cast<int128>((c & (c - 1)) == 0 ? middle : middle - exact);
        check(error < int128{1} << 25 && -error < int128{1} << 25,
              "the middle logarithm errs by less than 2^-97");
    }
    for (int i = 0; i < 100000; ++i) {
        const std::uint64_t significand = of_length(random, 64) & ~std::uint64_t{1};
        const detail::WideFraction wide = detail::log2_fraction_wide(significand);
        const auto error = static_cast<int128>(detail::log2_fraction(significand) -
                                               join(wide.limbs[3], wide.limbs[2]));
        check(error < 256 && -error < 256, "the 128-bit logarithm errs by less than 2^-120");
    }
}

void matches_truth() {
    for (const TrueCountLog& row : true_count_logs) {
        const uint128 truth = join(row.high, row.low);
        check(count_log(row.count) == truth, "F is the nearest integer");
        check(detail::count_log_wide(row.count) == truth, "so is the 256-bit stage");
    }
}

void powers_of_two_are_exact() {
    for (unsigned e = 0; e < 63; ++e)
        check(count_log(std::uint64_t{1} << e) == uint128{e} << (e + 58), "F(2^e) = e * 2^(e+58)");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    stages_agree();
    logarithms_are_within_their_bounds();
    matches_truth();
    powers_of_two_are_exact();
    return report();
}
