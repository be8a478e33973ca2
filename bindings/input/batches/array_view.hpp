// A NumPy array as bare memory.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <span>

#include "core/counts/short_key.hpp"

namespace entrostream {

namespace nb = nanobind;

// Holds the memory of a contiguous array while it is read.
class ArrayBuffer {
  public:
    explicit ArrayBuffer(nb::handle array) {
        if (PyObject_GetBuffer(array.ptr(), &view_, PyBUF_ND) != 0) throw nb::python_error();
    }
    ~ArrayBuffer() { PyBuffer_Release(&view_); }
    ArrayBuffer(const ArrayBuffer&) = delete;
    ArrayBuffer& operator=(const ArrayBuffer&) = delete;

    template <class T>
    [[nodiscard]] std::span<const T> as() const noexcept {
        return {static_cast<const T*>(view_.buf), static_cast<std::size_t>(view_.len) / sizeof(T)};
    }
    [[nodiscard]] Bytes cell(std::size_t row, std::size_t size) const noexcept {
        return {static_cast<const char*>(view_.buf) + row * size, size,
                static_cast<std::size_t>(view_.len) - row * size};
    }

  private:
    Py_buffer view_{};
};

// A one-dimensional array, contiguous and in native byte order, and its mask.
struct Array {
    nb::object values;
    nb::object mask;  // of bool, or invalid if there is none
    char kind = ' ';
    std::size_t item_size = 0;
    std::size_t rows = 0;
};

// Throws ValueError unless the array is one-dimensional; the message begins with `what`.
[[nodiscard]] Array open_array(nb::handle given, const char* what);

}  // namespace entrostream
