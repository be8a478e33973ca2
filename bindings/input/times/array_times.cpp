// Times in NumPy arrays and pandas columns.
#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

#include "bindings/input/batches/array_view.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/batches/pandas_array.hpp"
#include "bindings/input/times/columns.hpp"
#include "bindings/input/times/point.hpp"
#include "bindings/input/times/ticks.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded multi_index("pandas", "MultiIndex");

void require_no_mask(const Array& array) {
    if (!array.mask.is_valid()) return;
    const ArrayBuffer buffer(array.mask);
    const std::span<const bool> mask = buffer.as<bool>();
    const auto first = std::ranges::find(mask, true);
    if (first == mask.end()) return;
    throw_missing_time("masked", static_cast<std::size_t>(first - mask.begin()));
}

ReadTimes read_ticks(const Array& array) {
    const nb::object words = array.values.attr("view")("int64");
    const ArrayBuffer buffer(words);
    const auto ticks = buffer.as<std::int64_t>();
    const Ticks meaning = numpy_ticks(array.values.attr("dtype"));
    TimeBuffer times(array.rows);
    const bool all_fit = std::visit(
        [&](const auto& convert) { return convert_rows(ticks, times.all(), convert); }, meaning);
    if (!all_fit) throw_bad_row(times.all(), array.values);
    return {std::move(times), Clock::instants};
}

ReadTimes read_numbers(const Array& array) {
    const bool half = array.kind == 'f' && array.item_size == 2;
    const nb::object values = half ? array.values.attr("astype")("float32") : array.values;
    const ArrayBuffer buffer(values);
    TimeBuffer times(array.rows);
    const bool all_fit = with_numbers(
        array.kind, half ? 4 : static_cast<int>(array.item_size),
        [&]<class T>(std::type_identity<T>) { return buffer.as<T>(); },
        [&](auto numbers) { return convert_rows(numbers, times.all(), SecondsToTime{}); });
    if (!all_fit) throw_bad_row(times.all(), array.values);
    return {std::move(times), Clock::seconds};
}

[[noreturn]] void throw_no_times(nb::handle dtype) {
    const std::string message =
        "times must be datetime64, numbers of seconds or ISO 8601 text, got an array of dtype " +
        text_of(dtype);
    throw nb::type_error(message.c_str());
}

// Nullable numbers: values with a mask.
nb::object plain_numbers(nb::handle array) {
    const nb::object missing = array.attr("isna")().attr("nonzero")()[0];
    if (nb::len(missing) > 0) {
        throw_missing_time("<NA>", nb::cast<std::size_t>(nb::int_(nb::object(missing[0]))));
    }
    return array.attr("to_numpy")(array.attr("dtype").attr("numpy_dtype"));
}

}  // namespace

ReadTimes array_times(nb::handle given, std::size_t rows) {
    const Array array = open_array(given, "times");
    require_rows(array.rows, rows);
    require_no_mask(array);
    const bool long_double = array.kind == 'f' && array.item_size > sizeof(double);
    if (long_double) return object_times(list_of(array.values), rows);  // as NumPy scalars
    switch (array.kind) {
        case 'M':
            return read_ticks(array);
        case 'i':
        case 'u':
        case 'f':
            return read_numbers(array);
        case 'O':
        case 'U':
        case 'T':  // NumPy's StringDType
            return object_times(array.values.attr("tolist")(), rows);
        default:
            throw_no_times(array.values.attr("dtype"));
    }
}

ReadTimes pandas_times(nb::handle column, std::size_t rows) {
    // Its rows are tuples, not times, and it has no array.
    if (multi_index.is_type_of(column)) return object_times(column.attr("tolist")(), rows);
    const nb::object array = pandas_array(column);
    if (is_numpy_backed(array)) return array_times(array.attr("to_numpy")(), rows);
    if (is_arrow_backed(array)) return arrow_times(array.attr("__arrow_array__")(), rows);
    const nb::object dtype = array.attr("dtype");
    const std::string kind = text_of(dtype.attr("kind"));
    if (kind == "M") {
        const bool zoned = nb::hasattr(dtype, "tz");
        const nb::object utc = zoned ? array.attr("tz_convert")(nb::none()) : array;
        return array_times(utc.attr("to_numpy")(), rows);
    }
    const bool nullable = nb::hasattr(dtype, "numpy_dtype");
    if (nullable && (kind == "i" || kind == "u" || kind == "f")) {
        return array_times(plain_numbers(array), rows);
    }
    return object_times(list_of(array), rows);
}

}  // namespace entrostream
