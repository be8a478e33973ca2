// Keys of labels: many integers at once have the keys of single ones.
#include "core/sketch/label_hash.hpp"

#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void many_integers_have_the_keys_of_single_ones() {
    Random random(3);
    std::vector<std::int64_t> values = {0, 1, -1, std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int64_t>::max()};
    while (values.size() < 1003) {
        values.push_back(static_cast<std::int64_t>(random.next() >> random.below(60)));
    }
    for (const std::uint64_t seed : {std::uint64_t{0}, ~std::uint64_t{0}}) {
        const LabelHash hash(seed);
        for (const std::size_t size : {0u, 1u, 7u, 8u, 9u, 1003u}) {
            std::vector<Key> keys(size + 1, 17);
            hash.integers(std::span(values).first(size), keys.data());
            for (std::size_t i = 0; i < size; ++i) {
                check(keys[i] == hash.integer(values[i]), "the same key");
            }
            check(keys[size] == 17, "and nothing is written behind them");
        }
    }
}

void no_key_is_0() {
    const LabelHash hash(5);
    std::set<Key> keys;
    for (std::int64_t value = -20'000; value < 20'000; ++value) {
        keys.insert(hash.integer(value));
    }
    check(keys.size() == 40'000 && !keys.contains(0), "keys differ and are not 0");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    many_integers_have_the_keys_of_single_ones();
    no_key_is_0();
    return report();
}
