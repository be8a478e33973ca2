// Weights from Python, in units of a weighted tally.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/weighted_counts.hpp"
#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

// The units of one weight. TypeError if it is not a number, ValueError unless it is 0, or
// positive, finite and fits the unit.
[[nodiscard]] std::uint64_t read_weight(const WeightedCounts& core, nb::handle weight);

// The same for a weight that may be missing: 0 if missing ones are skipped, else ValueError.
[[nodiscard]] std::uint64_t read_weight(const WeightedCounts& core, nb::handle weight,
                                        Missing missing);

// -1, 0 or 1; NaN is 1, so that it is refused as a weight.
[[nodiscard]] int sign_of_weight(nb::handle weight);

// The same for a column of `rows` weights, or one weight for all rows.
[[nodiscard]] std::vector<std::uint64_t> read_weights(const WeightedCounts& core,
                                                      nb::handle weights, std::size_t rows,
                                                      Missing missing);

// Overloads of bindings/input/amounts.hpp.
[[nodiscard]] inline nb::float_ shown_amount(const WeightedCounts& core, std::uint64_t units) {
    return nb::float_(core.weight(units));
}
[[nodiscard]] inline double read_of(const WeightedCounts& core, Measure measure) {
    return measure == Measure::n ? core.weight(core.sums().n()) : read(core.sums(), measure);
}
[[nodiscard]] inline std::uint64_t amount_from(const WeightedCounts& core, nb::handle weight,
                                               nb::handle) {
    return sign_of_weight(weight) == 0 ? 0 : read_weight(core, weight);
}

// The exponent of a unit, which must be a power of two.
[[nodiscard]] int unit_exponent(nb::handle unit);

// Whether weights that are not multiples of the unit are rejected.
[[nodiscard]] bool exact_argument(nb::handle exact);

// "weight 2.5, 2 labels, entropy 0.971, gini 0.480"
template <class Summary>
[[nodiscard]] nb::object weight_shown(const Summary& summary) {
    const auto& sums = summary.core().sums();
    const nb::str text("weight {:.6g}, {} label{}, entropy {:.4g}, gini {:.4g}");
    return text.attr("format")(summary.as_object(sums.n()), sums.distinct(),
                               sums.distinct() == 1 ? "" : "s", sums.entropy(), sums.gini());
}

}  // namespace entrostream
