#include "core/sketch/exact_counts.hpp"

#include <algorithm>
#include <utility>

namespace entrostream {

std::vector<KeyCount> summed(const std::vector<KeyCount>& a, const std::vector<KeyCount>& b) {
    std::vector<KeyCount> sorted(a.size() + b.size());
    std::ranges::merge(a, b, sorted.begin(), {}, &KeyCount::key, &KeyCount::key);
    std::vector<KeyCount> sums;
    for (const KeyCount& each : sorted) {
        if (!sums.empty() && sums.back().key == each.key) {
            sums.back().count += each.count;
        } else {
            sums.push_back(each);
        }
    }
    return sums;
}

namespace {
constexpr std::size_t first_slots = 10;
}

// The high half of a product: any number of slots, not only powers of two.
std::size_t ExactCounts::home(Key key) const noexcept {
    return static_cast<std::size_t>((key >> 32) * slots_.size() >> 32);
}

std::size_t ExactCounts::place(Key key) const noexcept {
    std::size_t at = home(key);
    while (slots_[at].key != key && slots_[at].key != 0) {
        at = at + 1 == slots_.size() ? 0 : at + 1;
    }
    return at;
}

const KeyCount* ExactCounts::find(Key key) const noexcept {
    if (slots_.empty()) return nullptr;
    const KeyCount& slot = slots_[place(key)];
    return slot.key == key ? &slot : nullptr;
}

KeyCount* ExactCounts::find_or_add(Key key) {
    if (slots_.empty()) rebuild(first_slots);
    std::size_t at = place(key);
    if (slots_[at].key == key) return &slots_[at];
    if (is_full()) {
        if (slots_.size() == most_slots_) return nullptr;
        rebuild(std::min(most_slots_, 2 * slots_.size()));
        if (is_full()) return nullptr;
        at = place(key);
    }
    slots_[at].key = key;
    ++used_;
    return &slots_[at];
}

void ExactCounts::rebuild(std::size_t slots) {
    const std::vector<KeyCount> old = std::exchange(slots_, std::vector<KeyCount>(slots));
    const std::vector<std::uint8_t> named = std::exchange(named_, std::vector<std::uint8_t>(slots));
    used_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
        if (old[i].key == 0) continue;
        const std::size_t at = place(old[i].key);
        slots_[at] = old[i];
        named_[at] = named[i];
        ++used_;
    }
}

void ExactCounts::erase(Key key) {
    KeyCount* slot = find(key);
    if (slot == nullptr) return;
    // Keys after the hole move back to where a lookup finds them, until the next free slot.
    std::size_t at = static_cast<std::size_t>(slot - slots_.data());
    slots_[at] = {};
    named_[at] = 0;
    --used_;
    for (at = at + 1 == slots_.size() ? 0 : at + 1; slots_[at].key != 0;
         at = at + 1 == slots_.size() ? 0 : at + 1) {
        const KeyCount moving = std::exchange(slots_[at], {});
        const std::uint8_t named = std::exchange(named_[at], std::uint8_t{0});
        const std::size_t to = place(moving.key);
        slots_[to] = moving;
        named_[to] = named;
    }
}

void ExactCounts::clear() {
    std::vector<KeyCount>().swap(slots_);  // an assignment would keep the memory
    std::vector<std::uint8_t>().swap(named_);
    used_ = 0;
}

void ExactCounts::scale(double factor) {
    std::vector<Key> vanished;
    for (KeyCount& each : slots_) {
        each.count *= factor;
        if (each.key != 0 && each.count == 0.0) vanished.push_back(each.key);
    }
    for (const Key key : vanished) {
        erase(key);
    }
}

void ExactCounts::forget_names() noexcept {
    std::ranges::fill(named_, std::uint8_t{0});
}

std::vector<KeyCount> ExactCounts::sorted() const {
    std::vector<KeyCount> all;
    all.reserve(used_);
    for_each([&](Key key, double count) { all.push_back({key, count}); });
    std::ranges::sort(all, {}, &KeyCount::key);
    return all;
}

ExactSums ExactCounts::sums() const {
    ExactSums sums;
    for_each([&](Key, double count) {
        Cell cell;
        sums.add(cell, static_cast<std::uint64_t>(count));
    });
    return sums;
}

}  // namespace entrostream
