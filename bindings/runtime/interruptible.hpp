// Bulk work that Ctrl-C can interrupt, and all-or-nothing changes of a core.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "bindings/runtime/signals.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

// While it lives, the loops of this thread run pending signal handlers from time to time and
// propagate their exceptions. Works with or without the GIL.
class Interruptible : public Interruption {
  public:
    void poll() override {
        poll_outer();
        signals_.poll();
    }

  private:
    Signals signals_;
};

// Runs `change(core)`, which applies this many events. If the core may refuse halfway, or the
// work is long enough to be interrupted, it is tried on a copy, unless the copy would take a
// good part of the time and the memory.
//
// `steps`: the number of events and an upper estimate of the nanoseconds per event. A core
// provides the estimate for most calls (`nanoseconds`), and its size in bytes (`memory`).
struct BulkSteps {
    std::uint64_t events;
    double nanoseconds;
};
template <class Core, class Change>
void change_core(Core& core, BulkSteps steps, Change&& change) {
    constexpr double short_work = 5e7;  // nanoseconds
    constexpr double copied = 2.0;      // bytes per nanosecond, into fresh memory
    const std::size_t memory = core.memory();
    const double slower = memory > (1 << 20) ? 4.0 : 1.0;  // a guess: it is out of cache
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
