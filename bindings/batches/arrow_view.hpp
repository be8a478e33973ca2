// The values of one Arrow array, row by row, where they lie.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "bindings/batches/arrow_abi.hpp"
#include "bindings/batches/arrow_type.hpp"

namespace entrostream {

// One array of a column: the memory of a chunk, of a dictionary, of run values.
class ArrowView {
  public:
    ArrowView(const ArrowArray& array, const ArrowType& type) : array_(array), type_(type) {
        const bool no_bitmap = type.kind == ArrowKind::null || type.kind == ArrowKind::run_end;
        if (!no_bitmap && array.null_count != 0 && array.n_buffers > 0) {
            valid_ = static_cast<const std::uint8_t*>(array.buffers[0]);
        }
    }

    [[nodiscard]] std::size_t rows() const noexcept {
        return static_cast<std::size_t>(array_.length);
    }
    [[nodiscard]] bool has_nulls() const noexcept {
        return valid_ != nullptr || type_.kind == ArrowKind::null;
    }
    [[nodiscard]] bool is_null(std::size_t row) const noexcept {
        if (type_.kind == ArrowKind::null) return true;
        return valid_ != nullptr && !bit(valid_, row);
    }

    // Integers, floats, times.
    template <class T>
    [[nodiscard]] std::span<const T> values() const noexcept {
        return {static_cast<const T*>(array_.buffers[1]) + array_.offset, rows()};
    }
    [[nodiscard]] bool boolean(std::size_t row) const noexcept {
        return bit(static_cast<const std::uint8_t*>(array_.buffers[1]), row);
    }
    [[nodiscard]] std::int64_t integer(std::size_t row) const noexcept;
    [[nodiscard]] double real(std::size_t row) const noexcept;
    [[nodiscard]] std::string_view bytes(std::size_t row) const noexcept;

  private:
    [[nodiscard]] bool bit(const std::uint8_t* bits, std::size_t row) const noexcept {
        const std::size_t place = row + static_cast<std::size_t>(array_.offset);
        return ((bits[place / 8] >> (place % 8)) & 1) != 0;
    }
    template <class Offset>
    [[nodiscard]] std::string_view between_offsets(std::size_t row) const noexcept {
        const Offset* offsets = static_cast<const Offset*>(array_.buffers[1]) + array_.offset + row;
        return {static_cast<const char*>(array_.buffers[2]) + offsets[0],
                static_cast<std::size_t>(offsets[1] - offsets[0])};
    }
    [[nodiscard]] std::string_view behind_view(std::size_t row) const noexcept;

    const ArrowArray& array_;
    ArrowType type_;
    const std::uint8_t* valid_ = nullptr;
};

}  // namespace entrostream
