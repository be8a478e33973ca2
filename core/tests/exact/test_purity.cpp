// P(Q, n) is the integer nearest to Q/n * 2^58.
#include "core/exact/purity.hpp"

#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

// 2 n P is within n of Q * 2^59, in words of 64 bits so that nothing is lost: the
// difference of both fits 128 bits if P is anywhere near.
bool is_nearest(uint128 square_sum, std::uint64_t n) {
    const uint128 found = purity(square_sum, n);
    // Both numbers modulo 2^128, as the difference is small.
    const auto difference =
        static_cast<int128>((square_sum << (fraction_bits + 1)) - 2 * found * uint128{n});
    const auto limit = static_cast<int128>(n);
    // Modulo 2^128 does not cover the upper bits: they are compared approximately.
    const double ratio = static_cast<double>(square_sum) / static_cast<double>(n);
    const double rough = static_cast<double>(found) * 0x1p-58;
    const bool near = rough <= ratio * 1.0001 + 1.0 && rough >= ratio * 0.9999 - 1.0;
    return near && -limit <= difference && difference < limit;
}

void test_nearest(Random& random) {
    for (int i = 0; i < 200000; ++i) {
        const std::uint64_t n = 1 + random.below(std::uint64_t{1} << (1 + random.below(62)));
        const std::uint64_t count = 1 + random.below(n);
        const uint128 least = n;  // n counts of 1
        const uint128 most = uint128{n} * n;
        const uint128 some = uint128{count} * count + (n - count);
        check(n > max_events || (is_nearest(least, n) && is_nearest(some, n)), "nearest");
        check(n > max_events || purity(most, n) == uint128{n} << fraction_bits, "pure is exact");
    }
    check(purity(0, 0) == 0, "an empty row adds nothing");
    check(purity(5, 3) == ((uint128{5} << 59) + 3) / 6, "five thirds");
    check(is_nearest(uint128{max_events} * max_events - uint128{2} * (max_events - 1), max_events),
          "the largest row that is not pure");
}

}  // namespace

int main() {
    Random random(5);
    test_nearest(random);
    return report();
}
