// After any sequence of operations the sums are those of the counts: the bytes are read as
// operations on a tally, on weights and on a window, compared with a plain model. Counts and
// weights go up to their limit, beyond which updates are rejected without any change.
#include <algorithm>
#include <deque>
#include <stdexcept>

#include "core/count_log/count_log.hpp"
#include "core/counts/counts.hpp"
#include "core/counts/weighted_counts.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/fuzz/mutation.hpp"
#include "core/tests/fuzz/target.hpp"
#include "core/windows/sliding_window.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 6;

struct Summaries {
    explicit Summaries(std::uint64_t size) : window(size), size_(size) {
        tally.grow(codes);
        weights.grow(codes);
        window.grow(codes);
        model.counts.resize(codes);
    }

    void push(Code code) {
        queue.push_back(code);
        if (queue.size() > size_) queue.pop_front();
    }

    void update(Code code) {
        const bool accepted = accepts(1, [&] { tally.update(code); });
        require(accepts_weight(code, 1) == accepted, "a weight is not refused as a count is");
        if (accepted) ++model.counts[code];
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
        window.trace(batch, columns);
        for (const Code each : batch) {
            push(each);
        }
        const std::vector<std::uint64_t> ones(batch.size(), 1);
        if (!accepts(batch.size(), [&] {
                tally.prepare(batch.size());
                tally.trace(batch, columns);
                weights.prepare(ones);
                weights.trace(batch, ones, columns);
            })) {
            return;
        }
        for (const Code each : batch) {
            ++model.counts[each];
        }
    }

    // Whether this many more were accepted: if and only if they fit.
    template <class Operation>
    [[nodiscard]] bool accepts(std::uint64_t more, Operation&& operation) {
        const bool fits = more <= max_events - tally.sums().n();
        bool accepted = true;
        try {
            operation();
        } catch (const std::overflow_error&) {
            accepted = false;
        }
        require(accepted == fits, "what fits was refused, or what does not was accepted");
        return accepted;
    }

    void add(Code code, std::uint64_t count) {
        const CodeCount more{code, count};
        const bool accepted = accepts(count, [&] { tally.add_many({&more, 1}); });
        require(accepts_weight(code, count) == accepted, "a weight is not refused as a count is");
        if (accepted) model.counts[code] += count;
    }

    [[nodiscard]] bool accepts_weight(Code code, std::uint64_t units) {
        try {
            weights.update(code, units);
        } catch (const std::overflow_error&) {
            return false;
        }
        return true;
    }

    void take(Code code, std::uint64_t count) {
        const CodeCount less{code, std::min(count, tally.count(code))};
        tally.take_many({&less, 1});
        weights.take_many({&less, 1});
        model.counts[code] -= less.amount;
    }

    void check_all() const {
        require(sums_are_those_of(tally.sums(), model), "the sums are not those of the counts");
        require(sums_are_those_of(weights.sums(), model), "the sums are not those of the weights");
        require(sums_are_those_of(window.sums(), model_of(queue, codes)),
                "the sums are not those of the window");
        const double entropy = tally.sums().entropy();
        require(entropy >= 0.0 && entropy <= 63.0, "an entropy is out of range");
        require((entropy == 0.0) == (tally.sums().distinct() < 2), "more than one label is pure");
    }

    Counts tally;
    WeightedCounts weights{-20, false};
    SlidingWindow window;
    Model model;
    std::deque<Code> queue;

  private:
    std::uint64_t size_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    Summaries all(1 + data[0] % 40);
    for (std::size_t i = 1; i + 1 < size; i += 2) {
        const auto code = static_cast<Code>((data[i] >> 3) % codes);
        const std::uint8_t number = data[i + 1];
        const std::uint64_t amount = std::uint64_t{1u + number % 4} << (number / 4 % 62);
        switch (data[i] % 6) {
            case 0:
                all.update(code);
                break;
            case 1:
                all.update_many(code, number, false);
                break;
            case 2:
                all.update_many(code, number, true);
                break;
            case 3:
                all.add(code, amount);
                break;
            case 4:
                all.take(code, amount);
                break;
            default:
                all.take(code, all.tally.count(code));
        }
        all.check_all();
    }
    return 0;
}

const char* fuzz_part(const std::uint8_t*, std::size_t) {
    return nullptr;
}

std::vector<Input> fuzz_seeds() {
    Random random(5);
    std::vector<Input> seeds(20);
    for (Input& seed : seeds) {
        seed.resize(3 + random.below(100));
        for (std::uint8_t& byte : seed) {
            byte = static_cast<std::uint8_t>(random.next());
        }
    }
    return seeds;
}
