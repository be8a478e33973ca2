// Mean and standard error of the terms of samples, in one pass.
#pragma once
#include <cmath>
#include <cstddef>

namespace entrostream {

// Welford's recurrence: no cancellation where the terms are close to each other.
class MeanTerm {
  public:
    void add(double term) noexcept {
        ++size_;
        const double step = term - mean_;
        mean_ += step / static_cast<double>(size_);
        squares_ += step * (term - mean_);
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] double mean() const noexcept { return mean_; }
    // Of one term; 0 for fewer than two. The unbiased one, plus that of one unseen term among as
    // many that differs by 2 bits, the least by which terms can differ: equal terms do not show
    // that no others exist.
    [[nodiscard]] double variance() const noexcept {
        if (size_ < 2) return 0;
        return squares_ / static_cast<double>(size_ - 1) + 4 / static_cast<double>(size_);
    }
    [[nodiscard]] double standard_error() const noexcept {
        return size_ < 2 ? 0 : std::sqrt(variance() / static_cast<double>(size_));
    }

  private:
    std::size_t size_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

}  // namespace entrostream
