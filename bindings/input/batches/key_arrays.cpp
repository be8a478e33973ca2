// Keys of NumPy arrays.
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/key_columns.hpp"
#include "bindings/input/batches/key_rows.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/labels/label_key.hpp"

namespace entrostream {

namespace {

void append_utf8(std::string& text, std::uint32_t point) {
    const auto put = [&](std::uint32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto rest = [&](int shift) { put(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) return put(point);
    if (point < 0x800) {
        put(0xC0 | point >> 6);
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        rest(6);
    } else {
        put(0xF0 | point >> 18);
        rest(12);
        rest(6);
    }
    rest(0);
}

// A cell of four-byte characters without the zeros at its end.
std::string utf8_of(std::string_view cell) {
    const std::size_t end = cell.find_last_not_of('\0');
    const std::size_t length = end == std::string_view::npos ? 0 : end / 4 + 1;
    std::string text;
    for (std::size_t i = 0; i < length; ++i) {
        std::uint32_t point = 0;
        std::memcpy(&point, cell.data() + 4 * i, sizeof(point));
        append_utf8(text, point);
    }
    return text;
}

std::string_view without_zeros(std::string_view cell) {
    const std::size_t end = cell.find_last_not_of('\0');
    return cell.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

// Passes the rows of an array of a kind that is hashed in place.
class ArrayKeys {
  public:
    ArrayKeys(KeyReader& reader, KeySink& sink, const Array& array)
        : reader_(reader), sink_(sink), array_(array) {}

    template <class IsMissing>
    void pass(const IsMissing& is_missing) {
        switch (array_.kind) {
            case 'b':
                return pass_integers<std::uint8_t>(is_missing);
            case 'f':
                return array_.item_size == 4 ? pass_reals<float>(is_missing)
                                             : pass_reals<double>(is_missing);
            case 'U':
            case 'S':
                return pass_strings(is_missing);
            default:
                return pass_any_integers(is_missing);
        }
    }

  private:
    template <class Integer, class IsMissing>
    void pass_integers(const IsMissing& is_missing) {
        const ArrayBuffer buffer(array_.values);
        pass_values(buffer.as<Integer>(), is_missing);
    }
    template <class IsMissing>
    void pass_any_integers(const IsMissing& is_missing) {
        const ArrayBuffer buffer(array_.values);
        const auto as = [&]<class T>(std::type_identity<T>) { return buffer.as<T>(); };
        with_integers(array_.kind, static_cast<int>(array_.item_size), as,
                      [&](auto values) { pass_values(values, is_missing); });
    }
    template <class Integer, class IsMissing>
    void pass_values(std::span<const Integer> values, const IsMissing& is_missing) {
        const auto form_of = [&](std::size_t row) { return integer_form(values[row]); };
        if constexpr (std::same_as<Integer, std::int64_t> && std::same_as<IsMissing, NoneMissing>) {
            const auto fill = [&](std::size_t first, std::span<Key> keys) {
                reader_.hash().integers(values.subspan(first, keys.size()), keys.data());
            };
            pass_filled(sink_, array_.rows, fill, form_of);
        } else {
            pass_rows(
                reader_, sink_, array_.rows,
                [&, hash = reader_.hash()](std::size_t row) {
                    return integer_key(hash, values[row]);
                },
                form_of, is_missing, "masked");
        }
    }
    template <class Real, class IsMissing>
    void pass_reals(const IsMissing& is_missing) {
        const ArrayBuffer buffer(array_.values);
        const std::span<const Real> values = buffer.as<Real>();
        pass_rows(
            reader_, sink_, array_.rows,
            [&, hash = reader_.hash()](std::size_t row) { return real_key(hash, values[row]); },
            [&](std::size_t row) { return serialised(real_label_of(values[row])); },
            [&](std::size_t row) { return is_missing(row) || std::isnan(values[row]); }, "nan");
    }
    template <class IsMissing>
    void pass_strings(const IsMissing& is_missing) {
        const nb::object bytes = array_.values.attr("view")("uint8");
        const ArrayBuffer buffer(bytes);
        const std::size_t size = array_.item_size;
        const auto cell = [&](std::size_t row) { return buffer.cell(row, size).view(); };
        if (array_.kind == 'U') {
            pass_rows(
                reader_, sink_, array_.rows,
                [&](std::size_t row) { return reader_.hash().text(utf8_of(cell(row))); },
                [&](std::size_t row) { return serialised(text_label_of(utf8_of(cell(row)))); },
                is_missing, "masked");
        } else {
            const auto label = [&](std::size_t row) {
                return bytes_label_of(without_zeros(cell(row)));
            };
            pass_rows(
                reader_, sink_, array_.rows,
                [&](std::size_t row) { return label_key(reader_.hash(), label(row)); },
                [&](std::size_t row) { return serialised(label(row)); }, is_missing, "masked");
        }
    }

    KeyReader& reader_;
    KeySink& sink_;
    const Array& array_;
};

bool is_hashed_in_place(const Array& array) {
    switch (array.kind) {
        case 'b':
        case 'i':
        case 'u':
            return true;
        case 'f':
            return array.item_size == 4 || array.item_size == 8;
        case 'U':
        case 'S':
            return array.item_size != 0;
        default:
            return false;
    }
}

}  // namespace

void KeyReader::read_array(nb::handle given, KeySink& sink) {
    const Array array = open_array(given, "labels");
    if (!is_hashed_in_place(array)) return read_distinct(given, sink);
    ArrayKeys keys(*this, sink, array);
    if (!array.mask.is_valid()) return keys.pass(NoneMissing());
    const ArrayBuffer mask(array.mask);
    keys.pass([&](std::size_t row) { return mask.as<bool>()[row]; });
}

}  // namespace entrostream
