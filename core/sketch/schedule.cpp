#include "core/sketch/schedule.hpp"

namespace entrostream {

void Schedule::put(std::uint32_t sampler, std::uint64_t time) noexcept {
    if (places_[sampler] == absent) place(size_++, sampler);
    times_[sampler] = time;
    rise(places_[sampler]);
    sink(places_[sampler]);
}

void Schedule::remove(std::uint32_t sampler) noexcept {
    const std::uint32_t at = places_[sampler];
    if (at == absent) return;
    const std::uint32_t last = heap_[--size_];
    places_[sampler] = absent;
    if (last == sampler) return;
    place(at, last);
    rise(at);
    sink(places_[last]);
}

void Schedule::rise(std::uint32_t at) noexcept {
    const std::uint32_t sampler = heap_[at];
    while (at > 0) {
        const std::uint32_t parent = (at - 1) / 2;
        if (times_[heap_[parent]] <= times_[sampler]) break;
        place(at, heap_[parent]);
        at = parent;
    }
    place(at, sampler);
}

void Schedule::sink(std::uint32_t at) noexcept {
    const std::uint32_t sampler = heap_[at];
    for (std::uint32_t child = 2 * at + 1; child < size_; child = 2 * at + 1) {
        if (child + 1 < size_ && times_[heap_[child + 1]] < times_[heap_[child]]) ++child;
        if (times_[heap_[child]] >= times_[sampler]) break;
        place(at, heap_[child]);
        at = child;
    }
    place(at, sampler);
}

}  // namespace entrostream
