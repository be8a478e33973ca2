#include "bindings/input/batches/arrow_type.hpp"

#include <nanobind/nanobind.h>

#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "bindings/input/batches/arrow_type_name.hpp"

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
    Fixed{"tdm", {.kind = ArrowKind::date, .width = 8, .ticks_per_second = milli}},
    Fixed{"tts", {.kind = ArrowKind::time, .width = 4}},
    Fixed{"ttm", {.kind = ArrowKind::time, .width = 4, .ticks_per_second = milli}},
    Fixed{"ttu", {.kind = ArrowKind::time, .width = 8, .ticks_per_second = micro}},
    Fixed{"ttn", {.kind = ArrowKind::time, .width = 8, .ticks_per_second = nano}},
    Fixed{"tDs", {.kind = ArrowKind::duration, .width = 8}},
    Fixed{"tDm", {.kind = ArrowKind::duration, .width = 8, .ticks_per_second = milli}},
    Fixed{"tDu", {.kind = ArrowKind::duration, .width = 8, .ticks_per_second = micro}},
    Fixed{"tDn", {.kind = ArrowKind::duration, .width = 8, .ticks_per_second = nano}},
    Fixed{"+r", {.kind = ArrowKind::run_end}},
};

// "ts" + unit + ":" + time zone
std::optional<ArrowType> timestamp_type(std::string_view format) {
    constexpr std::string_view units = "smun";
    constexpr std::array ticks{std::int64_t{1}, milli, micro, nano};
    const std::size_t unit = format.size() < 4 ? units.npos : units.find(format[2]);
    if (unit == units.npos || format[3] != ':') return std::nullopt;
    return ArrowType{.kind = ArrowKind::timestamp,
                     .width = 8,
                     .zoned = format.size() > 4,
                     .ticks_per_second = ticks[unit]};
}

// The comma-separated numbers of a format; empty if it contains anything else.
std::vector<int> numbers_of(std::string_view text) {
    std::vector<int> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        const auto [next, error] = std::from_chars(at, end, numbers.emplace_back());
        if (error != std::errc{} || (next != end && *next != ',')) return {};
        if (next == end) return numbers;
        at = next + 1;
    }
}

// "d:precision,scale[,bits]"
std::optional<ArrowType> decimal_type(std::string_view format) {
    std::vector<int> numbers = numbers_of(format.substr(2));
    if (numbers.size() == 2) numbers.push_back(128);
    if (numbers.size() != 3) return std::nullopt;
    const int bits = numbers[2];
    if (bits != 32 && bits != 64 && bits != 128 && bits != 256) return std::nullopt;
    return ArrowType{.kind = ArrowKind::decimal, .width = bits / 8, .scale = numbers[1]};
}

// "w:width"
std::optional<ArrowType> fixed_bytes_type(std::string_view format) {
    const std::vector<int> numbers = numbers_of(format.substr(2));
    if (numbers.size() != 1 || numbers[0] < 0) return std::nullopt;
    return ArrowType{.kind = ArrowKind::fixed_bytes, .width = numbers[0]};
}

[[noreturn]] void throw_no_values(const ArrowSchema& schema, const char* what) {
    std::string message = std::string(what) + " must be one column of plain values, got ";
    if (std::string_view(schema.format) == "+s") {
        message += "a table of " + std::to_string(schema.n_children) +
                   (schema.n_children == 1 ? " column" : " columns");
    } else {
        message += shown_column(schema);
    }
    throw nb::type_error(message.c_str());
}

std::int32_t read_int32(const char*& at) {
    std::int32_t number = 0;
    std::memcpy(&number, at, sizeof(number));
    at += sizeof(number);
    return number;
}

std::size_t read_size(const char*& at) {
    const std::int32_t size = read_int32(at);
    if (size < 0) {
        throw std::invalid_argument("not a valid Arrow column: a length in its metadata is " +
                                    std::to_string(size));
    }
    return static_cast<std::size_t>(size);
}

}  // namespace

// Metadata: the number of pairs, then each key and value, prefixed by its length.
bool is_extension(const ArrowSchema& schema) {
    const char* at = schema.metadata;
    if (at == nullptr) return false;
    for (std::int32_t pairs = read_int32(at); pairs > 0; --pairs) {
        const std::size_t key_size = read_size(at);
        const std::string_view key(at, key_size);
        at += key_size;
        if (key == "ARROW:extension:name") return true;
        const std::size_t value_size = read_size(at);
        at += value_size;
    }
    return false;
}

bool is_encoded(const ArrowSchema& schema) {
    return schema.dictionary != nullptr || is_extension(schema) ||
           std::string_view(schema.format) == "+r";
}

std::optional<ArrowType> plain_arrow_type(const ArrowSchema& schema) {
    const std::string_view format = schema.format;
    for (const Fixed& fixed : fixed_formats) {
        if (format == fixed.format) return fixed.type;
    }
    if (format.starts_with("ts")) return timestamp_type(format);
    if (format.starts_with("d:")) return decimal_type(format);
    if (format.starts_with("w:")) return fixed_bytes_type(format);
    return std::nullopt;
}

ArrowType arrow_type(const ArrowSchema& schema, const char* what) {
    const std::optional<ArrowType> type = plain_arrow_type(schema);
    if (!type) throw_no_values(schema, what);
    return *type;
}

}  // namespace entrostream
