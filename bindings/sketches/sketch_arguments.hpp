// Arguments of sketches: memory, seed and weights.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

// A number of bytes, or a string such as "64KiB", "64kB" or "1.5MB".
[[nodiscard]] std::size_t memory_argument(nb::handle memory);

// An integer from 0 to 2^64 - 1; None draws a random one.
[[nodiscard]] std::uint64_t seed_argument(nb::handle seed);

// A finite number, 0 or more. A missing one is 0 if missing values are skipped, else an error.
[[nodiscard]] double sketch_weight(nb::handle weight, Missing missing);

// The weights of a column: empty for None, which is 1 for all rows.
struct SketchWeights {
    std::vector<double> each;
    bool one_for_all = false;  // `each` has a single weight

    [[nodiscard]] double at(std::size_t row) const noexcept { return each[one_for_all ? 0 : row]; }
};
[[nodiscard]] SketchWeights sketch_weights(nb::handle weights, Missing missing);

}  // namespace entrostream
