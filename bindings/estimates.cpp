#include "bindings/estimates.hpp"

#include <string>
#include <utility>

#include "bindings/arguments.hpp"

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
    throw nb::value_error(("method must be one of " + known + ", got " + shown(name)).c_str());
}

nb::object estimate_shown(const Estimate& estimate, double coverage, std::uint64_t n,
                          nb::handle method) {
    const nb::object make = nb::module_::import_("entrostream.estimate").attr("Estimate");
    return make(estimate.value, estimate.standard_error, coverage, n, method);
}

}  // namespace entrostream
