// A block of events passing through a window: the Flow that Counts::trace_flow expects.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/counts/code.hpp"
#include "core/simd/dispatch.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// Events in order that are already at the end of the queue: leaving events are found by walking
// along it, without checking for its end.
struct QueuePassage {
    const Time* times;  // of the queue
    const Code* codes;
    std::size_t first_in;   // position in the queue
    std::size_t first_out;  // position in the queue
    Time reach;             // how far back the window extends

    [[nodiscard]] Code entering(std::size_t i) const noexcept { return codes[first_in + i]; }
    [[nodiscard]] bool leaves(std::size_t i) const noexcept {
        return times[first_out] < times[first_in + i] - reach;
    }
    [[nodiscard]] Code oldest() const noexcept { return codes[first_out]; }
    void go(std::uint64_t many) noexcept { first_out += many; }

    // Whether exactly one event leaves for each of the first `size`: then they are slides.
    [[nodiscard]] bool slides(std::size_t size) const noexcept {
        if (first_out == first_in) return false;  // no event can leave
        bool all_do = true;
        simd::dispatch([&all_do, size, in = times + first_in, out = times + first_out,
                        back = reach]() __attribute__((always_inline)) {
            Time others = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const Time window_start = in[i] - back;
                others |= (out[i] < window_start ? 0 : 1) | (out[i + 1] < window_start ? 1 : 0);
            }
            all_do = others == 0;
        });
        return all_do;
    }
    [[nodiscard]] const Code* entering() const noexcept { return codes + first_in; }
    [[nodiscard]] const Code* leaving() const noexcept { return codes + first_out; }
};

}  // namespace entrostream
