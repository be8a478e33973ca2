// The share of the rests of held labels in their bounds, estimated from the registers.
#include "core/sketch/rest_share.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/sketch/streams.hpp"

namespace entrostream::testing {
namespace {

using detail::LabelWithRest;
using detail::rest_share;
using detail::RestShare;

constexpr std::uint32_t buckets = 100;
constexpr std::uint64_t labels = 150;
constexpr double bound = 40.0;

// Registers with a tail of other labels, and the held labels.
struct Scene {
    EntropyRegisters registers{buckets};
    std::vector<LabelWithRest> held;

    explicit Scene(std::uint64_t seed) {
        for (const Key key : keys_of(skewed_labels(30'000, 8000, 1.0, 1), seed)) {
            registers.push(key, 1.0);
        }
        const LabelHash hash(seed);
        for (std::uint64_t i = 0; i < labels; ++i) {
            held.push_back({hash.integer(true, i + 1), 100.0, bound});
        }
    }
    [[nodiscard]] double variance() const {
        double squares = 0.0;
        for (std::uint32_t b = 0; b < buckets; ++b) {
            squares += registers.signed_sum(b) * registers.signed_sum(b);
        }
        return squares / buckets;
    }
    [[nodiscard]] RestShare share() const { return rest_share(registers, held, variance()); }
};

struct Outcome {
    double mean = 0.0;
    double deviation = 0.0;
    double stated = 0.0;
};

// One of `step` labels has `rest` events in the registers.
Outcome outcome(std::uint64_t step, double rest) {
    const int seeds = 200;
    double sum = 0.0;
    double squares = 0.0;
    Outcome found;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Scene scene(seed);
        for (std::size_t i = 0; i < scene.held.size(); i += step) {
            if (rest > 0.0) scene.registers.push(scene.held[i].key, rest);
        }
        const RestShare share = scene.share();
        check(share.value >= 0.0 && share.value <= 1.0, "a share");
        sum += share.value;
        squares += share.value * share.value;
        found.stated += share.standard_error / seeds;
    }
    found.mean = sum / seeds;
    found.deviation = std::sqrt(squares / seeds - found.mean * found.mean);
    return found;
}

void no_rest_is_no_share() {
    const Outcome found = outcome(1, 0.0);
    check(found.mean < found.stated, "the mean of what is cut at 0");
    check(found.stated < 0.1, "with little noise");
}

void equal_shares_are_found() {
    for (const double share : {0.1, 0.3, 0.6, 1.0}) {
        const Outcome found = outcome(1, share * bound);
        check(std::fabs(found.mean - share) < 0.15 * share + 0.02, "the share");
        check(found.deviation < 1.5 * found.stated + 0.02, "with the standard error stated");
    }
}

// Neither the registers nor the cost of counting a label as two respond linearly to a rest: if a
// third of the labels have all, the share looks smaller, but the cost that it stands for is found.
void unequal_shares_have_the_cost_found() {
    const auto cost = [](double c, double e) {
        return c * std::log(1 + e / c) + e * std::log((c + e) / e);
    };
    const Outcome found = outcome(3, bound);
    const double truth = cost(100.0, bound) / 3;
    check(std::fabs(cost(100.0, found.mean * bound) / truth - 1) < 0.3, "the cost");
}

// The registers of a label say more about it than its signed counter.
void registers_say_more_than_counters() {
    const Scene scene(7);
    const double by_counters = std::sqrt(scene.variance() / static_cast<double>(labels)) / bound;
    check(scene.share().standard_error < by_counters / 1.5, "a smaller standard error");
}

// As after removals of fractions, or in a state that was read.
void a_bucket_without_mass_says_nothing() {
    EntropyRegisters registers(1);
    const LabelHash hash(1);
    const Key key = hash.integer(1);
    std::int64_t other = 2;
    while (sign_of(hash.integer(other)) == sign_of(key)) {
        ++other;
    }
    registers.push(key, 0.1);
    registers.push(hash.integer(other), -0.1);
    check(registers.mass(0) == 0.0 && registers.most(key) > 0.0, "a sign without a mass");
    const std::vector<LabelWithRest> held = {{key, 1.0, 0.1}};
    const RestShare share = rest_share(registers, held, 0.0);
    check(share.value == 0.0 && share.standard_error == 0.0, "no share");
}

void extreme_masses_are_no_trouble() {
    EntropyRegisters registers(buckets);
    const LabelHash hash(1);
    registers.push(hash.integer(1), 1e-200);
    registers.push(hash.integer(2), 1e15);
    const std::vector<LabelWithRest> held = {{hash.integer(1), 1e-200, 1e-200},
                                             {hash.integer(2), 1e15, 1e15}};
    const RestShare share = rest_share(registers, held, 0.0);
    check(share.value >= 0.0 && share.value <= 1.0, "a share");
    check(std::isfinite(share.standard_error), "and a standard error");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    no_rest_is_no_share();
    equal_shares_are_found();
    unequal_shares_have_the_cost_found();
    registers_say_more_than_counters();
    a_bucket_without_mass_says_nothing();
    extreme_masses_are_no_trouble();
    return report();
}
