// F(c+1) - F(c), what one more event of a label adds to the log sum, for any count c.
#pragma once
#include <cstdint>

#include "core/exact/step_cache.hpp"
#include "core/exact/step_table.hpp"

namespace entrostream {

// For many consecutive steps: declare it as a local variable, which the compiler holds in
// registers. The thread's cache is looked up once, and only if a count lies beyond the table.
class Steps {
  public:
    // F(c+1) - F(c) for c < 2^62; it fits 64 bits.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t c) noexcept {
        if (c < table_size_) [[likely]]
            return detail::step_table.steps[c];
        if (kept_ == nullptr) [[unlikely]]
            kept_ = &detail::StepCache::of_thread();
        return kept_->step(c);
    }

  private:
    std::uint64_t table_size_ = detail::step_table.size;
    detail::StepCache* kept_ = nullptr;
};

// A single step.
[[nodiscard]] inline std::uint64_t count_log_step(std::uint64_t c) noexcept {
    return Steps{}(c);
}

}  // namespace entrostream
