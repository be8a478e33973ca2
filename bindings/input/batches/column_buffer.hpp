// Uninitialised memory for the values of a column.
//
// Large buffers request huge pages where the system has them: a fresh page costs a fault and
// its clearing, which for columns of millions of rows is as much as the work itself.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "core/counts/code.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace entrostream {

template <class Value>
class ColumnBuffer {
  public:
    static_assert(std::is_trivially_copyable_v<Value>);

    explicit ColumnBuffer(std::size_t size) : size_(size) {
        const std::size_t bytes = (size + 1) * sizeof(Value);  // malloc(0) may return null
        values_.reset(static_cast<Value*>(std::malloc(bytes)));
        if (!values_) throw std::bad_alloc();
        if (bytes >= large) ask_for_huge_pages(values_.get(), bytes);
    }

    // Grows the buffer and preserves its values.
    void grow(std::size_t size) {
        auto* const grown =
            static_cast<Value*>(std::realloc(values_.get(), (size + 1) * sizeof(Value)));
        if (grown == nullptr) throw std::bad_alloc();
        static_cast<void>(values_.release());
        values_.reset(grown);
        size_ = size;
    }

    [[nodiscard]] std::span<Value> all() const noexcept { return {values_.get(), size_}; }

    // Transfers the memory, to be released with std::free; the buffer is empty afterwards.
    [[nodiscard]] Value* release() noexcept {
        size_ = 0;
        return values_.release();
    }

    // A range, so that it converts to a span.
    [[nodiscard]] Value* begin() const noexcept { return values_.get(); }
    [[nodiscard]] Value* end() const noexcept { return values_.get() + size_; }

  private:
    static constexpr std::size_t large = 1 << 22;
    // Not aligned to huge pages: glibc before 2.38 cannot reuse memory aligned beyond malloc's
    // default, so a column read piece by piece by two threads would end up holding three bytes
    // per row.
    static void ask_for_huge_pages([[maybe_unused]] Value* values,
                                   [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
        constexpr std::uintptr_t huge_page = 1 << 21;
        const auto start = reinterpret_cast<std::uintptr_t>(values);
        const std::uintptr_t first = (start + huge_page - 1) / huge_page * huge_page;
        const std::uintptr_t last = (start + bytes) / huge_page * huge_page;
        if (first >= last) return;
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
    }
    struct Free {
        void operator()(Value* values) const noexcept { std::free(values); }
    };

    std::unique_ptr<Value, Free> values_;
    std::size_t size_;
};

using CodeBuffer = ColumnBuffer<Code>;

}  // namespace entrostream
