// NumPy arrays, and anything NumPy can view as one.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/batches/values.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

// Reads one array of a known kind; masked rows are missing.
class ArrayReader {
  public:
    ArrayReader(const Array& array, LabelReader& reader, Wanted wanted)
        : array_(array), reader_(reader), wanted_(wanted) {}

    Batch read() {
        if (!array_.mask.is_valid()) return read_kind(NeverMissing{});
        const auto mask = std::make_shared<ArrayBuffer>(array_.mask);
        return read_kind([mask](std::size_t row) { return mask->as<bool>()[row]; });
    }

  private:
    template <class IsMissing>
    Batch read_kind(const IsMissing& is_missing) {
        switch (array_.kind) {
            case 'b':
                return read_as<std::uint8_t>(
                    is_missing, [](std::uint8_t value) { return nb::bool_(value != 0); });
            case 'i':
                return read_signed(is_missing);
            case 'u':
                return read_unsigned(is_missing);
            case 'f':
                return read_reals(is_missing);
            case 'U':
            case 'S':
                return read_strings(is_missing);
            case 'M':
            case 'm':
                return read_times(is_missing);
            case 'O':
                return read_python(is_missing, array_.values);
            case 'c':
            case 'T':
                return read_python(is_missing, array_.values.attr("astype")("object"));
            default:
                throw_no_labels();
        }
    }

    template <class Integer, class IsMissing, class LabelOf>
    Batch read_as(const IsMissing& is_missing, LabelOf&& label_of) {
        auto buffer = std::make_shared<ArrayBuffer>(array_.values);
        const auto values = buffer->as<Integer>();
        return integer_batch(values, is_missing, "masked", reader_, label_of, std::move(buffer),
                             wanted_);
    }

    template <class IsMissing>
    Batch read_signed(const IsMissing& is_missing) {
        const auto label_of = [](std::int64_t value) { return nb::int_(value); };
        switch (array_.item_size) {
            case 1:
                return read_as<std::int8_t>(is_missing, label_of);
            case 2:
                return read_as<std::int16_t>(is_missing, label_of);
            case 4:
                return read_as<std::int32_t>(is_missing, label_of);
            default:
                return read_as<std::int64_t>(is_missing, label_of);
        }
    }

    template <class IsMissing>
    Batch read_unsigned(const IsMissing& is_missing) {
        const auto label_of = [](std::uint64_t value) { return nb::int_(value); };
        switch (array_.item_size) {
            case 1:
                return read_as<std::uint8_t>(is_missing, label_of);
            case 2:
                return read_as<std::uint16_t>(is_missing, label_of);
            case 4:
                return read_as<std::uint32_t>(is_missing, label_of);
            default:
                return read_as<std::uint64_t>(is_missing, label_of);
        }
    }

    template <class IsMissing>
    Batch read_reals(const IsMissing& is_missing) {
        if (array_.item_size > sizeof(double)) {  // long double: may not fit a float
            return read_python(is_missing, array_.values.attr("astype")("object"));
        }
        const bool half = array_.item_size == 2;
        const nb::object values = half ? array_.values.attr("astype")("float32") : array_.values;
        const ArrayBuffer buffer(values);
        Batch batch(array_.rows, wanted_);
        if (array_.item_size == sizeof(double)) {
            code_reals(buffer.as<double>(), batch.whole(), is_missing, "nan", reader_);
        } else {
            code_reals(buffer.as<float>(), batch.whole(), is_missing, "nan", reader_);
        }
        return batch;
    }

    // Cells of a fixed width, padded with zeros: equal strings have equal cells.
    template <class IsMissing>
    Batch read_strings(const IsMissing& is_missing) {
        const std::size_t size = array_.item_size;
        if (size == 0) return read_python(is_missing, array_.values);  // all strings are empty
        const bool text = array_.kind == 'U';
        const nb::object values =
            array_.values.attr("view")("uint8");  // 'S' has no buffer of cells
        const ArrayBuffer buffer(values);
        Batch batch(array_.rows, wanted_);
        code_bytes([&](std::size_t row) { return buffer.cell(row, size); }, batch.whole(),
                   is_missing, "masked", reader_,
                   [&](std::string_view cell) { return text ? str_of(cell) : bytes_of(cell); });
        return batch;
    }

    static nb::object str_of(std::string_view cell) {
        const std::size_t end = cell.find_last_not_of('\0');
        const std::size_t length = end == std::string_view::npos ? 0 : end / 4 + 1;
        PyObject* text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, cell.data(),
                                                   static_cast<Py_ssize_t>(length));
        if (text == nullptr) throw nb::python_error();
        return nb::steal(text);
    }

    static nb::object bytes_of(std::string_view cell) {
        const std::size_t end = cell.find_last_not_of('\0');
        return nb::bytes(cell.data(), end == std::string_view::npos ? 0 : end + 1);
    }

    // Dictionary-encodes times by their 64 bits; the array's scalar type makes the labels.
    template <class IsMissing>
    Batch read_times(const IsMissing& is_missing) {
        constexpr std::int64_t nat = std::numeric_limits<std::int64_t>::min();
        const nb::object words = array_.values.attr("view")("int64");
        const nb::object scalar_type = array_.values.attr("dtype").attr("type");
        const nb::object unit =
            nb::module_::import_("numpy").attr("datetime_data")(array_.values.attr("dtype"));
        const ArrayBuffer buffer(words);
        const std::span<const std::int64_t> values = buffer.as<std::int64_t>();
        Batch batch(array_.rows, wanted_);
        code_integers(
            values, batch.whole(),
            [&](std::size_t row) { return is_missing(row) || values[row] == nat; }, "NaT", reader_,
            [&](std::int64_t value) { return scalar_type(value, unit); });
        return batch;
    }

    // Comparing a label may run code that writes to the array but cannot free its memory.
    template <class IsMissing>
    Batch read_python(const IsMissing& is_missing, nb::handle array) {
        const ArrayBuffer buffer(array);
        const std::span<PyObject* const> objects = buffer.as<PyObject*>();
        Batch batch(array_.rows);
        const std::span<Code> codes = batch.all();
        InterruptPoll<4096> poll;
        for (std::size_t row = 0; row < codes.size(); ++row) {
            poll();
            __builtin_prefetch(objects[std::min(row + ahead, codes.size() - 1)]);
            const nb::object label = nb::borrow(objects[row] != nullptr ? objects[row] : Py_None);
            codes[row] =
                is_missing(row) ? reader_.missing("masked", row) : reader_.code(label, row);
        }
        return batch;
    }

    [[noreturn]] void throw_no_labels() const {
        const std::string dtype = text_of(nb::object(array_.values.attr("dtype")));
        const std::string message =
            "labels must be numbers, strings, times or objects, got an array of dtype " + dtype;
        throw nb::type_error(message.c_str());
    }

    static constexpr std::size_t ahead = 16;  // prefetch distance for scattered objects

    const Array& array_;
    LabelReader& reader_;
    Wanted wanted_;
};

}  // namespace

Batch read_array(nb::handle given, LabelReader& reader, Wanted wanted) {
    const Array array = open_array(given, "labels");
    return ArrayReader(array, reader, wanted).read();
}

Batch read_places(nb::handle given, nb::handle values, LabelReader& reader, Wanted wanted) {
    const Array places = open_array(given, "places");
    const nb::list labels(values.attr("tolist")());  // ten times as fast as item by item
    const auto label_of = [&](std::int64_t place) {
        return place < 0 ? nb::none() : nb::object(labels[static_cast<std::size_t>(place)]);
    };
    auto buffer = std::make_shared<ArrayBuffer>(places.values);
    const auto values_as = [&]<class T>(std::type_identity<T>) { return buffer->as<T>(); };
    return with_integers(places.kind, static_cast<int>(places.item_size), values_as,
                         [&](auto rows) {
                             return integer_batch(rows, NeverMissing{}, "None", reader, label_of,
                                                  std::move(buffer), wanted);
                         });
}

}  // namespace entrostream
