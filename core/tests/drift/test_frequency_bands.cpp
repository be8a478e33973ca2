// Labels are in the band of their total, after any changes.
#include "core/drift/frequency_bands.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void bands_are_powers_of_two() {
    const std::vector<std::uint32_t> expected{0, 1, 2, 2, 3, 3, 3, 3, 4};
    for (std::uint64_t total = 1; total <= expected.size(); ++total)
        check(FrequencyBands::of(total) == expected[total - 1], "1 | 2 | 3-4 | 5-8 | 9-16");
    for (std::uint32_t band = 0; band < 62; ++band) {
        const std::uint64_t edge = std::uint64_t{1} << band;
        check(FrequencyBands::edge(band) == static_cast<double>(edge), "the largest total");
        check(FrequencyBands::of(edge) == band && FrequencyBands::of(edge + 1) == band + 1,
              "edges belong to the lower band");
    }
}

void labels_follow_their_totals() {
    Random random(1);
    FrequencyBands bands;
    bands.grow(30);
    std::vector<std::uint64_t> totals(30, 0);
    for (int i = 0; i < 3000; ++i) {
        const auto code = static_cast<Code>(random.below(totals.size()));
        const std::uint64_t to = random.below(3) == 0 ? 0 : random.below(200);
        bands.change(code, totals[code], to);
        totals[code] = to;
        for (std::uint32_t band = 0; band < 10; ++band) {
            std::set<Code> expected;
            std::uint64_t events = 0;
            for (Code each = 0; each < totals.size(); ++each) {
                if (totals[each] == 0 || FrequencyBands::of(totals[each]) != band) continue;
                expected.insert(each);
                events += totals[each];
            }
            std::set<Code> found;
            std::size_t visits = 0;
            bands.for_each(band, [&](Code each) {
                found.insert(each);
                ++visits;
            });
            check(found == expected && visits == found.size(), "the labels of a band, each once");
            check(bands.events(band) == events, "their events");
            check((bands.used() >> band & 1) == !expected.empty(), "whether there are any");
        }
    }
    bands.clear();
    bands.for_each(0, [](Code) { check(false, "a cleared band has no labels"); });
    check(bands.events(0) == 0, "and no events");
    check(bands.used() == 0, "in no band");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    bands_are_powers_of_two();
    labels_follow_their_totals();
    return report();
}
