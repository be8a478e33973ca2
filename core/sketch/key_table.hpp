// A hash table of a fixed number of records, each with a key: the memory is that of the capacity.
//
// Records never move, so that others may refer to them by slot; chains and free slots are linked
// through the records themselves. A Record is default constructible and has the members `key`
// (a 64-bit hash of a label) and `next` (a slot, for the table's own use).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/int128.hpp"
#include "core/sketch/key.hpp"

namespace entrostream {

using Slot = std::uint32_t;
inline constexpr Slot no_slot = ~Slot{0};

template <class Record>
class KeyTable {
  public:
    explicit KeyTable(std::size_t capacity) : records_(capacity), heads_(capacity, no_slot) {
        for (std::size_t i = capacity; i-- > 0;) {
            records_[i].next = free_;
            free_ = static_cast<Slot>(i);
        }
    }

    // Bytes per record of capacity, on the heap.
    static constexpr std::size_t record_bytes = sizeof(Record) + sizeof(Slot);
    [[nodiscard]] std::size_t heap_bytes() const noexcept {
        return records_.capacity() * sizeof(Record) + heads_.capacity() * sizeof(Slot);
    }

    [[nodiscard]] std::size_t capacity() const noexcept { return records_.size(); }
    [[nodiscard]] bool full() const noexcept { return free_ == no_slot; }

    [[nodiscard]] Record& operator[](Slot slot) noexcept { return records_[slot]; }
    [[nodiscard]] const Record& operator[](Slot slot) const noexcept { return records_[slot]; }

    // Precondition: the capacity is not 0.
    [[nodiscard]] Slot find(Key key) const noexcept {
        Slot slot = heads_[chain(key)];
        while (slot != no_slot && records_[slot].key != key) {
            slot = records_[slot].next;
        }
        return slot;
    }

    // The slot of a new record, equal to `record` but for `next`. Preconditions: its key is not
    // in the table, which is not full.
    Slot insert(const Record& record) noexcept {
        const Slot slot = free_;
        free_ = records_[slot].next;
        Slot& head = heads_[chain(record.key)];
        records_[slot] = record;
        records_[slot].next = head;
        head = slot;
        return slot;
    }

    void erase(Slot slot) noexcept {
        Slot* link = &heads_[chain(records_[slot].key)];
        while (*link != slot) {
            link = &records_[*link].next;
        }
        *link = records_[slot].next;
        records_[slot] = Record{};
        records_[slot].next = free_;
        free_ = slot;
    }

  private:
    // Keys are hashes, but the product costs little and spreads any others too.
    [[nodiscard]] std::size_t chain(Key key) const noexcept {
        return static_cast<std::size_t>(mul_high(key * 0x9E3779B97F4A7C15, heads_.size()));
    }

    std::vector<Record> records_;
    std::vector<Slot> heads_;
    Slot free_ = no_slot;
};

}  // namespace entrostream
