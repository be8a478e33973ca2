#include "bindings/batches/arrow_view.hpp"

#include <cmath>
#include <cstring>
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
    // Narrow unsigned values must not be taken for negative ones.
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
    switch (type_.kind) {
        case ArrowKind::bytes_view:
            return behind_view(row);
        case ArrowKind::bytes:
            return type_.width == 4 ? between_offsets<std::int32_t>(row)
                                    : between_offsets<std::int64_t>(row);
        default: {
            const auto width = static_cast<std::size_t>(type_.width);
            const std::size_t place = row + static_cast<std::size_t>(array_.offset);
            return {static_cast<const char*>(array_.buffers[1]) + place * width, width};
        }
    }
}

// Sixteen bytes: a length, then the bytes themselves if there are at most
// twelve, otherwise four of them, a buffer's number and an offset in it.
std::string_view ArrowView::behind_view(std::size_t row) const noexcept {
    const std::size_t place = row + static_cast<std::size_t>(array_.offset);
    const char* view = static_cast<const char*>(array_.buffers[1]) + 16 * place;
    std::int32_t length = 0;
    std::int32_t buffer = 0;
    std::int32_t offset = 0;
    std::memcpy(&length, view, 4);
    if (length <= 12) return {view + 4, static_cast<std::size_t>(length)};
    std::memcpy(&buffer, view + 8, 4);
    std::memcpy(&offset, view + 12, 4);
    return {static_cast<const char*>(array_.buffers[2 + buffer]) + offset,
            static_cast<std::size_t>(length)};
}

}  // namespace entrostream
