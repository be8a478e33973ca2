#include "core/drift/hypergeometric.hpp"

#include "core/math/log_factorial.hpp"

namespace entrostream {

using detail::log_choose;

double hypergeometric_tail(double x, double group, double drawn, double all) noexcept {
    const double others = all - group;
    const double y = drawn - x;  // drawn from the others
    const bool above = x * all >= group * drawn;
    const double r = above ? (group - x) * y / ((x + 1) * (others - y + 1))
                           : x * (others - y) / ((group - x + 1) * (y + 1));
    if (r >= 1) return 0;
    const double log_pmf = log_choose(group, x) + log_choose(others, y) - log_choose(all, drawn);
    return detail::natural_log_below_one(r) - log_pmf;
}

}  // namespace entrostream
