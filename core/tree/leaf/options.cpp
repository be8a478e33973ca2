#include "core/tree/leaf/options.hpp"

#include <bit>
#include <string>

#include "core/counts/require.hpp"

namespace entrostream::tree {

namespace {

std::string text(double value) {
    std::string made = std::to_string(value);
    while (made.back() == '0')
        made.pop_back();
    if (made.back() == '.') made.pop_back();
    return made;
}

}  // namespace

void Options::check() const {
    require(delta > 0 && delta < 1, "delta must be above 0 and below 1, got " + text(delta));
    require(tau >= 0 && tau < 1e300, "tau must be 0 or more, got " + text(tau));
    require(grace_period >= 1, "grace_period must be a positive integer, got 0");
    require(bins.n_bins >= 2 && bins.n_bins <= 256 && std::has_single_bit(bins.n_bins),
            "n_bins must be a power of two from 2 to 256, got " + std::to_string(bins.n_bins));
    require(bins.warm_up >= 2 && bins.warm_up <= 1024,
            "warm_up must be from 2 to 1024, got " + std::to_string(bins.warm_up));
    require(max_values >= 2, "max_values must be at least 2, got " + std::to_string(max_values));
    require(!has_window() || window_span > 0 || (window >= 1 && window <= 1u << 30),
            "window must be from 1 to 1073741824 rows, got " + std::to_string(window));
    require(window_span >= 0 && (window_span == 0 || (has_window() && window == 0)),
            "a window has a number of rows or a length of time");
    require(re_evaluation_period >= 1, "re_evaluation_period must be a positive integer, got 0");
    require(!re_evaluates_splits() || weight_type == WeightType::frequency,
            "splits can be re-evaluated only if weight_type is 'frequency'");
    require(!has_window() || splitter == Splitter::histogram,
            "a window needs splitter='histogram': Gaussians cannot forget rows exactly");
    require(explore <= 1u << 28,
            "explore must be at most 268435456, got " + std::to_string(explore));
    require(memory_limit >= 1u << 14,
            "memory_limit must be at least 16384 bytes, got " + std::to_string(memory_limit));
}

}  // namespace entrostream::tree
