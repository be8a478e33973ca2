#include "core/state/adwin_state.hpp"

#include <utility>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/state/reader.hpp"
#include "core/state/restore.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

// Even 2^62 numbers need fewer.
constexpr std::uint64_t most_rows = 62;

void encode_rule(Writer& writer, const Adwin::Rule& rule) {
    writer.real(rule.delta);
    writer.varint(rule.clock);
    writer.varint(rule.max_buckets);
    writer.varint(rule.min_window_length);
    writer.varint(rule.grace_period);
}

Adwin::Rule decode_adwin_rule(Reader& reader) {
    Adwin::Rule rule;
    rule.delta = reader.real();
    rule.clock = reader.varint();
    rule.max_buckets = reader.varint();
    rule.min_window_length = reader.varint();
    rule.grace_period = reader.varint();
    return rule;
}

void encode_changes(Writer& writer, const Adwin& adwin) {
    writer.varint(adwin.n_changes());
    writer.varint(adwin.changes().size());
    for (const MeanChange& change : adwin.changes()) {
        writer.varint(change.position);
        writer.varint(change.found);
        writer.real(change.before);
        writer.real(change.after);
    }
}

void decode_changes(Reader& reader, Adwin::Content& content) {
    content.n_changes = reader.varint();
    const std::uint64_t kept = reader.length(18);  // at least two varints and two doubles
    for (std::uint64_t i = 0; i < kept; ++i) {
        MeanChange& change = content.changes.emplace_back();
        change.position = reader.varint();
        change.found = reader.varint();
        change.before = reader.real();
        change.after = reader.real();
    }
}

// Buckets of row 0 hold a single number, so they have no spread.
void encode_buckets(Writer& writer, const NumberBuckets& buckets) {
    writer.varint(buckets.rows());
    for (std::size_t row = 0; row < buckets.rows(); ++row) {
        writer.varint(buckets.totals(row).size());
        for (std::size_t i = 0; i < buckets.totals(row).size(); ++i) {
            writer.real(buckets.totals(row)[i]);
            if (row > 0) writer.real(buckets.spreads(row)[i]);
        }
    }
}

void decode_row(Reader& reader, NumberBuckets& buckets, bool top) {
    const bool first = buckets.rows() == 0;
    const std::uint64_t count = reader.length(first ? 8 : 16);
    // Checked here, so that empty rows cannot allocate memory.
    reader.require(count <= buckets.most() && count >= (top ? 1 : buckets.most() - 1),
                   "a row has a wrong number of buckets");
    reader.require(count <= (max_events - buckets.n()) >> buckets.rows(), "it is too long");
    std::vector<Moments> row(static_cast<std::size_t>(count));
    for (Moments& bucket : row) {
        bucket.total = reader.real();
        if (!first) bucket.spread = reader.real();
    }
    buckets.restore_row(row);
}

void decode_buckets(Reader& reader, NumberBuckets& buckets) {
    const std::uint64_t rows = reader.length(1);
    reader.require(rows <= most_rows, "it has too many rows");
    for (std::uint64_t row = 0; row < rows; ++row) {
        decode_row(reader, buckets, row + 1 == rows);
    }
}

}  // namespace

StateBytes encode(const Adwin& adwin) {
    Writer payload;
    encode_rule(payload, adwin.rule());
    payload.varint(adwin.seen());
    encode_changes(payload, adwin);
    payload.real(adwin.running().total);
    payload.real(adwin.running().spread);
    encode_buckets(payload, adwin.buckets());
    return Writer::frame(StateKind::adwin, payload);
}

Adwin decode_adwin(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::adwin);
    const Adwin::Rule rule = decode_adwin_rule(reader);
    Adwin adwin = restore_or_refuse([&] { return Adwin(rule); });
    Adwin::Content content{.buckets = NumberBuckets(static_cast<std::size_t>(rule.max_buckets))};
    content.seen = reader.varint();
    decode_changes(reader, content);
    content.running.total = reader.real();
    content.running.spread = reader.real();
    decode_buckets(reader, content.buckets);
    reader.require_end();
    restore_or_refuse([&] { adwin.restore(std::move(content)); });
    return adwin;
}

}  // namespace entrostream
