// Whether long work is to go on: loops ask, and whoever can undo their work may answer.
//
// An Interruption answers for its thread while it lives, by throwing or not. Where there is
// none, asking does nothing. Loops ask after every millisecond or so.
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

    // Throws if the work is to end.
    virtual void ask() = 0;

    [[nodiscard]] static Interruption* current() noexcept {
        return static_cast<Interruption*>(pthread_getspecific(key()));
    }

  protected:
    void ask_outer() const {
        if (outer_ != nullptr) outer_->ask();
    }

  private:
    // Not thread_local: the memory of that is found at its first use in a thread, and a process
    // that has none left is aborted.
    [[nodiscard]] static pthread_key_t key() noexcept {
        static const pthread_key_t made = [] {
            pthread_key_t fresh = 0;
            pthread_key_create(&fresh, nullptr);
            return fresh;
        }();
        return made;
    }
    static void set(Interruption* now) noexcept { pthread_setspecific(key(), now); }

    Interruption* outer_;
};

// While it lives, work goes on: nobody could undo it.
class Uninterrupted : public Interruption {
  public:
    void ask() override {}
};

// Not inlined: it is seldom called, from loops that need the registers.
[[gnu::noinline]] inline void let_interrupt() {
    if (Interruption* current = Interruption::current()) current->ask();
}

// Asks once in so many calls.
template <std::size_t calls>
class SeldomAsking {
  public:
    void operator()() {
        if (++calls_ % calls == 0) [[unlikely]]
            let_interrupt();
    }

  private:
    std::size_t calls_ = 0;
};

// Calls `work(first, size)` for all of `size`, some at a time, and asks in between.
template <class Work>
void in_slices(std::size_t size, std::size_t slice, Work&& work) {
    for (std::size_t first = 0; first < size; first += slice) {
        if (first != 0) let_interrupt();
        work(first, std::min(slice, size - first));
    }
}

// As std::sort; long sorting lets somebody interrupt.
template <class Iterator, class Less>
void sort_interruptibly(Iterator begin, Iterator end, const Less& less) {
    if (end - begin < 1 << 20) return std::sort(begin, end, less);
    SeldomAsking<1 << 16> ask;
    std::sort(begin, end, [&](const auto& a, const auto& b) {
        ask();
        return less(a, b);
    });
}

}  // namespace entrostream
