// Unordered events until they expire: a hierarchical timing wheel (Varghese and Lauck 1987).
//
// A window does not need the events in order, only those before a limit that never
// decreases. Times are read as numbers in base 64 and bucketed by the first digit that
// differs from the limit: its position is the level, its value the slot. When the limit
// advances, whole slots expire; the slot that now contains it is redistributed by lower
// digits. An event thus moves at most once per digit, 11 times, whatever the number of
// events: O(1), where a heap would need log n steps in as many cache lines.
//
// `Events` has a time (`at()`), is cheap to copy and default-constructible.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/time/timed_events.hpp"

namespace entrostream {

template <class Events>
class TimingWheelOf {
  public:
    TimingWheelOf() = default;
    // Also reserves the room that its events may need when they are redistributed.
    TimingWheelOf(const TimingWheelOf& other);
    TimingWheelOf(TimingWheelOf&& other) noexcept = default;
    TimingWheelOf& operator=(const TimingWheelOf& other) { return *this = TimingWheelOf(other); }
    TimingWheelOf& operator=(TimingWheelOf&& other) noexcept = default;
    ~TimingWheelOf() = default;

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    // Afterwards `more` pushes, and all other calls, do not allocate.
    void reserve(std::size_t more);

    // Preconditions: room is reserved, and the event is not before the limit.
    void push(const Events& event) noexcept {
        insert(event);
        ++size_;
    }

    // Moves the limit: calls `use` for each event before it, in any order, and removes it.
    template <class Use>
    void leave_before(Time limit, Use&& use) noexcept {
        if (empty() || key_of(limit) <= earliest_) return;
        move_limit(key_of(limit), use);
    }

    template <class Use>
    void for_each(Use&& use) const {
        for (const Block& block : blocks_) {
            std::for_each_n(block.events.begin(), block.size, use);
        }
    }
    template <class Change>
    void for_each(Change&& change) {
        for (Block& block : blocks_) {
            std::for_each_n(block.events.begin(), block.size, change);
        }
    }

    // Does not free memory.
    void clear() noexcept;
    // Frees the memory of an empty wheel. Not for hot loops.
    void shrink_if_wasteful() noexcept {
        if (empty() && blocks_.capacity() > slots_a_level) *this = TimingWheelOf();
    }

  private:
    using Key = std::uint64_t;  // a time, biased so that the earliest is 0
    using Place = std::uint32_t;

    static constexpr int digit_bits = 6;
    static constexpr std::size_t slots_a_level = 1u << digit_bits;
    static constexpr std::size_t levels = 11;  // of 6 bits each: 64 and more
    static constexpr Place none = 0xffffffff;

    // A slot is a chain of blocks of which only the first may have room: redistributing a slot
    // reads and writes contiguous memory, not single events.
    struct Block {
        std::array<Events, 15> events;
        std::uint32_t size = 0;
        Place next = none;
    };

    [[nodiscard]] static Key key_of(Time at) noexcept {
        return static_cast<Key>(at) ^ (Key{1} << 63);
    }
    [[nodiscard]] static std::size_t level_of(Key different) noexcept {
        return static_cast<std::size_t>(63 - std::countl_zero(different | 1)) / digit_bits;
    }
    [[nodiscard]] static std::size_t digit(Key key, std::size_t level) noexcept {
        return (key >> (digit_bits * level)) % slots_a_level;
    }
    [[nodiscard]] static Key start_of_slot(Key key, std::size_t level) noexcept {
        const std::size_t below = digit_bits * level;
        return key >> below << below;
    }
    [[nodiscard]] Place& slot(std::size_t level, std::size_t of) noexcept {
        return slots_[level * slots_a_level + of];
    }

    void insert(const Events& event) noexcept {
        const Key key = key_of(event.at());
        const std::size_t level = level_of(key ^ limit_);
        const std::size_t of = digit(key, level);
        Place& first = slot(level, of);
        if (first == none || blocks_[first].size == blocks_[first].events.size()) {
            first = new_block(first);
        }
        Block& block = blocks_[first];
        block.events[block.size++] = event;
        occupied_[level] |= Key{1} << of;
        earliest_ = std::min(earliest_, start_of_slot(key, level));
    }

    template <class Use>
    void move_limit(Key limit, Use& use) noexcept {
        const std::size_t level = level_of(limit ^ limit_);
        for (std::size_t lower = 0; lower < level; ++lower) {
            empty_slots(lower, occupied_[lower], use);
        }
        const std::size_t of = digit(limit, level);
        empty_slots(level, occupied_[level] & ((Key{1} << of) - 1), use);
        limit_ = limit;
        empty_slots(level, occupied_[level] & (Key{1} << of), [&](const Events& event) {
            if (key_of(event.at()) < limit) {
                use(event);
            } else {
                insert(event);
                ++size_;
            }
        });
        find_earliest();
    }

    // Removes the events from these slots of a level and passes them to `use`.
    template <class Use>
    void empty_slots(std::size_t level, Key which, Use&& use) noexcept {
        occupied_[level] &= ~which;
        for (; which != 0; which &= which - 1) {
            const auto of = static_cast<std::size_t>(std::countr_zero(which));
            for (Place place = std::exchange(slot(level, of), none); place != none;) {
                const Block block = free_block(place);
                size_ -= block.size;
                std::for_each_n(block.events.begin(), block.size, use);
                place = block.next;
            }
        }
    }

    void find_earliest() noexcept;
    [[nodiscard]] Place new_block(Place next) noexcept;
    // Returns the former content of the block.
    Block free_block(Place place) noexcept;

    std::size_t size_ = 0;
    Key limit_ = 0;
    Key earliest_ = ~Key{0};              // no event is before this
    std::array<Key, levels> occupied_{};  // a bit for each non-empty slot
    std::vector<Place> slots_;            // the first block of each slot; allocated on first use
    std::vector<Block> blocks_;
    Place free_ = none;  // free list of empty blocks
};

using TimingWheel = TimingWheelOf<TimedEvents>;

extern template class TimingWheelOf<TimedEvents>;
extern template class TimingWheelOf<TimedAmounts>;

}  // namespace entrostream
