#include "core/state/contingency_time_window_state.hpp"

#include <cstddef>
#include <tuple>
#include <utility>

namespace entrostream {

namespace {

bool in_front(CodePair a, CodePair b) noexcept {
    return std::tie(a.x, a.y) < std::tie(b.x, b.y);
}

// The pairs with their labels' new positions (`first`), each with its old code, sorted.
std::vector<std::pair<CodePair, Code>> in_order(const std::vector<CodePair>& pairs,
                                                const PairPlaces& places) {
    std::vector<std::pair<CodePair, Code>> ordered;
    ordered.reserve(pairs.size());
    for (std::size_t code = 0; code < pairs.size(); ++code) {
        ordered.emplace_back(places.of(pairs[code]), static_cast<Code>(code));
    }
    sort_interruptibly(ordered.begin(), ordered.end(),
                       [](const auto& a, const auto& b) { return in_front(a.first, b.first); });
    return ordered;
}

std::vector<CodePair> decode_pairs(Reader& reader, PairLabelReader& labels) {
    const int x_width = place_width(labels.labels().x.size());
    const int y_width = place_width(labels.labels().y.size());
    const std::uint64_t size = reader.length(static_cast<std::size_t>(x_width + y_width));
    std::vector<CodePair> pairs;
    pairs.reserve(static_cast<std::size_t>(size));
    InterruptPoll<1 << 14> poll;
    for (std::uint64_t i = 0; i < size; ++i) {
        poll();
        const auto x = static_cast<Code>(reader.fixed(x_width));
        const CodePair pair{x, static_cast<Code>(reader.fixed(y_width))};
        reader.require(i == 0 || in_front(pairs.back(), pair), "pairs are not in order");
        labels.use(pair);
        pairs.push_back(pair);
    }
    labels.require_all_used();
    return pairs;
}

}  // namespace

StateBytes encode(const ContingencyTimeWindowState& state) {
    Writer payload;
    encode_clock(payload, state.window);
    const PairPlaces places = encode(payload, state.labels);
    const int x_width = place_width(places.x.size());
    const int y_width = place_width(places.y.size());
    payload.varint(state.pairs.size());
    std::vector<Code> place(state.pairs.size());
    Code next = 0;
    for (const auto& [pair, code] : in_order(state.pairs, places)) {
        payload.fixed(pair.x, x_width);
        payload.fixed(pair.y, y_width);
        place[code] = next++;
    }
    encode_events(payload, state.window, place);
    return Writer::frame(StateKind::contingency_time_window, payload);
}

ContingencyTimeWindowState decode_contingency_time_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::contingency_time_window);
    ContingencyTimeWindowState state;
    state.window = decode_clock(reader);
    PairLabelReader labels(reader, state.window.missing);
    state.pairs = decode_pairs(reader, labels);
    state.labels = std::move(labels.labels());
    decode_events(reader, state.window, state.pairs.size());
    reader.require_end();
    return state;
}

}  // namespace entrostream
