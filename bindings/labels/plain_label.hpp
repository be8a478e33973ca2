// A label as Python's own kind of object: scalars of NumPy, Arrow and pandas
// become what Python calls the same value, and all that means "missing" is
// recognised here and nowhere else.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

// The label to count, or an empty object if the value is missing (None, NaN,
// NaT, NA, null).
[[nodiscard]] nb::object plain_label(nb::handle value);

// Whether a value is one of None, NaN, NaT, NA and NumPy's masked. NumPy's own NaT shows
// only when it is read.
[[nodiscard]] bool is_missing(nb::handle value);

// A class or object of a library that may never be imported. No value of a
// library can be met before somebody imported it, so this never imports either.
class Loaded {
  public:
    constexpr Loaded(const char* module, const char* name) : module_(module), name_(name) {}

    // Empty while the library is not there.
    [[nodiscard]] nb::handle get();
    [[nodiscard]] bool is_type_of(nb::handle value);

  private:
    const char* module_;
    const char* name_;
    PyObject* key_ = nullptr;    // the module's name as Python wants it
    PyObject* found_ = nullptr;  // kept for ever, as the library itself is
};

}  // namespace entrostream
