// Reading arbitrary bytes either throws a StateError or gives a summary that can be used like any
// other and is saved as the same bytes.
#include <array>
#include <optional>

#include "core/state/state_error.hpp"
#include "core/tests/fuzz/state_seeds.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/target.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

template <auto decode>
bool read_and_use(const StateBytes& bytes) {
    std::optional<decltype(decode(bytes))> state;
    try {
        state.emplace(decode(bytes));
    } catch (const StateError&) {
        return false;  // as it should be
    }
    testing::require(encode(*state) == bytes, "what was read is not what was written");
    use(*state);
    return true;
}

// One of two functions of its name.
EntropySketchState read_entropy_sketch(std::span<const std::uint8_t> bytes) {
    return decode_entropy_sketch(bytes);
}

struct Kind {
    StateKind kind;
    bool (*read)(const StateBytes&);
};
constexpr std::array kinds{
    Kind{StateKind::tally, read_and_use<decode_tally>},
    Kind{StateKind::sliding_window, read_and_use<decode_sliding_window>},
    Kind{StateKind::weighted_tally, read_and_use<decode_weighted_tally>},
    Kind{StateKind::time_window, read_and_use<decode_time_window>},
    Kind{StateKind::weighted_time_window, read_and_use<decode_weighted_time_window>},
    Kind{StateKind::contingency_table, read_and_use<decode_contingency_table>},
    Kind{StateKind::contingency_window, read_and_use<decode_contingency_window>},
    Kind{StateKind::contingency_time_window, read_and_use<decode_contingency_time_window>},
    Kind{StateKind::fading_tally, read_and_use<decode_fading_tally>},
    Kind{StateKind::fading_window, read_and_use<decode_fading_window>},
    Kind{StateKind::adaptive_window, read_and_use<decode_adaptive_window>},
    Kind{StateKind::adwin, read_and_use<decode_adwin>},
    Kind{StateKind::divergence_window, read_and_use<decode_divergence_window>},
    Kind{StateKind::entropy_sketch, read_and_use<read_entropy_sketch>},
    Kind{StateKind::gini_sketch, read_and_use<decode_gini_sketch>},
    Kind{StateKind::sketch_window, read_and_use<decode_sketch_window>},
    Kind{StateKind::fading_sketch, read_and_use<decode_fading_sketch>},
};
// Trees have a fuzz target of their own.
static_assert(kinds.size() + 1 == state_kinds.size(), "a class with states is not fuzzed");

const Kind& kind_of(std::uint8_t first) {
    return kinds[first / framings % kinds.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return -1;
    const Kind& kind = kind_of(data[0]);
    return kind.read(framed(kind.kind, {data, size})) ? 0 : -1;
}

const char* fuzz_part(const std::uint8_t* data, std::size_t size) {
    return size == 0 ? nullptr : name_of(kind_of(data[0]).kind, state_kinds);
}

std::vector<Input> fuzz_seeds() {
    std::vector<Input> seeds;
    for (const StateBytes& state : seed_states()) {
        std::size_t place = 0;
        while (static_cast<std::uint8_t>(kinds[place].kind) != state[5]) {
            ++place;
        }
        for (Input& input : inputs_for(state, place)) {
            seeds.push_back(std::move(input));
        }
    }
    return seeds;
}
