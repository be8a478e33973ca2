// Operations on a restored summary: update, read, trace, copy, remove, merge, save. The sums must
// stay those of the counts, and a saved state must be readable.
#pragma once
#include "core/state/adaptive_window_state.hpp"
#include "core/state/adwin_state.hpp"
#include "core/state/contingency_table_state.hpp"
#include "core/state/contingency_time_window_state.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/state/divergence_window_state.hpp"
#include "core/state/entropy_sketch_state.hpp"
#include "core/state/fading_sketch_state.hpp"
#include "core/state/fading_tally_state.hpp"
#include "core/state/fading_window_state.hpp"
#include "core/state/sketch_state.hpp"
#include "core/state/sketch_window_state.hpp"
#include "core/state/sliding_window_state.hpp"
#include "core/state/tally_state.hpp"
#include "core/state/time_window_state.hpp"
#include "core/state/weighted_tally_state.hpp"
#include "core/state/weighted_time_window_state.hpp"

namespace entrostream::testing {

void use(const TallyState& state);
void use(const WeightedTallyState& state);
void use(const SlidingWindowState& state);
void use(const TimeWindowState& state);
void use(const WeightedTimeWindowState& state);
void use(const ContingencyTableState& state);
void use(const ContingencyWindowState& state);
void use(const ContingencyTimeWindowState& state);
void use(const FadingTallyState& state);
void use(const FadingWindowState& state);
void use(const AdaptiveWindowState& state);
void use(const Adwin& adwin);
void use(const DivergenceWindowState& state);
void use(const EntropySketchState& state);
void use(const GiniSketchState& state);
void use(const SketchWindowState& state);
void use(const FadingSketchState& state);

}  // namespace entrostream::testing
