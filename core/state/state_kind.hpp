// The classes that have states: the number of each in the header, and its public name.
//
// Numbers are never changed or reused. A new class is an enumerator and a line of the table.
#pragma once
#include <array>
#include <cstdint>

#include "core/counts/named.hpp"

namespace entrostream {

enum class StateKind : std::uint8_t {
    tally = 1,
    sliding_window = 2,
    time_window = 3,
    fading_tally = 4,
    fading_window = 5,
    weighted_tally = 6,
    contingency_table = 7,
    contingency_window = 8,
    adaptive_window = 9,
    adwin = 10,
    tree = 11,
    weighted_time_window = 12,
    contingency_time_window = 13,
    divergence_window = 14,
    entropy_sketch = 15,
    gini_sketch = 16,
    sketch_window = 17,
    fading_sketch = 18,
};

inline constexpr std::array state_kinds{
    Named{"Tally", StateKind::tally},
    Named{"SlidingWindow", StateKind::sliding_window},
    Named{"TimeWindow", StateKind::time_window},
    Named{"FadingTally", StateKind::fading_tally},
    Named{"FadingWindow", StateKind::fading_window},
    Named{"WeightedTally", StateKind::weighted_tally},
    Named{"ContingencyTable", StateKind::contingency_table},
    Named{"ContingencyWindow", StateKind::contingency_window},
    Named{"AdaptiveWindow", StateKind::adaptive_window},
    Named{"ADWIN", StateKind::adwin},
    Named{"VFDTClassifier", StateKind::tree},
    Named{"WeightedTimeWindow", StateKind::weighted_time_window},
    Named{"ContingencyTimeWindow", StateKind::contingency_time_window},
    Named{"DivergenceWindow", StateKind::divergence_window},
    Named{"EntropySketch", StateKind::entropy_sketch},
    Named{"GiniSketch", StateKind::gini_sketch},
    Named{"SketchWindow", StateKind::sketch_window},
    Named{"FadingSketch", StateKind::fading_sketch},
};

}  // namespace entrostream
