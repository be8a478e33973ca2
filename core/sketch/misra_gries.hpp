// Heavy labels by the algorithm of Misra and Gries (1982), with exact counts since insertion.
//
// A fixed number k of counters. A label without a counter takes a free one; if there is none, all
// counters are decremented instead, and those that reach 0 are freed. A counter is below the
// label's true count by at most the number of decrements, which is at most 1/(k+1) of all events,
// and at most 1/k of the events of all other labels: a label that makes up more than half of the
// stream is always held.
//
// Decrements are applied lazily: a counter stores its label's exact count since it was inserted,
// and the number of decrements before that, the most that it can have missed. The label that is
// heavy from the start is thus counted exactly.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/sketch/key_table.hpp"

namespace entrostream {

struct HeavyLabel {
    Key key = 0;
    std::uint64_t count = 0;   // since inserted; 0 in a free slot
    std::uint64_t missed = 0;  // at most this many occurrences before
    Slot next = no_slot;

    // Of what is known, not of where it is stored.
    friend bool operator==(const HeavyLabel& a, const HeavyLabel& b) noexcept {
        return a.key == b.key && a.count == b.count && a.missed == b.missed;
    }
};

class MisraGries {
  public:
    explicit MisraGries(std::size_t counters) : table_(counters) {}

    static constexpr std::size_t counter_bytes = KeyTable<HeavyLabel>::record_bytes;
    [[nodiscard]] std::size_t heap_bytes() const noexcept { return table_.heap_bytes(); }
    [[nodiscard]] std::size_t counters() const noexcept { return table_.capacity(); }

    // O(1), and O(k) where counters are decremented: amortised O(1) per unit of weight, since such
    // a step cancels k of them.
    void add(Key key, std::uint64_t weight) noexcept;

    // The label with the largest count; its count is 0 if there are no labels. O(k).
    [[nodiscard]] HeavyLabel heaviest() const noexcept;

    [[nodiscard]] std::uint64_t decrements() const noexcept { return decrements_; }
    // All labels held, in the order of their keys.
    [[nodiscard]] std::vector<HeavyLabel> labels() const;
    // For reading a state into a new object. Throws std::invalid_argument if there are too many
    // labels, or one of them twice, or one that would not be held, or more than `events` in all.
    void restore(std::span<const HeavyLabel> labels, std::uint64_t decrements,
                 std::uint64_t events);

    friend bool operator==(const MisraGries& a, const MisraGries& b) {
        return a.counters() == b.counters() && a.decrements_ == b.decrements_ &&
               a.labels() == b.labels();
    }

  private:
    void decrement(std::uint64_t by) noexcept;
    [[nodiscard]] std::uint64_t smallest() const noexcept;
    [[nodiscard]] std::uint64_t value(const HeavyLabel& label) const noexcept {
        return label.count + label.missed - decrements_;
    }

    KeyTable<HeavyLabel> table_;
    std::uint64_t decrements_ = 0;
};

}  // namespace entrostream
