// One item for each class, 0 at first, on the stack if they are few: for sums that are made and
// forgotten at every look.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace entrostream::tree {

template <class T>
class ClassArray {
  public:
    explicit ClassArray(std::uint32_t classes) {
        if (classes > few) many_.resize(classes);
        std::fill_n(own_, std::min(classes, few), T{});  // the others are not used
    }
    [[nodiscard]] T* data() noexcept { return many_.empty() ? own_ : many_.data(); }

  private:
    static constexpr std::uint32_t few = 32;
    T own_[few];
    std::vector<T> many_;
};

}  // namespace entrostream::tree
