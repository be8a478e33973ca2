#include "bindings/input/batches/arrow_check.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_type_name.hpp"

namespace entrostream {

namespace {

constexpr int deepest = 64;  // nested types; a deeper nesting is taken for a cycle

[[noreturn]] void throw_consumed(const char* what) {
    throw std::invalid_argument(std::string("the ") + what +
                                " was consumed already: a capsule can be read once; ask the "
                                "column for a new one");
}

[[noreturn]] void throw_broken(const std::string& what) {
    throw std::invalid_argument("not a valid Arrow column: " + what);
}

[[noreturn]] void throw_number(const char* name, std::int64_t number, const std::string& expected) {
    throw_broken(std::string(name) + " is " + std::to_string(number) + ", must be " + expected);
}

template <class Structure>
void require_children(const Structure& parent) {
    if (parent.n_children < 0) throw_number("n_children", parent.n_children, "0 or more");
    if (parent.n_children > 0 && parent.children == nullptr) {
        throw_broken("it has " + std::to_string(parent.n_children) +
                     " children, but none is there");
    }
    for (std::int64_t child = 0; child < parent.n_children; ++child) {
        if (parent.children[child] == nullptr) {
            throw_broken("child " + std::to_string(child) + " is not there");
        }
    }
}

void require_sound(const ArrowSchema& schema, int depth) {
    if (depth > deepest) throw_broken("its types go deeper than 64 levels");
    if (schema.release == nullptr) throw_consumed("ArrowSchema");
    if (schema.format == nullptr) throw_broken("its schema has no format");
    static_cast<void>(is_extension(schema));  // validates its metadata
    require_children(schema);
    for (std::int64_t child = 0; child < schema.n_children; ++child) {
        require_sound(*schema.children[child], depth + 1);
    }
    if (schema.dictionary != nullptr) require_sound(*schema.dictionary, depth + 1);
}

bool is_integer(ArrowKind kind) {
    return kind == ArrowKind::signed_integer || kind == ArrowKind::unsigned_integer;
}

// The number of buffers of an array of this type; nullopt if it depends on the array.
std::optional<std::int64_t> buffers_of(ArrowKind kind) {
    switch (kind) {
        case ArrowKind::null:
        case ArrowKind::run_end:
            return 0;
        case ArrowKind::bytes:
            return 3;
        case ArrowKind::bytes_view:
            return std::nullopt;
        default:
            return 2;
    }
}

void require_buffers(const ArrowArray& array, const ArrowType& type, const std::string& name) {
    const std::optional<std::int64_t> wanted = buffers_of(type.kind);
    // Views: validity, views, any number of data buffers, and the lengths of those.
    const bool enough = wanted ? array.n_buffers == *wanted : array.n_buffers >= 3;
    if (!enough && !(type.kind == ArrowKind::null && array.n_buffers == 1)) {
        throw_number("n_buffers", array.n_buffers,
                     (wanted ? std::to_string(*wanted) : "3 or more") + " for " + name);
    }
    if (array.n_buffers > 0 && array.buffers == nullptr) throw_broken("it has no buffers");
}

// Checks the bytes that the offsets point to; none are needed if all values are empty.
template <class Offset>
void require_bytes(const ArrowArray& array) {
    const Offset* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
    const Offset first = offsets[0];
    const Offset last = offsets[array.length];
    if (first < 0 || last < first) {
        throw_broken("its offsets go from " + std::to_string(first) + " to " +
                     std::to_string(last));
    }
    if (last > first && array.buffers[2] == nullptr) throw_broken("buffer 2 is not there");
}

void require_memory(const ArrowArray& array, const ArrowType& type) {
    if (type.kind == ArrowKind::null || type.kind == ArrowKind::run_end || array.length == 0) {
        return;
    }
    if (array.null_count > 0 && array.buffers[0] == nullptr) {
        throw_broken("null_count is " + std::to_string(array.null_count) +
                     ", but there is no validity bitmap");
    }
    const bool has_no_bytes = type.kind == ArrowKind::fixed_bytes && type.width == 0;
    if (array.buffers[1] == nullptr && !has_no_bytes) throw_broken("buffer 1 is not there");
    if (type.kind != ArrowKind::bytes) return;
    type.width == 4 ? require_bytes<std::int32_t>(array) : require_bytes<std::int64_t>(array);
}

void require_size(const ArrowArray& array) {
    if (array.length < 0) throw_number("length", array.length, "0 or more");
    if (array.offset < 0) throw_number("offset", array.offset, "0 or more");
    if (array.null_count < -1) throw_number("null_count", array.null_count, "-1 or more");
    // Keeps every position in a buffer, at up to 32 bytes per value, within a pointer's range.
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 32;
    if (array.length > most || array.offset > most - array.length) {
        throw_broken("length " + std::to_string(array.length) + " and offset " +
                     std::to_string(array.offset) + " are more than any memory holds");
    }
}

void require_runs(const ArrowArray& array, const ArrowSchema& schema) {
    if (schema.n_children != 2) {
        throw_number("n_children", schema.n_children, "2 for runs: their ends and values");
    }
    const ArrowSchema& ends = *schema.children[0];
    if (ends.dictionary != nullptr || arrow_type(ends).kind != ArrowKind::signed_integer) {
        throw_broken("the ends of runs must be integers, got " + arrow_type_name(ends));
    }
    for (std::int64_t child = 0; child < 2; ++child) {
        require_sound(*array.children[child], *schema.children[child]);
    }
}

void require_dictionary(const ArrowArray& array, const ArrowSchema& schema, const ArrowType& type) {
    if (!is_integer(type.kind)) {
        throw_broken("the indices of a dictionary must be integers, got " +
                     arrow_type_name(schema));
    }
    if (array.dictionary == nullptr) throw_broken("its dictionary is not there");
    require_sound(*array.dictionary, *schema.dictionary);
}

}  // namespace

void require_sound(const ArrowArrayStream& stream) {
    if (stream.release == nullptr) throw_consumed("ArrowArrayStream");
    if (stream.get_schema == nullptr || stream.get_next == nullptr) {
        throw_broken("its stream has no get_schema or no get_next");
    }
}

void require_sound(const ArrowSchema& schema) {
    require_sound(schema, 0);
}

void require_sound(const ArrowArray& array, const ArrowSchema& schema) {
    if (array.release == nullptr) throw_consumed("ArrowArray");
    require_size(array);
    require_children(array);
    if (array.n_children != schema.n_children) {
        throw_number("n_children", array.n_children,
                     std::to_string(schema.n_children) + " for " + arrow_type_name(schema));
    }
    const std::optional<ArrowType> type = plain_arrow_type(schema);
    if (!type) return;  // not a plain type: its values are not read
    require_buffers(array, *type, arrow_type_name(schema));
    require_memory(array, *type);
    if (type->kind == ArrowKind::run_end) require_runs(array, schema);
    if (schema.dictionary != nullptr) require_dictionary(array, schema, *type);
}

}  // namespace entrostream
