// An operator new that fails on request. Include in one file of a program.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace entrostream::testing {

inline constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
inline std::uint64_t allocations_left = never;  // that succeed; all after them fail

// During its lifetime only the given number of allocations succeeds.
class FailingNew {
  public:
    explicit FailingNew(std::uint64_t succeed) noexcept { allocations_left = succeed; }
    ~FailingNew() { allocations_left = never; }
    FailingNew(const FailingNew&) = delete;
    FailingNew& operator=(const FailingNew&) = delete;

    [[nodiscard]] static bool failed() noexcept { return allocations_left == 0; }
};

inline void count_allocation() {
    if (allocations_left == never) return;
    if (allocations_left == 0) throw std::bad_alloc();
    --allocations_left;
}

}  // namespace entrostream::testing

// NOLINTBEGIN(misc-definitions-in-headers)
void* operator new(std::size_t size) {
    entrostream::testing::count_allocation();
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    entrostream::testing::count_allocation();
    const auto to = static_cast<std::size_t>(alignment);
    void* memory = std::aligned_alloc(to, (size + to) / to * to);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
// NOLINTEND(misc-definitions-in-headers)
