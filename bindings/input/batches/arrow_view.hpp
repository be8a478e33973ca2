// The values of one Arrow array, read in place, row by row.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "bindings/input/batches/arrow_abi.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "core/counts/short_key.hpp"

namespace entrostream {

// One array of a column: a chunk, a dictionary, or the values of runs.
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
    // Calls `use(bytes_of)`; `bytes_of(row)` returns the row's bytes without checking the
    // layout again. Both are valid as long as the array.
    template <class Use>
    void with_bytes(Use&& use) const;

  private:
    [[nodiscard]] bool bit(const std::uint8_t* bits, std::size_t row) const noexcept {
        const std::size_t place = row + static_cast<std::size_t>(array_.offset);
        return ((bits[place / 8] >> (place % 8)) & 1) != 0;
    }
    template <class Offset>
    [[nodiscard]] auto bytes_between_offsets() const noexcept;
    [[nodiscard]] auto bytes_behind_views() const noexcept;
    [[nodiscard]] auto bytes_in_cells() const noexcept;

    const ArrowArray& array_;
    ArrowType type_;
    const std::uint8_t* valid_ = nullptr;
};

template <class Offset>
auto ArrowView::bytes_between_offsets() const noexcept {
    const Offset* offsets = static_cast<const Offset*>(array_.buffers[1]) + array_.offset;
    const char* data = static_cast<const char*>(array_.buffers[2]);
    const Offset end = rows() == 0 ? 0 : offsets[rows()];
    return [offsets, data, end](std::size_t row) {
        const Offset first = offsets[row];
        return Bytes{data + first, static_cast<std::size_t>(offsets[row + 1] - first),
                     static_cast<std::size_t>(end - first)};
    };
}

// A view has sixteen bytes: a length, then the bytes themselves if there are at most twelve,
// otherwise the first four of them, a buffer index and an offset in that buffer.
inline auto ArrowView::bytes_behind_views() const noexcept {
    const char* views = static_cast<const char*>(array_.buffers[1]) + 16 * array_.offset;
    const char* end = views + 16 * rows();
    const void* const* data = array_.buffers + 2;
    return [views, end, data](std::size_t row) {
        struct {
            std::int32_t length;
            std::int32_t prefix;
            std::int32_t buffer;
            std::int32_t offset;
        } view;
        const char* at = views + 16 * row;
        std::memcpy(&view, at, sizeof(view));
        const auto size = static_cast<std::size_t>(view.length);
        if (size <= 12) return Bytes{at + 4, size, static_cast<std::size_t>(end - at - 4)};
        return Bytes{static_cast<const char*>(data[view.buffer]) + view.offset, size, size};
    };
}

inline auto ArrowView::bytes_in_cells() const noexcept {
    const auto width = static_cast<std::size_t>(type_.width);
    const char* cells = static_cast<const char*>(array_.buffers[1]) +
                        width * static_cast<std::size_t>(array_.offset);
    return [cells, width, rows = rows()](std::size_t row) {
        return Bytes{cells + width * row, width, width * (rows - row)};
    };
}

template <class Use>
void ArrowView::with_bytes(Use&& use) const {
    if (type_.kind == ArrowKind::bytes_view) return use(bytes_behind_views());
    if (type_.kind != ArrowKind::bytes) return use(bytes_in_cells());
    if (type_.width == 4) return use(bytes_between_offsets<std::int32_t>());
    use(bytes_between_offsets<std::int64_t>());
}

}  // namespace entrostream
