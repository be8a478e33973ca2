#include "core/sketch/label_hash.hpp"

#include "core/simd/cpu_features.hpp"

namespace entrostream {

void LabelHash::integers(std::span<const std::int64_t> values, Key* to) const noexcept {
    if (simd::has_avx512()) return integers_avx512(values, to);
    for (const std::int64_t value : values) {
        *to++ = integer(value);
    }
}

}  // namespace entrostream
