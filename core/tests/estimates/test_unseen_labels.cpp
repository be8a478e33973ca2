// The contribution of unseen labels agrees with the published formula for any sample size.
#include "core/estimates/unseen_labels.hpp"

#include <cmath>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/estimates/truth.hpp"

namespace entrostream::testing {
namespace {

bool close(double value, double truth, double error) {
    return std::abs(value - truth) <= error * std::abs(truth);
}

void integrals_are_true() {
    for (const TrueIntegral& truth : true_integrals) {
        check(close(detail::scaled_exponential_integral(truth.z), truth.value, 1e-14),
              "e^z E1(z) has a relative error below 1e-14");
    }
}

void unseen_bits_are_true() {
    for (const TrueUnseen& truth : true_unseen) {
        const double bits = unseen_bits({truth.n, truth.singletons, truth.doubletons});
        check(close(bits, truth.bits, 1e-14), "unseen bits have a relative error below 1e-14");
    }
}

void without_rare_labels_nothing_is_unseen() {
    check(unseen_bits({1, 1, 0}) == 0.0, "a single event");
    check(unseen_bits({10, 0, 5}) == 0.0, "no label seen once");
    check(unseen_bits({10, 1, 0}) == 0.0, "one label seen once, none twice");
    check(unseen_bits({std::uint64_t{1} << 61, 0, 0}) == 0.0, "no rare label at all");
}

// The value must not jump where the method of summation changes.
void neighbours_are_close() {
    for (std::uint64_t n = 20; n < 60; ++n) {
        for (std::uint64_t twice = 0; 2 * twice <= n - 10; ++twice) {
            const double here = unseen_bits({n, 10, twice});
            const double next = unseen_bits({n + 1, 10, twice});
            check(here >= 0.0 && std::abs(next - here) < 1.0, "the value moves smoothly with n");
        }
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    integrals_are_true();
    unseen_bits_are_true();
    without_rare_labels_nothing_is_unseen();
    neighbours_are_close();
    return report();
}
