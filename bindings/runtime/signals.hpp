// Handles Ctrl-C, and every other signal with a Python handler, during bulk work.
#pragma once
#include <nanobind/nanobind.h>

#include <chrono>

#include "bindings/runtime/gil.hpp"

namespace entrostream {

// A bulk loop owns one and calls poll() about once per millisecond of work.
class Signals {
  public:
    // Runs the handlers of pending signals, at most 20 times per second; throws
    // nb::python_error if one raises (Ctrl-C: KeyboardInterrupt). The caller must then undo
    // its changes: bulk calls apply completely or not at all. Works with or without the GIL.
    void poll() {
        if (Clock::now() < next_) [[likely]]
            return;
        {
            const GilHeld locked;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
        next_ = Clock::now() + pause_between;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds pause_between{50};

    Clock::time_point next_ = Clock::now() + pause_between;
};

}  // namespace entrostream
