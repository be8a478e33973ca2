// Cooperative cancellation of long work, installed by a caller that can undo it.
//
// While an Interruption lives, loops in its thread call `poll` about every millisecond, and it
// may throw to cancel them. Without one, the check does nothing.
#pragma once
#include <pthread.h>

#include <algorithm>
#include <cstddef>

namespace entrostream {

class Interruption {
  public:
    Interruption() noexcept : outer_(current()) { set(this); }
    virtual ~Interruption() { set(outer_); }
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    // Throws to cancel the work.
    virtual void poll() = 0;

    [[nodiscard]] static Interruption* current() noexcept {
        return static_cast<Interruption*>(pthread_getspecific(key()));
    }

  protected:
    void poll_outer() const {
        if (outer_ != nullptr) outer_->poll();
    }

  private:
    // Not thread_local: its memory is allocated at the first use in a thread, and if that fails
    // the process is aborted.
    [[nodiscard]] static pthread_key_t key() noexcept {
        static const pthread_key_t shared = [] {
            pthread_key_t fresh = 0;
            pthread_key_create(&fresh, nullptr);
            return fresh;
        }();
        return shared;
    }
    static void set(Interruption* now) noexcept { pthread_setspecific(key(), now); }

    Interruption* outer_;
};

// Disables cancellation while it lives, for work that cannot be undone.
class Uninterrupted : public Interruption {
  public:
    void poll() override {}
};

// Not inlined: it is rarely called, and from loops that need the registers.
[[gnu::noinline]] inline void check_interrupt() {
    if (Interruption* current = Interruption::current()) current->poll();
}

// Checks for cancellation once every `calls` calls.
template <std::size_t calls>
class InterruptPoll {
  public:
    void operator()() {
        if (++calls_ % calls == 0) [[unlikely]]
            check_interrupt();
    }

  private:
    std::size_t calls_ = 0;
};

// Calls `work(first, size)` for slices of `size`, and checks for cancellation in between.
template <class Work>
void in_slices(std::size_t size, std::size_t slice, Work&& work) {
    for (std::size_t first = 0; first < size; first += slice) {
        if (first != 0) check_interrupt();
        work(first, std::min(slice, size - first));
    }
}

// Like std::sort, but long sorts can be cancelled.
template <class Iterator, class Less>
void sort_interruptibly(Iterator begin, Iterator end, const Less& less) {
    if (end - begin < 1 << 20) return std::sort(begin, end, less);
    InterruptPoll<1 << 16> poll;
    std::sort(begin, end, [&](const auto& a, const auto& b) {
        poll();
        return less(a, b);
    });
}

}  // namespace entrostream
