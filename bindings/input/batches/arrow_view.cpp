#include "bindings/input/batches/arrow_view.hpp"

#include <cmath>
#include <limits>

namespace entrostream {

namespace {

double half_to_double(std::uint16_t bits) noexcept {
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    const int exponent = (bits >> 10) & 0x1f;
    const double fraction = (bits & 0x3ff) / 1024.0;
    if (exponent == 0x1f) {
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    }
    return sign *
           (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
}

}  // namespace

std::int64_t ArrowView::integer(std::size_t row) const noexcept {
    // Narrow unsigned values must not be read as negative ones.
    const bool is_unsigned = type_.kind == ArrowKind::unsigned_integer;
    switch (type_.width) {
        case 1:
            return is_unsigned ? values<std::uint8_t>()[row] : values<std::int8_t>()[row];
        case 2:
            return is_unsigned ? values<std::uint16_t>()[row] : values<std::int16_t>()[row];
        case 4:
            return is_unsigned ? std::int64_t{values<std::uint32_t>()[row]}
                               : std::int64_t{values<std::int32_t>()[row]};
        default:
            return values<std::int64_t>()[row];
    }
}

double ArrowView::real(std::size_t row) const noexcept {
    switch (type_.width) {
        case 2:
            return half_to_double(values<std::uint16_t>()[row]);
        case 4:
            return static_cast<double>(values<float>()[row]);
        default:
            return values<double>()[row];
    }
}

std::string_view ArrowView::bytes(std::size_t row) const noexcept {
    std::string_view found;
    with_bytes([&](const auto& bytes_of) { found = bytes_of(row).view(); });
    return found;
}

}  // namespace entrostream
