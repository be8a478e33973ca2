// What the two fading summaries share.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/counts/measure.hpp"

namespace entrostream {

namespace nb = nanobind;

// A number above 0 and at most 1.
[[nodiscard]] double fading_factor(nb::handle value);

// None for `no_limit`, or a positive integer.
[[nodiscard]] std::uint64_t label_limit(nb::handle value, std::uint64_t no_limit);
[[nodiscard]] nb::object shown_limit(std::uint64_t limit, std::uint64_t no_limit);

// The measures of weights that are not exact.
[[nodiscard]] constexpr const char* fading_doc(const MeasureRow<Measure>& row) noexcept {
    switch (row.measure) {
        case Measure::entropy:
            return "Shannon entropy of the weights in bits, error below 1e-12 (Definition 2).";
        case Measure::gini:
            return "Gini index 1 - sum p^2 of the weights, error below 1e-12 (Definition 1).";
        case Measure::n:
            return "The weight held, in units of an event that comes now.";
        default:
            return row.doc;
    }
}

template <class Summary>
inline constinit auto fading_reads = read_slots<Measure, ReadSlot<Summary>>(fading_doc);

namespace docs {

inline constexpr const char* effective_size =
    R"doc(Kish's effective sample size of the weights of the events: (sum w)^2 / sum w^2.

The number of events of equal weight with the same information, 0.0 when empty. A bias
correction or a confidence interval should use it for n; with a fading factor f it tends to
(1 + f)/(1 - f).

>>> tally = es.FadingTally(fading_factor=0.5)
>>> tally.update_many("abc")
>>> tally.n, round(tally.effective_size, 3)
(1.75, 2.333)
)doc";

inline constexpr const char* max_labels =
    R"doc(How many labels may be held; None if there is no limit.)doc";

}  // namespace docs

template <class Summary>
void def_fading(nb::class_<Summary>& type) {
    type.def_prop_ro(
            "effective_size",
            [](const Self<Summary>& self) { return idle(self).core().sums().effective_size(); },
            nb::sig("def effective_size(self) -> float"), docs::effective_size)
        .def_prop_ro(
            "max_labels",
            [](const Self<Summary>& self) {
                const auto& core = idle(self).core();
                return shown_limit(core.max_labels(), core.no_limit);
            },
            nb::sig("def max_labels(self) -> int | None"), docs::max_labels);
}

// ------------------------------------------------------------------ state

// The core reduced to the labels held: label i of `held` has code i.
template <class Summary>
auto packed_core(const Summary& summary, const std::vector<typename Summary::Held>& held) {
    auto core = summary.core();
    Renumbering to(core.codes(), no_code);
    for (Code i = 0; i < held.size(); ++i) {
        to[held[i].code] = i;
    }
    core.renumber(to, held.size());
    return core;
}

// "weight 3.94, 2 labels, entropy 0.971, gini 0.480"
template <class Summary>
nb::object weights_shown(const Summary& summary) {
    const auto& sums = summary.core().sums();
    const nb::str text("weight {:.6g}, {} label{}, entropy {:.4g}, gini {:.4g}");
    return text.attr("format")(sums.n(), sums.distinct(), sums.distinct() == 1 ? "" : "s",
                               sums.entropy(), sums.gini());
}

}  // namespace entrostream
