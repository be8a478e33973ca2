// Events that pass through a window in a block, as Counts::trace_flow takes them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/counts/code.hpp"
#include "core/simd/dispatch.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// Some events in order, which stand at the end of the queue already: those who leave are
// found by walking along it, without a look at its end.
struct QueuePassage {
    const Time* times;  // of the queue
    const Code* codes;
    std::size_t first_in;   // place in the queue
    std::size_t first_out;  // the same
    Time reach;             // how far back the window goes

    [[nodiscard]] Code entering(std::size_t i) const noexcept { return codes[first_in + i]; }
    [[nodiscard]] bool leaves(std::size_t i) const noexcept {
        return times[first_out] < times[first_in + i] - reach;
    }
    [[nodiscard]] Code oldest() const noexcept { return codes[first_out]; }
    void go(std::uint64_t many) noexcept { first_out += many; }

    // Whether each of the first `size` lets exactly one leave: then they are slides.
    [[nodiscard]] bool slides(std::size_t size) const noexcept {
        if (first_out == first_in) return false;  // nobody is there who could leave
        bool all_do = true;
        simd::dispatch([&all_do, size, in = times + first_in, out = times + first_out,
                        back = reach]() __attribute__((always_inline)) {
            Time others = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const Time kept_from = in[i] - back;
                others |= (out[i] < kept_from ? 0 : 1) | (out[i + 1] < kept_from ? 1 : 0);
            }
            all_do = others == 0;
        });
        return all_do;
    }
    [[nodiscard]] const Code* entering() const noexcept { return codes + first_in; }
    [[nodiscard]] const Code* leaving() const noexcept { return codes + first_out; }
};

}  // namespace entrostream
