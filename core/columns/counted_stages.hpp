// The last events of a stream by number: those of a window, and those of the previous one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/columns/compared_counts.hpp"
#include "core/count_log/count_log.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

// Memory grows with the events held, not with `size`.
class CountedStages {
  public:
    // Throws std::invalid_argument unless 0 < size < 2^62.
    CountedStages(std::uint64_t size, bool keeps_previous)
        : size_(size), most_(keeps_previous ? 2 * size : size) {
        if (size == 0 || size > max_events) {
            throw std::invalid_argument("window size must be above 0 and below 2^62");
        }
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    // The number of events on either side at most.
    [[nodiscard]] std::uint64_t most() const noexcept { return most_; }
    [[nodiscard]] std::size_t held() const noexcept { return ring_.size(); }

    // If this succeeds, `update` cannot fail for this many events.
    void prepare(std::uint64_t events) {
        const std::uint64_t more = std::min(events, most_ - ring_.size());
        const std::size_t needed = ring_.size() + static_cast<std::size_t>(more);
        if (needed > ring_.capacity()) ring_.reserve(std::max(needed, 2 * ring_.capacity()));
    }
    void update(ComparedCounts& counts, Code code) noexcept {
        counts.enter(code);
        if (ring_.size() < most_) {
            ring_.push_back(code);
            if (ring_.size() > size_) counts.leave(ring_[ring_.size() - 1 - size_]);
            return;
        }
        if (most_ > size_) counts.forget(ring_[start_]);
        counts.leave(ring_[newest_before(size_)]);
        ring_[start_] = code;
        start_ = start_ + 1 == ring_.size() ? 0 : start_ + 1;
    }

    // Oldest first.
    [[nodiscard]] std::vector<Code> events() const {
        std::vector<Code> ordered(ring_.size());
        std::rotate_copy(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(start_),
                         ring_.end(), ordered.begin());
        return ordered;
    }
    void clear() noexcept {
        ring_.clear();
        start_ = 0;
    }
    void renumber(const Renumbering& to) noexcept {
        for (Code& code : ring_) {
            code = to[code];
        }
    }

  private:
    // Precondition: the ring is full. The position of the event with `events` - 1 after it.
    [[nodiscard]] std::size_t newest_before(std::uint64_t events) const noexcept {
        const std::size_t place = start_ + ring_.size() - static_cast<std::size_t>(events);
        return place < ring_.size() ? place : place - ring_.size();
    }

    std::uint64_t size_;
    std::uint64_t most_;
    std::vector<Code> ring_;  // never longer than most_
    std::size_t start_ = 0;   // position of the oldest event; 0 until the ring is full
};

}  // namespace entrostream
