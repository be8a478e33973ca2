// F(c+1) - F(c), what one more event of a label adds to the log sum, for any count c.
#pragma once
#include <cstdint>

#include "core/count_log/step_cache.hpp"
#include "core/count_log/step_table.hpp"

namespace entrostream {

// For many consecutive steps: declare it as a local variable, which the compiler holds in
// registers. The thread's cache is looked up once, and only if a count lies beyond the table.
class Steps {
  public:
    // F(c+1) - F(c) for c < 2^62; it fits 64 bits.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t c) noexcept {
        if (c < table_size_) [[likely]]
            return detail::step_table.steps[c];
        if (cache_ == nullptr) [[unlikely]]
            cache_ = &detail::StepCache::of_thread();
        return cache_->step(c);
    }

  private:
    std::uint64_t table_size_ = detail::step_table.size;
    detail::StepCache* cache_ = nullptr;
};

// A single step.
[[nodiscard]] inline std::uint64_t count_log_step(std::uint64_t c) noexcept {
    return Steps{}(c);
}

}  // namespace entrostream
