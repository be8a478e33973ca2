// Releasing Python's global interpreter lock (GIL) during bulk work, and taking it again.
//
// Before Python 3.14, a daemon thread that asks for the GIL while the interpreter shuts down is
// ended by pthread_exit, which unwinds through destructors that must not throw: the process
// aborts. Here such a thread sleeps until the process is gone, as in Python 3.14.
#pragma once
#include <cxxabi.h>
#include <nanobind/nanobind.h>
#include <unistd.h>

namespace entrostream {

namespace nb = nanobind;

// Runs `call`, which may wait for the GIL. What unwinds the thread is no object of C++: the
// reference that catches it refers to nothing.
template <class Call>
[[gnu::no_sanitize("null")]] auto survive_shutdown(const Call& call) {
    try {
        return call();
    } catch (const abi::__forced_unwind&) {
        for (;;)
            pause();
    }
}

class GilReleased {
  public:
    GilReleased() : thread_(PyEval_SaveThread()) {}
    ~GilReleased() {
        survive_shutdown([this] { PyEval_RestoreThread(thread_); });
    }
    GilReleased(const GilReleased&) = delete;
    GilReleased& operator=(const GilReleased&) = delete;

  private:
    PyThreadState* thread_;
};

// May be nested, and used where the GIL is held already.
class GilHeld {
  public:
    GilHeld() : state_(survive_shutdown([] { return PyGILState_Ensure(); })) {}
    ~GilHeld() { PyGILState_Release(state_); }
    GilHeld(const GilHeld&) = delete;
    GilHeld& operator=(const GilHeld&) = delete;

  private:
    PyGILState_STATE state_;
};

}  // namespace entrostream
