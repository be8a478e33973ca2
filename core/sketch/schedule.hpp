// When each of a fixed number of samplers is next due: a binary heap of their times.
//
// Every sampler has a time, and is scheduled or not; the time of one that is not scheduled is kept
// all the same, so that it can be filed elsewhere.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

class Schedule {
  public:
    // Samplers 0 .. samplers-1, none of them scheduled.
    explicit Schedule(std::size_t samplers)
        : times_(samplers), places_(samplers, absent), heap_(samplers) {}

    static constexpr std::size_t sampler_bytes = sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t);
    [[nodiscard]] std::size_t heap_bytes() const noexcept {
        return times_.capacity() * sizeof(std::uint64_t) +
               (places_.capacity() + heap_.capacity()) * sizeof(std::uint32_t);
    }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    // The sampler that is due first, and its time. Precondition: not empty.
    [[nodiscard]] std::uint32_t first() const noexcept { return heap_.front(); }
    [[nodiscard]] std::uint64_t first_time() const noexcept { return times_[heap_.front()]; }
    [[nodiscard]] std::uint64_t time(std::uint32_t sampler) const noexcept {
        return times_[sampler];
    }

    // Changes the time of a sampler that is not scheduled.
    void set_time(std::uint32_t sampler, std::uint64_t time) noexcept { times_[sampler] = time; }
    // Schedules a sampler, or moves it if it is scheduled. O(log n).
    void put(std::uint32_t sampler, std::uint64_t time) noexcept;
    // Takes a sampler off the schedule, if it is there. O(log n).
    void remove(std::uint32_t sampler) noexcept;

  private:
    static constexpr std::uint32_t absent = ~std::uint32_t{0};

    void place(std::uint32_t at, std::uint32_t sampler) noexcept {
        heap_[at] = sampler;
        places_[sampler] = at;
    }
    void rise(std::uint32_t at) noexcept;
    void sink(std::uint32_t at) noexcept;

    std::vector<std::uint64_t> times_;
    std::vector<std::uint32_t> places_;  // in the heap
    // Of full length from the start: a copy must not have to allocate when it grows.
    std::vector<std::uint32_t> heap_;
    std::uint32_t size_ = 0;
};

}  // namespace entrostream
