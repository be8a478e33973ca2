// Room for the values of a column, not filled with zeros first.
//
// Large ones ask for huge pages where the system has them: a fresh page costs a
// fault and its clearing, which for columns of millions is as much as the work.
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
        const std::size_t bytes = (size + 1) * sizeof(Value);  // malloc may give nothing for 0
        values_.reset(static_cast<Value*>(std::malloc(bytes)));
        if (!values_) throw std::bad_alloc();
        if (bytes >= large) ask_for_huge_pages(values_.get(), bytes);
    }

    // Room for more values; those there are stay.
    void grow(std::size_t size) {
        auto* const grown =
            static_cast<Value*>(std::realloc(values_.get(), (size + 1) * sizeof(Value)));
        if (grown == nullptr) throw std::bad_alloc();
        static_cast<void>(values_.release());
        values_.reset(grown);
        size_ = size;
    }

    [[nodiscard]] std::span<Value> all() const noexcept { return {values_.get(), size_}; }

    // Hands the memory over, to be given back with std::free; the buffer has none then.
    [[nodiscard]] Value* release() noexcept {
        size_ = 0;
        return values_.release();
    }

    // A range, so that a span can be made of it.
    [[nodiscard]] Value* begin() const noexcept { return values_.get(); }
    [[nodiscard]] Value* end() const noexcept { return values_.get() + size_; }

  private:
    static constexpr std::size_t large = 1 << 22;
    // Not aligned to them: memory that is aligned to more than malloc does glibc before 2.38
    // cannot use again, so that a column read piece by piece by two threads would hold three
    // bytes a row in the end.
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
