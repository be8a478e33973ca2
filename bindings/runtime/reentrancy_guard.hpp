// A summary serves one caller at a time.
//
// While a call is in progress, a label's __eq__ or another thread may call the summary again:
// such a call throws and changes nothing.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

inline void require_idle(bool busy) {
    if (!busy) return;
    PyErr_SetString(PyExc_RuntimeError,
                    "summary is busy: it was called by a label's own code or another thread "
                    "while at work");
    throw nb::python_error();
}

// Marks a summary busy and keeps it alive: foreign code may drop the last reference to it.
class ReentrancyGuard {
  public:
    ReentrancyGuard(bool& flag, nb::handle owner) : flag_(flag), owner_(nb::borrow(owner)) {
        require_idle(flag);
        flag_ = true;
    }
    ~ReentrancyGuard() { flag_ = false; }
    ReentrancyGuard(const ReentrancyGuard&) = delete;
    ReentrancyGuard& operator=(const ReentrancyGuard&) = delete;

  private:
    bool& flag_;
    nb::object owner_;
};

}  // namespace entrostream
