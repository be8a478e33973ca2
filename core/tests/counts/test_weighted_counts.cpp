// Weights are converted to units and back; the sums are those of counts of units.
#include "core/counts/weighted_counts.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

template <class Error>
bool refuses(const WeightedCounts& counts, double weight) {
    try {
        static_cast<void>(counts.units(weight));
    } catch (const Error&) {
        return true;
    }
    return false;
}

void test_units_of_a_weight() {
    const WeightedCounts halves(-1, false);
    check(halves.units(3.5) == 7 && halves.weight(7) == 3.5, "a multiple of the unit is exact");
    check(halves.units(0.6) == 1 && halves.units(0.9) == 2, "others are rounded to the nearest");
    check(halves.units(0.75) == 2 && halves.units(1.25) == 2, "ties are rounded to even");
    check(halves.units(0x1p60) == std::uint64_t{1} << 61, "large weights are exact");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double weight : {0.0, -0.0, -1.0, nan, HUGE_VAL, -HUGE_VAL, 0.25, 1e-300}) {
        check(refuses<std::invalid_argument>(halves, weight), "no weight, or too small a one");
    }
    check(refuses<std::overflow_error>(halves, 0x1p61), "2^62 units are too many");
    const WeightedCounts exact(-1, true);
    check(exact.units(0.5) == 1, "exact mode accepts multiples");
    check(refuses<std::invalid_argument>(exact, 0.6), "and rejects others");
}

void test_sums_are_those_of_units(Random& random) {
    constexpr std::size_t codes = 20;
    WeightedCounts counts(-20, false);
    counts.grow(codes);
    Counts units;
    units.grow(codes);
    std::vector<Code> entering(500);
    std::vector<std::uint64_t> amounts(entering.size());
    for (std::size_t i = 0; i < entering.size(); ++i) {
        entering[i] = static_cast<Code>(random.below(codes));
        amounts[i] = 1 + random.below(std::uint64_t{1} << (1 + random.below(40)));
        const CodeCount one{entering[i], amounts[i]};
        units.add_many({&one, 1});
    }
    std::vector<double> weight(entering.size());
    const std::vector<TraceColumn> columns{{Measure::n, weight.data()}};
    counts.trace(entering, amounts, columns);
    check(counts.sums() == units.sums(), "a bulk update equals single updates");
    check(weight.back() == counts.weight(counts.sums().n()), "a trace of n holds weights");
    for (std::size_t i = 0; i < entering.size(); ++i) {
        const CodeCount one{entering[i], amounts[i]};
        counts.take_many({&one, 1});
    }
    check(counts.sums() == ExactSums{}, "what was added can be removed");
}

void test_room_is_made_sure_of() {
    WeightedCounts counts(0, false);
    counts.grow(2);
    counts.update(0, max_events - 10);
    const ExactSums before = counts.sums();
    const std::vector<std::uint64_t> more{5, 6};
    bool refused = false;
    try {
        counts.prepare(more);
    } catch (const std::overflow_error&) {
        refused = true;
    }
    check(refused && counts.sums() == before, "an update that does not fit is rejected in advance");
    counts.prepare(Units(more).first(1));
}

}  // namespace

int main() {
    Random random(6);
    test_units_of_a_weight();
    test_sums_are_those_of_units(random);
    test_room_is_made_sure_of();
    return report();
}
