// Bulk work that Ctrl-C ends, and cores that are changed wholly or not at all.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "bindings/runtime/signals.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

// While it lives, the loops of this thread run the handlers of signals now and then, and end
// with what these raise. With or without the GIL.
class Interruptible : public Interruption {
  public:
    void ask() override {
        ask_outer();
        signals_.poll();
    }

  private:
    Signals signals_;
};

// Lets `change(core)` change the core by so many events. A core that may refuse halfway, or
// whose work is long enough to be interrupted, is tried on a copy; unless the copy would take
// a good part of the time, and of the memory.
//
// `steps`: so many events, each of which takes so many nanoseconds, more rather than less. A
// core says how many that are for most calls, and how large it is (`memory`, bytes).
struct BulkSteps {
    std::uint64_t events;
    double nanoseconds;
};
template <class Core, class Change>
void change_core(Core& core, BulkSteps steps, Change&& change) {
    constexpr double short_work = 5e7;  // nanoseconds
    constexpr double copied = 2.0;      // bytes a nanosecond, where the memory is fresh
    const std::size_t memory = core.memory();
    const double slower = memory > (1 << 20) ? 4.0 : 1.0;  // perhaps: it is out of the cache
    const double work = static_cast<double>(steps.events) * steps.nanoseconds;
    const double copy = static_cast<double>(memory) / copied;
    bool refuses = false;
    if constexpr (requires { core.may_refuse(steps.events); }) {
        refuses = core.may_refuse(steps.events);
    } else if constexpr (requires { core.may_refuse(); }) {
        refuses = core.may_refuse();
    }
    if (!refuses && (work * slower < short_work || copy > work / 4)) {
        const Uninterrupted all;
        std::forward<Change>(change)(core);
        return;
    }
    Core trial = core;
    std::forward<Change>(change)(trial);
    core = std::move(trial);
}
template <class Core, class Change>
void change_core(Core& core, std::uint64_t events, Change&& change) {
    change_core(core, BulkSteps{events, core.nanoseconds()}, std::forward<Change>(change));
}

}  // namespace entrostream
