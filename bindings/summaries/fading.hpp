// What the two fading summaries share.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/labels/label_state.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/hot_slots.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/counts/trace.hpp"

namespace entrostream {

namespace nb = nanobind;

// A number above 0 and at most 1.
[[nodiscard]] double fading_factor(nb::handle value);

// None for `no_limit`, or a positive integer.
[[nodiscard]] std::uint64_t label_limit(nb::handle value, std::uint64_t no_limit);
[[nodiscard]] nb::object shown_limit(std::uint64_t limit, std::uint64_t no_limit);

template <class Summary>
inline PyGetSetDef fading_reads[] = {
    {"entropy", read_slot<Summary, Measure::entropy>, nullptr,
     "Shannon entropy of the weights in bits, error below 1e-12 (Definition 2).", nullptr},
    {"gini", read_slot<Summary, Measure::gini>, nullptr,
     "Gini index 1 - sum p^2 of the weights, error below 1e-12 (Definition 1).", nullptr},
    {"n", read_slot<Summary, Measure::n>, nullptr,
     "The weight held, in units of an event that comes now.", nullptr},
    {"distinct", read_slot<Summary, Measure::distinct>, nullptr,
     "How many different labels are held.", nullptr},
    {"nats", read_slot<Summary, Measure::nats>, nullptr, "Entropy in nats.", nullptr},
    {"evenness", read_slot<Summary, Measure::evenness>, nullptr,
     "entropy / log2(distinct), from 0 to 1; 0.0 below two labels.", nullptr},
    {"perplexity", read_slot<Summary, Measure::perplexity>, nullptr,
     "2 ** entropy: so many labels of equal weight would be as mixed.", nullptr},
    {"renyi2", read_slot<Summary, Measure::renyi2>, nullptr,
     "Renyi entropy of order 2 in bits, -log2(1 - gini).", nullptr},
    {"inverse_simpson", read_slot<Summary, Measure::inverse_simpson>, nullptr,
     "1 / sum p^2, the effective number of labels; 1.0 when empty.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

namespace docs {

inline constexpr const char* effective_size =
    R"doc(So many events of equal weight would say as much: (sum w)^2 / sum w^2.

Kish's effective sample size of the events' weights, 0.0 when empty. It is what a bias
correction or a confidence interval should use for n; it tends to (1 + alpha)/(1 - alpha).

>>> tally = es.FadingTally(alpha=0.5)
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

// For pickles, which carry labels of any type: the state has numbers in place of labels, and
// the labels come separately.
[[nodiscard]] std::vector<Label> numbers_for_labels(std::size_t size);
// The labels in the order of their numbers in a state; StateError if they do not match.
[[nodiscard]] nb::list labels_for_numbers(const std::vector<Label>& numbers, nb::handle labels);

template <class Summary>
nb::list labels_of(const Summary& summary, const std::vector<typename Summary::Held>& held) {
    nb::list labels;
    for (const auto& each : held) {
        labels.append(summary.labels().label(each.code));
    }
    return labels;
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
