// How many labels have each count: all that an estimator asks of a sample.
//
// In the order of the counts, so that a sum over it, also one of doubles, depends
// on the counts alone and not on how the labels came. A term that is costly to
// work out is needed once for all labels with the same count.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace entrostream {

class CountHistogram {
  public:
    struct Bar {
        std::uint64_t count;
        std::uint64_t labels;  // that have this count

        [[nodiscard]] std::uint64_t events() const noexcept { return count * labels; }
    };

    // Counts in any order; those that are 0 are left out.
    explicit CountHistogram(std::vector<std::uint64_t> counts);

    [[nodiscard]] std::span<const Bar> bars() const noexcept { return bars_; }

    // How many labels have this count.
    [[nodiscard]] std::uint64_t labels_with(std::uint64_t count) const noexcept;

    // How many labels there are.
    [[nodiscard]] std::uint64_t distinct() const noexcept;

    // The smallest and the largest count; 0 if there are no labels.
    [[nodiscard]] std::uint64_t least() const noexcept;
    [[nodiscard]] std::uint64_t most() const noexcept;

  private:
    std::vector<Bar> bars_;
};

}  // namespace entrostream
