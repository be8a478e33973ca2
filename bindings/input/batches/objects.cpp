// Lists and tuples of Python objects.
#include "bindings/input/batches/batch.hpp"

namespace entrostream {

Batch read_objects(nb::handle sequence, LabelReader& reader) {
    PyObject* objects = sequence.ptr();
    Batch batch(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects)));
    const std::span<Code> codes = batch.all();
    InterruptPoll<4096> poll;
    for (std::size_t row = 0; row < codes.size(); ++row) {
        poll();
        // Comparing a label may run Python code that changes the list.
        if (row >= static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects))) {
            throw std::runtime_error("labels changed while they were read");
        }
        const nb::object label =
            nb::borrow(PySequence_Fast_GET_ITEM(objects, static_cast<Py_ssize_t>(row)));
        codes[row] = reader.code(label, row);
    }
    return batch;
}

}  // namespace entrostream
