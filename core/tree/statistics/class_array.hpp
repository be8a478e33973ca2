// Counts by class.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream::tree {

// One item per class, initially 0, on the stack if there are few: for sums that live for one
// split attempt only.
template <class T>
class ClassArray {
  public:
    explicit ClassArray(std::uint32_t classes) {
        if (classes > few) many_.resize(classes);
        std::fill_n(own_, std::min(classes, few), T{});  // the others are unused
    }
    [[nodiscard]] T* data() noexcept { return many_.empty() ? own_ : many_.data(); }

  private:
    static constexpr std::uint32_t few = 32;
    T own_[few];
    std::vector<T> many_;
};

// Whether class counts, which may have spare room, are 0 for all classes that do not exist yet.
template <class Counts>
[[nodiscard]] bool fit_classes(const Counts& counts, std::uint32_t classes) {
    const auto known = std::min<std::size_t>(classes, counts.size());
    return std::all_of(counts.begin() + static_cast<std::ptrdiff_t>(known), counts.end(),
                       [](auto count) { return count == 0; });
}

}  // namespace entrostream::tree
