// The state of an adaptive window is read back as it was written.
#include "core/state/adaptive_window_state.hpp"

#include <utility>
#include <vector>

#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"
#include "core/tests/drift/streams.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

Label text_label(std::size_t i) {
    return {.kind = LabelKind::text, .text = "label " + std::to_string(i)};
}

AdaptiveWindowState state_after(std::size_t events, bool timed) {
    constexpr std::size_t codes = 12;
    Random random(events);
    std::vector<Code> stream = changing_stream(codes, 4, 1000, false, random);
    for (Code i = 0; i < codes; ++i)
        stream[events - 1 - i] = i;  // each of them occurs
    AdaptiveWindow window(AdaptiveOptions{});
    window.grow(codes);
    for (std::size_t i = 0; i < events; ++i) {
        timed ? window.update(stream[i], static_cast<Time>(i)) : window.update(stream[i]);
    }
    AdaptiveWindowState state{.missing = Missing::skip,
                              .options = window.options(),
                              .clock = timed ? Clock::instants : Clock::unset,
                              .labels = {},
                              .content = window.content(),
                              .changes = {}};
    for (Code i = 0; i < codes; ++i)
        state.labels.push_back(text_label(i));
    for (Change& change : window.take_found()) {
        std::vector<Label> labels;
        for (LabelShift& each : change.labels) {
            labels.push_back(text_label(each.code));
            each.code = no_code;
        }
        state.changes.push_back({std::move(change), std::move(labels)});
    }
    return state;
}

void check_round_trip(std::size_t events, bool timed) {
    const AdaptiveWindowState state = state_after(events, timed);
    const StateBytes bytes = encode(state);
    const AdaptiveWindowState read = decode_adaptive_window(bytes);
    check(encode(read) == bytes, "written as it was read");
    check(read.options == state.options && read.clock == state.clock, "the parameters");
    check(read.content.seen == events, "the events");
    check(read.changes.size() == state.changes.size(), "the changes");
    for (std::size_t i = 0; i < read.changes.size(); ++i) {
        check(read.changes[i].change == state.changes[i].change, "a change");
    }
}

// Cut anywhere, or with a byte changed, it is refused.
void check_damage() {
    const StateBytes bytes = encode(state_after(2100, true));
    for (std::size_t size = 0; size < bytes.size(); size += 7) {
        const StateBytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        check_throws<StateError>([&] { return decode_adaptive_window(cut); }, "cut short");
        StateBytes changed = bytes;
        changed[size] ^= 4;
        check_throws<StateError>([&] { return decode_adaptive_window(changed); }, "a byte changed");
    }
}

}  // namespace

int main() {
    for (const std::size_t events : {20u, 64u, 1000u, 2100u, 3999u}) {
        check_round_trip(events, false);
        check_round_trip(events, true);
    }
    check_damage();
    return report();
}
