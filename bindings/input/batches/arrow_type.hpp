// What the format string of an Arrow column says, as far as plain values go.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/input/batches/arrow_abi.hpp"

namespace entrostream {

enum class ArrowKind : std::uint8_t {
    null,
    boolean,
    signed_integer,
    unsigned_integer,
    real,
    bytes,        // offsets of 32 or 64 bits
    bytes_view,   // views of 16 bytes
    fixed_bytes,  // cells of a fixed width
    decimal,      // the same, as integers with a scale
    date,         // days or milliseconds
    time,         // of day
    timestamp,
    duration,
    run_end,  // runs of equal values
};

struct ArrowType {
    ArrowKind kind = ArrowKind::null;
    int width = 0;                    // bytes of one value, or of one offset
    bool text = false;                // bytes: UTF-8, to become str
    bool zoned = false;               // timestamp: an instant, to become an aware datetime
    std::int64_t ticks_a_second = 1;  // times
    int scale = 0;                    // decimal
};

// Whether the column is of an extension type: its storage is not its meaning.
[[nodiscard]] bool is_extension(const ArrowSchema& schema);

// The type of a column of plain values, none for all others (lists, structs, ...).
[[nodiscard]] std::optional<ArrowType> plain_arrow_type(const ArrowSchema& schema);

// Throws TypeError for columns whose values are not plain (lists, structs, ...); `what`
// they were to be begins the message.
[[nodiscard]] ArrowType arrow_type(const ArrowSchema& schema, const char* what = "labels");

}  // namespace entrostream
