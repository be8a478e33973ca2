// Long work polls the innermost interruption of its thread, and only that.
#include "core/counts/interruption.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

struct Cancelled : std::runtime_error {
    Cancelled() : std::runtime_error("cancelled") {}
};

class Counting : public Interruption {
  public:
    explicit Counting(int limit = 1 << 30) : limit_(limit) {}
    void poll() override {
        if (++polls == limit_) throw Cancelled();
    }
    int polls = 0;

  private:
    int limit_;
};

void the_innermost_is_polled() {
    check(Interruption::current() == nullptr, "none at first");
    check_interrupt();
    Counting outer;
    {
        Counting inner;
        check_interrupt();
        check(inner.polls == 1 && outer.polls == 0, "the inner one hides the outer one");
        const Uninterrupted disabled;
        check_interrupt();
        check(inner.polls == 1, "cancellation is disabled");
    }
    check_interrupt();
    check(outer.polls == 1, "the outer one is back");
    Interruption* other = &outer;
    std::thread([&] { other = Interruption::current(); }).join();
    check(other == nullptr, "another thread has none");
}

void slices_cover_everything() {
    Counting counting;
    for (const std::size_t size : {0u, 1u, 9u, 10u, 11u, 100u, 101u}) {
        std::size_t next = 0;
        counting.polls = 0;
        in_slices(size, 10, [&](std::size_t first, std::size_t many) {
            check(first == next && many > 0 && many <= 10, "slices in order");
            next = first + many;
        });
        check(next == size, "all of it");
        const std::size_t slices = (size + 9) / 10;
        check(counting.polls == static_cast<int>(slices == 0 ? 0 : slices - 1),
              "a poll in between");
    }
}

void work_is_cancelled() {
    const Counting cancelling(3);
    std::size_t slices = 0;
    check_throws<Cancelled>(
        [&] { in_slices(1000, 10, [&](std::size_t, std::size_t) { ++slices; }); }, "cancelled");
    check(slices == 3, "at the third poll");
}

void polls_are_spaced() {
    Counting counting;
    InterruptPoll<100> poll;
    for (int i = 0; i < 1000; ++i)
        poll();
    check(counting.polls == 10, "one poll per hundred calls");
}

void long_sorts_can_be_cancelled() {
    Random random(1);
    std::vector<std::uint64_t> numbers((1 << 20) + 5);
    for (std::uint64_t& number : numbers)
        number = random.next();
    std::vector<std::uint64_t> again = numbers;
    {
        Counting counting;
        sort_interruptibly(numbers.begin(), numbers.end(), std::less<>());
        check(counting.polls > 100, "a long sort polls");
    }
    check(std::is_sorted(numbers.begin(), numbers.end()), "sorted");
    const Counting cancelling(2);
    check_throws<Cancelled>([&] { sort_interruptibly(again.begin(), again.end(), std::less<>()); },
                            "cancelled");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    the_innermost_is_polled();
    slices_cover_everything();
    work_is_cancelled();
    polls_are_spaced();
    long_sorts_can_be_cancelled();
    return report();
}
