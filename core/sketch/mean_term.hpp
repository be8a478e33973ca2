// Mean and variance of the terms of samples, in one pass.
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
    // Of one term, unbiased; 0 for fewer than two terms.
    [[nodiscard]] double variance() const noexcept {
        return size_ > 1 ? squares_ / static_cast<double>(size_ - 1) : 0;
    }
    [[nodiscard]] double standard_error() const noexcept {
        return size_ > 1 ? std::sqrt(variance() / static_cast<double>(size_)) : 0;
    }

  private:
    std::size_t size_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

}  // namespace entrostream
