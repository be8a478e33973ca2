// Private entry points to the thresholds of the adaptive window, so that tests can verify
// their guarantees by simulation.
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "core/drift/hypergeometric.hpp"
#include "core/drift/sum_threshold.hpp"

namespace entrostream {

namespace {

TotalsHistogram histogram_of(const std::vector<std::uint64_t>& totals) {
    TotalsHistogram histogram;
    for (const std::uint64_t total : totals)
        histogram.change(0, total);
    return histogram;
}

double threshold(double n0, double n1, double a, const std::vector<std::uint64_t>& totals) {
    return sum_threshold(n0, n1, a, histogram_of(totals));
}

double threshold_floor(double n0, double n1, double a, const std::vector<std::uint64_t>& totals) {
    return SumMoments(n0, n1, histogram_of(totals)).floor(a);
}

double sum_quantile(double n0, double n1, double a, const std::vector<std::uint64_t>& totals) {
    return SumMoments(n0, n1, histogram_of(totals)).quantile(a);
}

}  // namespace

void bind_adaptive_thresholds(nanobind::module_& module) {
    module.def("adaptive_sum_threshold", &threshold);
    module.def("adaptive_sum_threshold_floor", &threshold_floor);
    module.def("adaptive_sum_quantile", &sum_quantile);
    module.def("adaptive_hypergeometric_tail", &hypergeometric_tail);
}

}  // namespace entrostream
