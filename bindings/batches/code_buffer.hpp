// Room for the codes of a column, not filled with zeros first.
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

class CodeBuffer {
  public:
    explicit CodeBuffer(std::size_t size) : size_(size) {
        const std::size_t page = size * sizeof(Code) < large ? 64 : huge_page;
        const std::size_t bytes = (size * sizeof(Code) / page + 1) * page;
        codes_.reset(static_cast<Code*>(std::aligned_alloc(page, bytes)));
        if (!codes_) throw std::bad_alloc();
#if defined(__linux__)
        if (page == huge_page) static_cast<void>(madvise(codes_.get(), bytes, MADV_HUGEPAGE));
#endif
    }

    [[nodiscard]] std::span<Code> all() const noexcept { return {codes_.get(), size_}; }

  private:
    static constexpr std::size_t huge_page = 1 << 21;
    static constexpr std::size_t large = 1 << 22;
    struct Free {
        void operator()(Code* codes) const noexcept { std::free(codes); }
    };

    std::unique_ptr<Code, Free> codes_;
    std::size_t size_;
};

}  // namespace entrostream
