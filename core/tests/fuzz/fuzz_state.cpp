// Whatever the bytes, reading them gives a state that is written as those bytes,
// or a StateError. The first byte chooses the kind; the rest is a payload that
// gets a right header and checksum, or a whole state as it is.
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/state/sliding_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/state/tally_state.hpp"
#include "core/tests/fuzz/target.hpp"

using namespace entrostream;

namespace {

void require(bool holds) {
    if (holds) return;
    std::fputs("what was read is not what was written\n", stderr);
    std::abort();
}

void read_tally(const StateBytes& bytes) {
    try {
        require(encode(decode_tally(bytes)) == bytes);
    } catch (const StateError&) {
        return;  // as it should be
    }
}

void read_window(const StateBytes& bytes) {
    try {
        require(encode(decode_sliding_window(bytes)) == bytes);
    } catch (const StateError&) {
        return;  // as it should be
    }
}

std::vector<std::uint8_t> seed(std::uint8_t kind, const StateBytes& state, bool payload_only) {
    std::vector<std::uint8_t> made{kind};
    const std::size_t from = payload_only ? state_header_size : 0;
    const std::size_t end = state.size() - (payload_only ? state_checksum_size : 0);
    made.insert(made.end(), state.begin() + static_cast<std::ptrdiff_t>(from),
                state.begin() + static_cast<std::ptrdiff_t>(end));
    return made;
}

std::vector<Label> seed_labels() {
    const Label text{.kind = LabelKind::text, .text = "label"};
    return {{.kind = LabelKind::none},
            {.kind = LabelKind::integer, .text = "\x02\x01"},
            {.kind = LabelKind::real, .real = 2.5},
            text,
            {.kind = LabelKind::instant, .day = 700'000, .microsecond = 5},
            {.kind = LabelKind::decimal, .day = -3, .text = "125"},
            {.kind = LabelKind::uuid, .text = "0123456789abcdef"},
            {.kind = LabelKind::tuple, .items = {text, text}}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::uint8_t> rest(data + 1, size - 1);
    StateBytes bytes(rest.begin(), rest.end());
    const bool tally = (data[0] & 1) == 0;
    if ((data[0] & 2) == 0) {
        Writer payload;
        payload.raw({reinterpret_cast<const char*>(rest.data()), rest.size()});
        bytes = Writer::frame(tally ? StateKind::tally : StateKind::sliding_window, payload);
    }
    tally ? read_tally(bytes) : read_window(bytes);
    return 0;
}

std::vector<std::vector<std::uint8_t>> fuzz_seeds() {
    const std::vector<Label> labels = seed_labels();
    const StateBytes tally = encode(TallyState{.missing = Missing::label,
                                               .labels = labels,
                                               .counts = {1, 2, 3, 4, 5, 600, 70000, 1ull << 60}});
    const StateBytes window =
        encode(SlidingWindowState{.missing = Missing::label,
                                  .size = 1000,
                                  .labels = labels,
                                  .events = {0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 3, 3}});
    return {seed(0, tally, true), seed(1, window, true), seed(2, tally, false),
            seed(3, window, false)};
}
