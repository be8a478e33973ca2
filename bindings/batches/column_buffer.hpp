// Room for the values of a column, not filled with zeros first.
//
// Large ones ask for huge pages where the system has them: a fresh page costs a
// fault and its clearing, which for columns of millions is as much as the work.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "core/counts/code.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace entrostream {

template <class Value>
class ColumnBuffer {
  public:
    explicit ColumnBuffer(std::size_t size) : size_(size) {
        const std::size_t page = size * sizeof(Value) < large ? 64 : huge_page;
        const std::size_t bytes = (size * sizeof(Value) / page + 1) * page;
        values_.reset(static_cast<Value*>(std::aligned_alloc(page, bytes)));
        if (!values_) throw std::bad_alloc();
#if defined(__linux__)
        if (page == huge_page) static_cast<void>(madvise(values_.get(), bytes, MADV_HUGEPAGE));
#endif
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
    static constexpr std::size_t huge_page = 1 << 21;
    static constexpr std::size_t large = 1 << 22;
    struct Free {
        void operator()(Value* values) const noexcept { std::free(values); }
    };

    std::unique_ptr<Value, Free> values_;
    std::size_t size_;
};

using CodeBuffer = ColumnBuffer<Code>;

}  // namespace entrostream
