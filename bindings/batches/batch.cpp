#include "bindings/batches/batch.hpp"

#include <algorithm>
#include <string>

#include "bindings/arguments.hpp"
#include "bindings/plain_label.hpp"

namespace entrostream {

namespace {

Loaded numpy_array("numpy", "ndarray");
Loaded pandas_series("pandas", "Series");
Loaded pandas_index("pandas", "Index");
Loaded polars_series("polars", "Series");
Loaded pandas_array("pandas.api.extensions", "ExtensionArray");

bool is_pandas(nb::handle labels) {
    return pandas_series.is_type_of(labels) || pandas_index.is_type_of(labels) ||
           pandas_array.is_type_of(labels);
}

bool is_arrow(nb::handle labels) {
    return nb::hasattr(labels, "__arrow_c_stream__") || nb::hasattr(labels, "__arrow_c_array__");
}

// Polars hands Python objects over as bare pointers.
bool is_polars_object(nb::handle labels) {
    return polars_series.is_type_of(labels) && text_of(labels.attr("dtype")) == "Object";
}

nb::object as_array(nb::handle labels) {
    const nb::module_ numpy = nb::module_::import_("numpy");
    // To NumPy bytes are one string; to Python they are a sequence of numbers.
    if (PyBytes_Check(labels.ptr()) || PyByteArray_Check(labels.ptr())) {
        return numpy.attr("frombuffer")(labels, "uint8");
    }
    return numpy.attr("asarray")(labels);
}

nb::object as_list(nb::handle labels) {
    if (PyMapping_Check(labels.ptr()) && nb::hasattr(labels, "items")) {
        throw nb::type_error("labels is a mapping; pass counts to update_counts");
    }
    PyObject* list = PySequence_List(labels.ptr());
    if (list != nullptr) return nb::steal(list);
    nb::python_error error;
    if (!error.matches(PyExc_TypeError) || nb::hasattr(labels, "__iter__")) throw error;
    nb::raise_from(error, PyExc_TypeError,
                   "labels must be a list, an array, a column or another iterable, got %.100s (%s)",
                   nb::repr(labels).c_str(), Py_TYPE(labels.ptr())->tp_name);
}

}  // namespace

Batch read_batch(nb::handle labels, LabelReader& reader) {
    if (PyList_CheckExact(labels.ptr()) || PyTuple_CheckExact(labels.ptr())) {
        return read_objects(labels, reader);
    }
    if (numpy_array.is_type_of(labels)) return read_array(labels, reader);
    if (is_pandas(labels)) return read_pandas(labels, reader);
    if (is_polars_object(labels)) return read_objects(list_of(labels), reader);
    if (is_arrow(labels)) return read_arrow(labels, reader);
    if (PyObject_CheckBuffer(labels.ptr()) != 0 || nb::hasattr(labels, "__array__")) {
        return read_array(as_array(labels), reader);
    }
    return read_objects(as_list(labels), reader);
}

Batch::Batch(std::size_t rows, std::unique_ptr<Decoder> decoder, bool skips)
    : rows_(rows), decoder_(std::move(decoder)) {
    if (!skips) return;
    codes_.emplace(rows);
    decoder_->decode(0, all());
    decoder_.reset();
}

void Batch::finish() {
    events_ = rows_;
    if (decoder_) return;
    const std::span<Code> codes = all();
    if (std::find(codes.begin(), codes.end(), no_code) == codes.end()) return;
    skipped_.resize(rows_);
    events_ = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
        skipped_[row] = codes[row] == no_code;
        if (!skipped_[row]) codes[events_++] = codes[row];
    }
}

void Batch::spread(double* values, double before) const noexcept {
    if (skipped_.empty()) return;
    std::size_t events = events_;
    for (std::size_t row = rows_; row-- > 0;) {
        values[row] = events > 0 ? values[events - 1] : before;
        if (!skipped_[row]) --events;
    }
}

void translate(std::span<Code> codes, const std::vector<Code>& to, Code missing) noexcept {
    bool same = missing == no_code;
    for (Code local = 0; same && local < to.size(); ++local) {
        same = to[local] == local;
    }
    if (same) return;
    for (Code& code : codes) {
        code = code == no_code ? missing : to[code];
    }
}

}  // namespace entrostream
