// Misra-Gries counters: bounds on every count, and a majority label is always held.
#include "core/sketch/misra_gries.hpp"

#include <cmath>
#include <map>
#include <stdexcept>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t counters = 9;

// The counters as the paper has them, decremented one unit at a time.
struct Model {
    std::map<Key, std::uint64_t> values = {};

    void add(Key key) {
        if (values.size() < counters || values.contains(key)) {
            ++values[key];
            return;
        }
        for (auto each = values.begin(); each != values.end();) {
            each = --each->second == 0 ? values.erase(each) : std::next(each);
        }
    }
};

void test_counters_are_those_of_the_paper(Random& random) {
    for (const double share : {0.0, 0.3, 0.7}) {
        const Keys keys = heavy_stream(random, 3000, share, 60);
        MisraGries heavy(counters);
        Model model;
        std::map<Key, std::uint64_t> counts;
        std::uint64_t n = 0;
        for (const Key key : keys) {
            heavy.add(key, 1);
            model.add(key);
            ++counts[key];
            ++n;
            const auto labels = heavy.labels();
            check(labels.size() == model.values.size(), "the same labels");
            for (const HeavyLabel& label : labels) {
                const std::uint64_t value = label.count + label.missed - heavy.decrements();
                check(model.values[label.key] == value, "the same counter");
                check(label.count <= counts[label.key], "a lower bound");
                check(counts[label.key] <= label.count + label.missed, "an upper bound");
            }
            const HeavyLabel most = heavy.heaviest();
            const std::uint64_t others = n - counts[most.key];
            check(heavy.decrements() <= n / (counters + 1), "few decrements");
            check(2 * counts[key_of(0)] <= n || most.key == key_of(0), "a majority is held");
            check(2 * counts[most.key] <= n || heavy.decrements() <= others / counters,
                  "few compared with the other labels");
        }
    }
}

void test_a_weight_is_so_many_events(Random& random) {
    MisraGries weighted(counters), repeated(counters);
    for (int i = 0; i < 2000; ++i) {
        const Key key = key_of(random.below(30));
        const std::uint64_t weight = 1 + random.below(20);
        weighted.add(key, weight);
        for (std::uint64_t k = 0; k < weight; ++k)
            repeated.add(key, 1);
        check(weighted == repeated, "the same counters");
    }
}

void test_a_label_that_is_heavy_from_the_start_is_counted_exactly(Random& random) {
    MisraGries heavy(counters);
    heavy.add(key_of(0), 100);
    for (int i = 0; i < 5000; ++i)
        heavy.add(key_of(random.below(2) == 0 ? 0 : 1 + random.below(1000)), 1);
    check(heavy.heaviest().key == key_of(0) && heavy.heaviest().missed == 0, "nothing is missed");
    check(heavy.decrements() > 100, "though counters were decremented");
}

void test_wrong_content_is_refused() {
    const HeavyLabel good{.key = 1, .count = 5, .missed = 2};
    const auto restore = [](std::vector<HeavyLabel> labels, std::uint64_t decrements) {
        MisraGries heavy(2);
        heavy.restore(labels, decrements, 10);
        return heavy;
    };
    check(restore({good}, 3).heaviest() == good, "right as it is");
    const auto refused = [&](std::vector<HeavyLabel> labels, std::uint64_t decrements) {
        check_throws<std::invalid_argument>([&] { (void)restore(labels, decrements); }, "refused");
    };
    refused({good, good}, 3);                                            // twice
    refused({{.key = 1, .count = 2}, {.key = 2, .count = 2}, good}, 3);  // too many
    refused({good}, 1);                                                  // missed too many
    refused({good}, 7);                                                  // not held any more
    refused({good}, 11);                                                 // more than events
    refused({{.key = 1, .count = 6}, {.key = 2, .count = 5}}, 0);        // more than events
    refused({{.key = 1, .count = 0}}, 0);                                // no count
}

}  // namespace

int main() {
    Random random(20261118);
    test_counters_are_those_of_the_paper(random);
    test_a_weight_is_so_many_events(random);
    test_a_label_that_is_heavy_from_the_start_is_counted_exactly(random);
    test_wrong_content_is_refused();
    return report();
}
