#include "core/state/season_state.hpp"

#include <cstdint>
#include <vector>

#include "core/state/state_labels.hpp"

namespace entrostream {

namespace {

using Season = SeasonProfile::Content;

// Exposures are multiples of this.
constexpr double quanta = 0x1p10;

void encode_bin(Writer& writer, const Season::Bin& bin) {
    writer.real(bin.events);
    for (const double value : bin.observed)
        writer.real(value);
    for (const double value : bin.expected)
        writer.real(value);
}

Season::Bin decode_bin(Reader& reader, std::size_t classes) {
    Season::Bin bin;
    bin.events = reader.real();
    for (std::vector<double>* values : {&bin.observed, &bin.expected}) {
        for (std::size_t of = 0; of < classes; ++of)
            values->push_back(reader.real());
    }
    return bin;
}

void encode_exposures(Writer& writer, const Bucket& bucket) {
    for (const double exposure : bucket.exposures)
        writer.varint(static_cast<std::uint64_t>(exposure * quanta));
    writer.real(bucket.profile_noise);
}

void decode_exposures(Reader& reader, std::size_t classes, Bucket& bucket) {
    for (std::size_t of = 0; of < classes; ++of) {
        const std::uint64_t exposure = reader.varint();
        reader.require(0 < exposure && exposure < std::uint64_t{1} << 53,
                       "an exposure is out of range");
        bucket.exposures.push_back(static_cast<double>(exposure) / quanta);
    }
    bucket.profile_noise = reader.real();
}

}  // namespace

void encode_season(Writer& writer, const AdaptiveWindow::Content& content, std::size_t labels) {
    const Season& season = content.season;
    writer.byte(season.started ? 1 : 0);
    if (!season.started) return;
    writer.signed_varint(season.start);
    writer.varint(season.season);
    writer.varint(season.labels.size());
    for (const Code code : season.labels)
        writer.fixed(code, place_width(labels));
    for (const Season::Bin& bin : season.bins)
        encode_bin(writer, bin);
    writer.byte(season.waiting_bins.empty() ? 0 : 1);
    if (!season.waiting_bins.empty()) writer.varint(season.waiting);
    for (const Season::Bin& bin : season.waiting_bins)
        encode_bin(writer, bin);
    for (const BucketRows::Row& row : content.rows) {
        for (const Bucket& bucket : row)
            encode_exposures(writer, bucket);
    }
}

void decode_season(Reader& reader, const AdaptiveOptions& options, std::size_t labels,
                   AdaptiveWindow::Content& content) {
    Season& season = content.season;
    season.started = reader.one_of<std::uint8_t>({0, 1}, "a flag is unknown") != 0;
    if (!season.started) return;
    season.start = reader.signed_varint();
    season.season = reader.varint();
    season.ready = season.season != 0;
    const std::uint64_t named = reader.length(static_cast<std::size_t>(place_width(labels)));
    reader.require(named <= SeasonProfile::max_labels, "too many labels have a rhythm");
    for (std::uint64_t i = 0; i < named; ++i) {
        const std::uint64_t place = reader.fixed(place_width(labels));
        reader.require(place < labels, "a label with a rhythm is not there");
        season.labels.push_back(static_cast<Code>(place));
    }
    const std::size_t classes = season.labels.size() + 1;
    for (std::uint32_t i = 0; i < options.season_bins; ++i)
        season.bins.push_back(decode_bin(reader, classes));
    if (reader.one_of<std::uint8_t>({0, 1}, "a flag is unknown") != 0) {
        const std::uint64_t waiting = reader.varint();
        reader.require(waiting < options.season_bins, "events wait for no bin");
        season.waiting = static_cast<std::uint32_t>(waiting);
        for (int side = 0; side < 2; ++side)
            season.waiting_bins.push_back(decode_bin(reader, classes));
    }
    for (BucketRows::Row& row : content.rows) {
        for (Bucket& bucket : row)
            decode_exposures(reader, classes, bucket);
    }
}

}  // namespace entrostream
