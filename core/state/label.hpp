// A label as a state carries it: plain values of a closed list of kinds.
//
// Labels that Python calls equal are written alike (1, 1.0 and True are the
// integer 1), and each has one encoding only, so that a state is a function of
// what it holds. Decoding checks all of this: it accepts what encode writes and
// nothing else.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

enum class LabelKind : std::uint8_t {
    none = 0,       // the label of missing values
    integer = 1,    // negative, text: magnitude, little endian, no zero byte on top
    real = 2,       // real: finite and no integer, or an infinity
    text = 3,       // text: UTF-8
    bytes = 4,      // text
    date = 5,       // day: proleptic Gregorian ordinal
    datetime = 6,   // day, microsecond of the day, without a time zone
    instant = 7,    // day, microsecond of the day, UTC
    timedelta = 8,  // day, microsecond of the day
    decimal = 9,    // negative, text: digits without trailing zero, exponent in day
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

inline constexpr int max_label_depth = 64;  // of tuples in tuples

void encode(Writer& writer, const Label& label);
[[nodiscard]] Label decode_label(Reader& reader, int depth = 0);

}  // namespace entrostream
