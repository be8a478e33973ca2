// Weights of events that decay by half in each half-life, relative to a power of two.
//
// An event at time t weighs 2^(t / half_life - base). All events of a summary share the base, and
// a later base scales all of them by an exact power of two.
#pragma once
#include <cstdint>

#include "core/fading/exponent.hpp"
#include "core/fading/half_life.hpp"
#include "core/math/int128.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// Weights are below 2^most_halvings: then all weights are scaled down. A sketch, whose weights sum
// to less than 2^53, so takes 2^32 events per half-life and more.
inline constexpr int most_halvings = 20;

// 0 below 2^-1000. Precondition: the event is less than 1000 half-lives after the base.
[[nodiscard]] inline double decayed_weight(const HalfLife& half_life, Time time,
                                           std::int64_t base) noexcept {
    const Phase phase = half_life.phase(time);
    const int128 whole = int128{phase.whole} - base;
    return whole < -1000 ? 0.0 : weight_of(static_cast<std::int64_t>(whole), phase.fraction);
}

}  // namespace entrostream
