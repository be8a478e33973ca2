// The number of labels with each count: all that an estimator needs of a sample.
//
// Sorted by count, so that a sum over it, even of doubles, depends on the counts alone and not on
// the order of the labels. An expensive term is computed once for all labels with the same count.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

class CountHistogram {
  public:
    struct Bar {
        std::uint64_t count;
        std::uint64_t labels;  // with this count

        [[nodiscard]] std::uint64_t events() const noexcept { return count * labels; }
    };

    // Counts in any order; zeros are ignored.
    explicit CountHistogram(std::vector<std::uint64_t> counts);

    [[nodiscard]] std::span<const Bar> bars() const noexcept { return bars_; }

    // The number of labels with this count.
    [[nodiscard]] std::uint64_t labels_with(std::uint64_t count) const noexcept;

    // The number of labels.
    [[nodiscard]] std::uint64_t distinct() const noexcept;

    // The smallest and the largest count; 0 if there are no labels.
    [[nodiscard]] std::uint64_t least() const noexcept;
    [[nodiscard]] std::uint64_t most() const noexcept;

  private:
    std::vector<Bar> bars_;
};

}  // namespace entrostream
