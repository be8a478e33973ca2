// Counters of the labels that samplers hold, shared: one for each label, however many hold it.
//
// The sampling estimators of the entropy need R, the number of occurrences of a sampled label from
// the sampled position on. A sampler stores the value of the shared counter before that position,
// and R is the difference: an event costs one look-up, not one per sampler that holds its label.
// A counter exists while at least one sampler refers to it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/key_table.hpp"

namespace entrostream {

struct SampledLabel {
    Key key = 0;
    std::uint64_t count = 0;  // occurrences since the counter exists
    std::uint32_t references = 0;
    Slot next = no_slot;
};

class SampledLabels {
  public:
    // For at most `capacity` labels.
    explicit SampledLabels(std::size_t capacity) : table_(capacity) {}

    static constexpr std::size_t label_bytes = KeyTable<SampledLabel>::record_bytes;
    [[nodiscard]] std::size_t heap_bytes() const noexcept { return table_.heap_bytes(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return table_.capacity(); }

    [[nodiscard]] Slot find(Key key) const noexcept { return table_.find(key); }
    [[nodiscard]] Key key(Slot slot) const noexcept { return table_[slot].key; }
    [[nodiscard]] std::uint64_t count(Slot slot) const noexcept { return table_[slot].count; }
    void count_more(Slot slot, std::uint64_t events) noexcept { table_[slot].count += events; }

    // A counter without references, to be retained before anything is released.
    Slot insert(Key key, std::uint64_t count) noexcept {
        return table_.insert({.key = key, .count = count});
    }
    void retain(Slot slot) noexcept { ++table_[slot].references; }
    // Returns whether the counter is gone, as nobody refers to it.
    bool release(Slot slot) noexcept {
        if (--table_[slot].references > 0) return false;
        table_.erase(slot);
        return true;
    }

  private:
    KeyTable<SampledLabel> table_;
};

}  // namespace entrostream
