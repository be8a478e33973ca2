// Single events in time order: a queue in contiguous memory.
//
// Times and codes are separate contiguous arrays, so that bulk operations can copy, compare
// and count them like columns, without wrap-around checks. Push and pop are amortised O(1).
// The memory is twice what is used, or what a burst has allocated until
// `shrink_if_wasteful` frees it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

class EventQueue {
  public:
    EventQueue() = default;
    EventQueue(const EventQueue& other) : EventQueue(other, other.size()) {}
    EventQueue(EventQueue&& other) noexcept { swap(other); }
    EventQueue& operator=(EventQueue other) noexcept {
        swap(other);
        return *this;
    }
    ~EventQueue() = default;

    [[nodiscard]] bool empty() const noexcept { return begin_ == end_; }
    [[nodiscard]] std::size_t size() const noexcept { return end_ - begin_; }
    // Oldest first.
    [[nodiscard]] const Time* times() const noexcept { return times_.get() + begin_; }
    [[nodiscard]] const Code* codes() const noexcept { return codes_.get() + begin_; }
    [[nodiscard]] Code* codes() noexcept { return codes_.get() + begin_; }
    [[nodiscard]] Time last_time() const noexcept { return times_[end_ - 1]; }

    // Whether an event at this time may be pushed: it must not be before the last.
    [[nodiscard]] bool takes(Time at) const noexcept { return empty() || at >= last_time(); }

    // Makes room for `more`. Does not allocate while the queue stays within what was reserved.
    void make_room(std::size_t more) {
        if (capacity_ - end_ < more) [[unlikely]]
            move_for(size() + more);
    }
    void reserve(std::size_t longest) {
        if (capacity_ / 2 < longest) move_for(longest);
    }

    // Precondition of both: there is room.
    void push(Time at, Code code) noexcept {
        times_[end_] = at;
        codes_[end_++] = code;
    }
    void push(Codes codes, Times times) noexcept {
        std::copy(times.begin(), times.end(), times_.get() + end_);
        std::copy(codes.begin(), codes.end(), codes_.get() + end_);
        end_ += codes.size();
    }

    void pop(std::size_t many = 1) noexcept { begin_ += many; }
    // Erases the events for which `goes(code)` is true; calls it for each, oldest first.
    template <class Goes>
    void erase_if(Goes&& goes) {
        std::size_t new_end = begin_;
        for (std::size_t i = begin_; i < end_; ++i) {
            if (goes(codes_[i])) continue;
            times_[new_end] = times_[i];
            codes_[new_end++] = codes_[i];
        }
        end_ = new_end;
    }
    void clear() noexcept { begin_ = end_ = 0; }

    // Not for hot loops.
    void shrink_if_wasteful() noexcept {
        if (capacity_ < 4096 || size() >= capacity_ / 16) [[likely]]
            return;
        try {
            *this = EventQueue(*this);
        } catch (const std::bad_alloc&) {
            return;  // the present memory still works
        }
    }

  private:
    // Allocates twice the memory that a queue of `length` needs.
    EventQueue(const EventQueue& other, std::size_t length)
        : times_(new Time[2 * length]), codes_(new Code[2 * length]), capacity_(2 * length) {
        push({other.codes(), other.size()}, {other.times(), other.size()});
    }

    // Moves in place as long as half of the memory suffices: then at least as many events have
    // left as must be moved, so this costs O(1) per event.
    void move_for(std::size_t length) {
        if (length > capacity_ / 2) {
            *this = EventQueue(*this, length);
            return;
        }
        std::copy(times(), times() + size(), times_.get());
        std::copy(codes(), codes() + size(), codes_.get());
        end_ = size();
        begin_ = 0;
    }

    void swap(EventQueue& other) noexcept {
        std::swap(times_, other.times_);
        std::swap(codes_, other.codes_);
        std::swap(capacity_, other.capacity_);
        std::swap(begin_, other.begin_);
        std::swap(end_, other.end_);
    }

    std::unique_ptr<Time[]> times_;
    std::unique_ptr<Code[]> codes_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;  // position of the oldest
    std::size_t end_ = 0;    // one past the newest
};

}  // namespace entrostream
