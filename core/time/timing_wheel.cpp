#include "core/time/timing_wheel.hpp"

namespace entrostream {

template <class Events>
TimingWheelOf<Events>::TimingWheelOf(const TimingWheelOf& other)
    : size_(other.size_),
      limit_(other.limit_),
      earliest_(other.earliest_),
      occupied_(other.occupied_),
      slots_(other.slots_),
      free_(other.free_) {
    if (!other.empty()) reserve(0);
    blocks_.insert(blocks_.end(), other.blocks_.begin(), other.blocks_.end());
}

// Each slot, and the chain being redistributed, has at most one block that is not full; no
// block is empty.
template <class Events>
void TimingWheelOf<Events>::reserve(std::size_t more) {
    constexpr std::size_t slots = levels * slots_a_level;
    const std::size_t events = size_ + more;
    const std::size_t blocks = std::min(events, events / Block{}.events.size() + slots + 1);
    if (blocks > blocks_.capacity()) blocks_.reserve(std::max(blocks, 2 * blocks_.capacity()));
    if (slots_.empty()) slots_.assign(slots, none);
}

template <class Events>
void TimingWheelOf<Events>::clear() noexcept {
    blocks_.clear();
    free_ = none;
    std::fill(slots_.begin(), slots_.end(), none);
    occupied_.fill(0);
    earliest_ = ~Key{0};
    limit_ = 0;
    size_ = 0;
}

template <class Events>
void TimingWheelOf<Events>::find_earliest() noexcept {
    earliest_ = ~Key{0};
    for (std::size_t level = 0; level < levels; ++level) {
        if (occupied_[level] == 0) continue;
        const auto of = static_cast<Key>(std::countr_zero(occupied_[level]));
        // The higher digits are those of the limit.
        const std::size_t below = digit_bits * level;
        const Key before = below + digit_bits < 64 ? limit_ >> (below + digit_bits) : 0;
        earliest_ = (before << digit_bits | of) << below;
        return;
    }
}

template <class Events>
auto TimingWheelOf<Events>::new_block(Place next) noexcept -> Place {
    Place place = free_;
    if (place != none) {
        free_ = blocks_[place].next;
    } else {
        place = static_cast<Place>(blocks_.size());
        blocks_.emplace_back();  // does not allocate: see `reserve`
    }
    blocks_[place].next = next;
    return place;
}

template <class Events>
auto TimingWheelOf<Events>::free_block(Place place) noexcept -> Block {
    Block& block = blocks_[place];
    const Block was = block;
    block.size = 0;
    block.next = free_;
    free_ = place;
    return was;
}

template class TimingWheelOf<TimedEvents>;
template class TimingWheelOf<TimedAmounts>;

}  // namespace entrostream
