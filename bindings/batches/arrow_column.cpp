#include "bindings/batches/arrow_column.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace entrostream {

namespace {

template <class Structure>
Structure& in_capsule(nb::handle capsule, const char* name) {
    void* found = PyCapsule_GetPointer(capsule.ptr(), name);
    if (found == nullptr) throw nb::python_error();
    return *static_cast<Structure*>(found);
}

void require_success(int status, ArrowArrayStream& stream) {
    if (status == 0) return;
    const char* error = stream.get_last_error(&stream);
    const std::string message =
        "the Arrow stream failed: " + std::string(error != nullptr ? error : "no reason given");
    throw std::runtime_error(message);
}

void read_stream(nb::handle column, ArrowColumn& into) {
    const nb::object capsule = column.attr("__arrow_c_stream__")();
    ArrowOwned<ArrowArrayStream> stream(
        in_capsule<ArrowArrayStream>(capsule, "arrow_array_stream"));
    require_success(stream->get_schema(stream.get(), into.schema.get()), *stream.get());
    for (;;) {
        auto chunk = std::make_unique<ArrowOwned<ArrowArray>>();
        require_success(stream->get_next(stream.get(), chunk->get()), *stream.get());
        if ((*chunk)->release == nullptr) return;
        into.chunks.push_back(std::move(chunk));
    }
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
    const nb::object capsules = column.attr("__arrow_c_array__")();
    ArrowSchema& schema = in_capsule<ArrowSchema>(capsules[0], "arrow_schema");
    *into.schema.get() = schema;
    schema.release = nullptr;
    ArrowArray& array = in_capsule<ArrowArray>(capsules[1], "arrow_array");
    into.chunks.push_back(std::make_unique<ArrowOwned<ArrowArray>>(array));
}

}  // namespace entrostream
