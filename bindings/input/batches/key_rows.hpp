// Rows of raw values as keys, shared by the readers of NumPy and Arrow columns.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bindings/input/batches/key_columns.hpp"
#include "bindings/labels/label_key.hpp"
#include "bindings/runtime/gil.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

inline constexpr std::size_t key_piece = 1 << 12;  // rows: 32 KB of keys stay in the cache

// The rows from `first` on, by a function of the row of the column.
template <class FormOf>
class RowLabels : public LabelSource {
  public:
    RowLabels(const FormOf& form_of, std::size_t first) : form_of_(form_of), first_(first) {}
    [[nodiscard]] std::string label(std::size_t row) const override {
        return form_of_(first_ + row);
    }

  private:
    const FormOf& form_of_;
    std::size_t first_;
};

// No row of a column is missing.
struct NoneMissing {
    constexpr bool operator()(std::size_t) const noexcept { return false; }
};

// `fill(first, keys)` writes the keys of the rows from `first` on; `form_of(row)` gives the
// serialised label of a row.
template <class Fill, class FormOf>
void pass_filled(KeySink& sink, std::size_t rows, const Fill& fill, const FormOf& form_of) {
    const GilReleased unlocked;
    std::array<Key, key_piece> keys;
    in_slices(rows, key_piece, [&](std::size_t first, std::size_t size) {
        const std::span<Key> piece = std::span(keys).first(size);
        fill(first, piece);
        sink.take(piece, RowLabels(form_of, first));
    });
}

// `key_of(row)` and `form_of(row)` give the key and the serialised label of a row that is not
// missing; errors show a missing one as `missing_value`.
template <class KeyOf, class FormOf, class IsMissing>
void pass_rows(KeyReader& reader, KeySink& sink, std::size_t rows, const KeyOf& key_of,
               const FormOf& form_of, const IsMissing& is_missing, const char* missing_value) {
    const auto fill = [&](std::size_t first, std::span<Key> keys) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            keys[i] = is_missing(first + i) ? reader.missing_key(missing_value, first + i)
                                            : key_of(first + i);
        }
    };
    pass_filled(sink, rows, fill, [&](std::size_t row) {
        return is_missing(row) ? serialised(Label{}) : form_of(row);
    });
}

// Integers of any width.
template <std::integral Integer>
[[nodiscard]] Key integer_key(const LabelHash& hash, Integer value) noexcept {
    if constexpr (std::is_signed_v<Integer>) {
        return hash.integer(static_cast<std::int64_t>(value));
    } else {
        return hash.integer(false, static_cast<std::uint64_t>(value));
    }
}
template <std::integral Integer>
[[nodiscard]] std::string integer_form(Integer value) {
    if constexpr (std::is_signed_v<Integer>) {
        const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        return serialised(integer_label_of(value < 0, value < 0 ? ~bits + 1 : bits));
    } else {
        return serialised(integer_label_of(false, static_cast<std::uint64_t>(value)));
    }
}

[[nodiscard]] inline Label text_label_of(std::string_view utf8) {
    Label label{.kind = LabelKind::text};
    label.text = utf8;
    return label;
}
[[nodiscard]] inline Label bytes_label_of(std::string_view bytes) {
    Label label{.kind = LabelKind::bytes};
    label.text = bytes;
    return label;
}

}  // namespace entrostream
