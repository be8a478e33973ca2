// A fading summary that is restored goes on as if it had never been away, to the bit.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/state/fading_tally_state.hpp"
#include "core/state/fading_window_state.hpp"
#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 20;
constexpr double fading_factors[] = {1.0, 0.9999, 0.97, 0.5, 1e-5};

// Their bytes do not stand in the order of the codes.
std::vector<Label> some_labels() {
    std::vector<Label> labels;
    labels.reserve(codes);
    for (std::size_t i = 0; i < codes; ++i) {
        labels.push_back({.kind = LabelKind::text, .text = std::to_string(i * 7 % codes)});
    }
    return labels;
}

// Where code i stands once its label has been sorted.
template <class State>
std::vector<Code> new_codes(const State& state, const std::vector<Label>& labels) {
    std::vector<Code> place(codes, no_code);
    for (Code now = 0; now < state.labels.size(); ++now) {
        for (Code then = 0; then < codes; ++then) {
            if (labels[then].text == state.labels[now].text) place[then] = now;
        }
    }
    return place;
}

// Only what is held has a place in a state.
template <class State, class Summary>
State state_of(Missing missing, Summary summary, const std::vector<Label>& labels) {
    Renumbering to(codes, no_code);
    std::vector<Label> held;
    for (Code code = 0; code < codes; ++code) {
        if (summary.count(code) == 0.0) continue;
        to[code] = static_cast<Code>(held.size());
        held.push_back(labels[code]);
    }
    summary.renumber(to, held.size());
    if constexpr (requires(State state) { state.clock; }) {
        const Clock clock = summary.clock().now() ? Clock::instants : Clock::unset;
        return State{std::move(summary), std::move(held), missing, clock};
    } else {
        return State{std::move(summary), std::move(held), missing};
    }
}

// Both go on with the same events; those of labels not held are left out.
template <class Summary, class Update>
void go_on_alike(Summary& original, Summary& restored, const std::vector<Code>& place,
                 Random& random, Update update) {
    for (int i = 0; i < 3000; ++i) {
        const auto code = static_cast<Code>(random.below(codes));
        if (place[code] == no_code) continue;
        update(original, restored, code, place[code]);
        check(original.sums() == restored.sums(), "the sums are the same to the bit");
        check(original.count(code) == restored.count(place[code]), "so are the weights");
        check(original.sums().entropy() == restored.sums().entropy(), "and the reads");
    }
}

void test_tallies_by_count(Random& random) {
    const std::vector<Label> labels = some_labels();
    for (const double fading_factor : fading_factors) {
        FadingTally tally = FadingTally::by_count(fading_factor);
        tally.grow(codes);
        for (int i = 0; i < 5000; ++i) {
            tally.update(static_cast<Code>(random.below(1 + random.below(codes))));
        }
        const StateBytes bytes = encode(state_of<FadingTallyState>(Missing::skip, tally, labels));
        FadingTallyState state = decode_fading_tally(bytes);
        check(encode(state) == bytes, "read and written again, the bytes are the same");
        go_on_alike(tally, state.tally, new_codes(state, labels), random,
                    [](FadingTally& a, FadingTally& b, Code in_a, Code in_b) {
                        a.update(in_a);
                        b.update(in_b);
                    });
    }
}

void test_tallies_by_time(Random& random) {
    const std::vector<Label> labels = some_labels();
    for (const Time half_life : {Time{3}, Time{1'000'000}}) {
        FadingTally tally =
            FadingTally::by_time(half_life, EventClock(2 * half_life, Late::drop), 1000);
        tally.grow(codes);
        Time now = -12345;
        const auto next = [&] {
            now += static_cast<Time>(random.below(static_cast<std::uint64_t>(half_life)) / 3);
            return now - static_cast<Time>(random.below(3) * random.below(3)) * half_life;
        };
        for (int i = 0; i < 5000; ++i) {
            tally.update(static_cast<Code>(random.below(1 + random.below(codes))), next());
        }
        const StateBytes bytes = encode(state_of<FadingTallyState>(Missing::label, tally, labels));
        FadingTallyState state = decode_fading_tally(bytes);
        check(encode(state) == bytes, "read and written again, the bytes are the same");
        check(state.tally.clock() == tally.clock(), "the clock is the same");
        go_on_alike(tally, state.tally, new_codes(state, labels), random,
                    [&](FadingTally& a, FadingTally& b, Code in_a, Code in_b) {
                        const Time at = next();
                        a.update(in_a, at);
                        b.update(in_b, at);
                    });
    }
}

void test_windows(Random& random) {
    const std::vector<Label> labels = some_labels();
    for (const double fading_factor : fading_factors) {
        for (const std::uint64_t size : {1u, 30u, 5000u}) {
            FadingWindow window(size, fading_factor);
            window.grow(codes);
            for (int i = 0; i < 4321; ++i) {
                window.update(static_cast<Code>(random.below(1 + random.below(codes))));
            }
            const StateBytes bytes =
                encode(state_of<FadingWindowState>(Missing::raise, window, labels));
            FadingWindowState state = decode_fading_window(bytes);
            check(encode(state) == bytes, "read and written again, the bytes are the same");
            go_on_alike(window, state.window, new_codes(state, labels), random,
                        [](FadingWindow& a, FadingWindow& b, Code in_a, Code in_b) {
                            a.update(in_a);
                            b.update(in_b);
                        });
        }
    }
}

void test_empty_ones() {
    const FadingTallyState by_count{.tally = FadingTally::by_count(0.5), .labels = {}};
    check(encode(decode_fading_tally(encode(by_count))) == encode(by_count), "by count");
    const FadingTallyState by_time{.tally = FadingTally::by_time(5, EventClock(0, Late::raise)),
                                   .labels = {}};
    check(encode(decode_fading_tally(encode(by_time))) == encode(by_time), "by time");
    const FadingWindowState window{.window = FadingWindow(3, 0.5), .labels = {}};
    check(encode(decode_fading_window(encode(window))) == encode(window), "a window");
}

// A right frame around a payload in which one run of 8 bytes is another number.
template <class Decode>
void check_replaced(const StateBytes& whole, std::size_t at, double value, Decode decode,
                    const char* what) {
    std::string payload(whole.begin() + state_header_size, whole.end() - state_checksum_size);
    std::memcpy(payload.data() + at, &value, sizeof(value));
    Writer writer;
    writer.raw(payload);
    const StateBytes framed = Writer::frame(static_cast<StateKind>(whole[5]), writer);
    check_throws<StateError>([&] { (void)decode(framed); }, what);
}

void test_numbers_that_do_not_fit_are_refused() {
    FadingTally tally = FadingTally::by_count(0.5);
    tally.grow(1);
    tally.update(0);
    tally.update(0);
    const Label label{.kind = LabelKind::text, .text = "a"};
    const StateBytes whole = encode(FadingTallyState{.tally = tally, .labels = {label}});
    // missing, rule, fading_factor (2), limit (10), labels (11), label (12), high (15), low (23),
    // squares (31), sums (39), anchor (103)
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto refused = [&](std::size_t at, double value, const char* what) {
        check_replaced(whole, at, value, decode_fading_tally, what);
    };
    for (const double fading_factor : {0.0, -0.5, 1.5, infinity, std::nan("")}) {
        refused(2, fading_factor, "no such fading_factor");
    }
    for (const double weight : {0.0, -1.0, -0.0, infinity, std::nan(""), 2.5, 1e-320}) {
        refused(15, weight, "no such weight");
    }
    for (const double rest : {1.0, infinity, std::nan("")}) {
        refused(23, rest, "no such rest of a weight");
    }
    for (const double squares : {0.0, -1.0, 100.0, infinity, std::nan("")}) {
        refused(31, squares, "no such squares");
    }
    for (std::size_t lane = 0; lane < 8; ++lane) {
        for (const double sum : {-7.0, 100.0, infinity, std::nan("")}) {
            refused(39 + 8 * lane, sum, "no such sums");
        }
    }
    refused(103 + 8, -1.0, "no such exponent");
}

}  // namespace

int main() {
    Random random(31);
    test_tallies_by_count(random);
    test_tallies_by_time(random);
    test_windows(random);
    test_empty_ones();
    test_numbers_that_do_not_fit_are_refused();
    return report();
}
