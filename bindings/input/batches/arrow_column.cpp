#include "bindings/input/batches/arrow_column.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "bindings/input/batches/arrow_check.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

template <class Structure>
Structure& in_capsule(nb::handle capsule, const char* name) {
    if (PyCapsule_IsValid(capsule.ptr(), name) == 0) {
        throw nb::type_error((std::string("the Arrow C data interface wants a capsule named '") +
                              name + "', got " + repr_short(capsule))
                                 .c_str());
    }
    return *static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
}

void require_success(int status, ArrowArrayStream& stream) {
    if (status == 0) return;
    const char* error = stream.get_last_error == nullptr ? nullptr : stream.get_last_error(&stream);
    const std::string message =
        "the Arrow stream failed: " + std::string(error != nullptr ? error : "no reason given");
    throw std::runtime_error(message);
}

void read_stream(nb::handle column, ArrowColumn& into) {
    const nb::object capsule = column.attr("__arrow_c_stream__")();
    auto& given = in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream");
    require_sound(given);
    ArrowOwned<ArrowArrayStream> stream(given);
    require_success(stream->get_schema(stream.get(), into.schema.get()), *stream.get());
    require_sound(*into.schema);
    for (;;) {
        auto chunk = std::make_unique<ArrowOwned<ArrowArray>>();
        require_success(stream->get_next(stream.get(), chunk->get()), *stream.get());
        if ((*chunk)->release == nullptr) return;
        require_sound(**chunk, *into.schema);
        into.chunks.push_back(std::move(chunk));
    }
}

nb::tuple capsules_of(nb::handle column) {
    const nb::object given = column.attr("__arrow_c_array__")();
    if (PyTuple_Check(given.ptr()) == 0 || nb::len(given) != 2) {
        throw nb::type_error(
            ("__arrow_c_array__ must return two capsules, got " + repr_short(given)).c_str());
    }
    return nb::cast<nb::tuple>(given);
}

}  // namespace

std::size_t ArrowColumn::rows() const noexcept {
    std::size_t rows = 0;
    for (const auto& chunk : chunks) {
        rows += static_cast<std::size_t>((*chunk)->length);
    }
    return rows;
}

void open_column(nb::handle column, ArrowColumn& into) {
    if (!nb::hasattr(column, "__arrow_c_array__")) return read_stream(column, into);
    const nb::tuple capsules = capsules_of(column);
    auto& schema = in_capsule<ArrowSchema>(capsules[0], "arrow_schema");
    auto& array = in_capsule<ArrowArray>(capsules[1], "arrow_array");
    require_sound(schema);
    require_sound(array, schema);
    *into.schema.get() = schema;
    schema.release = nullptr;
    into.chunks.push_back(std::make_unique<ArrowOwned<ArrowArray>>(array));
}

}  // namespace entrostream
