#include "core/time/time.hpp"

#include <algorithm>
#include <cstddef>

#include "core/simd/dispatch.hpp"

namespace entrostream {

namespace {

// Whether the times are non-decreasing. No branch per event: they nearly always are.
bool block_ascends(Times times) noexcept {
    bool none_descends = true;
    simd::dispatch([&, times]() __attribute__((always_inline)) {
        Time descents = 0;
        for (std::size_t i = 1; i < times.size(); ++i) {
            descents |= times[i] < times[i - 1] ? 1 : 0;
        }
        none_descends = descents == 0;
    });
    return none_descends;
}

}  // namespace

// Checks block by block: a long column may be out of order from the start.
bool ascending(Times times) noexcept {
    constexpr std::size_t part = 4096;
    for (std::size_t first = 0; first < times.size(); first += part) {
        if (!block_ascends(times.subspan(first, std::min(part + 1, times.size() - first))))
            return false;
    }
    return true;
}

}  // namespace entrostream
