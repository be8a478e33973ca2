#include "core/state/summary_state.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/exact/count_log.hpp"

namespace entrostream {

namespace {

struct SortedLabels {
    std::vector<std::string> bytes;  // by old place
    std::vector<Code> order;         // old places in the order of the bytes
};

SortedLabels sort_labels(const std::vector<Label>& labels) {
    SortedLabels sorted;
    sorted.bytes.reserve(labels.size());
    for (const Label& label : labels) {
        Writer writer;
        encode(writer, label);
        sorted.bytes.emplace_back(writer.written());
    }
    sorted.order.resize(labels.size());
    std::iota(sorted.order.begin(), sorted.order.end(), Code{0});
    std::sort(sorted.order.begin(), sorted.order.end(),
              [&](Code a, Code b) { return sorted.bytes[a] < sorted.bytes[b]; });
    for (std::size_t i = 1; i < sorted.order.size(); ++i) {
        if (sorted.bytes[sorted.order[i - 1]] == sorted.bytes[sorted.order[i]]) {
            throw std::invalid_argument("two labels that are not equal have the same bytes");
        }
    }
    return sorted;
}

// Reads labels one by one and sees to it that their bytes ascend.
class AscendingLabels {
  public:
    explicit AscendingLabels(Missing missing) : missing_(missing) {}

    Label next(Reader& reader) {
        const std::size_t from = reader.place();
        Label label = decode_label(reader);
        reader.require(label.kind != LabelKind::none || missing_ == Missing::label,
                       "it holds a missing value against its own rule");
        const std::string_view bytes = reader.between(from, reader.place());
        reader.require(first_ || before_ < bytes, "labels are not in order");
        before_ = bytes;
        first_ = false;
        return label;
    }

  private:
    Missing missing_;
    std::string_view before_;
    bool first_ = true;
};

Missing decode_missing(Reader& reader) {
    const std::uint8_t byte = reader.byte();
    for (const Missing missing : {Missing::raise, Missing::skip, Missing::label}) {
        if (byte == static_cast<std::uint8_t>(missing)) return missing;
    }
    throw StateError("state is damaged: the rule for missing values is unknown");
}

// Bytes that a place among so many labels takes.
int place_width(std::size_t labels) {
    if (labels <= 0x100) return 1;
    return labels <= 0x10000 ? 2 : 4;
}

void decode_events(Reader& reader, SlidingWindowState& state) {
    const int width = place_width(state.labels.size());
    const std::uint64_t events = reader.length(static_cast<std::size_t>(width));
    reader.require(events <= state.size, "it holds more events than its size");
    std::vector<bool> occurs(state.labels.size(), false);
    state.events.reserve(static_cast<std::size_t>(events));
    for (std::uint64_t i = 0; i < events; ++i) {
        const auto place = static_cast<Code>(reader.fixed(width));
        reader.require(place < state.labels.size(), "an event has a label that is not there");
        occurs[place] = true;
        state.events.push_back(place);
    }
    reader.require(std::find(occurs.begin(), occurs.end(), false) == occurs.end(),
                   "a label does not occur");
}

}  // namespace

StateBytes encode(const TallyState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.labels.size());
    for (const Code old : sorted.order) {
        payload.raw(sorted.bytes[old]);
        payload.varint(state.counts[old]);
    }
    return Writer::frame(StateKind::tally, payload);
}

StateBytes encode(const SlidingWindowState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    payload.varint(state.size);
    payload.varint(state.labels.size());
    std::vector<Code> place(state.labels.size());
    for (Code i = 0; i < sorted.order.size(); ++i) {
        payload.raw(sorted.bytes[sorted.order[i]]);
        place[sorted.order[i]] = i;
    }
    payload.varint(state.events.size());
    const int width = place_width(state.labels.size());
    for (const Code event : state.events) {
        payload.fixed(place[event], width);
    }
    return Writer::frame(StateKind::sliding_window, payload);
}

TallyState decode_tally(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::tally);
    TallyState state;
    state.missing = decode_missing(reader);
    const std::uint64_t labels = reader.length(2);  // a kind and a count at least
    AscendingLabels ascending(state.missing);
    std::uint64_t total = 0;
    for (std::uint64_t i = 0; i < labels; ++i) {
        state.labels.push_back(ascending.next(reader));
        const std::uint64_t count = reader.varint();
        reader.require(count != 0, "a count is 0");
        reader.require(count <= max_events - total, "it holds 2^62 events or more");
        total += count;
        state.counts.push_back(count);
    }
    reader.require_end();
    return state;
}

SlidingWindowState decode_sliding_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::sliding_window);
    SlidingWindowState state;
    state.missing = decode_missing(reader);
    state.size = reader.varint();
    reader.require(state.size >= 1 && state.size <= max_events, "the window size is out of range");
    const std::uint64_t labels = reader.length(1);
    AscendingLabels ascending(state.missing);
    for (std::uint64_t i = 0; i < labels; ++i) {
        state.labels.push_back(ascending.next(reader));
    }
    decode_events(reader, state);
    reader.require_end();
    return state;
}

}  // namespace entrostream
