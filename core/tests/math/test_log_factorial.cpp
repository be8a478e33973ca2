// ln x! and ln(1 - r) agree with the C library in long doubles.
#include "core/math/log_factorial.hpp"

#include <cmath>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

bool is_near(double found, long double truth, long double relative) {
    return std::fabs(static_cast<long double>(found) - truth) <= relative * std::fabs(truth);
}

// Within the table each factorial is that of its predecessor plus a logarithm, so the roundings
// of up to 255 sums add up.
void factorials_agree_with_the_library() {
    check(detail::log_factorial(0) == 0 && detail::log_factorial(1) == 0, "ln 0! = ln 1! = 0");
    for (int x = 2; x < 3000; ++x)
        check(
            is_near(detail::log_factorial(x), std::lgamma(static_cast<long double>(x) + 1), 1e-14L),
            "ln x! of a small number");
    for (double x = 3000; x < 1e15; x = std::floor(x * 1.07))
        check(
            is_near(detail::log_factorial(x), std::lgamma(static_cast<long double>(x) + 1), 1e-14L),
            "ln x! of a large number");
}

void logarithms_below_one_agree_with_the_library() {
    Random random(6);
    check(detail::natural_log_below_one(0) == 0, "ln 1 = 0");
    for (int i = 0; i < 100000; ++i) {
        const double r = static_cast<double>(random.next() >> 11) * 0x1p-53 *
                         std::ldexp(1.0, -static_cast<int>(random.below(60)));
        check(is_near(detail::natural_log_below_one(r), std::log1p(-static_cast<long double>(r)),
                      1e-12L),
              "ln(1 - r), also where 1 - r loses the digits of r");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    factorials_agree_with_the_library();
    logarithms_below_one_agree_with_the_library();
    return report();
}
