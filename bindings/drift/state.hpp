// es.AdaptiveWindow as bytes and in pickles.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/drift/labelled_adaptive.hpp"
#include "bindings/summaries/summary.hpp"

namespace entrostream {

namespace nb = nanobind;

[[nodiscard]] nb::bytes adaptive_to_bytes(const Self<Adaptive>& self);
[[nodiscard]] nb::object adaptive_from_bytes(nb::handle type, nb::handle given);
// Labels as objects, everything else as in the bytes of a state.
[[nodiscard]] nb::tuple adaptive_get_state(const Self<Adaptive>& self);
void adaptive_set_state(const Self<Adaptive>& self, const nb::tuple& given);

}  // namespace entrostream
