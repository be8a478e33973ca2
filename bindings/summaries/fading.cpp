#include "bindings/summaries/fading.hpp"

namespace entrostream {

double fading_factor(nb::handle value) {
    const double factor = real_number(value, "fading_factor");
    if (factor > 0.0 && factor <= 1.0) return factor;
    throw nb::value_error(
        ("fading_factor must be above 0 and at most 1, got " + repr_short(value)).c_str());
}

std::uint64_t label_limit(nb::handle value, std::uint64_t no_limit) {
    return value.is_none() ? no_limit : positive_integer(value, "max_labels");
}

nb::object shown_limit(std::uint64_t limit, std::uint64_t no_limit) {
    if (limit == no_limit) return nb::none();
    return nb::int_(limit);
}

}  // namespace entrostream
