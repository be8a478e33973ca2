// Daemon threads at interpreter exit.
//
// Before Python 3.14, a daemon thread that requests the GIL while the interpreter shuts down
// is ended by pthread_exit, which unwinds its stack: destructors would touch Python objects
// without the GIL, and those that must not throw abort the process. Here such a thread sleeps
// until the process ends, as in Python 3.14.
//
// The personality routine decides what the unwinder does in a frame. The linker replaces the
// compiler's routines with these (--wrap in CMakeLists.txt) in the whole extension: whatever
// calls Python, nothing above it is unwound.
#include <Python.h>
#include <unistd.h>
#include <unwind.h>

#if PY_VERSION_HEX < 0x030D0000
#define Py_IsFinalizing _Py_IsFinalizing
#endif

namespace {

using Personality = _Unwind_Reason_Code(int, _Unwind_Action, _Unwind_Exception_Class,
                                        _Unwind_Exception*, _Unwind_Context*);

void sleep_at_exit(_Unwind_Action actions) {
    while ((actions & _UA_FORCE_UNWIND) != 0 && Py_IsFinalizing() != 0) {
        pause();
    }
}

}  // namespace

extern "C" {

Personality __real___gxx_personality_v0;
Personality __real___gcc_personality_v0;

_Unwind_Reason_Code __wrap___gxx_personality_v0(int version, _Unwind_Action actions,
                                                _Unwind_Exception_Class exception_class,
                                                _Unwind_Exception* exception,
                                                _Unwind_Context* context) {
    sleep_at_exit(actions);
    return __real___gxx_personality_v0(version, actions, exception_class, exception, context);
}

// For functions that only clean up, after link-time optimisation.
_Unwind_Reason_Code __wrap___gcc_personality_v0(int version, _Unwind_Action actions,
                                                _Unwind_Exception_Class exception_class,
                                                _Unwind_Exception* exception,
                                                _Unwind_Context* context) {
    sleep_at_exit(actions);
    return __real___gcc_personality_v0(version, actions, exception_class, exception, context);
}
}
