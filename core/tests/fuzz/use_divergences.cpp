// DivergenceWindow.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/columns/contributions.hpp"
#include "core/columns/restored_divergence.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"

namespace entrostream::testing {

namespace {

void require_sound_divergence(const DivergenceWindow& window) {
    const double value = window.divergence();
    const ComparedCounts& counts = window.counts();
    const bool empty = counts.n() == 0 || counts.reference_n() == 0;
    require(std::isnan(value) == empty, "a divergence is missing");
    require(empty || value >= 0.0, "a divergence is negative");
    const bool bounded = counts.rule().method != DivergenceMethod::kullback;
    require(empty || !bounded || value <= 1.0, "a divergence is too large");
    std::uint64_t n = 0;
    std::uint64_t m = 0;
    std::size_t used = 0;
    for (Code code = 0; code < window.codes(); ++code) {
        n += window.count(code);
        m += counts.reference_count(code);
        used += window.uses(code) ? 1 : 0;
    }
    require(n == counts.n() && m == counts.reference_n(), "the sides are not their counts");
    require(used == window.used(), "the labels in use are not those counted");
    require(contributions(counts).size() == (empty ? 0 : used), "a label has no contribution");
}

void add_some(DivergenceWindow& window) {
    for (const Code code : some_events(window.codes())) {
        unless_full([&] {
            if (window.has_times()) {
                const Time now = window.clock().now().value_or(0);
                const bool last = now == std::numeric_limits<Time>::max();
                window.update(code, last || code % 3 == 0 ? now : now + 1);
            } else {
                window.update(code);
            }
        });
        require_sound_divergence(window);
    }
}

}  // namespace

void use(const DivergenceWindowState& state) {
    const std::vector<Code> codes = codes_of_labels(state);
    unless_full([&] {
        DivergenceWindow window = restored_window(state, codes);
        require_sound_divergence(window);
        const DivergenceWindow before = window;
        add_some(window);
        Renumbering to(window.codes(), no_code);
        Code next = 0;
        for (Code code = 0; code < window.codes(); ++code) {
            if (window.uses(code)) to[code] = next++;
        }
        window.renumber(to, next);
        require_sound_divergence(window);
        window.clear();
        require_sound_divergence(window);
        require_sound_divergence(before);
    });
}

}  // namespace entrostream::testing
