// Vectors whose bytes are counted when they are allocated.
//
// A memory limit that is estimated periodically is exceeded between two estimates. Here every byte
// of a tree's statistics is on the meter from its allocation to its release, so that the tree can
// check before it grows. The meter counts what the system uses for an allocation, not what was
// requested: for small nodes that is a quarter more.
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
    // For a part of what `whole` measures.
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

    // This much does not belong to the tree, but to a copy of a part of it (undo_log.hpp). bytes()
    // is invalid from when copies are restored or released until clear_aside.
    void set_aside(std::size_t bytes) noexcept { aside_ += bytes; }
    void clear_aside() noexcept { aside_ = 0; }

  private:
    std::size_t bytes_ = 0;
    std::size_t aside_ = 0;
    Meter* whole_ = nullptr;
};

// Aligned to whole SIMD lanes and to cache lines: a cell of eight classes, counts and logarithms,
// is one line.
inline constexpr std::size_t line_size = 64;
inline constexpr std::align_val_t line_alignment{line_size};

// For scratch memory that is not metered.
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

// Smaller arrays are left as malloc aligns them: none that is read in SIMD lanes is that small.
inline constexpr std::size_t smallest_aligned = 256;

// What an allocation takes with the malloc of common systems: an 8-byte header, rounded up to a
// multiple of 16, plus the padding to align. The same on every machine, whatever it really uses,
// so that a limit gives the same tree.
[[nodiscard]] constexpr std::size_t taken(std::size_t bytes) noexcept {
    if (bytes == 0) return 0;
    const std::size_t wanted = bytes < smallest_aligned ? bytes : bytes + line_size;
    return std::max<std::size_t>(32, (wanted + 8 + 15) / 16 * 16);
}

// Aligned by hand: glibc before 2.38 cannot reuse what aligned_alloc returned for the same size,
// and a tree that deactivates and reactivates leaves would grow half as large again.
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

// The size of an object that is not a vector, on the meter as long as it lives.
class MeterShare {
  public:
    MeterShare(Meter& meter, std::size_t bytes) noexcept : meter_(&meter), bytes_(bytes) {
        meter.add(bytes);
    }
    MeterShare(const MeterShare& other) noexcept : MeterShare(*other.meter_, other.bytes_) {}
    // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): each keeps its own share
    MeterShare& operator=(const MeterShare&) noexcept { return *this; }
    ~MeterShare() { meter_->take(bytes_); }

    [[nodiscard]] Meter& meter() const noexcept { return *meter_; }

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

    // An item without a value stays uninitialised: see make_room_for.
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

// A copy has the capacity of its original: the bytes on the meter are a function of the content.
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

// Resizes to exactly this many items, new ones with `value`; existing ones stay.
template <class T>
void resize_exactly(Metered<T>& items, std::size_t size, const std::type_identity_t<T>& value) {
    items.reserve(size);
    items.resize(size, value);
}

// This many uninitialised numbers; the vector was empty before. Zeros that are never read took a
// few percent of the time of a new leaf.
template <class T>
void make_room_for(Metered<T>& items, std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T>);
    items.reserve(size);
    items.resize(size);
}

// Like resize_exactly, with a capacity that is a function of the size alone, so that a tree that
// was saved and read back has the same bytes on its meter as one that was not.
template <class T>
void extend(Metered<T>& items, std::size_t size, const T& value) {
    if (size > items.capacity()) items.reserve(std::bit_ceil(size));
    items.resize(size, value);
}

// Capacity for items that come a few at a time: exact while they are few, then up to an eighth
// more, so that many small growths do not copy everything each time. A function of the size alone,
// as above.
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

// Bytes that extend(items, size) would take.
template <class T>
[[nodiscard]] std::size_t growth_to(const Metered<T>& items, std::size_t size) noexcept {
    return size > items.capacity() ? taken(std::bit_ceil(size) * sizeof(T)) : 0;
}

// Bytes that the memory of a vector takes.
template <class T>
[[nodiscard]] std::size_t taken_by(const Metered<T>& items) noexcept {
    return taken(items.capacity() * sizeof(T));
}

// Empties it and releases its memory.
template <class T>
void release(Metered<T>& items) {
    Metered<T>(items.get_allocator()).swap(items);
}

}  // namespace entrostream::tree
