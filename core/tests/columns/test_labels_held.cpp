// The list has each held label once, and every label knows its place.
#include "core/columns/labels_held.hpp"

#include <cstdint>
#include <set>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

void labels_come_and_go() {
    Random random(1);
    LabelsHeld<Code> labels;
    std::vector<std::uint32_t> places(50, 0);
    std::set<Code> model;
    for (int i = 0; i < 5000; ++i) {
        const auto code = static_cast<Code>(random.below(places.size()));
        if (model.insert(code).second) {
            places[code] = labels.add(code);
        } else {
            labels.remove(places[code], [&](Code last) -> auto& { return places[last]; });
            model.erase(code);
        }
        check(std::set<Code>(labels.begin(), labels.end()) == model, "the labels held");
        std::uint32_t place = 0;
        for (const Code each : labels)
            check(places[each] == place++, "each label at its place, and only once");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    labels_come_and_go();
    return report();
}
