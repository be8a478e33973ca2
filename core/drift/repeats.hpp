// Correction of the statistics for labels that come in runs.
//
// A source that repeats its label with probability s has a smaller effective sample size: the
// variance of a count is (1+s)/(1-s) times as large, and a rare label comes in runs. All
// corrections only lower a statistic, so the guarantees for independent labels still hold.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/counts/code.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

// The number of events equal to the previous one among these.
[[nodiscard]] inline std::uint64_t repeats_within(Codes events) noexcept {
    std::uint64_t repeats = 0;
    for (std::size_t i = 1; i < events.size(); ++i) {
        repeats += events[i] == events[i - 1];
    }
    return repeats;
}

// Repeats in a window of n events: `seen` of them, where chance alone would give `by_chance`
// (the sum of squared shares on either side of the split, times the events there).
class Repeats {
  public:
    Repeats(double seen, double by_chance, double n) noexcept : n_(n) {
        const double excess = seen - by_chance;
        const double share = std::min(excess / (n - by_chance), most);
        // Two standard errors above chance: as a share of all events, or, where repeats by
        // chance are rare, as a count of them.
        const bool clear = share * share * n > 4 || excess * excess > 4 * (by_chance + 1);
        if (share > 0 && clear) share_ = share;
    }

    // Whether there is anything to correct.
    [[nodiscard]] bool any() const noexcept { return share_ > 0; }
    // How many events carry as much information as one independent event.
    [[nodiscard]] double run() const noexcept { return (1 + share_) / (1 - share_); }

    // -ln of a bound of P(a label occurs x times or farther from `expected`), if its
    // occurrences are runs: Chernoff's bound for a Poisson number of geometric runs.
    [[nodiscard]] double runs_tail(double x, double expected) const noexcept {
        const double s = share_;
        const double runs = expected * (1 - s);
        if (x <= 0) return runs;
        const double h = 2 * x * s + runs * (1 - s);
        const double root = std::sqrt(std::max(0.0, h * h - 4 * x * x * s * s));
        const double u = 2 * x / (h + root);
        return x * detail::natural_log(u) - runs * (u - 1) / (1 - s * u);
    }

    // The mean clump size of the events of labels that occur up to `edge` times: the label's total
    // or the longest run to expect, since a rare label reaches its total by runs; `run()` where
    // totals are far above that.
    [[nodiscard]] double clump(double edge) const noexcept {
        const double longest = 1 - detail::natural_log(n_) / detail::natural_log(share_);
        if (edge <= longest) return std::max(run(), edge);
        const double more = std::max(0.0, longest - run()) * std::min(1.0, 2 * longest / edge);
        return run() + more;
    }

  private:
    static constexpr double most = 0.98;

    double n_;
    double share_ = 0;
};

}  // namespace entrostream
