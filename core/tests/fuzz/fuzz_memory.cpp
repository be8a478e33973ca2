// Memory runs out at any allocation: an operation throws std::bad_alloc and leaves a summary that
// can be used, or it succeeds. The bytes choose a summary, its operations, and at which
// allocation of each one there is no memory left.
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "core/fading/fading_window.hpp"
#include "core/state/state_error.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/fuzz/state_seeds.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/target.hpp"
#include "core/tests/memory/failing_new.hpp"
#include "core/tests/tables/model.hpp"
#include "core/windows/sliding_window.hpp"
#include "core/windows/time_window.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

using testing::require;  // not that of the core

constexpr Code codes = 5;

// Whether the operation succeeds with this many allocations.
template <class Operation>
bool succeeds(std::uint64_t allocations, Operation&& operation) {
    try {
        const FailingNew failing(allocations);
        operation();
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

std::vector<Code> batch_of(std::uint8_t byte) {
    std::vector<Code> batch(byte);
    for (std::size_t i = 0; i < batch.size(); ++i) {
        batch[i] = static_cast<Code>((i * byte + i / 3) % codes);
    }
    return batch;
}

// One operation chosen by `what`, one number for it, and the allocation that fails.
struct Step {
    std::uint8_t what;
    std::uint8_t number;
    std::uint64_t allocations;
};

void step(SlidingWindow& window, const Step& by) {
    const std::vector<Code> before = window.events();
    const Code code = by.number % codes;
    const std::vector<Code> batch = batch_of(by.number);
    const bool done = succeeds(by.allocations, [&] {
        if (by.what % 2 == 0) {
            window.update(code);
        } else {
            window.prepare(batch.size());
            window.update_many(batch);
        }
    });
    require(done || window.events() == before, "a window has changed, but memory ran out");
    require(sums_are_those_of(window.sums(), testing::model_of(window.events(), codes)),
            "the sums are not those of the window");
}

void step(FadingWindow& window, const Step& by) {
    const std::vector<Code> before = window.events();
    const double entropy = window.sums().entropy();
    const std::vector<Code> batch = batch_of(by.number);
    const bool done = succeeds(by.allocations, [&] {
        if (by.what % 2 == 0) {
            window.update(by.number % codes);
        } else {
            window.prepare(batch.size());
            window.update_many(batch);
        }
    });
    if (!done) require(window.events() == before, "a window has changed, but memory ran out");
    if (!done) require(window.sums().entropy() == entropy, "its entropy has changed");
}

void step(TimeWindow& window, const Step& by) {
    const auto held = [&] {
        std::vector<std::uint64_t> counts;
        for (Code code = 0; code < codes; ++code) {
            counts.push_back(window.count(code));
        }
        return Model{counts};
    };
    const Model before = held();
    const Time now = window.clock().now().value_or(0);
    const std::vector<Code> batch = batch_of(by.number);
    const std::vector<Time> times(batch.size(), now + by.number);
    const bool done = succeeds(by.allocations, [&] {
        if (by.what % 3 == 0) {
            window.update(by.number % codes, now + by.number % 7);
        } else if (by.what % 3 == 1) {
            window.prepare(times);
            window.update_many(batch, times);
        } else {
            const TimeWindow copy = window;
            window.merge(copy, {0, 1, 2, 3, 4});
        }
    });
    require(done || held().counts == before.counts, "a window has changed, but memory ran out");
    require(sums_are_those_of(window.sums(), held()), "the sums are not those of the window");
}

void step(ContingencyTable& table, const Step& by) {
    const auto before = table.held();
    const std::vector<Code> batch = batch_of(by.number);
    const bool done = succeeds(by.allocations, [&] {
        if (by.what % 2 == 0) {
            table.update({by.number % codes, by.number / 7 % codes});
        } else {
            table.update_many(batch, batch);
        }
    });
    TableModel model;
    for (const PairCount& each : table.held()) {
        model.add(each.pair, each.amount);
    }
    require(agrees(table, model), "the sums of a table are not those of its counts");
    require(done || by.what % 2 != 0 || before.size() == table.held().size(),
            "a table has changed, but memory ran out");
}

template <class Summary>
void run(Summary summary, const std::uint8_t* data, std::size_t size) {
    for (std::size_t i = 1; i + 2 < size; i += 3) {
        step(summary, {data[i], data[i + 1], data[i + 2] % 6u});
    }
}

// Reading a state when memory runs out.
void read_state(const std::uint8_t* data, std::size_t size) {
    static const std::vector<StateBytes> states = seed_states();
    const StateBytes& bytes = states[size % states.size()];
    const auto read = [&] {
        switch (static_cast<StateKind>(bytes[5])) {
            case StateKind::fading_tally:
                return encode(decode_fading_tally(bytes)) == bytes;
            case StateKind::fading_window:
                return encode(decode_fading_window(bytes)) == bytes;
            case StateKind::time_window:
                return encode(decode_time_window(bytes)) == bytes;
            case StateKind::weighted_time_window:
                return encode(decode_weighted_time_window(bytes)) == bytes;
            case StateKind::contingency_time_window:
                return encode(decode_contingency_time_window(bytes)) == bytes;
            case StateKind::adaptive_window:
                return encode(decode_adaptive_window(bytes)) == bytes;
            case StateKind::tally:
                return encode(decode_tally(bytes)) == bytes;
            default:
                return true;
        }
    };
    const std::uint64_t allocations = size < 2 ? 0 : data[1];
    (void)succeeds(allocations, [&] { require(read(), "what was read is not what was written"); });
}

template <class Summary>
Summary grown(Summary summary) {
    summary.grow(codes);
    return summary;
}

ContingencyTable grown_table() {
    ContingencyTable table;
    table.grow(codes, codes);
    return table;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    switch (data[0] % 5) {
        case 0:
            run(grown(SlidingWindow(1 + data[0] / 5)), data, size);
            break;
        case 1:
            run(grown(FadingWindow(1 + data[0] / 5, 0.9)), data, size);
            break;
        case 2:
            run(grown(TimeWindow(1 + data[0] / 5, 3, Late::drop)), data, size);
            break;
        case 3:
            run(grown_table(), data, size);
            break;
        default:
            read_state(data, size);
    }
    return 0;
}

const char* fuzz_part(const std::uint8_t* data, std::size_t size) {
    static constexpr const char* parts[] = {"SlidingWindow", "FadingWindow", "TimeWindow",
                                            "ContingencyTable", "states"};
    return size == 0 ? nullptr : parts[data[0] % 5];
}

std::vector<Input> fuzz_seeds() {
    Random random(7);
    std::vector<Input> seeds;
    for (unsigned first = 0; first < 250; ++first) {
        Input seed{static_cast<std::uint8_t>(first)};
        for (std::uint64_t i = 3 + random.below(60); i > 0; --i) {
            seed.push_back(static_cast<std::uint8_t>(random.next()));
        }
        seeds.push_back(std::move(seed));
    }
    return seeds;
}
