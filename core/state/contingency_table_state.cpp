#include "core/state/contingency_table_state.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/count_log/count_log.hpp"

namespace entrostream {

namespace {

// The pairs with their labels' new positions, row by row.
std::vector<PairCount> in_order(std::vector<PairCount> pairs, const PairPlaces& places) {
    for (PairCount& each : pairs) {
        each.pair = places.of(each.pair);
    }
    sort_interruptibly(pairs.begin(), pairs.end(), [](const PairCount& a, const PairCount& b) {
        return a.pair.x != b.pair.x ? a.pair.x < b.pair.x : a.pair.y < b.pair.y;
    });
    return pairs;
}

class RowReader {
  public:
    RowReader(Reader& reader, PairLabelReader& labels)
        : reader_(reader), labels_(labels), width_(place_width(labels.labels().y.size())) {}

    void read(Code x, std::vector<PairCount>& pairs) {
        const std::uint64_t size = reader_.length(static_cast<std::size_t>(width_) + 1);
        for (std::uint64_t i = 0; i < size; ++i) {
            const auto y = static_cast<Code>(reader_.fixed(width_));
            reader_.require(i == 0 || pairs.back().pair.y < y, "pairs are not in order");
            poll_();
            labels_.use({x, y});
            pairs.push_back({{x, y}, count()});
        }
    }

  private:
    std::uint64_t count() {
        const std::uint64_t count = reader_.varint();
        reader_.require(count != 0, "a count is 0");
        reader_.require(count <= max_events - total_, "it holds 2^62 events or more");
        total_ += count;
        return count;
    }

    Reader& reader_;
    PairLabelReader& labels_;
    int width_;
    std::uint64_t total_ = 0;
    InterruptPoll<1 << 14> poll_;
};

}  // namespace

StateBytes encode(const ContingencyTableState& state) {
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    const PairPlaces places = encode(payload, state.labels);
    const std::vector<PairCount> pairs = in_order(state.pairs, places);
    const int width = place_width(state.labels.y.size());
    auto row = pairs.begin();
    for (Code x = 0; x < places.x.size(); ++x) {
        const auto end =
            std::find_if(row, pairs.end(), [&](const PairCount& each) { return each.pair.x != x; });
        payload.varint(static_cast<std::uint64_t>(end - row));
        for (; row != end; ++row) {
            payload.fixed(row->pair.y, width);
            payload.varint(row->amount);
        }
    }
    return Writer::frame(StateKind::contingency_table, payload);
}

ContingencyTableState decode_contingency_table(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::contingency_table);
    ContingencyTableState state;
    state.missing = decode_missing(reader);
    PairLabelReader labels(reader, state.missing);
    RowReader rows(reader, labels);
    for (Code x = 0; x < labels.labels().x.size(); ++x) {
        rows.read(x, state.pairs);
    }
    labels.require_all_used();
    reader.require_end();
    state.labels = std::move(labels.labels());
    return state;
}

}  // namespace entrostream
