#include "core/columns/restored_divergence.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace entrostream {

namespace {

ComparedCounts counts_of_state(const DivergenceWindowState& state) {
    if (state.reference.empty()) return ComparedCounts(state.rule);
    std::vector<std::uint64_t> counts;
    for (const std::uint64_t count : state.reference) {
        if (count != 0) counts.push_back(count);
    }
    return ComparedCounts(state.rule, counts);
}

}  // namespace

std::vector<Code> codes_of_labels(const DivergenceWindowState& state) {
    std::vector<Code> codes(state.labels.size());
    Code next = 0;
    for (const bool in_reference : {true, false}) {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const bool has_count = !state.reference.empty() && state.reference[i] != 0;
            if (has_count == in_reference) codes[i] = next++;
        }
    }
    return codes;
}

DivergenceWindow restored_window(const DivergenceWindowState& state,
                                 const std::vector<Code>& codes) {
    const TimeWindowState& time = state.time;
    ComparedCounts counts = counts_of_state(state);
    if (state.size == 0) {
        DivergenceWindow window(std::move(counts), time.span, time.lateness, time.late);
        window.grow(codes.size());
        std::vector<TimedCode> events;
        for (const auto& each : state.events) {
            events.push_back({each.at, codes[each.code]});
        }
        const bool timed = time.clock != Clock::unset;
        window.restore(timed ? std::optional(time.now) : std::nullopt, time.dropped, events);
        return window;
    }
    DivergenceWindow window(std::move(counts), state.size);
    window.grow(codes.size());
    std::vector<Code> events;
    for (const auto& each : state.events) {
        events.push_back(codes[each.code]);
    }
    window.restore(events);
    return window;
}

}  // namespace entrostream
