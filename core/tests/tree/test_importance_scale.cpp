// How much of a row an importance is: right on average, never more than one, whatever the weights.
#include <cmath>
#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tree/statistics/importance_scale.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;

namespace {

void check_equal_weights_are_rows() {
    for (const double weight : {1.0, 0.1, 1e-300, 1e300}) {
        ImportanceScale scale;
        scale.begin(weight);
        check(scale.takes(weight, 0) && scale.units(weight, 7) == 1, "a weight is a row");
        check(scale.shift() == 0 && scale.surplus(weight) == 0, "and nothing else");
    }
}

void check_parts_are_right_on_average() {
    for (const double part : {1e-6, 1e-3, 0.01, 0.3, 0.5, 0.999}) {
        ImportanceScale scale;
        check(scale.refine(100) == ImportanceScale::finest, "weights differ");
        constexpr std::uint64_t rows = 1'000'000;
        double units = 0;
        for (std::uint64_t row = 0; row < rows; ++row)
            units += scale.units(part, row);
        // Of each row a unit is there or not: a variance of a quarter at most.
        const double exact = part * 64;
        check(std::abs(units / rows - exact) < 5 * std::sqrt(std::min(exact, 0.25) / rows),
              "fractions are rounded without a bias");
    }
}

// Clipped weight is at most about a fifth of all.
void check_whole_follows_the_weights() {
    testing::Random random(3);
    ImportanceScale scale;
    scale.begin(1e-9);
    static_cast<void>(scale.refine(1));
    std::uint64_t counted = 64;
    int doublings = 0;
    double clipped = 0, all = 0;
    for (std::uint64_t row = 0; row < 20'000; ++row) {
        const double weight = static_cast<double>(1 + random.below(20));
        if (weight > scale.whole() && scale.doubles_for(weight, counted)) {
            counted /= 2;
            ++doublings;
        }
        counted += scale.units(weight, row);
        if (row < 10'000) continue;
        all += weight;
        clipped += std::max(0.0, weight - scale.whole());
    }
    check(doublings > 25 && doublings < 40, "it comes from far");
    check(clipped / all < 0.21 && scale.whole() < 20, "and stops below the largest");
}

void check_one_weight_doubles_once() {
    ImportanceScale scale;
    static_cast<void>(scale.refine(1000));
    check(scale.doubles_for(1e300, 64'000) && scale.whole() == 2, "once");
    check(!scale.doubles_for(3, 64'000) && scale.whole() == 2, "and that is all");
    check(scale.units(1e300, 3) == 64, "no weight is more than a row");
}

}  // namespace

int main() {
    check_equal_weights_are_rows();
    check_parts_are_right_on_average();
    check_whole_follows_the_weights();
    check_one_weight_doubles_once();
    return testing::report();
}
