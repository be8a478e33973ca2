// The log-mean estimator of each bucket, against its definition.
#include "core/sketch/log_mean.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/sketch/stable_table.hpp"
#include "core/tests/check.hpp"
#include "core/tests/sketch/streams.hpp"

namespace entrostream::testing {
namespace {

long double by_definition(const EntropyRegisters& registers, std::uint32_t bucket) {
    const long double mass = registers.mass(bucket);
    const auto values = registers.values(bucket);
    long double largest = values[0];
    for (const double each : values) {
        largest = std::max<long double>(largest, each);
    }
    long double mean = 0;
    for (const double each : values) {
        mean += std::exp((each - largest) / mass) / EntropyRegisters::registers;
    }
    return -largest / mass - std::log(mean) - detail::log_mean_bias;
}

// Whatever the number of buckets is: they are read in blocks.
void each_bucket_has_its_own() {
    for (const std::uint32_t buckets : {1u, 7u, 8u, 9u, 100u}) {
        EntropyRegisters registers(buckets);
        for (const Key key : keys_of(skewed_labels(20'000, 5000, 1.0, buckets), 1)) {
            registers.push(key, 1.0);
        }
        const std::vector<double> means = detail::log_means(registers);
        check(means.size() == buckets, "one for each bucket");
        for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
            const long double truth = by_definition(registers, bucket);
            check(std::fabs(means[bucket] - truth) <= 1e-13L * (1 + std::fabs(truth)),
                  "the estimate of a bucket");
        }
    }
}

// A variate of -10^9 alone is too small to matter, and is no trouble.
void the_left_tail_is_no_trouble() {
    EntropyRegisters registers(1);
    registers.push(keys_of(skewed_labels(1, 10, 1.0, 1), 1)[0], 1.0);
    registers.set_packed(0, 3, pack(-1e9));
    const double estimate = detail::log_means(registers)[0];
    check(std::fabs(estimate - by_definition(registers, 0)) < 1e-13, "as by definition");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    each_bucket_has_its_own();
    the_left_tail_is_no_trouble();
    return report();
}
