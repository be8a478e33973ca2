// The table of heavy hitters: bounds for every key, and exact counts that last.
#include "core/sketch/heavy_hitters.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/sketch/streams.hpp"

namespace entrostream::testing {
namespace {

// What left the table, by key.
using Evicted = std::map<Key, double>;

void add(HeavyHitters& table, Evicted& evicted, Key key, double weight) {
    const HeavyHitters::Place place = table.find(key);
    if (place.held) {
        table.add(place, weight);
    } else {
        table.insert(key, weight, [&](Key leaving, double count) { evicted[leaving] += count; });
    }
}

void bounds_hold_for_every_key() {
    for (const double skew : {0.0, 1.0, 3.0}) {
        HeavyHitters table(4);
        Evicted evicted;
        std::map<Key, double> truth;
        for (const Key key : keys_of(skewed_labels(20'000, 300, skew, 3), 1)) {
            add(table, evicted, key, 1.0);
            truth[key] += 1.0;
        }
        for (const auto& [key, count] : truth) {
            const HeavyHitters::Place place = table.find(key);
            const double held = place.held ? table.count(place) : 0.0;
            check(held + evicted[key] == count, "what is not held has left");
            const double error =
                place.held ? table.entry(place.set, place.slot).error : table.offset(place.set);
            check(evicted[key] <= error, "and is bounded");
        }
    }
}

// In one set, the labels 1 to 6 come first; then a crowd in which none is more frequent.
void early_labels_keep_exact_counts() {
    HeavyHitters table(1);
    Evicted evicted;
    for (Key key = 1; key <= HeavyHitters::protected_slots; ++key) {
        add(table, evicted, key, 1.0);
    }
    for (std::uint64_t round = 0; round < 500; ++round) {
        for (Key key = 1; key <= 40; ++key) {
            add(table, evicted, key, 1.0);
        }
    }
    for (Key key = 1; key <= HeavyHitters::protected_slots; ++key) {
        const HeavyHitters::Place place = table.find(key);
        check(place.held && table.count(place) == 501.0,
              "an early label is counted from the start");
        check(table.entry(place.set, place.slot).error == 0.0, "without an error");
    }
}

void frequent_latecomers_are_protected() {
    HeavyHitters table(1);
    Evicted evicted;
    for (Key key = 1; key <= HeavyHitters::slots; ++key) {
        add(table, evicted, key, 100.0);
    }
    const Key late = 1000;
    Key crowd = 2000;
    for (int i = 0; i < 1000; ++i) {
        add(table, evicted, late, 1.0);
        add(table, evicted, ++crowd, 1.0);
    }
    const HeavyHitters::Place place = table.find(late);
    check(place.held && table.count(place) == 1000.0,
          "a frequent label is held when it comes late");
    check(place.slot < HeavyHitters::protected_slots, "and protected");
}

void names_follow_their_keys() {
    HeavyHitters table(1);
    Evicted evicted;
    for (Key key = 1; key <= HeavyHitters::slots; ++key) {
        add(table, evicted, key, static_cast<double>(key));
    }
    const Key most = HeavyHitters::slots;
    table.set_named(table.find(most), true);
    for (Key crowd = 100; crowd < 110; ++crowd) {
        add(table, evicted, crowd, 1.0);
    }
    const HeavyHitters::Place place = table.find(most);
    check(place.held && place.slot < HeavyHitters::protected_slots,
          "the largest count is protected");
    for (std::uint32_t slot = 0; slot < HeavyHitters::slots; ++slot) {
        check(table.is_named({0, slot, true}) == (slot == place.slot), "and has kept its name");
    }
}

void refilling_keeps_the_largest_counts() {
    HeavyHitters table(1);
    std::vector<HeavyEntry> entries;
    for (Key key = 1; key <= 12; ++key) {
        entries.push_back({key, static_cast<double>(key), key <= 2 ? 50.0 : 0.0});
    }
    Evicted evicted;
    table.refill(0, entries, [&](Key key, double count) { evicted[key] += count; });
    for (Key key = 7; key <= 12; ++key) {
        check(table.find(key).slot < HeavyHitters::protected_slots, "large counts are protected");
    }
    check(table.find(1).held && table.find(2).held, "the largest priorities are on probation");
    check(evicted == Evicted{{3, 3.0}, {4, 4.0}, {5, 5.0}, {6, 6.0}}, "the others leave");
    check(table.offset(0) == 6.0, "and bound what they had");
}

// Errors are rounded up to floats, in long streams at every event.
void errors_have_a_limit() {
    HeavyHitters table(1);
    for (std::uint32_t slot = 0; slot < HeavyHitters::slots; ++slot) {
        table.put(0, slot, {slot + Key{1}, 3.0, 0x1p53});
    }
    Evicted evicted;
    for (Key key = 101; key <= 103; ++key) {
        add(table, evicted, key, 3.0);
        check(table.offset(0) == 0x1p53, "no weight exceeds the limit");
        const HeavyHitters::Place place = table.find(key);
        check(table.entry(0, place.slot).error == 0x1p53, "nor does an error");
    }
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    bounds_hold_for_every_key();
    early_labels_keep_exact_counts();
    frequent_latecomers_are_protected();
    names_follow_their_keys();
    refilling_keeps_the_largest_counts();
    errors_have_a_limit();
    return report();
}
