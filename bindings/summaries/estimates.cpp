#include "bindings/summaries/estimates.hpp"

#include <string>
#include <utility>

#include "bindings/runtime/arguments.hpp"

namespace entrostream {

EntropyMethod entropy_method_named(nb::handle name) {
    constexpr std::pair<const char*, EntropyMethod> methods[] = {
        {"plugin", EntropyMethod::plugin},
        {"miller_madow", EntropyMethod::miller_madow},
        {"jackknife", EntropyMethod::jackknife},
        {"chao_wang_jost", EntropyMethod::chao_wang_jost},
    };
    std::string known;
    for (const auto& [each, method] : methods) {
        if (nb::str(each).equal(name)) return method;
        known += (known.empty() ? "" : ", ") + std::string(each);
    }
    throw nb::value_error(("method must be one of " + known + ", got " + repr_short(name)).c_str());
}

SampleShown sample_shown(const ExactSums& sums, const CountHistogram& histogram) noexcept {
    return {sums.n(),
            sample_coverage(sums, histogram),
            histogram.distinct(),
            histogram.labels_with(1),
            histogram.labels_with(2),
            histogram.least(),
            histogram.most()};
}

nb::object estimate_shown(const Estimate& estimate, const SampleShown& sample, nb::handle method) {
    const nb::module_ module = nb::module_::import_("entrostream.estimate");
    const Basis& basis = estimate.basis;
    const nb::object shown_basis =
        module.attr("Basis")(sample.distinct, sample.singletons, sample.doubletons, sample.least,
                             sample.most, basis.seen, basis.unseen, basis.standard_error);
    return module.attr("Estimate")(estimate.value, estimate.standard_error, sample.coverage,
                                   sample.n, method, shown_basis);
}

}  // namespace entrostream
