// The state of es.AdaptiveWindow; see bindings/summaries/state.hpp.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>

#include "bindings/drift/labelled_adaptive.hpp"
#include "bindings/summaries/summary.hpp"

namespace entrostream {

namespace nb = nanobind;

[[nodiscard]] StateBytes encoded_adaptive(const Adaptive& window, LabelsToState& labels);
[[nodiscard]] Adaptive decoded_adaptive(std::span<const std::uint8_t> bytes,
                                        LabelsFromState& labels);
// A pickle of the first format: parameters, labels, and two parts of the bytes.
[[nodiscard]] Adaptive adaptive_from_parts(const nb::tuple& parts);

}  // namespace entrostream
