#include "core/state/adaptive_window_state.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/state/restore.hpp"
#include "core/state/season_state.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

// 2: overdispersion, min_shift, the size of changes. 3: a season. 4: a season or none, and the
// overdispersion of the sum. 5: recurring changes are skipped. Written is the lowest that suffices.
constexpr std::uint8_t newest_window_version = 5;

std::uint8_t version_of(const AdaptiveWindowState& state) {
    if (state.options.skip_recurring) return 5;
    if (!state.content.sum_overdispersion.empty()) return 4;
    return state.options.season != 0 ? 3 : 2;
}

void encode_bucket(Writer& writer, const Bucket& bucket, bool timed, int width) {
    writer.varint(bucket.repeats);
    if (timed) writer.signed_varint(bucket.first);
    writer.varint(bucket.counts.size());
    for (const BucketCount& each : bucket.counts) {
        writer.fixed(each.code, width);
        writer.varint(each.count);
    }
}

Code decode_code(Reader& reader, std::size_t labels) {
    const auto place = static_cast<Code>(reader.fixed(place_width(labels)));
    reader.require(place < labels, "an event has a label that is not there");
    return place;
}

Bucket decode_bucket(Reader& reader, std::uint64_t size, bool timed, std::size_t labels) {
    Bucket bucket;
    bucket.size = size;
    bucket.repeats = reader.varint();
    if (timed) bucket.first = reader.signed_varint();
    const auto width = static_cast<std::size_t>(place_width(labels));
    const std::uint64_t counts = reader.length(width + 1);
    bucket.counts.reserve(static_cast<std::size_t>(counts));
    for (std::uint64_t i = 0; i < counts; ++i) {
        const Code code = decode_code(reader, labels);
        const std::uint64_t count = reader.varint();
        reader.require(0 < count && count <= size, "a count does not fit its bucket");
        bucket.counts.push_back({code, static_cast<std::uint32_t>(count)});
    }
    return bucket;
}

std::vector<BucketRows::Row> decode_rows(Reader& reader, std::uint32_t block, bool timed,
                                         std::size_t labels) {
    const std::uint64_t rows = reader.length(1);
    reader.require(1 <= rows && rows <= 32, "the number of rows is out of range");
    std::vector<BucketRows::Row> found(static_cast<std::size_t>(rows));
    std::uint64_t size = block;
    for (BucketRows::Row& row : found) {
        const std::uint64_t buckets = reader.length(2);
        for (std::uint64_t i = 0; i < buckets; ++i) {
            row.push_back(decode_bucket(reader, size, timed, labels));
        }
        size *= 2;
    }
    return found;
}

void encode_options(Writer& writer, const AdaptiveOptions& options, std::uint8_t version) {
    writer.real(options.rate);
    writer.varint(options.block);
    writer.varint(options.max_size == AdaptiveOptions::no_limit ? 0 : options.max_size);
    writer.byte(options.statistics.bits());
    writer.byte(options.calibrate ? 1 : 0);
    writer.real(options.min_shift);
    if (version == 2) return;
    writer.varint(static_cast<std::uint64_t>(options.season));
    if (options.season != 0) writer.varint(options.season_bins);
}

void decode_season_options(Reader& reader, AdaptiveOptions& options) {
    const std::uint64_t season = reader.varint();
    reader.require(season <= std::uint64_t{std::numeric_limits<Time>::max()} &&
                       (season != 0 || reader.version() >= 4),
                   "the season is out of range");
    if (season == 0) return;
    options.season = static_cast<Time>(season);
    const std::uint64_t bins = reader.varint();
    reader.require(SeasonProfile::min_bins <= bins && bins <= SeasonProfile::max_bins,
                   "the number of bins is out of range");
    options.season_bins = static_cast<std::uint32_t>(bins);
}

AdaptiveOptions decode_options(Reader& reader) {
    AdaptiveOptions options;
    options.rate = reader.real();
    reader.require(options.rate > 0 && options.rate < 1, "the rate is out of range");
    const std::uint64_t block = reader.varint();
    reader.require(1 <= block && block <= AdaptiveOptions::largest_block,
                   "the block is out of range");
    options.block = static_cast<std::uint32_t>(block);
    const std::uint64_t longest = reader.varint();
    reader.require(longest == 0 || (block <= longest && longest <= max_events),
                   "the longest window is out of range");
    if (longest != 0) options.max_size = longest;
    const std::uint8_t statistics = reader.byte();
    reader.require(0 < statistics && statistics <= Statistics::every, "a statistic is unknown");
    options.statistics = Statistics(statistics);
    options.calibrate = false;
    if (reader.version() >= 2) {
        options.calibrate = reader.one_of<std::uint8_t>({0, 1}, "a flag is unknown") != 0;
        options.min_shift = reader.real();
        reader.require(options.min_shift >= 0 && options.min_shift < 1,
                       "the smallest shift is out of range");
    }
    if (reader.version() >= 3) decode_season_options(reader, options);
    options.skip_recurring = reader.version() >= 5;
    reader.require(options.calibrate || !options.skip_recurring,
                   "recurring changes are skipped, but nothing is learned");
    return options;
}

std::vector<LabelledChange<Label>> decode_changes(Reader& reader,
                                                  const AdaptiveWindowState& state) {
    const std::uint64_t changes = reader.length(20);
    reader.require(changes == std::min<std::uint64_t>(state.content.changes,
                                                      AdaptiveWindowState::most_changes),
                   "the changes told are not those found");
    std::vector<LabelledChange<Label>> labelled;
    std::uint64_t before = 0;
    for (std::uint64_t i = 0; i < changes; ++i) {
        Change change = decode_change(reader, state.clock != Clock::unset);
        reader.require(before <= change.found && change.found <= state.content.seen,
                       "changes are not in order");
        before = change.found;
        std::vector<Label> labels;
        for (std::size_t j = 0; j < change.labels.size(); ++j) {
            labels.push_back(decode_label(reader));
            reader.require(labels.back().kind != LabelKind::none || state.missing == Missing::label,
                           "a missing value is a label");
        }
        labelled.push_back({std::move(change), std::move(labels)});
    }
    return labelled;
}

// Content that is consistent in itself may still be impossible for a window with these options.
void require_possible(Reader& reader, const AdaptiveWindowState& state) {
    AdaptiveWindow window(state.options);
    window.grow(state.labels.size());
    restore_or_refuse([&] { window.restore(state.content); });
    for (Code code = 0; code < state.labels.size(); ++code) {
        reader.require(window.uses(code), "a label does not occur");
    }
}

void encode_overdispersion(Writer& writer, const std::vector<Overdispersion::Row>& rows) {
    writer.varint(rows.size());
    for (const Overdispersion::Row& row : rows) {
        writer.real(row.log_factor);
        writer.varint(row.scans);
        if (row.scans == 0) continue;
        writer.varint(row.calm);
        writer.real(row.peak);
    }
}

void encode_reports(Writer& writer, const AdaptiveWindow::Content& content) {
    writer.varint(content.recurring);
    writer.real(content.reports.budget);
    writer.real(content.reports.level);
    writer.varint(content.reports.events);
    if (content.timed) writer.signed_varint(content.reports.time);
}

void encode_content(Writer& writer, const AdaptiveWindow::Content& content, std::size_t labels,
                    std::uint8_t version) {
    const int width = place_width(labels);
    writer.varint(content.seen);
    writer.varint(content.changes);
    if (version >= 5) encode_reports(writer, content);
    if (content.changes + content.recurring != 0) writer.byte(content.mixed_start ? 1 : 0);
    writer.varint(content.rows.size());
    for (const BucketRows::Row& row : content.rows) {
        writer.varint(row.size());
        for (const Bucket& bucket : row)
            encode_bucket(writer, bucket, content.timed, width);
    }
    writer.varint(content.pending.size());
    for (const Code code : content.pending)
        writer.fixed(code, width);
    if (!content.pending.empty()) {
        writer.varint(content.pending_repeats);
        if (content.timed) writer.signed_varint(content.pending_first);
    } else if (content.seen != 0) {
        writer.fixed(content.last, width);
    }
    encode_overdispersion(writer, content.overdispersion);
    if (version >= 4) encode_overdispersion(writer, content.sum_overdispersion);
}

std::uint32_t decode_scans(Reader& reader) {
    const std::uint64_t scans = reader.varint();
    reader.require(scans <= std::numeric_limits<std::uint32_t>::max(), "an episode is too long");
    return static_cast<std::uint32_t>(scans);
}

std::vector<Overdispersion::Row> decode_overdispersion(Reader& reader) {
    const std::uint64_t rows = reader.length(9);
    reader.require(rows <= Overdispersion::rows, "the overdispersion has too many rows");
    std::vector<Overdispersion::Row> found(static_cast<std::size_t>(rows));
    for (Overdispersion::Row& row : found) {
        row.log_factor = reader.real();
        row.scans = decode_scans(reader);
        if (row.scans == 0) continue;
        row.calm = decode_scans(reader);
        row.peak = reader.real();
    }
    reader.require(found.empty() || found.back() != Overdispersion::Row{},
                   "nothing was learned about the last row");
    return found;
}

void decode_reports(Reader& reader, AdaptiveWindow::Content& content) {
    content.recurring = reader.varint();
    content.reports.budget = reader.real();
    content.reports.level = reader.real();
    content.reports.events = reader.varint();
    if (content.timed) content.reports.time = reader.signed_varint();
}

}  // namespace

AdaptiveWindow::Content decode_content(Reader& reader, const AdaptiveOptions& options, bool timed,
                                       std::size_t labels) {
    AdaptiveWindow::Content content;
    content.timed = timed;
    content.seen = reader.varint();
    content.changes = reader.varint();
    if (reader.version() >= 5) decode_reports(reader, content);
    if (content.changes + content.recurring != 0) {
        content.mixed_start = reader.one_of<std::uint8_t>({0, 1}, "a flag is unknown") != 0;
    }
    content.rows = decode_rows(reader, options.block, timed, labels);
    const std::uint64_t pending = reader.length(1);
    for (std::uint64_t i = 0; i < pending; ++i) {
        content.pending.push_back(decode_code(reader, labels));
    }
    if (pending != 0) {
        content.pending_repeats = reader.varint();
        if (timed) content.pending_first = reader.signed_varint();
        content.last = content.pending.back();
    } else if (content.seen != 0) {
        content.last = decode_code(reader, labels);
    }
    if (reader.version() >= 2) content.overdispersion = decode_overdispersion(reader);
    if (reader.version() >= 4) {
        content.sum_overdispersion = decode_overdispersion(reader);
        reader.require(!content.sum_overdispersion.empty() || reader.version() >= 5,
                       "nothing was learned about the sum");
    }
    return content;
}

namespace {

// A change of version 1 does not know when its past began.
void encode_began_at(Writer& writer, const Change& change) {
    writer.byte(change.began_at.has_value() ? 1 : 0);
    if (change.began_at) writer.signed_varint(*change.began_at);
}

std::optional<Time> decode_began_at(Reader& reader) {
    if (reader.one_of<std::uint8_t>({0, 1}, "a flag is unknown") == 0) return std::nullopt;
    return reader.signed_varint();
}

void decode_size(Reader& reader, Change& change) {
    const auto at_least_0 = [&](double& value) {
        value = reader.real();
        const bool unknown = std::bit_cast<std::uint64_t>(value) ==
                             std::bit_cast<std::uint64_t>(ValueShift::unknown);
        reader.require(unknown || (std::isfinite(value) && !std::signbit(value)),
                       "the size of a change is out of range");
    };
    at_least_0(change.severity);
    at_least_0(change.severity_error);
    for (ValueShift* value : {&change.entropy, &change.gini}) {
        at_least_0(value->before);
        at_least_0(value->after);
    }
}

void encode_change(Writer& writer, const Change& change, bool timed) {
    writer.varint(change.position);
    writer.varint(change.found);
    if (timed) {
        writer.signed_varint(*change.at);
        writer.signed_varint(*change.found_at);
        encode_began_at(writer, change);
    }
    writer.byte(static_cast<std::uint8_t>(change.statistic));
    writer.real(change.strength);
    writer.real(change.threshold);
    writer.real(change.severity);
    writer.real(change.severity_error);
    for (const ValueShift& value : {change.entropy, change.gini}) {
        writer.real(value.before);
        writer.real(value.after);
    }
    if (change.statistic == Statistic::frequency) writer.varint(change.at_most);
    for (const Shift& shift : {change.events, change.moved}) {
        writer.varint(shift.before);
        writer.varint(shift.after);
    }
    writer.varint(change.labels.size());
    for (const LabelShift& label : change.labels) {
        writer.varint(label.before);
        writer.varint(label.after);
    }
}

}  // namespace

Change decode_change(Reader& reader, bool timed) {
    Change change;
    change.position = reader.varint();
    change.found = reader.varint();
    reader.require(change.position <= change.found, "a change was found before it was");
    if (timed) {
        change.at = reader.signed_varint();
        change.found_at = reader.signed_varint();
        if (reader.version() >= 2) change.began_at = decode_began_at(reader);
    }
    change.statistic = reader.one_of({Statistic::sum, Statistic::label, Statistic::frequency},
                                     "a statistic is unknown");
    change.strength = reader.real();
    change.threshold = reader.real();
    reader.require(std::isfinite(change.strength) && change.threshold > 0 &&
                       change.threshold < change.strength,
                   "a change is not above its threshold");
    if (reader.version() >= 2) decode_size(reader, change);
    if (change.statistic == Statistic::frequency) change.at_most = reader.varint();
    for (Shift* shift : {&change.events, &change.moved}) {
        shift->before = reader.varint();
        shift->after = reader.varint();
    }
    const std::uint64_t labels = reader.length(2);
    reader.require(labels <= 5, "a change has too many labels");
    for (std::uint64_t i = 0; i < labels; ++i) {
        LabelShift label;
        label.before = reader.varint();
        label.after = reader.varint();
        change.labels.push_back(label);
    }
    return change;
}

StateBytes encode(const AdaptiveWindowState& state) {
    const SortedLabels sorted = sort_labels(state.labels);
    const bool timed = state.clock != Clock::unset;
    Writer payload;
    payload.byte(static_cast<std::uint8_t>(state.missing));
    encode_options(payload, state.options, version_of(state));
    payload.byte(static_cast<std::uint8_t>(state.clock));
    payload.varint(state.labels.size());
    for (const Code old : sorted.order)
        payload.raw(sorted.bytes[old]);
    const AdaptiveWindow::Content content = state.content.renamed(sorted.places());
    encode_content(payload, content, state.labels.size(), version_of(state));
    if (state.options.season != 0) encode_season(payload, content, state.labels.size());
    payload.varint(state.changes.size());
    for (const LabelledChange<Label>& labelled : state.changes) {
        encode_change(payload, labelled.change, timed);
        for (const Label& label : labelled.labels)
            encode(payload, label);
    }
    return Writer::frame(StateKind::adaptive_window, payload, version_of(state));
}

AdaptiveWindowState decode_adaptive_window(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::adaptive_window, newest_window_version);
    AdaptiveWindowState state;
    state.missing = decode_missing(reader);
    state.options = decode_options(reader);
    state.clock = reader.one_of({Clock::unset, Clock::seconds, Clock::instants},
                                "the kind of its times is unknown");
    state.labels = decode_labels(reader, state.missing);
    state.content =
        decode_content(reader, state.options, state.clock != Clock::unset, state.labels.size());
    if (state.options.season != 0) {
        decode_season(reader, state.options, state.labels.size(), state.content);
    }
    reader.require(state.clock == Clock::unset || state.content.seen != 0, "it has no time");
    require_possible(reader, state);
    state.changes = decode_changes(reader, state);
    reader.require_end();
    return state;
}

}  // namespace entrostream
