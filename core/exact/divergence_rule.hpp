// Which divergence two samples are compared by: a parameter of a window, stored in its state.
#pragma once
#include <cstdint>

namespace entrostream {

enum class DivergenceMethod : std::uint8_t {
    shannon = 0,   // Jensen-Shannon, both sides with weight one half
    pooled = 1,    // Jensen-Shannon, each side weighted by its rows
    kullback = 2,  // Kullback-Leibler
};

// A pseudo-count is 0 (none) or within these limits.
inline constexpr double min_pseudo_count = 1e-18;
inline constexpr double max_pseudo_count = 1e8;

[[nodiscard]] constexpr bool is_pseudo_count(double value) noexcept {
    return value == 0 || (min_pseudo_count <= value && value <= max_pseudo_count);
}

struct DivergenceRule {
    DivergenceMethod method = DivergenceMethod::shannon;
    double pseudo_count = 0;  // of Kullback-Leibler

    friend bool operator==(const DivergenceRule&, const DivergenceRule&) = default;
};

}  // namespace entrostream
