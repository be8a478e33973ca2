// Vectors whose bytes are counted when they are allocated.
//
// A memory limit that is estimated now and then is passed between two estimates; here
// every byte of a tree's statistics is on the meter from its allocation to its release,
// so that the tree can ask before it grows.
#pragma once
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace entrostream::tree {

class Meter {
  public:
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    void add(std::size_t bytes) noexcept { bytes_ += bytes; }
    void take(std::size_t bytes) noexcept { bytes_ -= bytes; }

  private:
    std::size_t bytes_ = 0;
};

// Aligned to whole lanes, and to cache lines: a cell of eight classes, counts and
// logarithms, is one line.
inline constexpr std::align_val_t line_alignment{64};

// For scratch that is on no meter.
template <class T>
struct LaneAllocator {
    using value_type = T;

    LaneAllocator() = default;
    template <class U>
    LaneAllocator(const LaneAllocator<U>&) noexcept {}

    [[nodiscard]] T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), line_alignment));
    }
    void deallocate(T* place, std::size_t) noexcept { ::operator delete(place, line_alignment); }
    friend bool operator==(const LaneAllocator&, const LaneAllocator&) = default;
};

// Bytes of an object that is no vector, on the meter as long as it lives.
class MeterShare {
  public:
    MeterShare(Meter& meter, std::size_t bytes) noexcept : meter_(&meter), bytes_(bytes) {
        meter.add(bytes);
    }
    MeterShare(const MeterShare& other) noexcept : MeterShare(*other.meter_, other.bytes_) {}
    MeterShare& operator=(const MeterShare&) noexcept { return *this; }
    ~MeterShare() { meter_->take(bytes_); }

  private:
    Meter* meter_;
    std::size_t bytes_;
};

template <class T>
class MeteredAllocator {
  public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    explicit MeteredAllocator(Meter& meter) noexcept : meter_(&meter) {}
    template <class U>
    MeteredAllocator(const MeteredAllocator<U>& other) noexcept : meter_(&other.meter()) {}

    [[nodiscard]] T* allocate(std::size_t n) {
        T* const found = static_cast<T*>(::operator new(n * sizeof(T), line_alignment));
        meter_->add(n * sizeof(T));
        return found;
    }
    void deallocate(T* place, std::size_t n) noexcept {
        meter_->take(n * sizeof(T));
        ::operator delete(place, line_alignment);
    }

    [[nodiscard]] Meter& meter() const noexcept { return *meter_; }
    template <class U>
    friend bool operator==(const MeteredAllocator& a, const MeteredAllocator<U>& b) noexcept {
        return &a.meter() == &b.meter();
    }

  private:
    Meter* meter_;
};

template <class T>
using Metered = std::vector<T, MeteredAllocator<T>>;

// Exactly so many items, all `value`; what was there before is kept.
template <class T>
void resize_exactly(Metered<T>& items, std::size_t size, const T& value) {
    items.reserve(size);
    items.resize(size, value);
}

// The same with room that is a function of the size alone, so that a tree that was saved
// and read back has the same bytes on its meter as one that was not.
template <class T>
void extend(Metered<T>& items, std::size_t size, const T& value) {
    if (size > items.capacity()) items.reserve(std::bit_ceil(size));
    items.resize(size, value);
}

// Empty, its memory given back.
template <class T>
void release(Metered<T>& items) {
    Metered<T>(items.get_allocator()).swap(items);
}

}  // namespace entrostream::tree
