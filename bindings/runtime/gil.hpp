// Releasing the global interpreter lock (GIL) during bulk work, and acquiring it again. For
// threads that do so while the interpreter shuts down, see interpreter_exit.cpp.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

namespace nb = nanobind;

class GilReleased {
  public:
    GilReleased() : thread_(PyEval_SaveThread()) {}
    ~GilReleased() { PyEval_RestoreThread(thread_); }
    GilReleased(const GilReleased&) = delete;
    GilReleased& operator=(const GilReleased&) = delete;

  private:
    PyThreadState* thread_;
};

// May be nested, and used where the GIL is already held.
class GilHeld {
  public:
    GilHeld() : state_(PyGILState_Ensure()) {}
    ~GilHeld() { PyGILState_Release(state_); }
    GilHeld(const GilHeld&) = delete;
    GilHeld& operator=(const GilHeld&) = delete;

  private:
    PyGILState_STATE state_;
};

}  // namespace entrostream
