// The meaning of an Arrow column's format string, for plain values.
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
    decimal,      // fixed_bytes that hold integers with a scale
    date,         // days or milliseconds
    time,         // of day
    timestamp,
    duration,
    run_end,  // runs of equal values
};

struct ArrowType {
    ArrowKind kind = ArrowKind::null;
    int width = 0;                      // bytes of one value, or of one offset
    bool text = false;                  // bytes: UTF-8, becomes str
    bool zoned = false;                 // timestamp: an instant, becomes an aware datetime
    std::int64_t ticks_per_second = 1;  // times
    int scale = 0;                      // decimal
};

// Whether the column has an extension type, whose storage does not tell its meaning.
[[nodiscard]] bool is_extension(const ArrowSchema& schema);

// Whether rows are indices into a dictionary, runs, or of an extension type: no plain values.
[[nodiscard]] bool is_encoded(const ArrowSchema& schema);

// The type of a column of plain values; nullopt for all others (lists, structs, ...).
[[nodiscard]] std::optional<ArrowType> plain_arrow_type(const ArrowSchema& schema);

// Throws TypeError for columns whose values are not plain (lists, structs, ...); the message
// begins with `what`.
[[nodiscard]] ArrowType arrow_type(const ArrowSchema& schema, const char* what = "labels");

}  // namespace entrostream
