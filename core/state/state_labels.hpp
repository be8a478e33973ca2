// Labels as all states hold them: in the order of their own bytes, none twice.
//
// So the bytes of a state are a function of its parameters and of what is held,
// not of how it came.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/interruption.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"

namespace entrostream {

using StateBytes = std::vector<std::uint8_t>;

struct SortedLabels {
    std::vector<std::string> bytes;  // by old place
    std::vector<Code> order;         // old places in the order of the bytes

    // The new place of each old one.
    [[nodiscard]] std::vector<Code> places() const;
};

// Throws std::invalid_argument if two labels are written alike.
[[nodiscard]] SortedLabels sort_labels(const std::vector<Label>& labels);

// Reads labels one by one and sees to it that their bytes ascend.
class AscendingLabels {
  public:
    explicit AscendingLabels(Missing missing) : missing_(missing) {}

    [[nodiscard]] Label next(Reader& reader);

  private:
    Missing missing_;
    std::string_view before_;
    bool first_ = true;
    SeldomAsking<4096> ask_;
};

// How many labels there are, and the labels with nothing in between.
[[nodiscard]] std::vector<Label> decode_labels(Reader& reader, Missing missing);

// Bytes that a place among so many labels takes.
[[nodiscard]] constexpr int place_width(std::size_t labels) noexcept {
    if (labels <= 0x100) return 1;
    return labels <= 0x10000 ? 2 : 4;
}

[[nodiscard]] Missing decode_missing(Reader& reader);

}  // namespace entrostream
