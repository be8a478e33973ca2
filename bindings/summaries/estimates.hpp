// Estimates for the source of the events, bound once for all summaries of unweighted events.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/counts/code.hpp"
#include "core/estimates/count_histogram.hpp"
#include "core/estimates/estimates.hpp"

namespace entrostream {

namespace nb = nanobind;

// Throws ValueError that lists the known methods if the name is none of them.
[[nodiscard]] EntropyMethod entropy_method_named(nb::handle name);

// The properties of the sample that an es.Estimate reports.
struct SampleShown {
    std::uint64_t n = 0;
    double coverage = 0.0;
    std::uint64_t distinct = 0;
    std::uint64_t singletons = 0;
    std::uint64_t doubletons = 0;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
};

[[nodiscard]] SampleShown sample_shown(const ExactSums& sums,
                                       const CountHistogram& histogram) noexcept;

// An es.Estimate.
[[nodiscard]] nb::object estimate_shown(const Estimate& estimate, const SampleShown& sample,
                                        nb::handle method);

// Calls `estimate(sums, histogram)` with the current counts, without the GIL.
template <class Summary, class Make>
nb::object estimated(const Self<Summary>& self, nb::handle method, Make&& estimate) {
    const ReentrancyGuard at_work = self.p->work(self.h);
    Interruptible open;
    const auto& core = self.p->core();
    Estimate found{};
    SampleShown sample;
    {
        const GilReleased unlocked;
        std::vector<std::uint64_t> counts(core.codes());
        for (Code code = 0; code < core.codes(); ++code) {
            counts[code] = core.count(code);
        }
        const CountHistogram histogram(std::move(counts));
        found = std::forward<Make>(estimate)(core.sums(), histogram);
        sample = sample_shown(core.sums(), histogram);
    }
    return estimate_shown(found, sample, method);
}

template <class Summary>
nb::object entropy_estimate_of(const Self<Summary>& self, nb::handle name) {
    const EntropyMethod method = entropy_method_named(name);
    return estimated(self, name, [=](const ExactSums& sums, const CountHistogram& histogram) {
        return entropy_estimate(sums, histogram, method);
    });
}

template <class Summary>
nb::object gini_estimate_of(const Self<Summary>& self) {
    return estimated(self, nb::str("unbiased"), &gini_estimate);
}

// For summaries that count events.
template <class Summary>
void def_estimates(nb::class_<Summary>& type) {
    type.def("entropy_estimate", &entropy_estimate_of<Summary>,
             "method"_a.none() = "chao_wang_jost",
             nb::sig("def entropy_estimate(self, method: typing.Literal[\"plugin\", "
                     "\"miller_madow\", \"jackknife\", \"chao_wang_jost\"] = \"chao_wang_jost\") "
                     "-> typing.Any"),
             docs::entropy_estimate)
        .def("gini_estimate", &gini_estimate_of<Summary>,
             nb::sig("def gini_estimate(self) -> typing.Any"), docs::gini_estimate);
}

}  // namespace entrostream
