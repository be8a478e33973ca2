// Keys of Arrow columns.
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "bindings/input/batches/arrow_abi.hpp"
#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_objects.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_view.hpp"
#include "bindings/input/batches/key_columns.hpp"
#include "bindings/input/batches/key_rows.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/labels/label_key.hpp"

namespace entrostream {

namespace {

bool is_hashed_in_place(const ArrowSchema& schema) {
    if (is_extension(schema)) return false;
    if (schema.dictionary != nullptr) return is_hashed_in_place(*schema.dictionary);
    const auto type = plain_arrow_type(schema);
    if (!type) return false;
    switch (type->kind) {
        case ArrowKind::boolean:
        case ArrowKind::signed_integer:
        case ArrowKind::unsigned_integer:
        case ArrowKind::real:
        case ArrowKind::bytes:
        case ArrowKind::bytes_view:
            return true;
        default:
            return false;
    }
}

// Calls `use(key_of, form_of, is_missing)` for the rows of an array of plain values.
template <class Use>
void with_plain_rows(const LabelHash& hash, const ArrowView& view, const ArrowType& type,
                     const Use& use) {
    const auto is_null = [&](std::size_t row) { return view.is_null(row); };
    switch (type.kind) {
        case ArrowKind::boolean:
            return use([&](std::size_t row) { return hash.integer(false, view.boolean(row)); },
                       [&](std::size_t row) {
                           return integer_form(static_cast<std::uint8_t>(view.boolean(row)));
                       },
                       is_null);
        case ArrowKind::real:
            return use([&](std::size_t row) { return real_key(hash, view.real(row)); },
                       [&](std::size_t row) { return serialised(real_label_of(view.real(row))); },
                       [&](std::size_t row) { return is_null(row) || std::isnan(view.real(row)); });
        case ArrowKind::bytes:
        case ArrowKind::bytes_view:
            return view.with_bytes([&](const auto& bytes_of) {
                const auto label = [&](std::size_t row) {
                    const auto bytes = bytes_of(row).view();
                    return type.text ? text_label_of(bytes) : bytes_label_of(bytes);
                };
                const auto key = [&](std::size_t row) {
                    return type.text ? hash.text(bytes_of(row).view())
                                     : label_key(hash, label(row));
                };
                use(key, [&](std::size_t row) { return serialised(label(row)); }, is_null);
            });
        default: {
            const char kind = type.kind == ArrowKind::unsigned_integer ? 'u' : 'i';
            const auto as = [&]<class T>(std::type_identity<T>) { return view.values<T>(); };
            with_integers(kind, type.width, as, [&](auto values) {
                use([&](std::size_t row) { return integer_key(hash, values[row]); },
                    [&](std::size_t row) { return integer_form(values[row]); }, is_null);
            });
        }
    }
}

// Passes an array of plain values, or of places in a dictionary of them, whose values are hashed
// once.
class ArrowKeys {
  public:
    ArrowKeys(KeyReader& reader, KeySink& sink) : reader_(reader), sink_(sink) {}

    void pass(const ArrowSchema& schema, const ArrowArray& array) {
        if (schema.dictionary != nullptr) return pass_places(schema, array);
        const ArrowType type = arrow_type(schema);
        const ArrowView view(array, type);
        with_plain_rows(reader_.hash(), view, type,
                        [&](const auto& key_of, const auto& form_of, const auto& is_missing) {
                            pass_rows(reader_, sink_, view.rows(), key_of, form_of, is_missing,
                                      type.kind == ArrowKind::real ? "nan or null" : "null");
                        });
    }

  private:
    void pass_places(const ArrowSchema& schema, const ArrowArray& array) {
        const ArrowType type = arrow_type(schema);
        const ArrowView places(array, type);
        const ArrowType value_type = arrow_type(*schema.dictionary);
        const ArrowView values(*array.dictionary, value_type);
        with_plain_rows(
            reader_.hash(), values, value_type,
            [&](const auto& key_of, const auto& form_of, const auto& is_missing) {
                std::vector<Key> keys(values.rows());
                for (std::size_t i = 0; i < keys.size(); ++i) {
                    keys[i] = is_missing(i) ? 0 : key_of(i);
                }
                const auto as = [&]<class T>(std::type_identity<T>) { return places.values<T>(); };
                with_integers('u', type.width, as,
                              [&](auto indices) { pass_indices(places, indices, keys, form_of); });
            });
    }
    template <class Indices, class FormOf>
    void pass_indices(const ArrowView& places, Indices indices, const std::vector<Key>& keys,
                      const FormOf& form_of) {
        const auto place = [&](std::size_t row) {
            const auto index = static_cast<std::size_t>(indices[row]);
            if (index >= keys.size()) throw std::out_of_range("a dictionary has no such index");
            return index;
        };
        pass_rows(
            reader_, sink_, places.rows(), [&](std::size_t row) { return keys[place(row)]; },
            [&](std::size_t row) { return form_of(place(row)); },
            [&](std::size_t row) { return places.is_null(row) || keys[place(row)] == 0; }, "null");
    }

    KeyReader& reader_;
    KeySink& sink_;
};

}  // namespace

void KeyReader::read_arrow(nb::handle given, KeySink& sink) {
    ArrowColumn column;
    open_column(given, column);
    if (!is_hashed_in_place(*column.schema)) {
        // A container hands over its rows again; a stream can be read only once.
        if (nb::hasattr(given, "__len__")) return read_distinct(given, sink);
        return read_sequence(arrow_objects(given, column, "labels"), sink);
    }
    ArrowKeys keys(*this, sink);
    std::size_t done = 0;
    for (const auto& chunk : column.chunks) {
        names_.begin_chunk(done);
        keys.pass(*column.schema, **chunk);
        done += static_cast<std::size_t>((*chunk)->length);
    }
    names_.begin_chunk(0);
}

}  // namespace entrostream
