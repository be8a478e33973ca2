#include "bindings/batches/arrow_type.hpp"

#include <nanobind/nanobind.h>

#include <array>
#include <charconv>
#include <cstring>

namespace entrostream {

namespace nb = nanobind;

namespace {

struct Fixed {
    std::string_view format;
    ArrowType type;
};

constexpr std::int64_t milli = 1'000;
constexpr std::int64_t micro = 1'000'000;
constexpr std::int64_t nano = 1'000'000'000;

// Formats without parameters.
constexpr std::array fixed_formats{
    Fixed{"n", {.kind = ArrowKind::null}},
    Fixed{"b", {.kind = ArrowKind::boolean}},
    Fixed{"c", {.kind = ArrowKind::signed_integer, .width = 1}},
    Fixed{"s", {.kind = ArrowKind::signed_integer, .width = 2}},
    Fixed{"i", {.kind = ArrowKind::signed_integer, .width = 4}},
    Fixed{"l", {.kind = ArrowKind::signed_integer, .width = 8}},
    Fixed{"C", {.kind = ArrowKind::unsigned_integer, .width = 1}},
    Fixed{"S", {.kind = ArrowKind::unsigned_integer, .width = 2}},
    Fixed{"I", {.kind = ArrowKind::unsigned_integer, .width = 4}},
    Fixed{"L", {.kind = ArrowKind::unsigned_integer, .width = 8}},
    Fixed{"e", {.kind = ArrowKind::real, .width = 2}},
    Fixed{"f", {.kind = ArrowKind::real, .width = 4}},
    Fixed{"g", {.kind = ArrowKind::real, .width = 8}},
    Fixed{"z", {.kind = ArrowKind::bytes, .width = 4}},
    Fixed{"Z", {.kind = ArrowKind::bytes, .width = 8}},
    Fixed{"u", {.kind = ArrowKind::bytes, .width = 4, .text = true}},
    Fixed{"U", {.kind = ArrowKind::bytes, .width = 8, .text = true}},
    Fixed{"vz", {.kind = ArrowKind::bytes_view}},
    Fixed{"vu", {.kind = ArrowKind::bytes_view, .text = true}},
    Fixed{"tdD", {.kind = ArrowKind::date, .width = 4}},
    Fixed{"tdm", {.kind = ArrowKind::date, .width = 8, .ticks_a_second = milli}},
    Fixed{"tts", {.kind = ArrowKind::time, .width = 4}},
    Fixed{"ttm", {.kind = ArrowKind::time, .width = 4, .ticks_a_second = milli}},
    Fixed{"ttu", {.kind = ArrowKind::time, .width = 8, .ticks_a_second = micro}},
    Fixed{"ttn", {.kind = ArrowKind::time, .width = 8, .ticks_a_second = nano}},
    Fixed{"tDs", {.kind = ArrowKind::duration, .width = 8}},
    Fixed{"tDm", {.kind = ArrowKind::duration, .width = 8, .ticks_a_second = milli}},
    Fixed{"tDu", {.kind = ArrowKind::duration, .width = 8, .ticks_a_second = micro}},
    Fixed{"tDn", {.kind = ArrowKind::duration, .width = 8, .ticks_a_second = nano}},
    Fixed{"+r", {.kind = ArrowKind::run_end}},
};

// "ts" + unit + ":" + time zone
ArrowType timestamp_type(std::string_view format) {
    ArrowType type{.kind = ArrowKind::timestamp, .width = 8};
    const char unit = format[2];
    type.ticks_a_second = unit == 'n' ? nano : unit == 'u' ? micro : unit == 'm' ? milli : 1;
    type.zoned = format.size() > 4;
    return type;
}

// The number that stands at a place of a format string.
int number_at(const std::string& format, std::size_t place) {
    int number = 0;
    const char* end = format.data() + format.size();
    if (std::from_chars(format.data() + place, end, number).ec != std::errc{}) {
        throw nb::type_error(("an Arrow column has the unknown format '" + format + "'").c_str());
    }
    return number;
}

// "d:precision,scale[,bits]"
ArrowType decimal_type(const std::string& format) {
    ArrowType type{.kind = ArrowKind::decimal, .width = 16};
    const std::size_t comma = format.find(',');
    type.scale = number_at(format, comma + 1);
    const std::size_t bits = format.find(',', comma + 1);
    if (bits != std::string::npos) type.width = number_at(format, bits + 1) / 8;
    return type;
}

[[noreturn]] void throw_no_values(const ArrowSchema& schema, const char* what) {
    std::string message = std::string(what) + " must be one column of plain values, got ";
    if (std::string_view(schema.format) == "+s") {
        message += "a table of " + std::to_string(schema.n_children) +
                   (schema.n_children == 1 ? " column" : " columns");
    } else {
        message += "an Arrow column of format '" + std::string(schema.format) + "'";
    }
    throw nb::type_error(message.c_str());
}

std::int32_t read_int32(const char*& at) {
    std::int32_t number = 0;
    std::memcpy(&number, at, sizeof(number));
    at += sizeof(number);
    return number;
}

}  // namespace

// Metadata: the number of pairs, then each key and value with its length before it.
bool is_extension(const ArrowSchema& schema) {
    const char* at = schema.metadata;
    if (at == nullptr) return false;
    for (std::int32_t pairs = read_int32(at); pairs > 0; --pairs) {
        const auto key_size = static_cast<std::size_t>(read_int32(at));
        const std::string_view key(at, key_size);
        at += key_size;
        if (key == "ARROW:extension:name") return true;
        const std::int32_t value_size = read_int32(at);
        at += value_size;
    }
    return false;
}

ArrowType arrow_type(const ArrowSchema& schema, const char* what) {
    const std::string format = schema.format;
    for (const Fixed& fixed : fixed_formats) {
        if (format == fixed.format) return fixed.type;
    }
    if (format.starts_with("ts") && format.size() >= 4) return timestamp_type(format);
    if (format.starts_with("d:")) return decimal_type(format);
    if (format.starts_with("w:")) {
        return {.kind = ArrowKind::fixed_bytes, .width = number_at(format, 2)};
    }
    throw_no_values(schema, what);
}

}  // namespace entrostream
