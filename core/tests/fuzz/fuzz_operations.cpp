// Any sequence of operations leaves the sums of the counts: the bytes are read as
// operations on a tally and on a window, beside a plain model of both.
#include <cstdio>
#include <cstdlib>
#include <deque>

#include "core/counts/counts.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/fuzz/target.hpp"
#include "core/tests/random.hpp"
#include "core/windows/sliding_window.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 6;

void require(bool holds) {
    if (holds) return;
    std::fputs("the sums are not those of the counts\n", stderr);
    std::abort();
}

struct Pair {
    explicit Pair(std::uint64_t size) : window(size), size_(size) {
        tally.grow(codes);
        window.grow(codes);
        model.counts.resize(codes);
    }

    void push(Code code) {
        ++model.counts[code];
        queue.push_back(code);
        if (queue.size() > size_) queue.pop_front();
    }

    void update(Code code) {
        tally.update(code);
        window.update(code);
        push(code);
    }

    void update_many(Code code, std::uint8_t length, bool traced) {
        std::vector<Code> batch(length);
        for (Code i = 0; i < length; ++i) {
            batch[i] = (code * i + i / 3) % codes;
        }
        std::vector<double> values(batch.size());
        const TraceColumn column{Measure::entropy, values.data()};
        const TraceColumns columns = traced ? TraceColumns(&column, 1) : TraceColumns();
        tally.trace(batch, columns);
        window.trace(batch, columns);
        for (const Code each : batch) {
            push(each);
        }
    }

    void add(Code code, std::uint64_t count) {
        const CodeCount more{code, count};
        tally.add_many({&more, 1});
        model.counts[code] += count;
    }

    void take(Code code, std::uint64_t count) {
        const CodeCount less{code, std::min(count, tally.count(code))};
        tally.take_many({&less, 1});
        model.counts[code] -= less.amount;
    }

    void check_all() const {
        require(sums_are_those_of(tally.sums(), model));
        require(sums_are_those_of(window.sums(), model_of(queue, codes)));
        const double entropy = tally.sums().entropy();
        require(entropy >= 0.0 && entropy <= 63.0);
        require((entropy == 0.0) == (tally.sums().distinct() < 2));
    }

    Counts tally;
    SlidingWindow window;
    Model model;
    std::deque<Code> queue;

  private:
    std::uint64_t size_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Pair pair(1 + data[0] % 40);
    for (std::size_t i = 1; i + 1 < size; i += 2) {
        const auto code = static_cast<Code>((data[i] >> 3) % codes);
        const std::uint8_t number = data[i + 1];
        switch (data[i] % 6) {
            case 0:
                pair.update(code);
                break;
            case 1:
                pair.update_many(code, number, false);
                break;
            case 2:
                pair.update_many(code, number, true);
                break;
            case 3:
                pair.add(code, std::uint64_t{number} << (number % 46));
                break;
            case 4:
                pair.take(code, std::uint64_t{number} << (number % 46));
                break;
            default:
                pair.take(code, pair.tally.count(code));
        }
        pair.check_all();
    }
    return 0;
}

std::vector<std::vector<std::uint8_t>> fuzz_seeds() {
    Random random(5);
    std::vector<std::vector<std::uint8_t>> seeds(20);
    for (auto& seed : seeds) {
        seed.resize(3 + random.below(100));
        for (std::uint8_t& byte : seed) {
            byte = static_cast<std::uint8_t>(random.next());
        }
    }
    return seeds;
}
