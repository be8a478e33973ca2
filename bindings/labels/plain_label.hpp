// A label as a native Python object: scalars of NumPy, Arrow and pandas become the equivalent
// Python value. The only place that decides what counts as missing.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

// The label to count, or an invalid object if the value is missing (None, NaN, NaT, NA, null).
[[nodiscard]] nb::object plain_label(nb::handle value);

// Whether a value is None, NaN, NaT, NA or NumPy's masked. NumPy's own NaT is recognised only
// after conversion.
[[nodiscard]] bool is_missing(nb::handle value);

// A class or object of a library that may never be imported. A library's values cannot occur
// before it is imported, so this never imports it.
class Loaded {
  public:
    constexpr Loaded(const char* module, const char* name) : module_(module), name_(name) {}

    // Invalid while the library is not imported.
    [[nodiscard]] nb::handle get();
    [[nodiscard]] bool is_type_of(nb::handle value);

  private:
    const char* module_;
    const char* name_;
    PyObject* key_ = nullptr;    // the module's name as a str
    PyObject* found_ = nullptr;  // never released, like the library itself
};

}  // namespace entrostream
