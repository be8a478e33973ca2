// Columns imported through the Arrow C data interface: pyarrow, Polars and others.
//
// Chunks are read in place. A dictionary-encoded column is not decoded: each value of the
// dictionary that occurs becomes a label once.
#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bindings/input/batches/arrow_abi.hpp"
#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_objects.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_view.hpp"
#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/batches/values.hpp"

namespace entrostream {

namespace {

// Calls `read(is_missing)` with the cheapest null test. The test holds a copy of `view`, a
// pointer to the array.
template <class View, class Read>
auto with_nulls(const View& view, Read&& read) {
    if (view->has_nulls()) return read([view](std::size_t row) { return view->is_null(row); });
    return read(NeverMissing{});
}

// Returns the rows as a span of the type that `with_integers` selects.
auto values_of(const ArrowView& view) {
    return [&]<class T>(std::type_identity<T>) { return view.values<T>(); };
}

void read_integer_rows(const ArrowView& view, const ArrowType& type, BatchPart part,
                       LabelReader& reader) {
    const char kind = type.kind == ArrowKind::unsigned_integer ? 'u' : 'i';
    const auto label_of = [&](auto value) {
        return integer_label(static_cast<std::int64_t>(value), type);
    };
    with_nulls(&view, [&](const auto& is_null) {
        with_integers(kind, type.width, values_of(view), [&](auto values) {
            code_integers(values, part, is_null, "null", reader, label_of);
        });
    });
}

void read_real_rows(const ArrowView& view, BatchPart part, LabelReader& reader) {
    std::vector<double> values(view.rows());
    for (std::size_t row = 0; row < values.size(); ++row) {
        values[row] = view.real(row);
    }
    code_reals(
        std::span<const double>(values), part, [&](std::size_t row) { return view.is_null(row); },
        "nan or null", reader);
}

void read_boolean_rows(const ArrowView& view, BatchPart part, LabelReader& reader) {
    std::vector<std::uint8_t> values(view.rows());
    for (std::size_t row = 0; row < values.size(); ++row) {
        values[row] = view.boolean(row) ? 1 : 0;
    }
    code_integers(
        std::span<const std::uint8_t>(values), part,
        [&](std::size_t row) { return view.is_null(row); }, "null", reader,
        [](std::uint8_t value) { return nb::bool_(value != 0); });
}

void read_bytes_rows(const ArrowView& view, const ArrowType& type, BatchPart part,
                     LabelReader& reader) {
    with_nulls(&view, [&](const auto& is_missing) {
        view.with_bytes([&](const auto& bytes_of) {
            code_bytes(bytes_of, part, is_missing, "null", reader,
                       [&](std::string_view bytes) { return bytes_label(bytes, type); });
        });
    });
}

void read_rows(const ArrowSchema& schema, const ArrowArray& array, BatchPart part,
               LabelReader& reader);

// Calls `use(places, is_null, label_of)` for a dictionary-encoded array, whose rows are
// indices into the dictionary.
template <class Use>
auto with_places(const ArrowSchema& schema, const ArrowArray& array, Use&& use) {
    const ArrowType type = arrow_type(schema);
    const auto values = std::make_shared<ArrowObjects>(*schema.dictionary, *array.dictionary);
    const auto view = std::make_shared<ArrowView>(array, type);
    const auto label_of = [values](auto place) {
        return values->at(static_cast<std::uint64_t>(place));
    };
    return with_nulls(view, [&](const auto& is_null) {
        return with_integers('u', type.width, values_of(*view),
                             [&](auto places) { return use(places, is_null, label_of); });
    });
}

void read_dictionary_rows(const ArrowSchema& schema, const ArrowArray& array, BatchPart part,
                          LabelReader& reader) {
    with_places(schema, array, [&](auto places, const auto& is_null, const auto& label_of) {
        code_integers(places, part, is_null, "null", reader, label_of);
    });
}

void read_runs(const ArrowSchema& schema, const ArrowArray& array, BatchPart part,
               LabelReader& reader) {
    const ArrowObjects values(*schema.children[1], *array.children[1]);
    const std::vector<std::uint32_t> runs = runs_of_rows(schema, array);
    code_integers(std::span<const std::uint32_t>(runs), part, NeverMissing{}, "null", reader,
                  [&](std::uint32_t place) { return values.at(place); });
}

void read_nulls(BatchPart part, LabelReader& reader) {
    if (part.rows == 0) return;
    const Code missing = reader.missing("null", 0);
    if (part.counts != nullptr) return part.add(missing, part.rows);
    std::fill(part.codes.begin(), part.codes.end(), missing);
}

void read_rows(const ArrowSchema& schema, const ArrowArray& array, BatchPart part,
               LabelReader& reader) {
    if (schema.dictionary != nullptr) return read_dictionary_rows(schema, array, part, reader);
    const ArrowType type = arrow_type(schema);
    const ArrowView view(array, type);
    switch (type.kind) {
        case ArrowKind::null:
            return read_nulls(part, reader);
        case ArrowKind::boolean:
            return read_boolean_rows(view, part, reader);
        case ArrowKind::real:
            return read_real_rows(view, part, reader);
        case ArrowKind::bytes:
        case ArrowKind::bytes_view:
        case ArrowKind::fixed_bytes:
        case ArrowKind::decimal:
            return read_bytes_rows(view, type, part, reader);
        case ArrowKind::run_end:
            return read_runs(schema, array, part, reader);
        default:
            return read_integer_rows(view, type, part, reader);
    }
}

// Calls `read(chunk, part)` for each chunk of a column.
template <class Read>
Batch read_chunks(const ArrowColumn& column, LabelReader& reader, Wanted wanted, Read&& read) {
    Batch batch(column.rows(), wanted);
    std::size_t done = 0;
    for (const auto& chunk : column.chunks) {
        const auto length = static_cast<std::size_t>((*chunk)->length);
        reader.begin_chunk(done);
        read(**chunk, batch.part(done, length));
        done += length;
    }
    return batch;
}

}  // namespace

Batch read_arrow(nb::handle given, LabelReader& reader, Wanted wanted) {
    const auto owner = std::make_shared<ArrowColumn>();
    ArrowColumn& column = *owner;
    open_column(given, column);
    if (is_extension(*column.schema)) {
        return read_objects(arrow_objects(given, column, "labels"), reader);
    }
    if (column.chunks.size() == 1 && column.schema->dictionary != nullptr) {
        const auto read = [&](auto places, const auto& is_null, const auto& label_of) {
            return integer_batch(places, is_null, "null", reader, label_of, owner, wanted);
        };
        return with_places(*column.schema, **column.chunks.front(), read);
    }
    // A column without chunks must still have a type that labels can have.
    if (column.chunks.empty()) static_cast<void>(arrow_type(*column.schema));
    return read_chunks(column, reader, wanted, [&](const ArrowArray& chunk, BatchPart part) {
        read_rows(*column.schema, chunk, part, reader);
    });
}

// Polars would copy all rows to export categories with their names. It exports their numbers
// without a copy, and looks up the name of any number.
Batch read_polars(nb::handle series, LabelReader& reader, Wanted wanted) {
    const nb::object categories = series.attr("dtype").attr("categories");
    const auto label_of = [&](auto category) { return nb::object(categories[nb::int_(category)]); };
    ArrowColumn column;
    open_column(series.attr("to_physical")(), column);
    const ArrowType type = arrow_type(*column.schema);
    return read_chunks(column, reader, wanted, [&](const ArrowArray& chunk, BatchPart part) {
        const ArrowView view(chunk, type);
        with_nulls(&view, [&](const auto& is_null) {
            with_integers('u', type.width, values_of(view), [&](auto rows) {
                code_integers(rows, part, is_null, "null", reader, label_of);
            });
        });
    });
}

}  // namespace entrostream
