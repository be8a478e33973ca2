// The parts of the sampling methods: random numbers, waiting times, terms and the schedule.
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/sketch/mean_term.hpp"
#include "core/sketch/random_field.hpp"
#include "core/sketch/sample_term.hpp"
#include "core/sketch/sampled_labels.hpp"
#include "core/sketch/schedule.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

void test_numbers_are_uniform_along_each_coordinate() {
    const RandomField field(3);
    for (int axis = 0; axis < 3; ++axis) {
        Spread values, products;
        double before = 0.5;
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const double value =
                field.uniform(axis == 0 ? i : 1, axis == 1 ? i : 1, axis == 2 ? i : 1);
            values.add(value);
            products.add((value - 0.5) * (before - 0.5));
            before = value;
        }
        check(std::abs(values.mean() - 0.5) < 4 * values.error(), "mean");
        check(std::abs(values.deviation() - std::sqrt(1.0 / 12)) < 0.005, "spread");
        check(std::abs(products.mean()) < 4 * products.error(), "neighbours are unrelated");
    }
    check(field.bits(1, 2, 3) != RandomField(4).bits(1, 2, 3), "seeds differ");
}

void test_waiting_times_are_geometric(Random& random) {
    for (const double probability : {0.9, 0.5, 0.1, 1e-4}) {
        Spread waits;
        double at_once = 0;
        for (int i = 0; i < 20000; ++i) {
            const std::uint64_t wait = first_success(probability, uniform(random));
            waits.add(static_cast<double>(wait));
            at_once += wait == 1 ? 1 : 0;
        }
        const double error = std::sqrt(probability * (1 - probability) / 20000);
        check(std::abs(waits.mean() - 1 / probability) < 4 * waits.error(), "mean 1/p");
        check(std::abs(at_once / 20000 - probability) < 4 * error + 1e-9, "at once with p");
    }
    check(first_success(1, 0.3) == 1 && first_success(0, 0.3) == never, "always, never");
    check(first_success(1e-300, 1e-10) == never && first_success(0.5, 1 - 0x1p-53) == 1, "ends");
}

void test_terms_telescope() {
    double sum = 0;
    for (std::uint64_t r = 1; r <= 5000; ++r) {
        sum += sample_term(r);
        const auto f = static_cast<double>(r);
        check(std::abs(sum - f * std::log2(f)) < 1e-13 * (1 + sum), "f lg f");
    }
    // The derivative of r lg r in the middle of the step; the next term is of the order r^-2.
    for (const double r : {1e6, 1e10, 1e15}) {
        const double limit = std::log2(r - 0.5) + 1 / std::log(2.0);
        check(std::abs(sample_term(static_cast<std::uint64_t>(r)) - limit) < 1e-12, "large");
    }
}

void test_mean_and_standard_error() {
    MeanTerm terms;
    check(terms.mean() == 0 && terms.standard_error() == 0, "none");
    for (const double term : {1.0, 2.0, 4.0, 9.0})
        terms.add(term);
    check(terms.mean() == 4 && std::abs(terms.variance() - (38.0 / 3 + 1)) < 1e-12, "four terms");
}

void test_schedule_is_in_order(Random& random) {
    Schedule schedule(50);
    std::map<std::uint32_t, std::uint64_t> model;
    for (int i = 0; i < 20000; ++i) {
        const auto sampler = static_cast<std::uint32_t>(random.below(50));
        if (random.below(3) == 0) {
            schedule.remove(sampler);
            model.erase(sampler);
        } else {
            model[sampler] = random.below(1000);
            schedule.put(sampler, model[sampler]);
        }
        check(schedule.empty() == model.empty(), "as many");
        std::uint64_t least = ~std::uint64_t{0};
        for (const auto& [each, time] : model)
            least = std::min(least, time);
        if (!model.empty()) {
            check(schedule.first_time() == least, "the first time");
            check(model.at(schedule.first()) == least, "of a sampler that is due");
        }
    }
}

void test_labels_live_as_long_as_they_are_held(Random& random) {
    SampledLabels labels(20);
    std::map<Key, std::pair<Slot, int>> model;  // slot and references
    for (int i = 0; i < 20000; ++i) {
        const Key key = random.below(40);  // not hashed: chains get long
        const bool held = model.contains(key);
        check((labels.find(key) != no_slot) == held, "found if held");
        if (random.below(2) == 0 && (held || model.size() < 20)) {
            const Slot slot = held ? model[key].first : labels.insert(key, 1);
            labels.retain(slot);
            model[key] = {slot, held ? model[key].second + 1 : 1};
            check(labels.key(slot) == key && labels.find(key) == slot, "in its slot");
        } else if (held) {
            const bool gone = labels.release(model[key].first);
            check(gone == (--model[key].second == 0), "gone with the last reference");
            if (gone) model.erase(key);
        }
    }
}

}  // namespace

int main() {
    Random random(20261118);
    test_numbers_are_uniform_along_each_coordinate();
    test_waiting_times_are_geometric(random);
    test_terms_telescope();
    test_mean_and_standard_error();
    test_schedule_is_in_order(random);
    test_labels_live_as_long_as_they_are_held(random);
    return report();
}
