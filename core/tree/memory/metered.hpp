// Vectors whose bytes are counted when they are allocated.
//
// A memory limit that is estimated now and then is passed between two estimates; here
// every byte of a tree's statistics is on the meter from its allocation to its release,
// so that the tree can ask before it grows. What counts is what the system gives away for an
// allocation, not what was asked for: with small nodes it is a quarter more.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

namespace entrostream::tree {

class Meter {
  public:
    Meter() = default;
    // Of a part of what `whole` measures.
    explicit Meter(Meter& whole) : whole_(&whole) {}

    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_ - aside_; }
    void add(std::size_t bytes) noexcept {
        bytes_ += bytes;
        if (whole_ != nullptr) whole_->add(bytes);
    }
    void take(std::size_t bytes) noexcept {
        bytes_ -= bytes;
        if (whole_ != nullptr) whole_->take(bytes);
    }

    // So much of it is not the tree's, but a copy of a part of it (undo_log.hpp). Before copies
    // become the tree's or go, until clear_aside, bytes() is not to be asked for.
    void set_aside(std::size_t bytes) noexcept { aside_ += bytes; }
    void clear_aside() noexcept { aside_ = 0; }

  private:
    std::size_t bytes_ = 0;
    std::size_t aside_ = 0;
    Meter* whole_ = nullptr;
};

// Aligned to whole lanes, and to cache lines: a cell of eight classes, counts and
// logarithms, is one line.
inline constexpr std::size_t line_size = 64;
inline constexpr std::align_val_t line_alignment{line_size};

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

// Arrays below this are where malloc puts them: none that is read in lanes is so small.
inline constexpr std::size_t smallest_aligned = 256;

// What an allocation takes, as malloc of the usual systems has it: a header of 8 bytes, all in
// multiples of 16, and the room to align. The same on every machine, whatever it really does, so
// that a limit makes the same tree.
[[nodiscard]] constexpr std::size_t taken(std::size_t bytes) noexcept {
    if (bytes == 0) return 0;
    const std::size_t wanted = bytes < smallest_aligned ? bytes : bytes + line_size;
    return std::max<std::size_t>(32, (wanted + 8 + 15) / 16 * 16);
}

// Memory that is aligned by hand: what aligned_alloc gives, glibc before 2.38 cannot use again
// for the same size, and a tree that rests and wakes leaves would grow half as large again.
[[nodiscard]] inline void* new_memory(std::size_t bytes) {
    if (bytes < smallest_aligned) return ::operator new(bytes);
    void* const start = ::operator new(bytes + line_size);
    const auto past = reinterpret_cast<std::uintptr_t>(start) % line_size;
    char* const place = static_cast<char*>(start) + (line_size - past);
    std::memcpy(place - sizeof(start), static_cast<const void*>(&start), sizeof(start));
    return place;
}
inline void delete_memory(void* place, std::size_t bytes) noexcept {
    if (bytes < smallest_aligned) return ::operator delete(place);
    void* start = nullptr;
    std::memcpy(static_cast<void*>(&start), static_cast<char*>(place) - sizeof(start),
                sizeof(start));
    ::operator delete(start);
}

// What an object that is no vector takes, on the meter as long as it lives.
class MeterShare {
  public:
    MeterShare(Meter& meter, std::size_t bytes) noexcept : meter_(&meter), bytes_(bytes) {
        meter.add(bytes);
    }
    MeterShare(const MeterShare& other) noexcept : MeterShare(*other.meter_, other.bytes_) {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): each keeps its own share
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
        T* const found = static_cast<T*>(new_memory(n * sizeof(T)));
        meter_->add(taken(n * sizeof(T)));
        return found;
    }
    void deallocate(T* place, std::size_t n) noexcept {
        meter_->take(taken(n * sizeof(T)));
        delete_memory(place, n * sizeof(T));
    }

    // An item without a value is left as the memory is: see make_room_for.
    template <class U>
    void construct(U*) noexcept {}
    template <class U, class... Values>
    void construct(U* place, Values&&... values) {
        ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
    }

    [[nodiscard]] Meter& meter() const noexcept { return *meter_; }
    template <class U>
    friend bool operator==(const MeteredAllocator& a, const MeteredAllocator<U>& b) noexcept {
        return &a.meter() == &b.meter();
    }

  private:
    Meter* meter_;
};

// A copy has the room of what it copies: the bytes on the meter are a function of the content.
template <class T>
class Metered : public std::vector<T, MeteredAllocator<T>> {
    using Vector = std::vector<T, MeteredAllocator<T>>;

  public:
    explicit Metered(const MeteredAllocator<T>& allocator) : Vector(allocator) {}
    Metered(const Metered& other) : Vector(other.get_allocator()) {
        this->reserve(other.capacity());
        this->insert(this->end(), other.begin(), other.end());
    }
    Metered(Metered&&) noexcept = default;
    Metered& operator=(const Metered&) = default;
    Metered& operator=(Metered&&) noexcept = default;
    ~Metered() = default;
};

// Exactly so many items, all `value`; what was there before is kept.
template <class T>
void resize_exactly(Metered<T>& items, std::size_t size, const std::type_identity_t<T>& value) {
    items.reserve(size);
    items.resize(size, value);
}

// So many numbers that have no value yet; nothing was there before. Zeros that are never read
// took some hundredths of the time of a young leaf.
template <class T>
void make_room_for(Metered<T>& items, std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T>);
    items.reserve(size);
    items.resize(size);
}

// So many items, like resize_exactly, with room that is a function of the size alone, so that a
// tree that was saved and read back has the same bytes on its meter as one that was not.
template <class T>
void extend(Metered<T>& items, std::size_t size, const T& value) {
    if (size > items.capacity()) items.reserve(std::bit_ceil(size));
    items.resize(size, value);
}

// Room for items that come a few at a time: exactly so many while they are few, then up to an
// eighth more, so that many small growths do not copy everything each time. A function of the
// size alone, as above.
[[nodiscard]] constexpr std::size_t in_steps(std::size_t size, std::size_t few = 1024) noexcept {
    if (size <= few) return size;
    const std::size_t step = std::bit_floor(size) / 8;
    return (size + step - 1) / step * step;
}
template <class T>
void resize_in_steps(Metered<T>& items, std::size_t size, const T& value) {
    items.reserve(in_steps(size));
    items.resize(size, value);
}

// What extend(items, size) would take.
template <class T>
[[nodiscard]] std::size_t growth_to(const Metered<T>& items, std::size_t size) noexcept {
    return size > items.capacity() ? taken(std::bit_ceil(size) * sizeof(T)) : 0;
}

// What the memory of a vector takes.
template <class T>
[[nodiscard]] std::size_t taken_by(const Metered<T>& items) noexcept {
    return taken(items.capacity() * sizeof(T));
}

// Empty, its memory given back.
template <class T>
void release(Metered<T>& items) {
    Metered<T>(items.get_allocator()).swap(items);
}

}  // namespace entrostream::tree
