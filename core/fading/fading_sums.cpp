#include "core/fading/fading_sums.hpp"

#include <algorithm>
#include <limits>

#include "core/exact/logarithms.hpp"
#include "core/math/double_double.hpp"
#include "core/math/log_tables.hpp"

namespace entrostream {

namespace detail {

// In two steps: the first result is normal, only the second may round.
double scaled(double x, std::int64_t exponent) noexcept {
    if (x == 0.0) return 0.0;
    constexpr std::int64_t half = 1000;
    const std::int64_t bounded = std::clamp<std::int64_t>(exponent, -2 * half, 2 * half);
    const std::int64_t first = std::clamp<std::int64_t>(bounded, -half, half);
    double value = x * power_of_two(static_cast<int>(first));
    value *= power_of_two(static_cast<int>(bounded - first));
    return std::clamp(value, std::numeric_limits<double>::denorm_min(),
                      std::numeric_limits<double>::max());
}

}  // namespace detail

double FadingSums::in_events(double of_weight) const noexcept {
    return detail::scaled(of_weight / unit, -shift);
}

double FadingSums::effective_size() const noexcept {
    if (labels == 0) return 0.0;
    const double total = sums.value(weight);
    return total * total / sums.value(event_square);
}

double FadingSums::entropy() const noexcept {
    if (labels < 2) return 0.0;
    return std::min(detail::faded_entropy(sums.value(weight), sums.value(log)),
                    detail::max_entropy(static_cast<double>(labels)));
}

double FadingSums::nats() const noexcept {
    return entropy() * detail::ln2_double;
}

double FadingSums::gini() const noexcept {
    if (labels < 2) return 0.0;
    return std::min(detail::faded_gini(sums.value(weight), sums.value(square)),
                    detail::max_gini(static_cast<double>(labels)));
}

double FadingSums::inverse_simpson() const noexcept {
    if (labels < 2) return 1.0;
    const double total = sums.value(weight);
    return std::clamp(total * total / sums.value(square), 1.0, static_cast<double>(labels));
}

double FadingSums::evenness() const noexcept {
    if (labels < 2) return 0.0;
    return entropy() / detail::max_entropy(static_cast<double>(labels));
}

double FadingSums::perplexity() const noexcept {
    if (labels < 2) return 1.0;
    return std::clamp(detail::exp2_of({entropy(), 0.0}), 1.0, static_cast<double>(labels));
}

double FadingSums::renyi2() const noexcept {
    if (labels < 2) return 0.0;
    return std::min(detail::double_log2(inverse_simpson()),
                    detail::max_entropy(static_cast<double>(labels)));
}

double FadingSums::entropy_in(double base) const noexcept {
    if (labels < 2) return 0.0;
    if (base == 2.0) return entropy();
    return entropy() / detail::to_double_double(detail::log2_of(base)).high;
}

bool operator==(const FadingSums& a, const FadingSums& b) noexcept {
    bool same = a.labels == b.labels && a.unit == b.unit && a.shift == b.shift;
    for (int lane = 0; lane < 4; ++lane) {
        same =
            same && a.sums.high[lane] == b.sums.high[lane] && a.sums.low[lane] == b.sums.low[lane];
    }
    return same;
}

bool may_be_sums(const detail::CompensatedSums& given, const FadingSums& fresh) noexcept {
    const double total = fresh.sums.value(FadingSums::weight);
    const double sizes[] = {total, 0x1p8 * total, total * total, total * total};
    bool fits = true;
    for (int lane = 0; lane < 4; ++lane) {
        const double tolerance = 0x1p-30 * sizes[lane];
        const double off = given.value(lane) - fresh.sums.value(lane);
        const double low = given.low[lane];
        // Written so that NaN fails.
        fits =
            fits && off <= tolerance && -off <= tolerance && low <= tolerance && -low <= tolerance;
    }
    return fits;
}

}  // namespace entrostream
