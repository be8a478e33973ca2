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
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_view.hpp"
#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/batches/values.hpp"
#include "bindings/labels/time_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

nb::object decimal_label(std::string_view bytes, int scale) {
    const nb::object integer = nb::handle(reinterpret_cast<PyObject*>(&PyLong_Type))
                                   .attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()),
                                                       "little", nb::arg("signed") = true);
    // Via a string: arithmetic on a Decimal would round to the context's precision.
    const std::string text = text_of(integer) + "E" + std::to_string(-scale);
    return nb::module_::import_("decimal").attr("Decimal")(text.c_str());
}

nb::object bytes_label(std::string_view bytes, const ArrowType& type) {
    if (type.kind == ArrowKind::decimal) return decimal_label(bytes, type.scale);
    if (!type.text) return nb::bytes(bytes.data(), bytes.size());
    PyObject* text =
        PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), nullptr);
    if (text == nullptr) throw nb::python_error();
    return nb::steal(text);
}

nb::object integer_label(std::int64_t value, const ArrowType& type) {
    switch (type.kind) {
        case ArrowKind::unsigned_integer:
            return nb::int_(static_cast<std::uint64_t>(value));
        case ArrowKind::date:
            return date_label(type.width == 4 ? value : value / (86'400 * type.ticks_per_second));
        case ArrowKind::time:
            return time_of_day_label(value, type.ticks_per_second);
        case ArrowKind::timestamp:
            return timestamp_label(value, type.ticks_per_second, type.zoned);
        case ArrowKind::duration:
            return duration_label(value, type.ticks_per_second);
        default:
            return nb::int_(value);
    }
}

// One value as a label, of any kind but null and run_end.
nb::object label_at(const ArrowView& view, const ArrowType& type, std::size_t row) {
    switch (type.kind) {
        case ArrowKind::boolean:
            return nb::bool_(view.boolean(row));
        case ArrowKind::real:
            return nb::float_(view.real(row));
        case ArrowKind::bytes:
        case ArrowKind::bytes_view:
        case ArrowKind::fixed_bytes:
        case ArrowKind::decimal:
            return bytes_label(view.bytes(row), type);
        default:
            return integer_label(view.integer(row), type);
    }
}

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

// The values that another array indexes: a dictionary, or the values of runs. They may
// themselves be encoded.
class PointedValues {
  public:
    PointedValues(const ArrowSchema& schema, const ArrowArray& array)
        : type_(arrow_type(schema)), view_(array, type_) {
        if (type_.kind == ArrowKind::run_end) {
            throw nb::type_error("labels must be one column of plain values, got runs of runs");
        }
        if (schema.dictionary != nullptr) {
            inner_ = std::make_unique<PointedValues>(*schema.dictionary, *array.dictionary);
        }
    }

    // The label at an index, None if it is null. Throws std::out_of_range if there is no such
    // index.
    [[nodiscard]] nb::object label(std::uint64_t place) const {
        if (place >= view_.rows()) {
            throw std::out_of_range("an encoded column names value " + std::to_string(place) +
                                    " of " + std::to_string(view_.rows()));
        }
        const auto row = static_cast<std::size_t>(place);
        if (view_.is_null(row)) return nb::none();
        if (inner_) return inner_->label(static_cast<std::uint64_t>(view_.integer(row)));
        return label_at(view_, type_, row);
    }

  private:
    ArrowType type_;
    ArrowView view_;
    std::unique_ptr<PointedValues> inner_;
};

// Calls `use(places, is_null, label_of)` for a dictionary-encoded array, whose rows are
// indices into the dictionary.
template <class Use>
auto with_places(const ArrowSchema& schema, const ArrowArray& array, Use&& use) {
    const ArrowType type = arrow_type(schema);
    const auto values = std::make_shared<PointedValues>(*schema.dictionary, *array.dictionary);
    const auto view = std::make_shared<ArrowView>(array, type);
    const auto label_of = [values](auto place) {
        return values->label(static_cast<std::uint64_t>(place));
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

// Row i has the value of the first run whose end is above offset + i.
void read_runs(const ArrowSchema& schema, const ArrowArray& array, BatchPart part,
               LabelReader& reader) {
    const ArrowView ends(*array.children[0], arrow_type(*schema.children[0]));
    const PointedValues values(*schema.children[1], *array.children[1]);
    std::vector<std::uint32_t> runs(part.rows);
    std::uint32_t run = 0;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const std::int64_t place = array.offset + static_cast<std::int64_t>(row);
        while (run < ends.rows() && ends.integer(run) <= place) {
            ++run;
        }
        runs[row] = run;
    }
    code_integers(std::span<const std::uint32_t>(runs), part, NeverMissing{}, "null", reader,
                  [&](std::uint32_t place) { return values.label(place); });
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
    // Only the library of an extension type can interpret its storage.
    if (is_extension(*column.schema)) return read_objects(list_of(given), reader);
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
