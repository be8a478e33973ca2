// The labels with the largest counts: Space-Saving (Metwally, Agrawal, El Abbadi 2005) in sets of
// eight slots.
//
// A key belongs to one set. `count` is exact since the key was inserted, and `error` bounds what it
// had before: the largest priority, count + error, that left the set until then. So
//
//     count <= true count <= count + error,   and a key that is not held has at most `offset`.
//
// As in a segmented cache, six slots of a set are protected and two are on probation. A new key
// replaces the one on probation with the smaller priority. A key on probation is exchanged for a
// protected one if it has certainly had more events: if its count exceeds the other's priority.
// With plain Space-Saving, where any key is replaced, labels of about the same frequency take
// turns, and none of them keeps an exact count (measured: a third more error of the entropy).
//
// What leaves goes to a linear sketch, so that nothing is lost. All slots are in use, and a lookup
// compares eight keys at once, without the probe sequences of open addressing.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/sketch/key.hpp"

namespace entrostream {

struct HeavyEntry {
    Key key = 0;
    double count = 0.0;
    double error = 0.0;

    [[nodiscard]] double priority() const noexcept { return count + error; }
    friend bool operator==(const HeavyEntry&, const HeavyEntry&) = default;
};

// The smallest float that is not below x, x >= 0: errors are upper bounds. At most 2^53, which no
// weight exceeds: with 2^24 events and more, each that is added may be rounded up to more than one,
// so that bounds of long streams would grow exponentially. No library call, which would spill the
// registers of the vector kernel.
[[nodiscard, gnu::always_inline]] inline float error_bound(double x) noexcept {
    const auto nearest = static_cast<float>(x);
    const std::uint32_t below = static_cast<double>(nearest) < x ? 1 : 0;
    return std::min(std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) + below), 0x1p53f);
}

class HeavyHitters {
  public:
    static constexpr std::uint32_t slots = 8;            // of a set
    static constexpr std::uint32_t protected_slots = 6;  // the first ones; the others on probation
    static_assert(slots - protected_slots == 2);
    struct alignas(64) KeySet {
        std::array<Key, slots> at{};  // 0: free
        friend bool operator==(const KeySet&, const KeySet&) = default;
    };
    struct alignas(64) CountSet {
        std::array<double, slots> at{};
        friend bool operator==(const CountSet&, const CountSet&) = default;
    };
    struct alignas(32) ErrorSet {
        std::array<float, slots> at{};
        friend bool operator==(const ErrorSet&, const ErrorSet&) = default;
    };
    static constexpr std::size_t bytes_per_set =
        sizeof(KeySet) + sizeof(CountSet) + sizeof(ErrorSet) + sizeof(float) + sizeof(std::uint8_t);

    explicit HeavyHitters(std::uint32_t sets = 0)
        : keys_(sets), counts_(sets), errors_(sets), offsets_(sets), named_(sets) {}

    [[nodiscard]] std::uint32_t sets() const noexcept {
        return static_cast<std::uint32_t>(keys_.size());
    }
    [[nodiscard]] std::size_t nbytes() const noexcept { return sets() * bytes_per_set; }

    // A slot as set and place in it; `held` false: not found.
    struct Place {
        std::uint32_t set = 0;
        std::uint32_t slot = 0;
        bool held = false;
    };
    [[nodiscard]] Place find(Key key) const noexcept {
        const std::uint32_t set = set_of(key, sets());
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            if (keys_[set].at[slot] == key) return {set, slot, true};
        }
        return {set, 0, false};
    }
    [[nodiscard]] HeavyEntry entry(std::uint32_t set, std::uint32_t slot) const noexcept {
        return {keys_[set].at[slot], counts_[set].at[slot], errors_[set].at[slot]};
    }
    [[nodiscard]] double count(Place place) const noexcept {
        return counts_[place.set].at[place.slot];
    }
    [[nodiscard]] double offset(std::uint32_t set) const noexcept { return offsets_[set]; }
    void raise_offset(std::uint32_t set, double priority) noexcept {
        offsets_[set] = std::max(offsets_[set], error_bound(priority));
    }
    [[nodiscard]] bool is_named(Place place) const noexcept {
        return (named_[place.set] >> place.slot & 1) != 0;
    }
    void set_named(Place place, bool named) noexcept {
        const auto bit = static_cast<std::uint8_t>(1u << place.slot);
        named_[place.set] =
            static_cast<std::uint8_t>(named ? named_[place.set] | bit : named_[place.set] & ~bit);
    }

    // The count after the addition.
    double add(Place place, double weight) noexcept {
        return counts_[place.set].at[place.slot] += weight;
    }
    void put(std::uint32_t set, std::uint32_t slot, const HeavyEntry& entry) noexcept {
        keys_[set].at[slot] = entry.key;
        counts_[set].at[slot] = entry.count;
        errors_[set].at[slot] = error_bound(entry.error);
        set_named({set, slot, true}, false);
    }
    // Puts a key that is not held on probation, and passes what leaves the set, if anything, to
    // `evict(key, count)`.
    template <class Evict>
    Place insert(Key key, double weight, Evict&& evict) {
        const std::uint32_t set = set_of(key, sets());
        const std::uint32_t slot = vacate(set);
        const HeavyEntry leaving = entry(set, slot);
        if (leaving.key != 0) raise_offset(set, leaving.priority());
        if (leaving.count > 0.0) evict(leaving.key, leaving.count);
        put(set, slot, {key, weight, offset(set)});
        return {set, slot, true};
    }
    void free(Place place) noexcept { put(place.set, place.slot, {}); }

    // Fills a set: the largest counts are protected, the largest priorities of the others are on
    // probation, and what remains leaves by `evict`.
    template <class Evict>
    void refill(std::uint32_t set, std::vector<HeavyEntry>& entries, Evict&& evict);

    template <class Use>  // use(entry) for all held keys
    void for_each(Use&& use) const {
        for (std::uint32_t set = 0; set < sets(); ++set) {
            for (std::uint32_t slot = 0; slot < slots; ++slot) {
                if (keys_[set].at[slot] != 0) use(entry(set, slot));
            }
        }
    }
    void scale(double factor) noexcept;
    void forget_names() noexcept { std::ranges::fill(named_, std::uint8_t{0}); }

    friend bool operator==(const HeavyHitters&, const HeavyHitters&) = default;

    // For the vector kernels.
    struct View {
        KeySet* keys;
        CountSet* counts;
        ErrorSet* errors;
        float* offsets;
        std::uint8_t* named;
        std::uint32_t sets;
    };
    [[nodiscard]] View view() noexcept {
        return {keys_.data(),    counts_.data(), errors_.data(),
                offsets_.data(), named_.data(),  sets()};
    }

  private:
    [[nodiscard]] double priority(std::uint32_t set, std::uint32_t slot) const noexcept {
        return counts_[set].at[slot] + static_cast<double>(errors_[set].at[slot]);
    }
    // The slot of the key that leaves next: on probation, with the smaller priority, the first of
    // equal ones. Before, the key with the larger count may earn protection.
    [[nodiscard]] std::uint32_t vacate(std::uint32_t set) noexcept {
        constexpr std::uint32_t first = protected_slots;
        constexpr std::uint32_t second = first + 1;
        const std::array<double, slots>& counts = counts_[set].at;
        const std::uint32_t larger = counts[first] < counts[second] ? second : first;
        if (any_protected_below(set, counts[larger])) exchange(set, least_protected(set), larger);
        return priority(set, second) < priority(set, first) ? second : first;
    }
    // Without a search for the smallest one: nearly always there is none.
    [[nodiscard]] bool any_protected_below(std::uint32_t set, double count) const noexcept {
        bool any = false;
        for (std::uint32_t slot = 0; slot < protected_slots; ++slot) {
            any |= priority(set, slot) < count;
        }
        return any;
    }
    [[nodiscard]] std::uint32_t least_protected(std::uint32_t set) const noexcept {
        std::uint32_t least = 0;
        for (std::uint32_t slot = 1; slot < protected_slots; ++slot) {
            if (priority(set, slot) < priority(set, least)) least = slot;
        }
        return least;
    }
    void exchange(std::uint32_t set, std::uint32_t a, std::uint32_t b) noexcept {
        const bool a_named = is_named({set, a, true});
        const bool b_named = is_named({set, b, true});
        std::swap(keys_[set].at[a], keys_[set].at[b]);
        std::swap(counts_[set].at[a], counts_[set].at[b]);
        std::swap(errors_[set].at[a], errors_[set].at[b]);
        set_named({set, a, true}, b_named);
        set_named({set, b, true}, a_named);
    }

    std::vector<KeySet> keys_;
    std::vector<CountSet> counts_;
    std::vector<ErrorSet> errors_;
    std::vector<float> offsets_;
    std::vector<std::uint8_t> named_;  // a bit per slot: its label is stored
};

template <class Evict>
void HeavyHitters::refill(std::uint32_t set, std::vector<HeavyEntry>& entries, Evict&& evict) {
    // Equal ones in the order of their keys: a merge does not depend on who merges whom.
    const auto by = [](auto&& value) {
        return [value](const HeavyEntry& a, const HeavyEntry& b) {
            return value(a) != value(b) ? value(a) > value(b) : a.key < b.key;
        };
    };
    std::ranges::sort(entries, by([](const HeavyEntry& entry) { return entry.count; }));
    const std::size_t first = std::min<std::size_t>(protected_slots, entries.size());
    std::ranges::sort(entries.begin() + static_cast<std::ptrdiff_t>(first), entries.end(),
                      by([](const HeavyEntry& entry) { return entry.priority(); }));
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        put(set, slot, slot < entries.size() ? entries[slot] : HeavyEntry{});
    }
    for (std::size_t i = slots; i < entries.size(); ++i) {
        raise_offset(set, entries[i].priority());
        if (entries[i].count > 0.0) evict(entries[i].key, entries[i].count);
    }
}

inline void HeavyHitters::scale(double factor) noexcept {
    for (std::uint32_t set = 0; set < sets(); ++set) {
        for (std::uint32_t slot = 0; slot < slots; ++slot) {
            counts_[set].at[slot] *= factor;
            errors_[set].at[slot] = error_bound(errors_[set].at[slot] * factor);
        }
        offsets_[set] = error_bound(offsets_[set] * factor);
    }
}

}  // namespace entrostream
