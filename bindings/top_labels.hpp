// The most frequent labels, in an order that depends on what is held alone.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <vector>

#include "bindings/label_table.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

namespace nb = nanobind;

// Pairs (label, count), the largest counts first, at most `most` of them. Equal
// counts stand in the order of their labels, or of their repr where labels of one
// type have no order.
[[nodiscard]] nb::list top_labels(const LabelTable& labels, std::vector<CodeCount> held,
                                  std::uint64_t most);

}  // namespace entrostream
