#include "core/drift/seasonal_split.hpp"

#include <algorithm>

#include "core/math/natural_exp.hpp"

namespace entrostream {

void SeasonalSplit::move(const Bucket& bucket) noexcept {
    recent_ += static_cast<double>(bucket.size);
    noise_ += bucket.profile_noise;
    for (const BucketCount& each : bucket.counts)
        events_[profile_.class_of(each.code)] += each.count;
    for (std::size_t of = 0; of < profile_.classes(); ++of)
        exposure_[of] += bucket.exposures[of];
}

// Newton's method for the logarithm of the factor: three steps from 0, where it nearly is.
void SeasonalSplit::solve() noexcept {
    double log_factor = 0;
    for (int step = 0;; ++step) {
        const double factor = detail::natural_exp(log_factor);
        double expected = 0;
        double slope = 0;
        for (std::size_t of = 0; of < profile_.classes(); ++of) {
            const double recent = factor * exposure_[of];
            const double past = profile_.exposure(of) - exposure_[of];
            const double p = recent / (recent + past);
            probability_[of] = p;
            expected += profile_.events(of) * p;
            slope += profile_.events(of) * p * (1 - p);
        }
        if (step == 3) return;
        log_factor = std::clamp(log_factor + (recent_ - expected) / slope, -30.0, 30.0);
    }
}

}  // namespace entrostream
