#include "core/state/state_labels.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace entrostream {

SortedLabels sort_labels(const std::vector<Label>& labels) {
    SortedLabels sorted;
    sorted.bytes.reserve(labels.size());
    InterruptPoll<4096> poll;
    for (const Label& label : labels) {
        poll();
        Writer writer;
        encode(writer, label);
        sorted.bytes.emplace_back(writer.written());
    }
    sorted.order.resize(labels.size());
    std::iota(sorted.order.begin(), sorted.order.end(), Code{0});
    const auto before = [&](Code a, Code b) { return sorted.bytes[a] < sorted.bytes[b]; };
    if (!std::is_sorted(sorted.order.begin(), sorted.order.end(), before)) {  // as in pickles
        sort_interruptibly(sorted.order.begin(), sorted.order.end(), before);
    }
    for (std::size_t i = 1; i < sorted.order.size(); ++i) {
        if (sorted.bytes[sorted.order[i - 1]] == sorted.bytes[sorted.order[i]]) {
            throw std::invalid_argument("two labels that are not equal have the same bytes");
        }
    }
    return sorted;
}

std::vector<Code> SortedLabels::places() const {
    std::vector<Code> places(order.size());
    for (Code i = 0; i < order.size(); ++i) {
        places[order[i]] = i;
    }
    return places;
}

Label AscendingLabels::next(Reader& reader) {
    poll_();
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

std::vector<Label> decode_labels(Reader& reader, Missing missing) {
    std::vector<Label> labels;
    AscendingLabels ascending(missing);
    for (std::uint64_t left = reader.length(1); left > 0; --left) {
        labels.push_back(ascending.next(reader));
    }
    return labels;
}

Missing decode_missing(Reader& reader) {
    const std::uint8_t byte = reader.byte();
    for (const Missing missing : {Missing::raise, Missing::skip, Missing::label}) {
        if (byte == static_cast<std::uint8_t>(missing)) return missing;
    }
    throw StateError("state is damaged: the rule for missing values is unknown");
}

}  // namespace entrostream
