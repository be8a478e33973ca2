// The tests of all rows together stay below the false-alarm rate.
#include "core/drift/error_budget.hpp"

#include <cmath>
#include <cstddef>

#include "core/drift/bucket_rows.hpp"
#include "core/drift/statistic.hpp"
#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

void expected_false_alarms_are_below_the_rate() {
    for (const double rate : {1e-9, 1e-4, 1e-2, 0.9}) {
        for (const double block : {1.0, 32.0, 4096.0}) {
            const ErrorBudget budget(rate, block);
            double per_event = 0;
            for (std::size_t row = 0; row < 60; ++row) {
                const double splits = BucketRows::fanout + 1;
                const double error = splits * std::exp(-budget.of_split(row));
                check(error <= 0.05 * (1 + 1e-12), "no row has more than the cap");
                per_event += error / (block * std::ldexp(1.0, static_cast<int>(row)));
            }
            check(per_event <= rate * (1 + 1e-12), "the sum over all rows is at most the rate");
            check(budget.of_split(63) == budget.of_split(1000), "rows beyond the last are like it");
        }
    }
}

void shares_of_the_statistics_add_up_to_one() {
    for (const double labels : {1.0, 2.0, 5.0, 6.0, 100.0, 1e6}) {
        const double sum = ErrorBudget::share(Statistic::sum, labels) +
                           ErrorBudget::share(Statistic::label, labels) +
                           ErrorBudget::share(Statistic::frequency, labels);
        check(sum <= 1 + 1e-15, "never more than the budget of the split");
        check(ErrorBudget::share(Statistic::sum, labels) > 0, "each has a share");
    }
    check(ErrorBudget::share(Statistic::sum, 2) == 0.48, "with few labels all of it is used");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    expected_false_alarms_are_below_the_rate();
    shares_of_the_statistics_add_up_to_one();
    return report();
}
