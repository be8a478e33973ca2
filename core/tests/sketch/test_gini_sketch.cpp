// The Gini sketch: exact while it can be, unbiased with a known error afterwards.
#include "core/sketch/gini_sketch.hpp"

#include <cmath>

#include "core/tests/check.hpp"
#include "core/tests/sketch/streams.hpp"

namespace entrostream::testing {
namespace {

void few_labels_are_exact() {
    const auto stream = skewed_labels(5000, 300, 1.0, 1);
    GiniSketch sketch(16384, 3);
    sketch.add_many(keys_of(stream, 3));
    check(sketch.is_exact() && sketch.gini().value == sums_of(stream).gini(), "a tally's");
}

void errors_are_those_stated(double skew) {
    const auto stream = skewed_labels(20'000, 8000, skew, 5);
    const double truth = sums_of(stream).gini();
    const int seeds = 300;
    double sum = 0.0;
    double squares = 0.0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        GiniSketch sketch(4096, seed);
        sketch.add_many(keys_of(stream, seed));
        check(sketch.nbytes() <= 4096, "the memory is held");
        const SketchEstimate found = sketch.gini();
        const double error = (found.value - truth) / found.standard_error;
        sum += error;
        squares += error * error;
    }
    check(std::fabs(sum / seeds) < 0.3, "the estimate is unbiased");
    check(std::sqrt(squares / seeds) < 1.2, "its spread is at most the standard error");
}

void parts_merge() {
    const auto keys = keys_of(skewed_labels(20'000, 8000, 0.5, 5), 1);
    GiniSketch all(4096, 1);
    all.add_many(keys);
    GiniSketch left(4096, 1);
    GiniSketch right(4096, 1);
    left.add_many(std::span(keys).first(9000));
    right.add_many(std::span(keys).subspan(9000));
    left.merge(right);
    check(left.n() == all.n(), "all events");
    check(std::fabs(left.gini().value - all.gini().value) < 4 * all.gini().standard_error, "close");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    few_labels_are_exact();
    errors_are_those_stated(0.0);
    errors_are_those_stated(1.0);
    parts_merge();
    return report();
}
