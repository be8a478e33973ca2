// Direct-mapped cache of F(c) for recurring counts.
//
// The scaled counts of a window compared with a reference are too large for a table, but few at
// a time. A hit costs a multiplication and a lookup, F itself several times that.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/exact/count_log.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

class LogCache {
  public:
    // F(c), c < 2^63.
    [[nodiscard]] uint128 operator()(std::uint64_t c) noexcept {
        Place& place = places_[(c * 0x9e3779b97f4a7c15u) >> (64 - bits)];
        if (place.count != c) [[unlikely]]
            place = {count_log(c), c};
        return place.log;
    }

  private:
    static constexpr int bits = 11;  // 64 kB
    struct Place {
        uint128 log = 0;
        std::uint64_t count = 0;  // F(0) = 0
    };

    std::array<Place, std::size_t{1} << bits> places_;
};

}  // namespace entrostream
