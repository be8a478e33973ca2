// The normal distribution function agrees with the C library's erfc in long doubles.
#include "core/math/normal.hpp"

#include <cmath>
#include <limits>

#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

void values_agree_with_erfc() {
    for (double z = -40; z <= 40; z += 0x1p-9) {
        const long double truth = 0.5L * std::erfc(-static_cast<long double>(z) / std::sqrt(2.0L));
        check(std::fabs(static_cast<long double>(normal_below(z)) - truth) < 2e-15L,
              "within 2e-15 of the truth");
    }
}

// In the lower tail the relative error counts: the probabilities are tiny.
void lower_tail_is_relatively_precise() {
    for (double z = -37; z < -3; z += 0x1p-7) {
        const long double truth = 0.5L * std::erfc(-static_cast<long double>(z) / std::sqrt(2.0L));
        check(std::fabs(static_cast<long double>(normal_below(z)) - truth) < 1e-12L * truth,
              "the tail is right to 12 digits");
    }
}

void limits_are_exact() {
    check(normal_below(0) == 0.5, "half lies below the mean");
    check(normal_below(-38) == 0 && normal_below(38) == 1, "nothing lies beyond 37");
    check(normal_below(-INFINITY) == 0 && normal_below(INFINITY) == 1, "nor beyond infinity");
    check(normal_below(std::numeric_limits<double>::quiet_NaN()) == 1, "NaN does no harm");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    values_agree_with_erfc();
    lower_tail_is_relatively_precise();
    limits_are_exact();
    return report();
}
