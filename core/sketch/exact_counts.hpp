// The counts of all keys, as long as they fit: the first phase of a sketch.
//
// Open addressing with linear probing, at most four fifths full. The table doubles up to a limit
// of slots, so a sketch of few labels takes few bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/exact/sums.hpp"
#include "core/sketch/key.hpp"

namespace entrostream {

struct KeyCount {
    Key key = 0;
    double count = 0.0;

    friend bool operator==(const KeyCount&, const KeyCount&) = default;
};

// The sums of two sequences that are sorted by key, in the same order.
[[nodiscard]] std::vector<KeyCount> summed(const std::vector<KeyCount>& a,
                                           const std::vector<KeyCount>& b);

class ExactCounts {
  public:
    static constexpr std::size_t bytes_per_slot = sizeof(KeyCount) + sizeof(std::uint8_t);

    explicit ExactCounts(std::size_t most_slots) : most_slots_(most_slots) {}

    [[nodiscard]] std::size_t size() const noexcept { return used_; }
    [[nodiscard]] std::size_t nbytes() const noexcept {
        return slots_.capacity() * sizeof(KeyCount) + named_.capacity();
    }

    // The slot of a key; null if it is not held.
    [[nodiscard]] const KeyCount* find(Key key) const noexcept;
    [[nodiscard]] KeyCount* find(Key key) noexcept {
        return const_cast<KeyCount*>(std::as_const(*this).find(key));
    }
    // The slot of a key, new if needed; null if a new one does not fit.
    [[nodiscard]] KeyCount* find_or_add(Key key);
    // A key whose count fell to 0 leaves, and the table is rebuilt without it.
    void erase(Key key);
    void clear();
    // A key whose count underflows to 0 leaves.
    void scale(double factor);

    [[nodiscard]] bool is_named(const KeyCount* slot) const noexcept {
        return named_[static_cast<std::size_t>(slot - slots_.data())] != 0;
    }
    void set_named(const KeyCount* slot, bool named) noexcept {
        named_[static_cast<std::size_t>(slot - slots_.data())] = named ? 1 : 0;
    }
    void forget_names() noexcept;

    // All keys with their counts, in the order of the keys.
    [[nodiscard]] std::vector<KeyCount> sorted() const;
    // The sums of whole counts: those of a Tally of the same events.
    [[nodiscard]] ExactSums sums() const;

    template <class Use>  // use(key, count)
    void for_each(Use&& use) const {
        for (const KeyCount& each : slots_) {
            if (each.key != 0) use(each.key, each.count);
        }
    }

  private:
    [[nodiscard]] std::size_t home(Key key) const noexcept;
    [[nodiscard]] std::size_t place(Key key) const noexcept;
    [[nodiscard]] bool is_full() const noexcept { return used_ + 1 > slots_.size() / 5 * 4; }
    void rebuild(std::size_t slots);

    std::vector<KeyCount> slots_;
    std::vector<std::uint8_t> named_;
    std::size_t used_ = 0;
    std::size_t most_slots_;
};

}  // namespace entrostream
