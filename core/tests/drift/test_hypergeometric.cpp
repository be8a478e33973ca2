// The tail bound is never below the tail, and not far above it.
#include "core/drift/hypergeometric.hpp"

#include <algorithm>
#include <cmath>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

long double log_choose(long double n, long double k) {
    return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

// -ln of the tail itself, term by term.
double true_tail(int x, int group, int drawn, int all) {
    const int least = std::max(0, drawn + group - all);
    const int most = std::min(group, drawn);
    const bool above = static_cast<long long>(x) * all >= static_cast<long long>(group) * drawn;
    long double sum = 0;
    for (int i = above ? x : least; i <= (above ? most : x); ++i) {
        sum += std::exp(log_choose(group, i) + log_choose(all - group, drawn - i) -
                        log_choose(all, drawn));
    }
    return static_cast<double>(-std::log(sum));
}

void check_at(int x, int group, int drawn, int all) {
    const double bound = hypergeometric_tail(x, group, drawn, all);
    const double truth = true_tail(x, group, drawn, all);
    if (truth > 600) return;  // beyond the precision of the sum above
    check(bound <= truth + 1e-7, "never below the tail");
    if (truth > 5) check(bound >= truth - 0.12, "hardly above the tail");
}

}  // namespace

int main() {
    for (int all = 2; all <= 9; ++all) {
        for (int group = 1; group < all; ++group) {
            for (int drawn = 1; drawn < all; ++drawn) {
                const int most = std::min(group, drawn);
                for (int x = std::max(0, drawn + group - all); x <= most; ++x) {
                    check_at(x, group, drawn, all);
                }
            }
        }
    }
    Random random(1);
    for (int i = 0; i < 1500; ++i) {
        const int all = static_cast<int>(10 + random.below(i % 2 == 0 ? 300 : 10'000));
        const int group = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(all - 1)));
        const int drawn = static_cast<int>(1 + random.below(static_cast<std::uint64_t>(all - 1)));
        const int least = std::max(0, drawn + group - all);
        const int most = std::min(group, drawn);
        const double mean = static_cast<double>(group) * drawn / all;
        const int far = static_cast<int>(random.below(9)) - 4;
        const int x = static_cast<int>(mean + far * std::sqrt(mean));
        check_at(std::clamp(x, least, most), group, drawn, all);
    }
    return report();
}
