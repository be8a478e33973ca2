// Halves the counts of a full leaf: everything learned so far counts half from then on.
//
// The counts of each attribute's values must still add up to the class counts, which halves that
// are rounded independently would not. Here part i becomes the difference of two floors: half the
// sum up to and including it, minus half the sum before it. It differs from its exact half by less
// than one, and all parts together become the floor of half their sum.
#pragma once
#include <cstdint>
#include <vector>

namespace entrostream::tree {

// The parts of one sum, in order.
class Halving {
  public:
    [[nodiscard]] std::uint32_t half(std::uint32_t part) noexcept {
        const std::uint64_t before = sum_ / 2;
        sum_ += part;
        return static_cast<std::uint32_t>(sum_ / 2 - before);
    }

  private:
    std::uint64_t sum_ = 0;
};

// The same for every class.
class ClassHalving {
  public:
    explicit ClassHalving(std::uint32_t classes) : classes_(classes) {}

    void halve(std::uint32_t* counts) noexcept {
        for (std::size_t label = 0; label < classes_.size(); ++label)
            counts[label] = classes_[label].half(counts[label]);
    }
    [[nodiscard]] std::uint32_t half(std::uint32_t label, std::uint32_t part) noexcept {
        return classes_[label].half(part);
    }

  private:
    std::vector<Halving> classes_;
};

}  // namespace entrostream::tree
