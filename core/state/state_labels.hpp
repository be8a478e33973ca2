// Labels as stored in all states: sorted by encoded bytes, without duplicates.
//
// The bytes of a state are thus a function of its parameters and content, not of its history.
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
    std::vector<std::string> bytes;  // by old position
    std::vector<Code> order;         // old positions, sorted by their bytes

    // The new position of each old one.
    [[nodiscard]] std::vector<Code> places() const;
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] SortedLabels sort_labels(const std::vector<Label>& labels);

// Reads labels one by one and checks that their bytes ascend.
class AscendingLabels {
  public:
    explicit AscendingLabels(Missing missing) : missing_(missing) {}

    [[nodiscard]] Label next(Reader& reader);

  private:
    Missing missing_;
    std::string_view before_;
    bool first_ = true;
    InterruptPoll<4096> poll_;
};

// Reads the number of labels, then the labels without anything in between.
[[nodiscard]] std::vector<Label> decode_labels(Reader& reader, Missing missing);

// The number of bytes that a position among `labels` labels takes.
[[nodiscard]] constexpr int place_width(std::size_t labels) noexcept {
    if (labels <= 0x100) return 1;
    return labels <= 0x10000 ? 2 : 4;
}

[[nodiscard]] Missing decode_missing(Reader& reader);

}  // namespace entrostream
