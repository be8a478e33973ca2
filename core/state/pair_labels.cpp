#include "core/state/pair_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/state/state_labels.hpp"

namespace entrostream {

namespace {

std::vector<Code> encode_sorted_labels(Writer& writer, const std::vector<Label>& labels) {
    const SortedLabels sorted = sort_labels(labels);
    writer.varint(labels.size());
    for (const Code old : sorted.order) {
        writer.raw(sorted.bytes[old]);
    }
    return sorted.places();
}

bool all(const std::vector<bool>& used) {
    return std::find(used.begin(), used.end(), false) == used.end();
}

}  // namespace

PairPlaces encode(Writer& writer, const PairLabels& labels) {
    std::vector<Code> x = encode_sorted_labels(writer, labels.x);
    return {std::move(x), encode_sorted_labels(writer, labels.y)};
}

PairLabelReader::PairLabelReader(Reader& reader, Missing missing) : reader_(reader) {
    labels_.x = decode_labels(reader, missing);
    labels_.y = decode_labels(reader, missing);
    x_used_.resize(labels_.x.size());
    y_used_.resize(labels_.y.size());
}

void PairLabelReader::use(CodePair pair) {
    reader_.require(pair.x < x_used_.size() && pair.y < y_used_.size(),
                    "a pair has a label that is not there");
    x_used_[pair.x] = true;
    y_used_[pair.y] = true;
}

void PairLabelReader::require_all_used() const {
    reader_.require(all(x_used_) && all(y_used_), "a label does not occur");
}

}  // namespace entrostream
