// A fixed sample that windows are compared with: its counts and their logarithms.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/columns/divergence.hpp"
#include "core/counts/code.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

template <class Log>
class Reference {
  public:
    struct Label {
        std::uint64_t count = 0;
        Log log = 0;
    };

    // Stores `log(count)` for each label; `counts` is indexed by code. Throws
    // std::invalid_argument if the reference is empty, std::overflow_error if it is too large.
    template <class LogOf>
    Reference(const std::vector<std::uint64_t>& counts, LogOf&& log) {
        labels_.reserve(counts.size());
        for (const std::uint64_t count : counts) {
            require_scale(1, count);  // so that the next sum does not overflow
            n_ += count;
            require_scale(1, n_);
            square_sum_ += uint128{count} * count;
            distinct_ += count != 0;
            labels_.push_back({count, count == 0 ? Log{0} : log(count)});
        }
        if (n_ == 0) throw std::invalid_argument("the reference holds no labels");
    }

    // Accepts any code: the count is 0 if the reference lacks it.
    [[nodiscard]] Label operator[](Code code) const noexcept {
        return code < labels_.size() ? labels_[code] : Label{};
    }
    [[nodiscard]] std::uint64_t n() const noexcept { return n_; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    [[nodiscard]] uint128 square_sum() const noexcept { return square_sum_; }
    // The maximum number of rows of a window compared with it.
    [[nodiscard]] std::uint64_t max_rows() const noexcept { return max_scale / 2 / n_; }

  private:
    std::vector<Label> labels_;
    std::uint64_t n_ = 0;
    std::uint64_t distinct_ = 0;
    uint128 square_sum_ = 0;
};

}  // namespace entrostream
