// The terms agree with their definitions to within two units.
#include "core/estimates/bias_terms.hpp"

#include <algorithm>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/estimates/truth.hpp"

namespace entrostream::testing {
namespace {

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
    return std::max(a, b) - std::min(a, b);
}

void terms_are_true() {
    check(miller_madow_term() == true_miller_madow, "1/(2 ln 2) is rounded once");
    for (const TrueTerms& truth : true_terms) {
        check(distance(jackknife_term(truth.count), truth.jackknife) < 2, "jackknife's term");
        check(distance(digamma_term(truth.count), truth.digamma) < 2, "digamma's term");
    }
}

void terms_of_small_counts_are_rounded_once() {
    for (const TrueTerms& truth : true_terms) {
        if (truth.count >= 64) break;
        check(jackknife_term(truth.count) == truth.jackknife, "the table of the jackknife");
        check(digamma_term(truth.count) == truth.digamma, "the table of the digamma function");
    }
}

// Terms decrease, so no difference is negative and no estimate is below the entropy.
void terms_do_not_increase() {
    for (std::uint64_t c = 1; c < 100000; ++c) {
        check(jackknife_term(c) >= jackknife_term(c + 1), "the jackknife's term decreases");
        check(digamma_term(c) >= digamma_term(c + 1), "the digamma term decreases");
    }
    for (int k = 16; k < 62; ++k) {
        const std::uint64_t c = std::uint64_t{1} << k;
        check(jackknife_term(c) >= miller_madow_term(), "jackknife's term has this limit");
        check(digamma_term(c) >= miller_madow_term(), "digamma's term has this limit");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    terms_are_true();
    terms_of_small_counts_are_rounded_once();
    terms_do_not_increase();
    return report();
}
