#include "bindings/input/batches/arrow_objects.hpp"

#include <stdexcept>
#include <string>

#include "bindings/input/batches/arrow_type_name.hpp"
#include "bindings/labels/time_label.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/counts/interruption.hpp"

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

// Of any kind but null and run_end.
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

template <class At>
void append(nb::list& objects, std::size_t rows, const At& at) {
    InterruptPoll<4096> poll;
    for (std::size_t row = 0; row < rows; ++row) {
        poll();
        objects.append(at(row));
    }
}

void append_runs(nb::list& objects, const ArrowSchema& schema, const ArrowArray& array,
                 const char* what) {
    ArrowObjects values(*schema.children[1], *array.children[1], what);
    values.use_utc();
    const std::vector<std::uint32_t> runs = runs_of_rows(schema, array);
    append(objects, runs.size(), [&](std::size_t row) { return values.at(runs[row]); });
}

void append_rows(nb::list& objects, const ArrowSchema& schema, const ArrowArray& array,
                 const char* what) {
    ArrowObjects values(schema, array, what);
    values.use_utc();
    append(objects, values.rows(), [&](std::size_t row) { return values.at(row); });
}

nb::list objects_of_producer(nb::handle producer, const ArrowSchema& schema, const char* what) {
    if (nb::hasattr(producer, "__iter__")) return list_of(producer);
    throw nb::type_error((std::string(what) +
                          " of an Arrow extension type are read by iteration, " + "but " +
                          class_name(producer) + " is not iterable; pass a list, or " +
                          "the storage as " + arrow_type_name(schema))
                             .c_str());
}

}  // namespace

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

ArrowObjects::ArrowObjects(const ArrowSchema& schema, const ArrowArray& array, const char* what)
    : type_(arrow_type(schema, what)), view_(array, type_) {
    if (type_.kind == ArrowKind::run_end) {
        throw nb::type_error(
            (std::string(what) + " must be one column of plain values, got runs of runs").c_str());
    }
    if (schema.dictionary != nullptr) {
        dictionary_ = std::make_unique<ArrowObjects>(*schema.dictionary, *array.dictionary, what);
    }
}

nb::object ArrowObjects::at(std::uint64_t place) const {
    if (place >= view_.rows()) {
        throw std::out_of_range("an encoded column names value " + std::to_string(place) + " of " +
                                std::to_string(view_.rows()));
    }
    const auto row = static_cast<std::size_t>(place);
    if (view_.is_null(row)) return nb::none();
    if (dictionary_) return dictionary_->at(static_cast<std::uint64_t>(view_.integer(row)));
    return label_at(view_, type_, row);
}

void ArrowObjects::use_utc() noexcept {
    type_.zoned = false;
    if (dictionary_) dictionary_->use_utc();
}

// Row i has the value of the first run whose end is above offset + i.
std::vector<std::uint32_t> runs_of_rows(const ArrowSchema& schema, const ArrowArray& array) {
    const ArrowView ends(*array.children[0], arrow_type(*schema.children[0]));
    std::vector<std::uint32_t> runs(static_cast<std::size_t>(array.length));
    std::uint32_t run = 0;
    for (std::size_t row = 0; row < runs.size(); ++row) {
        const std::int64_t place = array.offset + static_cast<std::int64_t>(row);
        while (run < ends.rows() && ends.integer(run) <= place) {
            ++run;
        }
        runs[row] = run;
    }
    return runs;
}

nb::list arrow_objects(nb::handle producer, const ArrowColumn& column, const char* what) {
    const ArrowSchema& schema = *column.schema;
    if (is_extension(schema)) return objects_of_producer(producer, schema, what);
    const ArrowType type = arrow_type(schema, what);  // a column without chunks has one too
    nb::list objects;
    for (const auto& chunk : column.chunks) {
        const bool runs = type.kind == ArrowKind::run_end;
        (runs ? append_runs : append_rows)(objects, schema, **chunk, what);
    }
    return objects;
}

}  // namespace entrostream
