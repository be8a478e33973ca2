#include "core/sketch/misra_gries.hpp"

#include <algorithm>

#include "core/counts/require.hpp"

namespace entrostream {

void MisraGries::add(Key key, std::uint64_t weight) noexcept {
    if (const Slot slot = table_.find(key); slot != no_slot) {
        table_[slot].count += weight;
        return;
    }
    // The new label takes part in the decrement: what is left of its weight is inserted.
    std::uint64_t left = weight;
    if (table_.full()) {
        const std::uint64_t by = std::min(left, smallest());
        decrement(by);
        left -= by;
    }
    // Of what was cancelled, `weight - left` are its own, which `missed` accounts for.
    if (left > 0) table_.insert({.key = key, .count = left, .missed = decrements_});
}

HeavyLabel MisraGries::heaviest() const noexcept {
    HeavyLabel best;
    for (Slot slot = 0; slot < table_.capacity(); ++slot) {
        const HeavyLabel& label = table_[slot];
        if (label.count > best.count || (label.count == best.count && label.key < best.key))
            best = label;
    }
    return best;
}

std::vector<HeavyLabel> MisraGries::labels() const {
    std::vector<HeavyLabel> labels;
    for (Slot slot = 0; slot < table_.capacity(); ++slot) {
        if (table_[slot].count > 0) labels.push_back(table_[slot]);
    }
    std::sort(labels.begin(), labels.end(),
              [](const HeavyLabel& a, const HeavyLabel& b) { return a.key < b.key; });
    return labels;
}

void MisraGries::restore(std::span<const HeavyLabel> labels, std::uint64_t decrements,
                         std::uint64_t events) {
    require(labels.size() <= table_.capacity(), "it holds too many heavy labels");
    require(decrements <= events, "it has decremented too often");
    decrements_ = decrements;
    std::uint64_t left = events;
    for (const HeavyLabel& label : labels) {
        require(table_.find(label.key) == no_slot, "a heavy label is held twice");
        require(label.count <= left, "heavy labels have too many events");
        require(label.missed <= decrements && label.count > decrements - label.missed,
                "a heavy label has a wrong count");
        left -= label.count;
        table_.insert(label);
    }
}

void MisraGries::decrement(std::uint64_t by) noexcept {
    decrements_ += by;
    for (Slot slot = 0; slot < table_.capacity(); ++slot) {
        if (table_[slot].count > 0 && value(table_[slot]) == 0) table_.erase(slot);
    }
}

std::uint64_t MisraGries::smallest() const noexcept {
    std::uint64_t least = ~std::uint64_t{0};
    for (Slot slot = 0; slot < table_.capacity(); ++slot) {
        least = std::min(least, value(table_[slot]));
    }
    return least;
}

}  // namespace entrostream
