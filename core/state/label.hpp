// A label as stored in a state: a plain value of one of a closed list of kinds.
//
// Labels that compare equal in Python have the same encoding (1, 1.0 and True are the
// integer 1), and each has only one encoding, so that a state is a function of its
// content. Decoding checks all of this: it accepts only what encode produces.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

enum class LabelKind : std::uint8_t {
    none = 0,       // the label of missing values
    integer = 1,    // negative, text: magnitude, little endian, top byte not 0
    real = 2,       // real: finite and not an integer, or an infinity
    text = 3,       // text: UTF-8
    bytes = 4,      // text
    date = 5,       // day: proleptic Gregorian ordinal
    datetime = 6,   // day, microsecond of the day, without a time zone
    instant = 7,    // day, microsecond of the day, UTC
    timedelta = 8,  // day, microsecond of the day
    decimal = 9,    // negative, text: digits without trailing zeros, exponent in day
    uuid = 10,      // text: 16 bytes
    tuple = 11,     // items
};

struct Label {
    LabelKind kind = LabelKind::none;
    bool negative = false;
    double real = 0.0;
    std::int64_t day = 0;
    std::uint64_t microsecond = 0;
    std::string text = {};
    std::vector<Label> items = {};
};

inline constexpr int max_label_depth = 64;  // of nested tuples

void encode(Writer& writer, const Label& label);
[[nodiscard]] Label decode_label(Reader& reader, int depth = 0);

}  // namespace entrostream
